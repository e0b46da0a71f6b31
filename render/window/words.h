#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

#include "engine/live/view.h"
#include "geometry/vec2.h"
#include "render/labels.h"

namespace scree::window {

/// "(1, -2)"
inline std::string pair_text(geometry::Vec2 v) {
    std::string text = "(";
    text += render::short_number(v.x);
    text += ", ";
    text += render::short_number(v.y);
    text += ")";
    return text;
}

/// "15380": a rate without a power of ten as long as there is room. It is rounded to four digits,
/// since steps in a second vary anyway.
inline std::string rate_text(double rate) {
    if (!(rate >= 1e4 && rate < 1e15)) return render::short_number(std::round(rate));
    const double unit = std::pow(10.0, std::floor(std::log10(rate)) - 3.0);
    return std::to_string(static_cast<std::int64_t>(std::round(rate / unit) * unit));
}

/// "312 of 1024 MiB"
inline std::string memory_text(std::size_t bytes, std::size_t budget) {
    const auto mebibytes = [](std::size_t n) { return std::to_string((n + (1u << 19)) >> 20); };
    return mebibytes(bytes) + " of " + mebibytes(budget) + " MiB";
}

/// The share of a way that is done at a step, from 0 to 1.
inline double share_of(const engine::LiveWay& way, std::uint64_t step) {
    if (step <= way.from || way.to <= way.from) return 0.0;
    if (step >= way.to) return 1.0;
    return static_cast<double>(step - way.from) / static_cast<double>(way.to - way.from);
}

/// "going to t = 1.2 s: 63 %"
inline std::string way_text(const engine::LiveWay& way, std::uint64_t step, double dt) {
    return "going to t = " + render::short_number(static_cast<double>(way.to) * dt) +
           " s: " + std::to_string(static_cast<int>(100.0 * share_of(way, step))) + " %";
}

}  // namespace scree::window
