#include "engine/export/vtp.h"

#include <array>
#include <cmath>
#include <numbers>

#include "engine/export/vtp_file.h"
#include "geometry/transform.h"

namespace scree::engine {
namespace {

using geometry::Vec2;

constexpr int corners_of_disc = 32;

std::vector<Vec2> corners_of(const BodyShape& shape, const geometry::Transform& pose) {
    std::vector<Vec2> corners;
    for (const Vec2 vertex : shape.vertices) corners.push_back(apply(pose, vertex));
    for (int k = 0; shape.radius > 0.0 && k < corners_of_disc; ++k) {
        const double angle = 2.0 * std::numbers::pi * k / corners_of_disc;
        corners.push_back(apply(pose, shape.radius * Vec2{std::cos(angle), std::sin(angle)}));
    }
    return corners;
}

/// Adds the arrays that grains and walls have in common.
void add_bodies(VtpFile& file, const RunFrames& run, const BodyStates& states) {
    std::vector<std::int32_t> materials;
    for (std::size_t k = 0; k < states.body.size(); ++k) {
        const BodyShape& shape = run.shape(states.body[k]);
        materials.push_back(shape.material);
        file.add_polygon(
            corners_of(shape, {states.position[k], geometry::Rotation::by(states.angle[k])}));
    }
    file.add_array("id", states.body);
    file.add_array("material", materials);
    file.add_array("position", states.position);
    file.add_array("angle", states.angle);
    file.add_array("velocity", states.velocity);
    file.add_array("spin", states.spin);
}

std::string grains_file(const RunFrames& run, const SeenFrame& seen) {
    VtpFile file(seen.frame.time);
    add_bodies(file, run, seen.frame.grains);
    std::vector<double> size, mass, energy, pressure;
    std::vector<std::array<double, 4>> stress;
    std::vector<std::int32_t> contacts;
    for (const GrainFacts& grain : seen.facts.grains) {
        size.push_back(grain.size);
        mass.push_back(grain.mass);
        energy.push_back(grain.kinetic_energy);
        stress.push_back({grain.stress.xx, grain.stress.xy, grain.stress.yx, grain.stress.yy});
        pressure.push_back(grain.stress.pressure());
        contacts.push_back(static_cast<std::int32_t>(grain.contacts));
    }
    file.add_array("size", size);
    file.add_array("mass", mass);
    file.add_array("kinetic_energy", energy);
    file.add_tensors("stress", stress);
    file.add_array("pressure", pressure);
    file.add_array("contacts", contacts);
    return file.bytes();
}

std::string walls_file(const RunFrames& run, const SeenFrame& seen) {
    VtpFile file(seen.frame.time);
    add_bodies(file, run, seen.frame.walls);
    return file.bytes();
}

std::string contacts_file(const SeenFrame& seen) {
    VtpFile file(seen.frame.time);
    const ContactStates& states = seen.frame.contacts;
    std::vector<std::int32_t> first, second;
    std::vector<double> normal_force, friction;
    for (std::size_t k = 0; k < states.pair.size(); ++k) {
        const ContactFacts& contact = seen.facts.contacts[k];
        file.add_line(contact.from, contact.to);
        first.push_back(states.pair[k][0]);
        second.push_back(states.pair[k][1]);
        normal_force.push_back(contact.normal_force);
        friction.push_back(contact.friction);
    }
    file.add_array("first", first);
    file.add_array("second", second);
    file.add_array("point", states.point);
    file.add_array("force", states.force);
    file.add_array("normal", states.normal);
    file.add_array("normal_force", normal_force);
    file.add_array("friction", friction);
    file.add_array("area", states.area);
    return file.bytes();
}

}  // namespace

std::vector<std::string> vtp_kinds() {
    return {"grains.pvd",     "grains_#.vtp", "contacts.pvd",
            "contacts_#.vtp", "walls.pvd",    "walls_#.vtp"};
}

bool export_vtp(RunFrames& run, std::span<const std::uint64_t> frames, const ExportFolder& folder,
                const KeepGoing& keep_going) {
    std::vector<TimedFile> grains, contacts, walls;
    const auto write = [&](std::vector<TimedFile>& series, const std::string& kind,
                           const SeenFrame& seen, const std::string& bytes) {
        const std::string name = kind + "_" + padded_number(seen.number) + ".vtp";
        folder.append(name, bytes);
        series.push_back({seen.frame.time, name});
    };
    for (std::size_t k = 0; k < frames.size(); ++k) {
        if (!keep_going(k)) return false;
        const SeenFrame seen = run.see(frames[k]);
        write(grains, "grains", seen, grains_file(run, seen));
        write(contacts, "contacts", seen, contacts_file(seen));
        write(walls, "walls", seen, walls_file(run, seen));
    }
    folder.append("grains.pvd", pvd_file(grains));
    folder.append("contacts.pvd", pvd_file(contacts));
    folder.append("walls.pvd", pvd_file(walls));
    return true;
}

}  // namespace scree::engine
