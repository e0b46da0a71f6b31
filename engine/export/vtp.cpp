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

/// A file with what is said in all files of a frame.
VtpFile file_of(const RunFrames& run, const SeenFrame& seen) {
    VtpFile file(seen.frame.time);
    file.add_number("step", seen.frame.step);
    file.add_number("frame", seen.number);
    const std::string stage = name_in(run.names().stages, seen.frame.stage);
    file.add_texts("stage", {&stage, 1});
    return file;
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
    file.add_texts("materials", run.names().materials);
    file.add_array("id", states.body);
    file.add_array("material", materials);
    file.add_array("position", states.position, "m");
    file.add_array("turns", states.turns);
    file.add_array("angle", states.angle, "rad");
    file.add_array("velocity", states.velocity, "m/s");
    file.add_array("spin", states.spin, "rad/s");
}

/// Adds which group or wall each body is of, and which one of it.
void add_owners(VtpFile& file, const RunFrames& run, const BodyStates& states, const char* owner,
                const std::vector<std::string>& names, const char* which) {
    std::vector<std::int32_t> members;
    for (const BodyNumber body : states.body) members.push_back(run.shape(body).member);
    file.add_texts(std::string(owner) + "s", names);
    file.add_array(owner, states.group);
    file.add_array(which, members);
}

std::string grains_file(const RunFrames& run, const SeenFrame& seen) {
    VtpFile file = file_of(run, seen);
    add_bodies(file, run, seen.frame.grains);
    add_owners(file, run, seen.frame.grains, "group", run.names().groups, "member");
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
    file.add_array("size", size, "m");
    file.add_array("mass", mass, "kg");
    file.add_array("kinetic_energy", energy, "J");
    file.add_tensors("stress", stress, "N/m");
    file.add_array("pressure", pressure, "N/m");
    file.add_array("contacts", contacts);
    return file.bytes();
}

std::string walls_file(const RunFrames& run, const SeenFrame& seen) {
    VtpFile file = file_of(run, seen);
    add_bodies(file, run, seen.frame.walls);
    add_owners(file, run, seen.frame.walls, "wall", run.names().walls, "piece");
    return file.bytes();
}

std::string contacts_file(const RunFrames& run, const SeenFrame& seen) {
    VtpFile file = file_of(run, seen);
    const ContactStates& states = seen.frame.contacts;
    std::vector<std::int32_t> first, second, kinds;
    std::vector<double> normal_force, friction;
    for (std::size_t k = 0; k < states.pair.size(); ++k) {
        const ContactFacts& contact = seen.facts.contacts[k];
        file.add_line(contact.from, contact.to);
        first.push_back(states.pair[k][0]);
        second.push_back(states.pair[k][1]);
        kinds.push_back(static_cast<std::int32_t>(states.kind[k]));
        normal_force.push_back(contact.normal_force);
        friction.push_back(contact.friction);
    }
    file.add_texts("kinds", std::vector<std::string>(contact_kinds.begin(), contact_kinds.end()));
    file.add_array("first", first);
    file.add_array("second", second);
    file.add_array("image", states.image);
    file.add_array("point", states.point, "m");
    file.add_array("force", states.force, "N");
    file.add_array("normal", states.normal);
    file.add_array("normal_force", normal_force, "N");
    file.add_array("friction", friction, "N");
    file.add_array("area", states.area, "m2");
    file.add_array("chord", states.chord, "m");
    file.add_array("kind", kinds);
    file.add_array("mobilised", states.mobilised);
    return file.bytes();
}

/// The sides of the domain as four lines: below, right, above, left.
std::string domain_file(const RunFrames& run, const SeenFrame& seen) {
    VtpFile file = file_of(run, seen);
    const DomainSpec& domain = run.scene().domain;
    const std::array<Vec2, 4> corners{Vec2{domain.x.low, domain.y.low},
                                      {domain.x.high, domain.y.low},
                                      {domain.x.high, domain.y.high},
                                      {domain.x.low, domain.y.high}};
    std::vector<std::int32_t> periodic;
    for (std::size_t k = 0; k < corners.size(); ++k) {
        file.add_line(corners[k], corners[(k + 1) % corners.size()]);
        periodic.push_back(k % 2 == 0 ? domain.periodic_y : domain.periodic_x);
    }
    file.add_array("periodic", periodic);
    return file.bytes();
}

}  // namespace

std::vector<std::string> vtp_kinds() {
    return {"grains.pvd", "grains_#.vtp", "contacts.pvd", "contacts_#.vtp",
            "walls.pvd",  "walls_#.vtp",  "domain.pvd",   "domain_#.vtp"};
}

bool export_vtp(RunFrames& run, std::span<const std::uint64_t> frames, const ExportFolder& folder,
                const KeepGoing& keep_going) {
    std::vector<TimedFile> grains, contacts, walls, domain;
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
        write(contacts, "contacts", seen, contacts_file(run, seen));
        write(walls, "walls", seen, walls_file(run, seen));
        write(domain, "domain", seen, domain_file(run, seen));
    }
    folder.append("grains.pvd", pvd_file(grains));
    folder.append("contacts.pvd", pvd_file(contacts));
    folder.append("walls.pvd", pvd_file(walls));
    folder.append("domain.pvd", pvd_file(domain));
    return true;
}

}  // namespace scree::engine
