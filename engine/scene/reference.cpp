#include "engine/scene/expected.h"
#include "engine/scene/keys.h"
#include "engine/scene/schema.h"

namespace scree::engine {
namespace {

constexpr std::string_view preface = R"(# Scene files

<!-- Made by `scree schema --markdown` from the table of keys in engine/scene/keys.cpp. Do not edit. -->

A scene is a [TOML](https://toml.io) file. All numbers are SI units in two dimensions, integers will do where a number is
asked for, and every number must be finite. A file has at most 16 MiB. Names have up to 64 letters, digits, `_` and `-`;
those of grains, walls and measures are unique among all three. `scree new NAME` writes a scene to start from.

Keys that are not in these tables are errors. What is wrong is told all at once, with file, line and column.

**Editors.** `scree schema > scene.schema.json` writes a JSON Schema. With `#:schema scene.schema.json` as the first line
of a scene, editors with a TOML language server complete and check keys while you type.

**Includes.** `include = ["a.toml", "b.toml"]` reads these files first, in this order, each relative to the file that says
so. What comes later overrides: tables are merged key by key, lists of tables (`[[walls]]`, `[[grains]]`, `[[measure]]`)
are appended, anything else is replaced, also tables with a `kind`. Each file says `scree = 1`. A file may be included by
several others, but not by itself; a scene has at most 100 files.

**`--set key=value`** on the command line overrides the files, and is checked like them: `--set run.duration=5`,
`--set grains.stones.count=500` (an entry of a list by its name), `--set run.integrator=verlet` (a bare word will do for
a string), `--set 'walls.floor.shape={ kind = "box", x = [0, 1], y = [-0.1, 0] }'`.

**Rough walls.** A wall with `rough = d` has teeth: each straight side of its outline is divided into equal parts of about
`d`, and on every part stands half of a regular dodecagon, `d` wide and `d/2` high.

)";

std::string range_of(const Type& type) {
    const bool integer = type.form == Form::integer;
    const auto text = [&](double limit) {
        std::string digits =
            integer ? std::to_string(static_cast<std::int64_t>(limit)) : to_toml(limit);
        if (digits.ends_with(".0")) digits.resize(digits.size() - 2);
        return digits;
    };
    const Limits usual;
    const bool high = type.limits.high < usual.high;
    if (type.limits.low <= usual.low) return high ? "at most " + text(type.limits.high) : "";
    if (high && !type.limits.without_low)
        return type.limits.low == type.limits.high
                   ? text(type.limits.low)
                   : text(type.limits.low) + " to " + text(type.limits.high);
    return (type.limits.without_low ? "above " : "at least ") + text(type.limits.low) +
           (high ? ", at most " + text(type.limits.high) : "");
}

std::string joined(const std::vector<std::string>& words, std::string_view between) {
    std::string text;
    for (const std::string& word : words) {
        if (!text.empty()) text += between;
        text += '`' + word + '`';
    }
    return text;
}

std::string with_range(std::string text, const Type& type) {
    const std::string range = range_of(type);
    if (!type.unit.empty()) text += ", " + type.unit;
    return range.empty() ? text : text + ", " + range;
}

std::string referred(Named named) {
    switch (named) {
        case Named::material:
            return "name of a material";
        case Named::wall:
            return "name of a wall";
        case Named::stage:
            return "name of a stage";
        case Named::traced:
        case Named::anything:
            break;
    }
    return "name of a wall or a group of grains";
}

/// The description of what a value may be, for a cell of a table.
std::string form_of(const Type& type) {
    switch (type.form) {
        case Form::flag:
            return "`true` or `false`";
        case Form::integer:
            return with_range("integer", type);
        case Form::number:
            return with_range("number", type);
        case Form::text:
            return "string";
        case Form::word:
            return joined(type.words, " ");
        case Form::name:
            return "name";
        case Form::reference:
            return referred(type.named);
        case Form::interval:
            return "[low, high], " + type.unit;
        case Form::list: {
            const Type& element = type.element[0];
            if (element.form == Form::table || element.form == Form::by_kind)
                return "list of tables, up to " + std::to_string(type.most);
            if (type.most == 2 && element.form == Form::number)
                return "[x, y]" + (element.unit.empty() ? "" : ", " + element.unit);
            if (type.most == 2 && type.fewest == 2) return "[from, to], each " + form_of(element);
            return "list of " + form_of(element) +
                   (type.fewest > 0 ? ", at least " + std::to_string(type.fewest) : "");
        }
        case Form::table:
        case Form::by_kind:
        case Form::by_name:
        case Form::assignments:
        case Form::changes:
            return expected(type).substr(2);  // without the article
        case Form::either:
            break;
    }
    std::string text;
    for (const Type& option : type.options) text += (text.empty() ? "" : "; or ") + form_of(option);
    return text;
}

std::string default_of(const Key& key) {
    if (key.presence.required) return "required";
    return key.presence.fallback ? '`' + to_toml(*key.presence.fallback) + '`' : "none";
}

class Page {
public:
    std::string take() { return std::move(text_); }

    /// Writes the keys of a table, then a section for each table in it.
    void section(const std::string& path, const std::string& title, const std::string& about,
                 const Type& type) {
        text_ += "## " + title + "\n\n" + about + "\n\n";
        table(type.keys);
        for (const Alternative& alternative : type.alternatives) {
            text_ += "`kind = \"" + alternative.kind + "\"`: " + alternative.about + "\n\n";
            table(alternative.keys);
        }
        for (const Key& key : type.keys) {
            if (key.type.form == Form::by_kind && !path.empty())
                section(path + '.' + key.name, '`' + key.name + "` of " + title, key.about,
                        key.type);
            else
                inner(path.empty() ? key.name : path + '.' + key.name, key.about, key.type);
        }
    }

private:
    /// Writes a section if the value at `path` has keys itself.
    void inner(const std::string& path, const std::string& about, const Type& type) {
        switch (type.form) {
            case Form::table:
            case Form::by_kind:
            case Form::assignments:
                return section(path, "`[" + path + "]`", about, type);
            case Form::list:
                if (!type.element[0].keys.empty() || !type.element[0].alternatives.empty())
                    section(path, "`[[" + path + "]]`", about, type.element[0]);
                return;
            case Form::by_name: {
                const Type* element = type.element.data();
                const bool pair = element->form == Form::by_name;
                if (pair) element = element->element.data();
                const std::string inside = path + (pair ? ".ONE.OTHER" : ".NAME");
                return section(inside, "`[" + inside + "]`", about, *element);
            }
            default:
                return;
        }
    }

    void table(const std::vector<Key>& keys) {
        if (keys.empty()) return;
        text_ += "| key | value | default | |\n|---|---|---|---|\n";
        for (const Key& key : keys)
            text_ += "| `" + key.name + "` | " + form_of(key.type) + " | " + default_of(key) +
                     " | " + key.about + " |\n";
        text_ += '\n';
    }

    std::string text_;
};

}  // namespace

std::string scene_reference() {
    Page page;
    page.section("", "The scene", "Keys outside of any table, and the tables.", scene_type());
    std::string text = std::string(preface) + page.take();
    while (text.ends_with("\n\n")) text.pop_back();
    return text;
}

}  // namespace scree::engine
