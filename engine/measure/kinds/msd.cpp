#include "engine/measure/kinds/msd.h"

#include <algorithm>

#include "engine/measure/region.h"

namespace scree::engine {

void MeanSquareDisplacement::add(const Assembly& assembly, double time) {
    const auto place = [&](const AssemblyGrain& grain) {
        return grain.outline.centre + assembly.period.shift(grain.turns);
    };
    if (rows_.empty()) {
        begin_ = time;
        for (const AssemblyGrain& grain : assembly.grains)
            if (is_in(box_, assembly.period, grain.outline.centre))
                first_.emplace(grain.body, place(grain));
    }
    std::vector<Vec2> ways;
    Vec2 mean;
    for (const AssemblyGrain& grain : assembly.grains) {
        const auto found = first_.find(grain.body);
        if (found == first_.end()) continue;
        ways.push_back(place(grain) - found->second);
        mean += ways.back();
    }
    auto& row = rows_.emplace_back(msd_slice_columns.size());
    row[0] = time - begin_;
    row[5] = static_cast<double>(ways.size());
    if (ways.empty()) return;
    mean = mean / static_cast<double>(ways.size());
    Vec2 squares;
    for (const Vec2 way : ways) {
        const Vec2 off = way - mean;
        squares += Vec2{off.x * off.x, off.y * off.y};
    }
    squares = squares / static_cast<double>(ways.size());
    row[1] = squares.x;
    row[2] = squares.y;
    row[3] = mean.x;
    row[4] = mean.y;
}

Measurement MeanSquareDisplacement::result() const {
    Measurement result(MeasureKind::msd, msd_columns);
    result.slices.columns = msd_slice_columns;
    result.slices.rows = rows_;
    if (rows_.size() < 2 || !rows_.back()[1]) {
        result.note = "not measurable: it takes at least two frames with the same grains";
        return result;
    }
    result.set("msd", *rows_.back()[1] + *rows_.back()[2]);
    result.set("grains", *rows_.back()[5]);
    // The slope of a straight line by least squares.
    double count = 0.0;
    Vec2 mean;
    for (const auto& row : rows_) {
        if (*row[0] < 0.5 * *rows_.back()[0] || !row[1]) continue;
        count += 1.0;
        mean += Vec2{*row[0], *row[1] + *row[2]};
    }
    mean = mean / count;
    double square = 0.0;
    double product = 0.0;
    for (const auto& row : rows_) {
        if (*row[0] < 0.5 * *rows_.back()[0] || !row[1]) continue;
        const Vec2 off = Vec2{*row[0], *row[1] + *row[2]} - mean;
        square += off.x * off.x;
        product += off.x * off.y;
    }
    if (square > 0.0) result.set("diffusion", 0.25 * product / square);
    return result;
}

}  // namespace scree::engine
