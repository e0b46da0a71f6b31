// Scenes from any bytes. What is no scene must be refused with SceneErrors and nothing else, each
// error at a place that there is; what is one must be the same after it is written and read again.
//
// The text ends at the first line "%%"; each line after that is one more --set, or --sweep where it
// begins with "~". A scene can include "base.toml", which is at hand, and "scene.toml", which is
// itself. A member of a sweep must be the same whichever way it is made.
//
//   build/asan-ubsan/tests/fuzz/fuzz_scene -max_total_time=300 NEW_INPUTS tests/fuzz/scenes

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/batch/members.h"
#include "engine/scene/keys.h"
#include "engine/scene/scene.h"
#include "tests/fuzz/require.h"

namespace scree::engine {
namespace {

using fuzz::require;

constexpr std::string_view base = R"(scree = 1
run.duration = 1
domain = { x = [0, 1], y = [0, 1] }
materials.stone = { density = 1, stiffness = 1, friction = 1, damping = 0 }
)";

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        lines.emplace_back(text.substr(0, end));
        text = end == std::string_view::npos ? "" : text.substr(end + 1);
    }
    return lines;
}

using Lines = std::vector<std::string>;

FileReader reader_of(const std::string& text) {
    return [&text](const std::filesystem::path& path) -> std::optional<std::string> {
        if (path == "scene.toml") return text;
        if (path == "base.toml") return std::string(base);
        return std::nullopt;
    };
}

/// None where it is refused, as it must be.
std::optional<Scene> attempt(const std::function<Scene()>& load) {
    try {
        return load();
    } catch (const SceneErrors& errors) {
        require(!errors.errors().empty(), "a refusal has reasons");
        for (const SceneError& error : errors.errors()) {
            require(!error.file.empty() && !error.message.empty(), "a reason says something");
            require((error.line == 0) == (error.column == 0), "a place is whole");
            require(error.message.size() < 2000, "a reason is short");
        }
        return std::nullopt;
    }
}

void check_member(const std::string& text, const Lines& sets, const SweepMember& member) {
    const FileReader reader = reader_of(text);
    Lines all = sets;
    all.insert(all.end(), member.sets.begin(), member.sets.end());
    const auto one = attempt([&] { return load_member("scene.toml", sets, member.sets, reader); });
    const auto other = attempt([&] { return load_scene("scene.toml", all, reader); });
    require(one.has_value() == other.has_value(), "a member can be run, or cannot");
    require(!one || one->toml == other->toml, "a member is the scene with its values set");
    require(!one || one->sweep.empty(), "a member is one run");
    require(!member.name.empty() && member.name.size() <= 255 &&
                member.name.find('/') == std::string::npos,
            "a member has a name for a folder");
}

}  // namespace

int fuzz(std::string_view input) {
    constexpr std::string_view mark = "\n%%\n";
    const std::size_t end = input.find(mark);
    const bool has_sets = end != std::string_view::npos;
    Lines sets;
    Lines sweeps;
    for (const std::string& line : lines_of(has_sets ? input.substr(end + mark.size()) : "")) {
        if (line.starts_with('~'))
            sweeps.push_back(line.substr(1));
        else
            sets.push_back(line);
    }
    const std::string text(input.substr(0, end));
    const auto scene =
        attempt([&] { return load_scene("scene.toml", sets, sweeps, reader_of(text)); });
    if (!scene) return 0;
    const auto again =
        attempt([&] { return load_scene("scene.toml", {}, reader_of(scene->toml)); });
    require(again.has_value(), "a scene that was written can be read");
    require(again->toml == scene->toml, "and is written in the same way");
    if (scene->sweep.empty()) return 0;
    const std::vector<SweepMember> members = members_of(scene->sweep);
    require(members.size() <= most_sweep_members, "a sweep is limited");
    check_member(text, sets, members.front());
    check_member(text, sets, members.back());
    return 0;
}

}  // namespace scree::engine

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return scree::engine::fuzz({reinterpret_cast<const char*>(data), size});
}
