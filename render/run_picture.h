#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/frame/tables.h"
#include "engine/record/run_frames.h"
#include "render/picture.h"

namespace scree::render {

using ShapeOf = std::function<const engine::BodyShape&(engine::BodyNumber)>;

/// What the colour of a grain shows, by its row in the frame; 0 of what a frame does not tell.
double value_of(const engine::Frame& frame, const engine::FrameFacts& facts, std::size_t row,
                Quantity quantity);

/// A frame of a run, with its grains coloured by material and its contact forces as chains.
PictureScene picture_of(const engine::Frame& frame, const ShapeOf& shape_of,
                        std::vector<std::string> materials, const engine::Period& period = {});

/// A frame of a run folder, with its grains coloured by any quantity.
PictureScene picture_of(const engine::RunFrames& run, const engine::SeenFrame& seen,
                        Quantity quantity);

}  // namespace scree::render
