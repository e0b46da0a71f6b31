#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/frame/tables.h"
#include "engine/record/run_frames.h"
#include "render/picture.h"

namespace scree::render {

using ShapeOf = std::function<const engine::BodyShape&(engine::BodyNumber)>;

/// The value that the colour of a grain shows, by the grain's row in the frame; 0 for a quantity
/// that a frame does not hold.
double value_of(const engine::Frame& frame, const engine::FrameFacts& facts, std::size_t row,
                Quantity quantity);

/// The picture of a frame of a run, with its grains coloured by material and its contact forces as
/// chains.
PictureScene picture_of(const engine::Frame& frame, const ShapeOf& shape_of,
                        std::vector<std::string> materials, const engine::Period& period = {});

/// The picture of a frame of a run folder, with its grains coloured by any quantity.
PictureScene picture_of(const engine::RunFrames& run, const engine::SeenFrame& seen,
                        Quantity quantity);

}  // namespace scree::render
