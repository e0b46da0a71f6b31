#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/base/marked.h"
#include "engine/base/period.h"

namespace scree::engine {

/// A grain or a wall, numbered by where it is stored. Grains are numbered from 0 upwards, walls
/// from the largest number downwards. So the grain comes first in a pair with a wall, and walls
/// keep their numbers when grains come and go.
using Body = std::uint32_t;

constexpr Body wall_body(std::size_t wall) { return ~static_cast<Body>(wall); }
constexpr bool is_wall(Body body) { return body > 0x7fffffffu; }
constexpr std::size_t wall_index(Body body) { return ~body; }

/// One item for every body, with grains and walls in one piece of memory, so that access needs no
/// branch on whether a body is a grain or a wall.
template <class T>
class BodyArray {
public:
    BodyArray() = default;
    explicit BodyArray(std::size_t walls) : walls_(walls), items_(walls) {}

    T& operator[](Body body) { return origin()[static_cast<std::int32_t>(body)]; }
    const T& operator[](Body body) const { return origin()[static_cast<std::int32_t>(body)]; }

    std::size_t walls() const { return walls_; }
    std::size_t grains() const { return items_.size() - walls_; }
    std::span<T> of_grains() { return std::span(items_).subspan(walls_); }
    std::span<const T> of_grains() const { return std::span(items_).subspan(walls_); }

    void push_grain(const T& item) { items_.push_back(item); }
    /// Erases the grains whose mark is not zero. There must be one mark for each grain.
    void erase_grains(std::span<const std::uint8_t> marks) { erase_marked(items_, marks, walls_); }
    void clear_grains() { items_.resize(walls_); }

    /// Direct access to the items. A view is valid until grains come or go.
    class View {
    public:
        explicit View(const T* origin) : origin_(origin) {}
        const T& operator[](Body body) const { return origin_[static_cast<std::int32_t>(body)]; }

    private:
        const T* origin_;
    };
    View view() const { return View(origin()); }

private:
    // Wall k is body -1 - k, and lies k + 1 places before the first grain.
    T* origin() { return items_.data() + walls_; }
    const T* origin() const { return items_.data() + walls_; }

    std::size_t walls_ = 0;
    std::vector<T> items_;
};

/// Two bodies, the one with the lower number first. They are never two walls.
struct BodyPair {
    Body i = 0;
    Body j = 0;

    // NOLINTNEXTLINE(modernize-use-nullptr): clang-tidy 14 takes the zero inside for a pointer.
    friend constexpr auto operator<=>(const BodyPair&, const BodyPair&) = default;
};

/// Two bodies, and the image of the second that the first meets. A grain may meet a long wall in
/// two of its images; two grains meet in at most one.
struct ImagePair {
    BodyPair bodies;
    Image image{};

    friend constexpr auto operator<=>(const ImagePair&, const ImagePair&) = default;
};

}  // namespace scree::engine
