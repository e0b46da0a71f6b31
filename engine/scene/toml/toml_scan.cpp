#include "engine/scene/toml/toml_scan.h"

#include <algorithm>
#include <string>

#include "engine/scene/toml/toml_tree.h"

namespace scree::engine {
namespace {

class Scan {
public:
    Scan(std::string_view text, std::uint32_t source) : text_(text), source_(source) {}

    void run() {
        while (at_ < text_.size()) {
            const char c = text_[at_];
            if (c == '#') {
                at_ = std::min(text_.find('\n', at_), text_.size());
            } else if (c == '"' || c == '\'') {
                skip_string(c);
            } else {
                take(c);
                ++at_;
            }
        }
    }

private:
    /// Counts the dots of keys and the depth of brackets. A key is what lies between two of the
    /// characters that reset the dots; white space and strings may be parts of it. Values are
    /// counted in the same way, and have at most one dot.
    void take(char c) {
        switch (c) {
            case '.':
                if (++dots_ >= most_key_parts)
                    fail("a key may have at most " + std::to_string(most_key_parts) + " parts");
                break;
            case '[':
            case '{':
                dots_ = 0;
                if (++depth_ > deepest_nesting)
                    fail("brackets may be nested at most " + std::to_string(deepest_nesting) +
                         " deep");
                break;
            case ']':
            case '}':
                dots_ = 0;
                if (depth_ > 0) --depth_;
                break;
            case '\n':
            case '=':
            case ',':
                dots_ = 0;
                break;
            default:
                break;
        }
    }

    /// A string that is not closed ends at the end of its line, because toml++ stops there.
    void skip_string(char quote) {
        const std::string three(3, quote);
        if (text_.substr(at_, 3) == three) {
            skip_long_string(quote, three);
            return;
        }
        for (++at_; at_ < text_.size() && text_[at_] != '\n'; ++at_) {
            if (text_[at_] == quote) {
                ++at_;
                return;
            }
            if (quote == '"' && text_[at_] == '\\') ++at_;
        }
    }

    void skip_long_string(char quote, const std::string& three) {
        for (at_ += 3; at_ < text_.size(); ++at_) {
            if (quote == '"' && text_[at_] == '\\') {
                ++at_;
            } else if (text_.substr(at_, 3) == three) {
                // One or two more quotes belong to the string.
                const std::size_t behind = text_.find_first_not_of(quote, at_);
                at_ = std::min({behind, at_ + 5, text_.size()});
                return;
            }
        }
    }

    [[noreturn]] void fail(const std::string& message) const {
        const std::string_view before = text_.substr(0, at_);
        const auto line = std::count(before.begin(), before.end(), '\n') + 1;
        const std::size_t line_start = before.find_last_of('\n') + 1;  // npos + 1 is 0
        throw TomlError(message, {source_, static_cast<std::uint32_t>(line),
                                  static_cast<std::uint32_t>(at_ - line_start + 1)});
    }

    std::string_view text_;
    std::uint32_t source_;
    std::size_t at_ = 0;
    std::size_t dots_ = 0;
    std::size_t depth_ = 0;
};

}  // namespace

void scan_toml(std::string_view text, std::uint32_t source) {
    if (text.size() > largest_toml)
        throw TomlError("the text is larger than " + std::to_string(largest_toml >> 20) + " MiB",
                        {source});
    Scan(text, source).run();
}

}  // namespace scree::engine
