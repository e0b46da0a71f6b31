#include "engine/record/segment_name.h"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace scree::engine {

std::string segment_file(std::size_t number) {
    std::string digits = std::to_string(number);
    digits.insert(0, 6 - std::min<std::size_t>(6, digits.size()), '0');
    return digits + ".h5";
}

std::optional<std::size_t> segment_number(const std::string& file) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(file.data(), file.data() + file.size(), number);
    if (error != std::errc{} || segment_file(number) != file) return {};
    return number;
}

}  // namespace scree::engine
