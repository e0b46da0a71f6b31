#include <cmath>

#include "engine/grains/packing/relaxation.h"

namespace scree::engine {
namespace {

using geometry::Vec2;

// Moves are a little longer than a Newton step for discs; with 1.5 packings fall apart.
constexpr double length_of_step_of_disc = 1.2;
constexpr double length_of_step_of_polygon = 1.0;
/// The share of its trace that is added to the matrix of a grain, so that directions in which
/// nothing pushes do not make it singular.
constexpr double regularization = 0.05;

/// Newton's step of a grain that sees its neighbours at rest: with a row J for each overlap, the
/// energy sum delta^2 / 2 has the gradient -sum delta J and about the Hessian sum J J^T.
struct NewtonStep {
    Vec2 force;
    double torque = 0.0;
    double xx = 0.0, xy = 0.0, yy = 0.0;
    double xt = 0.0, yt = 0.0, tt = 0.0;

    void add(const Push& push) {
        const Vec2 n = push.normal;
        force += push.depth * n;
        torque += push.depth * push.lever;
        xx += n.x * n.x;
        xy += n.x * n.y;
        yy += n.y * n.y;
        xt += n.x * push.lever;
        yt += n.y * push.lever;
        tt += push.lever * push.lever;
    }

    Vec2 of_disc() const {
        const double more = regularization * (xx + yy);
        const double a = xx + more;
        const double b = yy + more;
        const double determinant = a * b - xy * xy;
        return {(b * force.x - xy * force.y) / determinant,
                (a * force.y - xy * force.x) / determinant};
    }

    /// The way, and the turn times the radius of gyration. Solved by L D L^T.
    Vec2 of_polygon(double& turn) const {
        const double more = regularization * (xx + yy + tt);
        const double d1 = xx + more;
        const double l21 = xy / d1;
        const double l31 = xt / d1;
        const double d2 = yy + more - l21 * xy;
        const double l32 = (yt - l31 * xy) / d2;
        const double d3 = tt + more - l31 * xt - l32 * l32 * d2;
        const double y = force.y - l21 * force.x;
        const double t = torque - l31 * force.x - l32 * y;
        turn = t / d3;
        const double way_y = y / d2 - l32 * turn;
        return {force.x / d1 - l21 * way_y - l31 * turn, way_y};
    }
};

/// Grain by grain: each sees where those before it have gone. Grains that do not see each other,
/// because they are not neighbours, are moved at the same time.
class Rearrangement final : public Relaxation {
public:
    void begin_with(const NeighbourLists& lists, const PackState& state) override {
        colours_.assign(lists, state.size());
        met_.resize(state.size());
        stopped_.assign(state.size(), 0);
        has_left_ = false;
    }

    OverlapsOfAll iterate(PackState& state, NeighbourLists& lists, Workers& workers) override {
        const Period period = state.container.period();
        for (std::size_t colour = 0; colour < colours_.count(); ++colour) {
            const std::span<const std::uint32_t> grains = colours_.of(colour);
            workers.split(grains.size(), pack_block, [&](Range range, std::uint32_t) {
                for (std::size_t k = range.first; k < range.last; ++k)
                    move(state, lists, period, grains[k]);
            });
        }
        for (const std::uint8_t stopped : stopped_) has_left_ = has_left_ || stopped != 0;
        return overlaps_of_all(met_);
    }

    bool has_left_lists() const override { return has_left_; }

private:
    void move(PackState& state, NeighbourLists& lists, const Period& period, std::size_t grain) {
        NewtonStep newton;
        OverlapSum met;
        for_each_push(state, lists, period, grain, [&](const Push& push) {
            newton.add(push);
            met.add(push);
        });
        met_[grain] = met;
        if (met.sum == 0.0) return;
        PackCircle& circle = state.circles[grain];
        const double longest = longest_move(state, grain);
        Vec2 way;
        if (state.is_disc(grain)) {
            way = length_of_step_of_disc * newton.of_disc();
            const double square = dot(way, way);
            if (square > longest * longest) way = longest / std::sqrt(square) * way;
        } else {
            PackBody& body = state.bodies[grain];
            double turn = 0.0;
            way = length_of_step_of_polygon * newton.of_polygon(turn);
            turn *= length_of_step_of_polygon;
            const double square = dot(way, way) + turn * turn;
            if (square > longest * longest) {
                const double less = longest / std::sqrt(square);
                way = less * way;
                turn *= less;
            }
            body.angle += turn / body.gyration;
            body.rotation = geometry::Rotation::by(body.angle);
        }
        // Beyond its skin a grain could meet one that is not in its list.
        Vec2 away = circle.at + way - lists.reference(grain);
        const double skin = lists.skin(grain);
        const double square = dot(away, away);
        if (square > skin * skin) {
            away = skin / std::sqrt(square) * away;
            stopped_[grain] = 1;
        }
        circle.at = lists.reference(grain) + away;
    }

    Colours colours_;
    std::vector<OverlapSum> met_;
    std::vector<std::uint8_t> stopped_;
    bool has_left_ = false;
};

}  // namespace

OverlapsOfAll overlaps_of_all(const std::vector<OverlapSum>& grains) {
    OverlapsOfAll all;
    for (const OverlapSum& grain : grains) {
        all.mean += grain.sum;
        all.largest = std::max(all.largest, grain.largest);
    }
    all.mean /= static_cast<double>(grains.size());
    return all;
}

std::unique_ptr<Relaxation> make_rearrangement() { return std::make_unique<Rearrangement>(); }

}  // namespace scree::engine
