#include "tests/layers/layers.h"

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace scree::layers {
namespace fs = std::filesystem;
namespace {

std::vector<std::string> lines_of(const fs::path& path) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error(path.string() + " cannot be read");
    std::vector<std::string> lines;
    for (std::string line; std::getline(file, line);) lines.push_back(line);
    return lines;
}

/// The cells of a row of a Markdown table, without the code marks and spaces around them.
std::vector<std::string> cells_of(const std::string& row) {
    std::vector<std::string> cells;
    std::istringstream stream(row);
    std::string cell;
    std::getline(stream, cell, '|');  // what stands before the first bar
    while (std::getline(stream, cell, '|')) {
        std::erase(cell, '`');
        const auto first = cell.find_first_not_of(' ');
        const auto last = cell.find_last_not_of(' ');
        cells.push_back(first == std::string::npos ? "" : cell.substr(first, last - first + 1));
    }
    return cells;
}

/// Rooms of the engine may be named without their folder.
std::string path_of(const std::string& name, const Rooms& known) {
    for (const Room& room : known)
        if (room.path == name || room.path == "engine/" + name) return room.path;
    return {};
}

const Room* room_of(const std::string& file, const Rooms& rooms) {
    const Room* found = nullptr;
    for (const Room& room : rooms)
        if (file.starts_with(room.path + "/") && (!found || room.path.size() > found->path.size()))
            found = &room;
    return found;
}

bool is_source(const fs::path& path) {
    return path.extension() == ".h" || path.extension() == ".cpp";
}

std::vector<std::string> sources_in(const fs::path& root, const std::string& folder) {
    std::vector<std::string> sources;
    for (const auto& entry : fs::recursive_directory_iterator(root / folder))
        if (entry.is_regular_file() && is_source(entry.path()))
            sources.push_back(fs::relative(entry.path(), root).generic_string());
    std::sort(sources.begin(), sources.end());
    return sources;
}

std::string joined(const std::set<std::string>& names) {
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text.empty() ? "nothing" : text;
}

}  // namespace

Rooms read_rooms(const fs::path& page) {
    Rooms rooms;
    bool in_table = false;
    std::size_t number = 0;
    for (const std::string& line : lines_of(page)) {
        ++number;
        const std::vector<std::string> cells = cells_of(line);
        if (cells.size() < 2) {
            if (in_table) break;
            continue;
        }
        if (!in_table) {
            in_table = cells[0] == "room";
            continue;
        }
        if (cells[0].starts_with("--")) continue;
        const auto refuse = [&](const std::string& what) {
            throw std::runtime_error(page.filename().string() + ":" + std::to_string(number) +
                                     ": " + what);
        };
        if (!path_of(cells[0], rooms).empty()) refuse("the room " + cells[0] + " stands twice");
        Room room{cells[0], {}};
        std::istringstream words(cells[1]);
        for (std::string word; words >> word;) {
            std::erase(word, ',');
            const std::string used = path_of(word, rooms);
            if (used.empty())
                refuse(cells[0] + " uses " + word + ", which does not stand above it");
            room.uses.insert(used);
        }
        rooms.push_back(room);
    }
    if (rooms.empty())
        throw std::runtime_error(page.filename().string() + " has no table of rooms");
    return rooms;
}

std::vector<std::string> find_violations(const fs::path& root,
                                         const std::vector<std::string>& folders,
                                         const Rooms& rooms) {
    static const std::regex include(R"(^\s*#\s*include\s*"([^"]+)\")");
    std::vector<std::string> found;
    for (const std::string& folder : folders) {
        for (const std::string& source : sources_in(root, folder)) {
            const Room* room = room_of(source, rooms);
            if (!room) {
                found.push_back(source + ": stands in no room of the table");
                continue;
            }
            const std::vector<std::string> lines = lines_of(root / source);
            for (std::size_t k = 0; k < lines.size(); ++k) {
                std::smatch match;
                if (!std::regex_search(lines[k], match, include)) continue;
                const Room* other = room_of(match[1], rooms);
                if (other == room || (other && room->uses.contains(other->path))) continue;
                found.push_back(source + ":" + std::to_string(k + 1) + ": " + room->path +
                                " must not include " + match[1].str() + "; it may use " +
                                joined(room->uses));
            }
        }
    }
    return found;
}

std::vector<std::string> compare_with_build(const fs::path& root, const Rooms& rooms) {
    std::vector<std::string> found;
    for (const Room& room : rooms) {
        if (!room.path.starts_with("engine/")) continue;
        std::set<std::string> uses;
        bool listed = false;
        for (const std::string& line : lines_of(root / room.path / "CMakeLists.txt")) {
            std::istringstream words(line);
            std::string word;
            words >> word;
            if (word != "USES" && !listed) continue;
            if (word == "LIBS" || word == "APART" || word == "SOURCES") break;
            if (listed) uses.insert(path_of(word, rooms));
            listed = true;
            while (words >> word) uses.insert(path_of(word, rooms));
        }
        std::set<std::string> expected;
        for (const std::string& used : room.uses)
            if (used.starts_with("engine/")) expected.insert(used);
        if (uses != expected)
            found.push_back(room.path + "/CMakeLists.txt: USES " + joined(uses) +
                            ", but the table says " + joined(expected));
    }
    return found;
}

}  // namespace scree::layers
