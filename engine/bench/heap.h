#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/dynamics/simulation.h"

namespace scree::engine {

/// Irregular grains that all have the same number of corners, in a box that stands on its corner:
/// they slide and roll over each other for as long as a benchmark takes.
struct BenchHeap {
    std::vector<NewGrain> grains;
    double side = 0.0;  ///< m, of the box, whose low corner is the origin
    double dt = 0.0;    ///< s
};

/// Makes a heap. The sizes of its grains do not depend on the number of corners.
BenchHeap bench_heap(std::size_t count, std::uint32_t corners);

/// A run that begins with the heap.
std::unique_ptr<Simulation> bench_run(const BenchHeap& heap, std::uint32_t workers);

/// Four smooth walls around a square with a corner at the origin, of the first material.
std::vector<Wall> box_walls(double side);

}  // namespace scree::engine
