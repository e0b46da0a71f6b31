#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

/// Checks that folders include headers only as the table in docs/architecture.md allows.
namespace scree::layers {

struct Room {
    std::string path;            ///< from the project's root, as "engine/base"
    std::set<std::string> uses;  ///< the paths of other rooms whose headers it may include
};

/// All rooms, from the bottom up.
using Rooms = std::vector<Room>;

/// Reads the rows of the table whose first column is headed "room": the room's path, then the rooms
/// that it uses. Throws std::runtime_error that names the line where the page has no such table,
/// where a room stands twice, or where a room uses one that does not stand above it in the table.
Rooms read_rooms(const std::filesystem::path& page);

/// One line for each include of a room's file that its row does not allow, as
/// "engine/base/a.h:3: ...", and for each source that belongs to no room. `folders` are searched.
std::vector<std::string> find_violations(const std::filesystem::path& root,
                                         const std::vector<std::string>& folders,
                                         const Rooms& rooms);

/// One line for each room of the engine whose CMakeLists.txt names other rooms behind USES than its
/// row in the table does.
std::vector<std::string> compare_with_build(const std::filesystem::path& root, const Rooms& rooms);

}  // namespace scree::layers
