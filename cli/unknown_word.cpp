#include "cli/unknown_word.h"

#include <algorithm>

#include "engine/scene/error.h"

namespace scree::cli {

std::string about_unknown(const std::vector<std::string>& unknown, const KnownWords& known) {
    const std::string read_on = "\nTry '" + known.command + " --help'.";
    const auto option = std::ranges::find_if(
        unknown, [](const std::string& word) { return word.starts_with('-'); });
    if (option != unknown.end()) {
        const std::string word = option->substr(0, option->find('='));
        return known.command + " has no option `" + engine::shown(word) + "`" +
               engine::hint(word, known.options) + read_on;
    }
    if (unknown.empty() || known.subcommands.empty()) return "";
    return "there is no subcommand `" + engine::shown(unknown.front()) + "`" +
           engine::hint(unknown.front(), known.subcommands) + read_on;
}

}  // namespace scree::cli
