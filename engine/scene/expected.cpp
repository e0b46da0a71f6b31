#include "engine/scene/expected.h"

namespace scree::engine {

std::string expected(const Type& type) {
    switch (type.form) {
        case Form::flag:
            return "true or false";
        case Form::integer:
            return "an integer";
        case Form::number:
            return "a number";
        case Form::word:
            return type.words.size() == 1 ? '"' + type.words[0] + '"' : "a string";
        case Form::text:
        case Form::name:
        case Form::reference:
            return "a string";
        case Form::list:
            return "a list";
        case Form::interval:
            return "a list of two numbers";
        case Form::table:
        case Form::by_kind:
        case Form::by_name:
        case Form::assignments:
        case Form::changes:
            return "a table";
        case Form::either:
            break;
    }
    std::string text;
    for (const Type& option : type.options) text += (text.empty() ? "" : " or ") + expected(option);
    return text;
}

}  // namespace scree::engine
