#include "tests/layers/links.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <regex>
#include <set>
#include <stdexcept>

namespace scree::layers {
namespace fs = std::filesystem;
namespace {

/// A line of a document outside of blocks of code.
struct TextLine {
    std::size_t number = 0;
    std::string text;
};

std::vector<TextLine> text_of(const fs::path& path) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error(path.string() + " cannot be read");
    std::vector<TextLine> lines;
    bool in_code = false;
    std::size_t number = 0;
    for (std::string line; std::getline(file, line);) {
        ++number;
        if (line.starts_with("```"))
            in_code = !in_code;
        else if (!in_code)
            lines.push_back({number, line});
    }
    return lines;
}

/// The name of a heading in links: lower case, hyphens for spaces, no punctuation.
std::string anchor_of(const std::string& heading) {
    std::string anchor;
    for (const char c : heading) {
        const auto byte = static_cast<unsigned char>(c);
        if (std::isalnum(byte) != 0 || c == '_' || c == '-')
            anchor += static_cast<char>(std::tolower(byte));
        else if (c == ' ')
            anchor += '-';
    }
    return anchor;
}

std::set<std::string> anchors_in(const fs::path& path) {
    std::set<std::string> anchors;
    const std::regex heading("#+ +(.*)");
    for (const TextLine& line : text_of(path)) {
        std::smatch match;
        if (std::regex_match(line.text, match, heading)) anchors.insert(anchor_of(match[1]));
    }
    return anchors;
}

/// Says what is wrong with a link; empty where nothing is.
std::string trouble_with(const fs::path& document, const std::string& link) {
    if (link.find("://") != std::string::npos || link.starts_with("mailto:")) return {};
    const std::size_t hash = std::min(link.find('#'), link.size());
    const std::string file = link.substr(0, hash);
    const fs::path target = file.empty() ? document : document.parent_path() / file;
    if (!fs::exists(target)) return "there is no file " + link;
    if (hash == link.size() || target.extension() != ".md") return {};
    if (anchors_in(target).contains(link.substr(hash + 1))) return {};
    return "there is no heading " + link;
}

/// Calls task with the first group of each match.
void for_each_match(const std::string& text, const std::regex& pattern, const auto& task) {
    for (std::sregex_iterator match(text.begin(), text.end(), pattern), end; match != end; ++match)
        task((*match)[1].str());
}

/// Whether a document speaks about the past: past releases named files that have moved since.
bool tells_of_the_past(const std::string& document) { return document == "CHANGELOG.md"; }

}  // namespace

std::vector<std::string> documents_in(const fs::path& root) {
    std::vector<std::string> documents;
    for (fs::recursive_directory_iterator entry(root), end; entry != end; ++entry) {
        const std::string name = entry->path().filename().string();
        if (entry->is_directory() && (name.starts_with(".") || name == "build" || name == "runs"))
            entry.disable_recursion_pending();
        else if (entry->is_regular_file() && entry->path().extension() == ".md")
            documents.push_back(fs::relative(entry->path(), root).generic_string());
    }
    std::sort(documents.begin(), documents.end());
    return documents;
}

std::vector<std::string> find_broken_links(const fs::path& root, const std::string& document) {
    static const std::regex link(R"(\]\(([^)\s]+)\))");
    static const std::regex source(
        R"(`((?:geometry|engine|render|cli|tests|docs|scenes)/[\w/.-]+\.(?:h|cpp|md|toml|txt))`)");
    std::vector<std::string> broken;
    for (const TextLine& line : text_of(root / document)) {
        const auto tell = [&](const std::string& what) {
            broken.push_back(document + ":" + std::to_string(line.number) + ": " + what);
        };
        for_each_match(line.text, link, [&](const std::string& target) {
            const std::string trouble = trouble_with(root / document, target);
            if (!trouble.empty()) tell(trouble);
        });
        if (tells_of_the_past(document)) continue;
        for_each_match(line.text, source, [&](const std::string& path) {
            const bool is_any = path.find("NAME") != std::string::npos;
            if (!is_any && !fs::exists(root / path)) tell("there is no file " + path);
        });
    }
    return broken;
}

}  // namespace scree::layers
