#include "cli/frame_range.h"

#include <charconv>

namespace scree::cli {
namespace {

std::uint64_t number(const std::string& text, const std::string& range) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size())
        throw UsageError("--frames: `" + range +
                         "` is not a number, a range like 3..9, 3.. or ..9, or `last`");
    return value;
}

}  // namespace

std::vector<std::uint64_t> chosen_frames(const std::string& range, std::uint64_t every,
                                         std::uint64_t count) {
    std::uint64_t first = 0;
    std::uint64_t last = count - 1;
    if (const auto dots = range.find(".."); dots != std::string::npos) {
        const std::string low = range.substr(0, dots);
        const std::string high = range.substr(dots + 2);
        if (!low.empty() || high.empty()) first = number(low, range);
        if (!high.empty()) last = number(high, range);
    } else if (range == "last") {
        first = last;
    } else {
        first = last = number(range, range);
    }
    if (last >= count)
        throw UsageError("--frames: there is no frame " + std::to_string(last) +
                         ": they are 0 to " + std::to_string(count - 1));
    if (first > last) throw UsageError("--frames: `" + range + "` ends before it begins");
    std::vector<std::uint64_t> frames;
    for (std::uint64_t frame = first; frame <= last; frame += every) {
        frames.push_back(frame);
        if (last - frame < every) break;
    }
    return frames;
}

}  // namespace scree::cli
