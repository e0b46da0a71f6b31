#include "engine/scene/toml/document.h"

#include <algorithm>
#include <vector>

#include "engine/scene/keys.h"

namespace scree::engine {
namespace {

namespace fs = std::filesystem;

/// Tables are merged down to this depth; no key of a scene lies deeper.
constexpr int deepest_merge = 8;

bool is_list_of_tables(const Node& node) {
    const auto* list = node.as<TomlList>();
    return list != nullptr && std::all_of(list->begin(), list->end(), [](const Node& entry) {
               return entry.as<TomlTable>() != nullptr;
           });
}

/// Whether a table is merged key by key. Tables with a kind are replaced as a whole, because the
/// keys of one kind mean nothing to another.
bool is_open_table(const Node& node) {
    const auto* table = node.as<TomlTable>();
    return table != nullptr && table->find("kind") == nullptr;
}

/// Merges two tables. Later values override earlier ones; tables are merged key by key, and lists
/// of tables are appended.
void merge(TomlTable& earlier, TomlTable&& later, int depth = 0) {
    for (Member& member : later.members) {
        Node* there = earlier.find(member.key);
        if (there != nullptr && depth < deepest_merge && is_open_table(*there) &&
            is_open_table(member.value)) {
            merge(*there->as<TomlTable>(), std::move(*member.value.as<TomlTable>()), depth + 1);
        } else if (there != nullptr && is_list_of_tables(*there) &&
                   is_list_of_tables(member.value)) {
            auto& list = *there->as<TomlList>();
            auto& more = *member.value.as<TomlList>();
            std::move(more.begin(), more.end(), std::back_inserter(list));
        } else {
            earlier.set(member.key, member.place, std::move(member.value));
        }
    }
}

std::string why_not(const fs::path& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (status.type() == fs::file_type::not_found) return ": there is no such file";
    if (status.type() == fs::file_type::directory) return ": it is a folder";
    return error ? ": " + error.message() : "";
}

class Loader {
public:
    Loader(SceneSources& sources, const FileReader& reader) : sources_(sources), reader_(reader) {}

    TomlTable load(const fs::path& path) {
        std::optional<std::string> text = reader_(path);
        if (!text) throw UnreadableScene("cannot read " + path.string() + why_not(path));
        return parse(path, *text);
    }

private:
    [[noreturn]] void fail(const Place& place, const std::string& message) const {
        SceneReport report(sources_);
        report.add(place, message);
        report.throw_errors();
        throw std::logic_error("the report has thrown no error");
    }

    TomlTable parse(const fs::path& path, const std::string& text) {
        const auto source = static_cast<std::uint32_t>(sources_.size());
        sources_.push_back(path.string());
        open_.push_back(path.lexically_normal());
        bytes_ += text.size();
        if (bytes_ > largest_toml)
            fail({source}, "the scene is larger than " + std::to_string(largest_toml >> 20) +
                               " MiB, with all that it includes");
        TomlTable table;
        try {
            table = parse_toml(text, source);
        } catch (const TomlError& error) {
            fail(error.place(), error.what());
        }
        check_version(table, source);
        TomlTable merged = included(table, path);
        table.erase("include");
        merge(merged, std::move(table));
        open_.pop_back();
        return merged;
    }

    void check_version(const TomlTable& table, std::uint32_t source) const {
        const Node* version = table.find("scree");
        if (version == nullptr)
            fail({source, 1, 1},
                 "scree is missing: a scene begins with `scree = 1`, the version "
                 "of its format");
        const auto* number = version->as<std::int64_t>();
        if (number == nullptr || *number != scene_format)
            fail(version->place, "scree must be " + std::to_string(scene_format) +
                                     ", the version of the format that this program reads, not " +
                                     shown(to_toml(*version)));
    }

    /// The merged contents of the files that the table includes, in their order.
    TomlTable included(const TomlTable& table, const fs::path& path) {
        TomlTable merged;
        const Node* include = table.find("include");
        if (include == nullptr) return merged;
        std::vector<const Node*> entries = {include};
        if (const auto* list = include->as<TomlList>()) {
            entries.clear();
            for (const Node& entry : *list) entries.push_back(&entry);
        }
        for (const Node* entry : entries) {
            const auto* name = entry->as<std::string>();
            if (name == nullptr)
                fail(entry->place, "include must be a list of file names, not " + called(*entry));
            merge(merged, include_file(*name, entry->place, path));
        }
        return merged;
    }

    TomlTable include_file(const std::string& name, const Place& place, const fs::path& from) {
        if (name.empty() || name.find('\0') != std::string::npos)
            fail(place, "include needs the name of a file");
        const fs::path path = (from.parent_path() / name).lexically_normal();
        if (std::find(open_.begin(), open_.end(), path) != open_.end())
            fail(place, "include goes in a circle: `" + shown(name) + "` is being read");
        if (sources_.size() >= most_scene_files)
            fail(place, "a scene may have at most " + std::to_string(most_scene_files) + " files");
        const std::optional<std::string> text = reader_(path);
        if (!text) fail(place, "cannot read `" + shown(path.string()) + '`');
        return parse(path, *text);
    }

    SceneSources& sources_;
    const FileReader& reader_;
    std::vector<fs::path> open_;  ///< those being read; each is included by the one before it
    std::size_t bytes_ = 0;
};

}  // namespace

Node read_document(const fs::path& path, const SceneChanges& changes, const FileReader& reader,
                   SceneSources& sources, SceneReport& report) {
    Node root{Loader(sources, reader).load(path), {0, 1, 1}};
    apply_changes(root, changes, sources, report);
    return root;
}

}  // namespace scree::engine
