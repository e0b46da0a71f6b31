#include "engine/export/csv.h"

#include <array>
#include <charconv>

#include "engine/base/spec_error.h"

namespace scree::engine {
namespace {

using geometry::Vec2;

constexpr const char* body_columns =
    "frame,step,time [s],id,material,x [m],y [m],angle [rad],vx [m/s],vy [m/s],spin [rad/s]";
constexpr const char* grain_columns =
    ",size [m],mass [kg],kinetic_energy [J],stress_xx [N/m],stress_xy [N/m],stress_yx [N/m],"
    "stress_yy [N/m],pressure [N/m],contacts,group,member,turns_x,turns_y\n";
constexpr const char* wall_columns = ",wall,piece,turns_x,turns_y\n";
constexpr const char* contact_columns =
    "frame,step,time [s],first,second,x [m],y [m],fx [N],fy [N],nx,ny,normal_force [N],"
    "friction [N],area [m2],image_x,image_y,chord [m],kind,mobilised\n";
constexpr const char* frame_columns =
    "frame,step,time [s],stage,grains,contacts,x_low [m],x_high [m],y_low [m],y_high [m],"
    "periodic_x,periodic_y\n";

/// A line of a table, which begins with the frame.
class Row {
public:
    explicit Row(const SeenFrame& seen)
        : text_(std::to_string(seen.number) + "," + std::to_string(seen.frame.step) + "," +
                number_text(seen.frame.time)) {}

    Row& operator<<(double value) {
        text_.append(",").append(number_text(value));
        return *this;
    }
    /// With no more digits than single precision has.
    Row& operator<<(float value) {
        std::array<char, 32> text{};
        text_.append(",").append(text.data(),
                                 std::to_chars(text.data(), text.data() + text.size(), value).ptr);
        return *this;
    }
    Row& operator<<(Vec2 v) { return *this << v.x << v.y; }
    Row& operator<<(Turns turns) { return *this << std::int64_t{turns.x} << std::int64_t{turns.y}; }
    Row& operator<<(std::int64_t value) {
        text_.append(",").append(std::to_string(value));
        return *this;
    }
    /// Names need no quotes, because they have neither commas nor quotes.
    Row& operator<<(const std::string& name) {
        text_.append(",").append(name);
        return *this;
    }
    std::string line() const { return text_ + "\n"; }

private:
    std::string text_;
};

Row body_row(const SeenFrame& seen, const RunFrames& run, const BodyStates& states, std::size_t k) {
    Row row(seen);
    row << std::int64_t{states.body[k]} << run.material_of(states.body[k]) << states.position[k]
        << states.angle[k] << states.velocity[k] << states.spin[k];
    return row;
}

/// Adds which group or wall the body is of, which one of it, and how often it went around.
void add_owner(Row& row, const RunFrames& run, const BodyStates& states, std::size_t k,
               const std::vector<std::string>& names) {
    const std::int32_t member = run.shape(states.body[k]).member;
    row << name_in(names, states.group[k]) << (member < 0 ? std::string() : std::to_string(member))
        << states.turns[k];
}

std::string grain_rows(const SeenFrame& seen, const RunFrames& run) {
    std::string text;
    for (std::size_t k = 0; k < seen.facts.grains.size(); ++k) {
        const GrainFacts& grain = seen.facts.grains[k];
        Row row = body_row(seen, run, seen.frame.grains, k);
        row << grain.size << grain.mass << grain.kinetic_energy << grain.stress.xx
            << grain.stress.xy << grain.stress.yx << grain.stress.yy << grain.stress.pressure()
            << std::int64_t{grain.contacts};
        add_owner(row, run, seen.frame.grains, k, run.names().groups);
        text += row.line();
    }
    return text;
}

std::string wall_rows(const SeenFrame& seen, const RunFrames& run) {
    std::string text;
    for (std::size_t k = 0; k < seen.frame.walls.body.size(); ++k) {
        Row row = body_row(seen, run, seen.frame.walls, k);
        add_owner(row, run, seen.frame.walls, k, run.names().walls);
        text += row.line();
    }
    return text;
}

std::string contact_rows(const SeenFrame& seen) {
    const ContactStates& states = seen.frame.contacts;
    std::string text;
    for (std::size_t k = 0; k < states.pair.size(); ++k) {
        const ContactFacts& contact = seen.facts.contacts[k];
        Row row(seen);
        row << std::int64_t{states.pair[k][0]} << std::int64_t{states.pair[k][1]} << states.point[k]
            << states.force[k] << states.normal[k] << contact.normal_force << contact.friction
            << states.area[k] << states.image[k] << states.chord[k]
            << std::string(contact_kinds[static_cast<std::size_t>(states.kind[k])])
            << states.mobilised[k];
        text += row.line();
    }
    return text;
}

std::string frame_row(const SeenFrame& seen, const RunFrames& run) {
    const DomainSpec& domain = run.scene().domain;
    Row row(seen);
    row << name_in(run.names().stages, seen.frame.stage)
        << static_cast<std::int64_t>(seen.frame.grains.body.size())
        << static_cast<std::int64_t>(seen.frame.contacts.pair.size()) << domain.x.low
        << domain.x.high << domain.y.low << domain.y.high << std::int64_t{domain.periodic_x}
        << std::int64_t{domain.periodic_y};
    return row.line();
}

}  // namespace

std::vector<std::string> csv_kinds() {
    return {"frames.csv", "grains.csv", "contacts.csv", "walls.csv"};
}

bool export_csv(RunFrames& run, std::span<const std::uint64_t> frames, const ExportFolder& folder,
                const KeepGoing& keep_going) {
    folder.append("frames.csv", std::string(frame_columns));
    folder.append("grains.csv", std::string(body_columns) + grain_columns);
    folder.append("contacts.csv", std::string(contact_columns));
    folder.append("walls.csv", std::string(body_columns) + wall_columns);
    for (std::size_t k = 0; k < frames.size(); ++k) {
        if (!keep_going(k)) return false;
        const SeenFrame seen = run.see(frames[k]);
        folder.append("frames.csv", frame_row(seen, run));
        folder.append("grains.csv", grain_rows(seen, run));
        folder.append("contacts.csv", contact_rows(seen));
        folder.append("walls.csv", wall_rows(seen, run));
    }
    return true;
}

}  // namespace scree::engine
