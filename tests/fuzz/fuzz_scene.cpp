// Scenes from any bytes. What is no scene must be refused with SceneErrors and nothing else, each
// error at a place that there is; what is one must be the same after it is written and read again.
//
// The text ends at the first line "%%"; each line after that is one more --set. A scene can include
// "base.toml", which is at hand, and "scene.toml", which is itself.
//
//   build/fuzz/tests/fuzz/fuzz_scene -max_total_time=300 NEW_INPUTS tests/fuzz/scenes

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/scene.h"

namespace scree::engine {
namespace {

void require(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "not so: %s\n", what);
    std::abort();
}

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

std::optional<Scene> load(const std::string& text, const std::vector<std::string>& sets) {
    const FileReader reader = [&](const std::filesystem::path& path) -> std::optional<std::string> {
        if (path == "scene.toml") return text;
        if (path == "base.toml") return std::string(base);
        return std::nullopt;
    };
    try {
        return load_scene("scene.toml", sets, reader);
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

}  // namespace

int fuzz(std::string_view input) {
    constexpr std::string_view mark = "\n%%\n";
    const std::size_t end = input.find(mark);
    const bool has_sets = end != std::string_view::npos;
    const std::vector<std::string> sets =
        has_sets ? lines_of(input.substr(end + mark.size())) : std::vector<std::string>();
    const std::optional<Scene> scene = load(std::string(input.substr(0, end)), sets);
    if (!scene) return 0;
    const std::optional<Scene> again = load(scene->toml, {});
    require(again.has_value(), "a scene that was written can be read");
    require(again->toml == scene->toml, "and is written in the same way");
    return 0;
}

}  // namespace scree::engine

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return scree::engine::fuzz({reinterpret_cast<const char*>(data), size});
}
