#include "engine/run/packing/packing.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "engine/files/hdf5.h"
#include "engine/files/sealed_file.h"
#include "engine/grains/shape_index.h"
#include "engine/record/run_folder.h"
#include "engine/scene/toml/toml_tree.h"
#include "geometry/proximity.h"

namespace scree::engine {
namespace {

using geometry::Vec2;

/// Walls may reach into the box by this share of its area, which is rounding.
constexpr double touch = 1e-9;

std::string interval_text(const Interval& interval) {
    return '[' + to_toml(interval.low) + ", " + to_toml(interval.high) + ']';
}

/// The box that a packing is asked for.
struct Box {
    Interval x;
    Interval y;
};

/// What the groups that are packed have in common; a null pointer if there is none.
const PlacePack* spec_of(const Scene& scene) {
    for (const GrainGroup& group : scene.grains)
        if (const auto* place = std::get_if<PlacePack>(&group.place)) return place;
    return nullptr;
}

bool keeps_box(const Scene& scene, const PlacePack& spec) {
    return spec.keep.value_or(scene.walls.empty() ? PackKeep::sizes : PackKeep::box) ==
           PackKeep::box;
}

/// Whether the domain becomes that of the packing.
bool changes_domain(const Scene& scene, const PlacePack& spec) {
    return !keeps_box(scene, spec) && scene.domain.period().any();
}

class Packer {
public:
    explicit Packer(const Scene& scene) : scene_(scene) {
        spec_ = spec_of(scene);
        box_ = {spec_->x.value_or(scene.domain.x), spec_->y.value_or(scene.domain.y)};
    }

    Packing make(const PackObserver& observer) {
        packing_.keeps_box = keeps_box(scene_, *spec_);
        std::vector<std::vector<NewGrain>> grains;
        std::vector<const geometry::Shape*> shapes;
        for (const GrainGroup& group : scene_.grains) {
            std::vector<NewGrain>& of_group = grains.emplace_back();
            if (std::holds_alternative<PlacePack>(group.place))
                of_group = make_grains(group, scene_.seed);
        }
        for (const std::vector<NewGrain>& group : grains)
            for (const NewGrain& grain : group) shapes.push_back(&grain.shape);
        const Container container = asked_container();
        Generator generator(scene_.seed, "packing");
        Workers workers(scene_.run.threads);
        PackSettings settings;
        settings.method = spec_->method;
        settings.growth = spec_->growth;
        settings.progress = observer;
        const PackResult result = pack(shapes, container, settings, generator, workers);
        packing_.grains = shapes.size();
        packing_.fraction = result.fraction;
        packing_.iterations = result.iterations;
        packing_.mean_overlap = result.mean_overlap;
        packing_.largest_overlap = result.largest_overlap;
        // The packing is made with grains of their own sizes; if the box stays, all is scaled back.
        packing_.scale = packing_.keeps_box ? 1.0 / result.scale : result.scale;
        container_ = container;
        if (!packing_.keeps_box) container_->scale(result.scale);
        check_fit();
        check_walls();
        share_out(result, grains);
        return std::move(packing_);
    }

    /// What the text of the scene must say so that it leads to the same packing, and its domain is
    /// that of the packing.
    std::vector<std::string> sets() const {
        std::vector<std::string> sets;
        if (!changes_domain(scene_, *spec_)) return sets;
        const Vec2 low = container_->centre() - 0.5 * container_->size();
        const Vec2 high = container_->centre() + 0.5 * container_->size();
        if (scene_.domain.periodic_x) sets.push_back("domain.x=" + interval_text({low.x, high.x}));
        if (scene_.domain.periodic_y) sets.push_back("domain.y=" + interval_text({low.y, high.y}));
        for (const std::string& set : sets_of_boxes(scene_, box_.x, box_.y)) sets.push_back(set);
        return sets;
    }

    static std::vector<std::string> sets_of_boxes(const Scene& scene, const Interval& x,
                                                  const Interval& y) {
        std::vector<std::string> sets;
        for (const GrainGroup& group : scene.grains) {
            if (!std::holds_alternative<PlacePack>(group.place)) continue;
            const std::string place = "grains." + to_toml_key(group.name) + ".place.";
            sets.push_back(place + "x=" + interval_text(x));
            sets.push_back(place + "y=" + interval_text(y));
        }
        return sets;
    }

private:
    Container asked_container() const {
        if (!spec_->outline.empty()) return Container(spec_->outline);
        return Container({{box_.x.low, box_.y.low}, {box_.x.high, box_.y.high}},
                         scene_.domain.periodic_x, scene_.domain.periodic_y);
    }

    /// Throws for a box that is larger than the domain in a direction in which that has edges.
    void check_fit() const {
        const Vec2 low = container_->centre() - 0.5 * container_->size();
        const Vec2 high = container_->centre() + 0.5 * container_->size();
        const auto check = [&](const char* axis, const Interval& domain, double from, double to,
                               bool is_periodic) {
            // The domain of a periodic direction becomes that of the packing.
            const double rounding = 1e-9 * (to - from);
            if (is_periodic || (from >= domain.low - rounding && to <= domain.high + rounding))
                return;
            throw std::invalid_argument(
                std::string("domain.") + axis + ": the grains fill a box from " +
                number_text(from) + " m to " + number_text(to) +
                " m when they are packed, which is more than the domain: make it wider, or the "
                "grains fewer or smaller, or say keep = \"box\"");
        };
        check("x", scene_.domain.x, low.x, high.x, container_->periodic_x());
        check("y", scene_.domain.y, low.y, high.y, container_->periodic_y());
    }

    /// Throws for a wall that reaches into the box.
    void check_walls() const {
        const Vec2 half = 0.5 * container_->size();
        std::vector<Vec2> corners = {-half, {half.x, -half.y}, half, {-half.x, half.y}};
        if (!spec_->outline.empty()) {
            corners = spec_->outline;
            const double scale = packing_.keeps_box ? 1.0 : packing_.scale;
            for (Vec2& corner : corners) corner = scale * (corner - container_->centre());
        }
        const geometry::ConvexPolygon polygon(corners);
        const geometry::Shape outline = polygon;
        const geometry::Transform pose{container_->centre() + polygon.origin(), {}};
        for (std::size_t w = 0; w < scene_.walls.size(); ++w) {
            Wall wall = scene_.walls[w].wall;
            wall.motion = scene_.stages.front().begin.motions[w];
            for (const PlacedShape& piece : pieces_at_start(wall)) {
                geometry::PairMemory cold;
                geometry::QueryCounts counts;
                const auto answer =
                    geometry::proximity(outline, pose, *piece.shape, piece.pose, cold, counts);
                const auto* overlap = std::get_if<geometry::Overlap>(&answer);
                if (overlap == nullptr || overlap->area <= touch * polygon.area()) continue;
                throw std::invalid_argument("walls." + scene_.walls[w].name +
                                            ": reaches into the room that grains are packed in: "
                                            "give the packing x and y, or an outline, that are "
                                            "clear of walls");
            }
        }
    }

    void share_out(const PackResult& result, const std::vector<std::vector<NewGrain>>& grains) {
        const double back = packing_.keeps_box ? 1.0 / result.scale : 1.0;
        Period period = container_->period();
        period.low += container_->centre();
        std::size_t next = 0;
        for (const std::vector<NewGrain>& group : grains) {
            auto packed = std::make_shared<PackedGroup>();
            if (packing_.keeps_box) packed->scale = back;
            for (std::size_t k = 0; k < group.size(); ++k, ++next) {
                packed->at.push_back(
                    period.wrapped(container_->centre() + back * result.centres[next]));
                packed->angle.push_back(result.angles[next]);
            }
            packing_.groups.push_back(group.empty() ? nullptr : std::move(packed));
        }
    }

    const Scene& scene_;
    const PlacePack* spec_ = nullptr;
    Box box_;
    std::optional<Container> container_;
    Packing packing_;
};

/// Loads the text of a scene again, with these changes.
Scene changed(const Scene& scene, const std::vector<std::string>& sets) {
    if (sets.empty()) return scene;
    return load_scene(RunFolder::scene, sets,
                      [&](const std::filesystem::path&) { return scene.toml; });
}

Scene joined(Scene scene, Packing packing) {
    if (packing.groups.size() != scene.grains.size())
        throw std::invalid_argument("the packing is that of another scene");
    for (std::size_t g = 0; g < packing.groups.size(); ++g) {
        const bool is_there = packing.groups[g] != nullptr;
        if (is_there != std::holds_alternative<PlacePack>(scene.grains[g].place) ||
            (is_there && packing.groups[g]->at.size() != scene.grains[g].count))
            throw std::invalid_argument("the packing is that of another scene");
        scene.grains[g].packed = packing.groups[g];
    }
    scene.packing = std::make_shared<const Packing>(std::move(packing));
    return scene;
}

}  // namespace

bool is_packed(const Scene& scene) { return spec_of(scene) != nullptr; }

Scene with_packing(Scene scene, const PackObserver& observer) {
    if (scene.packing || !is_packed(scene)) return scene;
    Packer packer(scene);
    Packing packing = packer.make(observer);
    return joined(changed(scene, packer.sets()), std::move(packing));
}

Scene with_packing_in(const std::filesystem::path& folder, Scene scene) {
    if (scene.packing || !is_packed(scene)) return scene;
    const std::filesystem::path path = folder / RunFolder::packing;
    try {
        return joined(std::move(scene),
                      decode_packing(read_sealed(Folder(folder), RunFolder::packing)));
    } catch (const Hdf5Error& error) {
        throw FileError(FileError::Kind::damaged, path, error.what());
    } catch (const std::invalid_argument& error) {
        throw FileError(FileError::Kind::damaged, path, error.what());
    }
}

Scene with_box_of(const Scene& there, Scene scene) {
    if (scene.packing || !is_packed(scene) || !is_packed(there)) return scene;
    const PlacePack* const spec = spec_of(scene);
    if (!changes_domain(scene, *spec)) return scene;
    std::vector<std::string> sets = Packer::sets_of_boxes(scene, spec->x.value_or(scene.domain.x),
                                                          spec->y.value_or(scene.domain.y));
    if (scene.domain.periodic_x) sets.push_back("domain.x=" + interval_text(there.domain.x));
    if (scene.domain.periodic_y) sets.push_back("domain.y=" + interval_text(there.domain.y));
    return changed(scene, sets);
}

std::string words_of(const Packing& packing, const DomainSpec& domain) {
    std::string words = "packed " + std::to_string(packing.grains) + " grains to the fraction " +
                        number_text(std::round(1e4 * packing.fraction) / 1e4) + " in " +
                        std::to_string(packing.iterations) + " iterations; the ";
    words += packing.keeps_box ? "grains" : "box";
    words += " became " + number_text(std::round(1e4 * packing.scale) / 1e4) + " times as large";
    if (!packing.keeps_box && (domain.periodic_x || domain.periodic_y)) {
        words += ", and the domain is now";
        if (domain.periodic_x) words += " x = " + interval_text(domain.x);
        if (domain.periodic_y) words += " y = " + interval_text(domain.y);
    }
    return words;
}

}  // namespace scree::engine
