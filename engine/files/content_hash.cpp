#include "engine/files/content_hash.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <vector>

namespace scree::engine {
namespace {

std::uint64_t mixed(std::uint64_t state, std::uint64_t word) {
    state = (state ^ word) * 0xff51afd7ed558ccdu;
    return state ^ (state >> 32);
}

}  // namespace

void ContentHash::add(std::span<const std::byte> bytes) {
    std::size_t filled = length_ % word_.size();
    length_ += bytes.size();
    while (!bytes.empty()) {
        const std::size_t count = std::min(word_.size() - filled, bytes.size());
        std::memcpy(word_.data() + filled, bytes.data(), count);
        bytes = bytes.subspan(count);
        filled += count;
        if (filled < word_.size()) return;
        std::uint64_t word = 0;
        std::memcpy(&word, word_.data(), sizeof word);
        state_ = mixed(state_, word);
        filled = 0;
    }
}

std::uint64_t ContentHash::value() const {
    std::uint64_t word = 0;
    std::memcpy(&word, word_.data(), length_ % word_.size());
    return mixed(mixed(state_, word), length_);
}

ContentHash hash_of_beginning(const Descriptor& file, const std::filesystem::path& path,
                              std::uint64_t bytes) {
    ContentHash hash;
    std::vector<std::byte> block(std::size_t{1} << 16);
    while (hash.length() < bytes) {
        const std::size_t wanted = std::min<std::uint64_t>(block.size(), bytes - hash.length());
        const ssize_t count =
            ::pread(file.number(), block.data(), wanted, static_cast<off_t>(hash.length()));
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) fail_to(path, "read it", errno);
        if (count == 0) break;
        hash.add(std::span(block).first(static_cast<std::size_t>(count)));
    }
    return hash;
}

}  // namespace scree::engine
