#include "engine/record/sums.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <string_view>
#include <utility>

#include "engine/files/sealed_file.h"
#include "engine/record/segment_name.h"

namespace scree::engine {
namespace {

constexpr std::string_view first_line = "scree sums 1: docs/run-folder.md says what they protect\n";
constexpr std::string_view last_word = "end ";
constexpr std::uint64_t largest_sums = std::uint64_t{1} << 30;

/// The files that have sums, apart from segments. Checkpoints and the index of the trajectory are
/// sealed, and are replaced at other times than the sums.
constexpr std::array files_with_sums = {"scene.toml",  "series.csv", "log.txt",   "summary.json",
                                        "failure.txt", "final.png",  "sweep.csv", "batch.csv"};
constexpr std::array sealed_files = {"checkpoint.h5", "checkpoint.previous.h5",
                                     "trajectory.h5", "start.h5",
                                     "packing.h5",    "fields.h5"};

/// Whether the run of a folder begins where another one ended.
bool begins_with_another(const Folder& folder) {
    return folder.contains("scene.toml") &&
           read_text(folder, "scene.toml").find("\n[start]\n") != std::string::npos;
}

/// Whether the run of a folder begins with a packing.
bool begins_with_packing(const Folder& folder) {
    return folder.contains("scene.toml") && folder.contains("checkpoint.h5") &&
           read_text(folder, "scene.toml").find("kind = \"pack\"") != std::string::npos;
}

std::string hexadecimal(std::uint64_t hash) {
    std::array<char, 17> digits{};
    std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(hash));
    return digits.data();
}

FileError damaged(const std::filesystem::path& path, const std::string& what) {
    return {FileError::Kind::damaged, path, "damaged: " + what};
}

/// Reads a number up to a space, and moves behind it.
std::optional<std::uint64_t> take_number(std::string_view& line, int base) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), number, base);
    if (error != std::errc{} || end == line.data() + line.size() || *end != ' ') return {};
    line.remove_prefix(static_cast<std::size_t>(end - line.data()) + 1);
    return number;
}

struct FoundFolder {
    Folder folder;
    std::string name;
};

/// A segment is in a folder of its own.
FoundFolder place_of(const Folder& folder, const std::string& name) {
    const std::size_t slash = name.find('/');
    if (slash == std::string::npos) return {folder.again(), name};
    return {folder.subfolder(name.substr(0, slash)), name.substr(slash + 1)};
}

std::vector<std::string> segments_of(const Folder& folder) {
    std::vector<std::string> found;
    if (!folder.contains(segment_folder)) return found;
    for (const std::string& name : folder.subfolder(segment_folder).names())
        if (segment_number(name)) found.push_back(std::string(segment_folder) + "/" + name);
    return found;
}

const char* const what_to_do =
    "; scree verify says what is whole, scree verify --accept keeps an edit that was meant";

/// Whether the run has ended, so that its files do not grow any more.
bool has_ended(const Sums& sums) { return sums.of("summary.json") || sums.of("failure.txt"); }

/// Throws unless the text is as its sum says. As long as a run goes on, more may follow.
void compare_text(const std::optional<Sums>& sums, const std::string& name, std::string_view text,
                  const std::filesystem::path& path) {
    const std::optional<Seal> seal = sums ? sums->of(name) : std::nullopt;
    if (!seal) return;
    if (text.size() < seal->length || (text.size() > seal->length && has_ended(*sums)))
        throw damaged(path, "it has " + std::to_string(text.size()) + " bytes where scree wrote " +
                                std::to_string(seal->length) + what_to_do);
    if (seal_of(text.substr(0, seal->length)) != *seal)
        throw damaged(path, std::string("its bytes are not those that scree wrote") + what_to_do);
}

void compare_with(const std::optional<Seal>& seal, const Seal& found,
                  const std::filesystem::path& path) {
    if (seal && *seal != found)
        throw damaged(
            path, std::string("it is whole, but not the file that scree wrote here") + what_to_do);
}

}  // namespace

std::optional<Seal> Sums::of(const std::string& name) const {
    const auto found = seals_.find(name);
    if (found == seals_.end()) return {};
    return found->second;
}

std::optional<Sums> Sums::in(const Folder& folder) {
    if (!folder.contains(file)) return {};
    const std::string text = read_text(folder, file, largest_sums);
    const auto path = folder.path_of(file);
    const std::size_t end = text.rfind(last_word);
    if (!text.starts_with(first_line) || end == std::string::npos ||
        text.substr(end) != std::string(last_word) +
                                hexadecimal(seal_of(std::string_view(text).substr(0, end)).hash) +
                                "\n")
        throw damaged(path,
                      "the list of checksums is not as scree wrote it; scree verify --accept "
                      "makes a new one from the files as they are now");
    Sums sums;
    std::string_view rest = std::string_view(text).substr(0, end);
    rest.remove_prefix(first_line.size());
    while (!rest.empty()) {
        const std::size_t line_end = std::min(rest.find('\n'), rest.size());
        std::string_view line = rest.substr(0, line_end);
        rest.remove_prefix(std::min(line_end + 1, rest.size()));
        const auto hash = take_number(line, 16);
        const auto length = take_number(line, 10);
        if (!hash || !length || line.empty()) throw damaged(path, "a line is not a checksum");
        sums.set(std::string(line), {*length, *hash});
    }
    return sums;
}

void Sums::write(const Folder& folder) const {
    std::string text(first_line);
    for (const auto& [name, seal] : seals_)
        text += hexadecimal(seal.hash) + " " + std::to_string(seal.length) + " " + name + "\n";
    text += std::string(last_word) + hexadecimal(seal_of(text).hash) + "\n";
    write_file(folder, file, std::as_bytes(std::span(text)));
}

SummedFolder::SummedFolder(const std::filesystem::path& path)
    : folder_(path), sums_(Sums::in(folder_)) {}

bool SummedFolder::has_sum(const std::string& name) const {
    const std::optional<Sums> now = Sums::in(folder_);
    return now && now->of(name);
}

std::string SummedFolder::text(const std::string& name) const {
    const auto path = folder_.path_of(name);
    // A run that goes on at this moment may replace a file and then its sum. So the sums that were
    // read before the file are tried first, and then those that are there now.
    const std::string found = read_text(folder_, name);
    try {
        compare_text(sums_, name, found, path);
    } catch (const FileError&) {
        const std::optional<Sums> now = Sums::in(folder_);
        const std::string again = read_text(folder_, name);
        compare_text(now, name, again, path);
        return again;
    }
    return found;
}

std::optional<std::string> SummedFolder::text_if_there(const std::string& name) const {
    if (!folder_.contains(name)) return {};
    return text(name);
}

std::vector<std::byte> SummedFolder::sealed(const std::string& name) const {
    const auto [folder, file] = place_of(folder_, name);
    SealedBytes found = read_with_seal(folder, file);
    const auto differs = [&](const std::optional<Sums>& sums) {
        const auto seal = sums ? sums->of(name) : std::nullopt;
        return seal && *seal != found.seal;
    };
    if (differs(sums_)) {
        const std::optional<Sums> now = Sums::in(folder_);
        found = read_with_seal(folder, file);
        compare_with(now ? now->of(name) : std::nullopt, found.seal, folder_.path() / name);
    }
    return std::move(found.bytes);
}

void write_summed(const Folder& folder, const std::string& name, std::span<const std::byte> bytes) {
    Sums sums = Sums::in(folder).value_or(Sums{});
    if (sums.of(name)) {
        sums.forget(name);
        sums.write(folder);
    }
    write_file(folder, name, bytes);
    sums.set(name, seal_of(bytes));
    sums.write(folder);
}

std::vector<FileFinding> look_at_files(const Folder& folder) {
    using Kind = FileFinding::Kind;
    std::vector<FileFinding> findings;
    std::optional<Sums> sums;
    const auto look = [&](const std::string& name, const auto& task) {
        try {
            task();
            const bool has_sum = sums && sums->of(name);
            findings.push_back({name, has_sum ? Kind::whole : Kind::without_sum, ""});
        } catch (const FileError& error) {
            std::string reason = error.what();
            const std::string prefix = error.path().string() + ": ";
            if (reason.starts_with(prefix)) reason.erase(0, prefix.size());
            const bool is_missing = error.kind() == FileError::Kind::missing;
            findings.push_back({name, is_missing ? Kind::missing : Kind::damaged, reason});
        }
    };
    if (folder.contains(Sums::file)) {
        look(Sums::file, [&] { sums = Sums::in(folder); });
        if (sums) findings.back().kind = Kind::whole;
    }
    const auto seal = [&](const std::string& name) { return sums ? sums->of(name) : std::nullopt; };
    for (const char* name : files_with_sums)
        if (folder.contains(name) || seal(name))
            look(name,
                 [&] { compare_text(sums, name, read_text(folder, name), folder.path_of(name)); });
    for (const char* name : sealed_files)
        if (folder.contains(name) ||
            (std::string_view(name) == "start.h5" && begins_with_another(folder)) ||
            (std::string_view(name) == "packing.h5" && begins_with_packing(folder))) {
            look(name, [&] { read_sealed(folder, name); });
            if (findings.back().kind == Kind::without_sum) findings.back().kind = Kind::whole;
        }
    std::vector<std::string> segments;
    try {
        segments = segments_of(folder);
    } catch (const FileError& error) {
        look(segment_folder, [&]() -> void { throw error; });
    }
    if (sums)
        for (const auto& [name, ignored] : sums->all())
            if (name.find('/') != std::string::npos &&
                std::ranges::find(segments, name) == segments.end())
                segments.push_back(name);
    std::ranges::sort(segments);
    for (const std::string& name : segments)
        look(name, [&] {
            const auto [inside, file] = place_of(folder, name);
            compare_with(seal(name), read_with_seal(inside, file).seal, folder.path() / name);
        });
    return findings;
}

void accept_files(const Folder& folder) {
    Sums sums;
    for (const char* name : files_with_sums)
        if (folder.contains(name)) sums.set(name, seal_of(read_text(folder, name)));
    for (const std::string& name : segments_of(folder)) {
        const auto [inside, file] = place_of(folder, name);
        sums.set(name, read_with_seal(inside, file).seal);
    }
    sums.write(folder);
}

}  // namespace scree::engine
