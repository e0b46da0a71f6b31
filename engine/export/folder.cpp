#include "engine/export/folder.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <system_error>
#include <utility>

#include "engine/files/sealed_file.h"

namespace scree::engine {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(const fs::path& path, const std::string& doing, int error) {
    const bool full = error == ENOSPC || error == EDQUOT || error == EFBIG;
    throw FileError(full ? FileError::Kind::no_space : FileError::Kind::input_output, path,
                    "could not " + doing + ": " + std::generic_category().message(error));
}

/// Whether a name is of a kind, as "grains_000012.vtp" is of "grains_#.vtp".
bool is_of_kind(const std::string& name, const std::string& kind) {
    const auto mark = kind.find('#');
    if (mark == std::string::npos) return name == kind;
    const std::string before = kind.substr(0, mark);
    const std::string after = kind.substr(mark + 1);
    if (name.size() < kind.size() || !name.starts_with(before) || !name.ends_with(after))
        return false;
    return std::all_of(name.begin() + static_cast<std::ptrdiff_t>(before.size()),
                       name.end() - static_cast<std::ptrdiff_t>(after.size()),
                       [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::string padded_number(std::uint64_t number) {
    std::string digits = std::to_string(number);
    digits.insert(0, 6 - std::min<std::size_t>(6, digits.size()), '0');
    return digits;
}

ExportFolder::ExportFolder(const fs::path& path, std::vector<std::string> kinds, bool force)
    : path_(path.empty() ? fs::path(".") : path), kinds_(std::move(kinds)) {
    std::error_code error;
    made_ = fs::create_directories(path_, error);
    if (error) fail(path_, "make the folder", error.value());
    if (const auto there = in_the_way(); !force && !there.empty())
        throw ExportRefused(there.front().string() +
                            ": is there already, and stays as it is; choose another place with -o, "
                            "or say --force to replace it");
    std::string name = path_ / ".scree-export-XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) fail(path_, "write to the folder", errno);
    staging_ = name;
}

ExportFolder::~ExportFolder() {
    std::error_code ignored;
    fs::remove_all(staging_, ignored);
    if (made_) fs::remove(path_, ignored);  // this works only if it is still empty
}

std::vector<fs::path> ExportFolder::in_the_way() const {
    std::vector<fs::path> found;
    std::error_code error;
    for (auto entry = fs::directory_iterator(path_, error);
         !error && entry != fs::directory_iterator(); entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        if (std::ranges::any_of(kinds_, [&](const auto& kind) { return is_of_kind(name, kind); }))
            found.push_back(entry->path());
    }
    if (error) fail(path_, "list the folder", error.value());
    std::ranges::sort(found);
    return found;
}

void ExportFolder::append(const std::string& name, std::span<const std::byte> bytes) const {
    const int file = ::open(aside(name).c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
    if (file < 0) fail(path_ / name, "create it", errno);
    while (!bytes.empty()) {
        const ssize_t count = ::write(file, bytes.data(), bytes.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) {
            const int error = errno;
            ::close(file);
            fail(path_ / name, "write it", error);
        }
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    // Some systems find out only now that there is no room.
    if (::close(file) != 0) fail(path_ / name, "write it", errno);
}

void ExportFolder::append(const std::string& name, const std::string& text) const {
    append(name, std::as_bytes(std::span(text)));
}

void ExportFolder::publish() {
    // What is replaced goes aside first, so that it can be put back if something fails.
    const fs::path replaced = staging_ / "replaced";
    std::vector<std::pair<fs::path, fs::path>> moves;  // from and to
    for (const fs::path& old : in_the_way()) moves.emplace_back(old, replaced / old.filename());
    for (const auto& entry : fs::directory_iterator(staging_))
        moves.emplace_back(entry.path(), path_ / entry.path().filename());
    std::error_code error;
    fs::create_directory(replaced, error);
    if (error) fail(path_, "write to the folder", error.value());
    for (std::size_t k = 0; k < moves.size(); ++k) {
        fs::rename(moves[k].first, moves[k].second, error);
        if (!error) continue;
        const int reason = error.value();
        while (k-- > 0) fs::rename(moves[k].second, moves[k].first, error);
        fail(path_, "put the files in their places", reason);
    }
}

}  // namespace scree::engine
