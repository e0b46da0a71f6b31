#include "engine/batch/members.h"

#include <algorithm>
#include <cctype>

#include "engine/base/hash.h"
#include "engine/run/summary.h"

namespace scree::engine {
namespace {

/// File systems allow names of 255 bytes, and people must be able to read them.
constexpr std::size_t longest_value = 40;
constexpr std::size_t longest_name = 200;

std::string hash_of(std::string_view text) { return hash_text(Fnv1a().bytes(text).value()); }

/// Every run of other characters than those that are safe anywhere becomes one `_`.
std::string made_safe(std::string_view text) {
    std::string safe;
    for (const char c : text) {
        const auto code = static_cast<unsigned char>(c);
        if (code < 128 && (std::isalnum(code) != 0 || c == '.' || c == '-' || c == '+'))
            safe += c;
        else if (!safe.empty() && safe.back() != '_')
            safe += '_';
    }
    while (!safe.empty() && safe.back() == '_') safe.pop_back();
    return safe;
}

/// The value as a part of a name. A hash is added if another value could have the same name, also
/// if both differ only in case.
std::string safe_value(const std::string& value) {
    const bool quoted = value.size() > 1 && value.front() == '"';
    const std::string plain = quoted ? value.substr(1, value.size() - 2) : value;
    const std::string safe = made_safe(plain);
    const bool capital =
        quoted && std::ranges::any_of(plain, [](char c) { return c >= 'A' && c <= 'Z'; });
    if (safe == plain && !capital && safe.size() <= longest_value) return safe;
    return safe.substr(0, longest_value) + '~' + hash_of(value);
}

/// The last `parts` parts of a key; the dots between quotes count as well.
std::string tail(const std::string& key, std::size_t parts) {
    std::size_t at = key.size();
    while (parts > 0 && at > 0) {
        at = key.rfind('.', at - 1);
        if (at == std::string::npos) return key;
        --parts;
    }
    return key.substr(at + 1);
}

SweepMember member_at(std::span<const SweepAxis> axes, std::span<const std::string> keys,
                      std::size_t number) {
    SweepMember member;
    member.values.resize(axes.size());
    for (std::size_t a = axes.size(); a-- > 0;) {
        member.values[a] = axes[a].values[number % axes[a].values.size()];
        number /= axes[a].values.size();
    }
    for (std::size_t a = 0; a < axes.size(); ++a) {
        member.sets.push_back(axes[a].key + '=' + member.values[a]);
        if (a > 0) member.name += ',';
        member.name += made_safe(keys[a]) + '=' + safe_value(member.values[a]);
    }
    if (member.name.size() > longest_name) {
        std::string all;
        for (const std::string& set : member.sets) all += set + '\n';
        member.name = member.name.substr(0, longest_name) + '~' + hash_of(all);
    }
    return member;
}

}  // namespace

std::vector<std::string> short_keys(std::span<const SweepAxis> axes) {
    std::vector<std::string> keys;
    for (const SweepAxis& axis : axes) {
        std::size_t parts = 1;
        const auto is_shared = [&] {
            return std::ranges::count_if(axes, [&](const SweepAxis& other) {
                       return tail(other.key, parts) == tail(axis.key, parts);
                   }) > 1;
        };
        while (is_shared()) ++parts;
        keys.push_back(tail(axis.key, parts));
    }
    return keys;
}

std::vector<SweepMember> members_of(std::span<const SweepAxis> axes) {
    std::size_t count = 1;
    for (const SweepAxis& axis : axes) count *= axis.values.size();
    const std::vector<std::string> keys = short_keys(axes);
    std::vector<SweepMember> members;
    members.reserve(count);
    for (std::size_t i = 0; i < count; ++i) members.push_back(member_at(axes, keys, i));
    return members;
}

}  // namespace scree::engine
