#pragma once

#include <filesystem>
#include <string>
#include <vector>

/// Checks that the documents refer only to files and headings that exist.
namespace scree::layers {

/// Every document of the project: the files that end in .md, sorted, except for those in hidden
/// folders, in `build` and in `runs`.
std::vector<std::string> documents_in(const std::filesystem::path& root);

/// One line, as "docs/a.md:3: ...", for each link of a document to a file that is not there or to a
/// heading that its file does not have, and for each source file that the document names in code
/// marks and that is not there. Links to other sites are not followed.
std::vector<std::string> find_broken_links(const std::filesystem::path& root,
                                           const std::string& document);

}  // namespace scree::layers
