#pragma once

#include <cairo.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

#include "geometry/vec2.h"
#include "render/colours.h"

namespace scree::render {

/// A PNG that was read back.
class Pixels {
public:
    explicit Pixels(const std::vector<std::byte>& png) : rest_(png) {
        const auto read = [](void* pixels, unsigned char* into, unsigned length) {
            auto& rest = static_cast<Pixels*>(pixels)->rest_;
            if (rest.size() < length) return CAIRO_STATUS_READ_ERROR;
            std::memcpy(into, rest.data(), length);
            rest = rest.subspan(length);
            return CAIRO_STATUS_SUCCESS;
        };
        surface_.reset(cairo_image_surface_create_from_png_stream(read, this));
        if (cairo_surface_status(surface_.get()) != CAIRO_STATUS_SUCCESS) {
            throw std::runtime_error("not a PNG");
        }
    }
    int width() const { return cairo_image_surface_get_width(surface_.get()); }
    int height() const { return cairo_image_surface_get_height(surface_.get()); }
    /// The colour of a pixel, as in 0xd9c7a0.
    unsigned at(geometry::Vec2 place) const {
        const auto x = static_cast<int>(place.x);
        const auto y = static_cast<int>(place.y);
        if (x < 0 || y < 0 || x >= width() || y >= height())
            throw std::out_of_range("no such pixel");
        std::uint32_t pixel = 0;
        std::memcpy(&pixel,
                    cairo_image_surface_get_data(surface_.get()) +
                        y * cairo_image_surface_get_stride(surface_.get()) + 4 * x,
                    sizeof pixel);
        return pixel & 0xffffffu;
    }
    std::size_t count(Colour c) const {
        std::size_t found = 0;
        for (int y = 0; y < height(); ++y) {
            for (int x = 0; x < width(); ++x) found += at({x + 0.5, y + 0.5}) == code(c);
        }
        return found;
    }
    static unsigned code(Colour c) {
        const auto part = [](double v) { return static_cast<unsigned>(std::lround(255.0 * v)); };
        return part(c.red) << 16 | part(c.green) << 8 | part(c.blue);
    }

private:
    struct Destroy {
        void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
    };
    std::span<const std::byte> rest_;
    std::unique_ptr<cairo_surface_t, Destroy> surface_;
};

}  // namespace scree::render
