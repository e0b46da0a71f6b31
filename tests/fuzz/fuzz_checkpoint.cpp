// Checkpoints from any bytes: the trailer of the file, and the state in its arrays.
//
// The first byte says which. Trailer: the other bytes are a file, which must be refused with
// FileError or be whole. State: the others are changes to the state of a small scene in motion.
// What is no state must be refused with std::invalid_argument and nothing else; whatever is taken
// for one must be able to go on, until the physics breaks down. fuzz_segment reads the bytes of the
// file.
//
//   build/asan-ubsan/tests/fuzz/fuzz_checkpoint -max_total_time=300 NEW_INPUTS

#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <fstream>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "engine/files/sealed_file.h"
#include "engine/run/checkpoint.h"
#include "tests/engine/files_by_path.h"
#include "tests/fuzz/require.h"

namespace scree::engine {
namespace {

using fuzz::require;

constexpr const char* text = R"(scree = 1
[run]
threads = 1
[domain]
x = [-0.5, 0.5]
y = [-0.5, 1.0]
outflow = "remove"
[materials.stone]
density = 1000
stiffness = 1e5
friction = 0.5
damping = 0.5
[[walls]]
name = "floor"
material = "stone"
shape = { kind = "box", x = [-0.4, 0.4], y = [-0.2, 0], rough = 0.05 }
[[walls]]
name = "gate"
material = "stone"
shape = { kind = "box", x = [0.1, 0.3], y = [0.01, 0.3] }
until = 0.05
[[walls]]
name = "lid"
material = "stone"
shape = { kind = "box", x = [-0.2, 0.2], y = [0.16, 0.24] }
motion = { kind = "load", force = 20.0, along = [0.0, -1.0], torque = 0.1, travel = [-0.1, 0.2], ramp = 0.01 }
present = false
[[grains]]
name = "discs"
material = "stone"
shape = { kind = "disc" }
size = { kind = "mono", value = 0.05 }
place = { kind = "list", at = [[-0.1, 0.1], [-0.1, 0.16], [-0.04, 0.1]] }
[[grains]]
name = "stones"
material = "stone"
count = 12
shape = { kind = "irregular", corners = [3, 7] }
size = { kind = "mono", value = 0.06 }
place = { kind = "rain", x = [-0.1, 0.1], y = 0.02, rate = 400, below = 0.15 }
[[measure]]
name = "contacts"
kind = "coordination"
[[stage]]
name = "fill"
duration = 0.2
until = { measure = "contacts.mean", above = 1.0 }
[[stage]]
name = "press"
duration = 0.8
until = { measure = "contacts.mean", steady = 1e-6, over = 0.1 }
set = { "walls.lid.present" = true }
ramp = { "materials.stone.friction" = 0.1, "walls.lid.motion.force" = 40.0 }
)";

const Scene& scene() {
    static const Scene scene = load_scene("scene.toml", {}, [](const std::filesystem::path&) {
        return std::optional<std::string>(text);
    });
    return scene;
}

/// The state of a run in its second stage, after some grains have come and touch.
const WorldState& good_state() {
    static const WorldState state = [] {
        World live(scene());
        while (live.touching_contacts() < 8 || live.grains_to_come() > 4 ||
               live.course().state().samples.size() < 3)
            live.step();
        return live.state();
    }();
    return state;
}

/// Numbers out of the input; zeros at its end.
class Input {
public:
    explicit Input(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    bool empty() const { return bytes_.empty(); }
    template <class T>
    T take() {
        T value{};
        const std::size_t count = std::min(sizeof value, bytes_.size());
        std::memcpy(&value, bytes_.data(), count);
        bytes_ = bytes_.subspan(count);
        return value;
    }

private:
    std::span<const std::uint8_t> bytes_;
};

/// A number of the kind that easily slips through checks.
double awkward(Input& input) {
    constexpr double numbers[] = {0.0, -0.0, 1.0, -1.0, 1e-300, 1e300, 1e49, -1e49, 1e18, 0.1};
    const auto choice = input.take<std::uint8_t>();
    return choice < std::size(numbers) ? numbers[choice] : input.take<double>();
}

void change(std::vector<double>& values, Input& input) {
    const std::size_t at = input.take<std::uint16_t>();
    if (!values.empty()) values[at % values.size()] = awkward(input);
}

template <class T>
void change(std::vector<T>& values, Input& input) {
    const std::size_t at = input.take<std::uint16_t>();
    if (!values.empty()) values[at % values.size()] = input.take<T>();
}

template <class T>
void resize(std::vector<T>& values, Input& input) {
    values.resize(input.take<std::uint16_t>() % (2 * values.size() + 2));
}

void change_number(WorldState& state, Input& input) {
    Snapshot& s = state.snapshot;
    switch (input.take<std::uint8_t>() % 15) {
        case 0:
            s.steps = input.take<std::uint64_t>();
            break;
        case 1:
            s.next_id = input.take<GrainId>();
            break;
        case 2:
            s.grains_changed = !s.grains_changed;
            break;
        case 3:
            s.skin = awkward(input);
            break;
        case 4:
            s.detected_at = input.take<std::uint64_t>();
            break;
        case 5:
            s.elastic_work = awkward(input);
            break;
        case 6:
            s.ledger.sliding = awkward(input);
            break;
        case 7:
            state.calm_looks = input.take<std::uint32_t>();
            break;
        case 8:
            state.largest_overlap = awkward(input);
            break;
        case 9:
            state.rains.at(0).released = input.take<std::uint64_t>();
            break;
        case 10:
            state.rains.at(0).batches = input.take<std::uint64_t>();
            break;
        case 11:
            state.rains.at(0).generator[0] = input.take<std::uint64_t>();
            break;
        case 12:
            state.course.ended = !state.course.ended;
            break;
        case 13:
            state.course.wall_from.x = awkward(input);
            break;
        default:
            state.course.begins.push_back(input.take<std::uint64_t>());
            break;
    }
}

template <class Change>
void change_column(WorldState& state, std::uint8_t column, const Change& change_it) {
    Snapshot& s = state.snapshot;
    switch (column % 16) {
        case 0:
            change_it(s.ids);
            break;
        case 1:
            change_it(s.derivatives);
            break;
        case 2:
            change_it(s.bodies);
            break;
        case 3:
            change_it(s.extremes);
            break;
        case 4:
            change_it(s.pairs);
            break;
        case 5:
            change_it(s.memories);
            break;
        case 6:
            change_it(s.springs);
            break;
        case 7:
            change_it(s.clear_until);
            break;
        case 8:
            change_it(s.touching);
            change_it(s.touched);
            break;
        case 9:
            change_it(s.overlaps);
            break;
        case 10:
            change_it(s.phase_times);
            break;
        case 11:
            change_it(state.origins);
            break;
        case 12:
            change_it(s.wall_states);
            break;
        case 13:
            change_it(s.wall_clocks);
            break;
        case 14:
            change_it(state.course.begins);
            break;
        default:
            change_it(state.course.samples);
            break;
    }
}

void change_state(WorldState& state, Input& input) {
    const auto what = input.take<std::uint8_t>();
    if (what < 64) return change_number(state, input);
    const auto column = input.take<std::uint8_t>();
    if (what < 80)
        change_column(state, column, [&](auto& values) { resize(values, input); });
    else
        change_column(state, column, [&](auto& values) { change(values, input); });
}

int fuzz_state(Input input) {
    WorldState state = good_state();
    for (int k = 0; k < 8 && !input.empty(); ++k) change_state(state, input);
    World live(scene());
    try {
        live.restore(state);
    } catch (const std::invalid_argument&) {
        return 0;
    }
    try {
        for (int k = 0; k < 250; ++k) live.step();
        live.state_hash();
    } catch (const Breakdown&) {
        // The state may be absurd, as long as the program notices it.
    }
    return 0;
}

int fuzz_trailer(std::span<const std::uint8_t> bytes) {
    const std::string path = "/dev/shm/fuzz_checkpoint." + std::to_string(::getpid());
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
    try {
        const std::vector<std::byte> content = read_sealed(path);
        require(content.size() < bytes.size() &&
                    std::equal(content.begin(), content.end(), std::as_bytes(bytes).begin()),
                "what is read was written");
    } catch (const FileError&) {
    }
    std::filesystem::remove(path);
    return 0;
}

}  // namespace

int fuzz(std::span<const std::uint8_t> bytes) {
    if (bytes.empty()) return 0;
    return bytes[0] < 32 ? fuzz_trailer(bytes.subspan(1)) : fuzz_state(Input(bytes.subspan(1)));
}

}  // namespace scree::engine

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return scree::engine::fuzz({data, size});
}
