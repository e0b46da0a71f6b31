#include <iostream>

#include "cli/commands.h"
#include "cli/exit_codes.h"
#include "engine/scene/schema.h"

namespace scree::cli {

int schema(bool markdown) {
    std::cout << (markdown ? engine::scene_reference() : engine::scene_schema()) << std::flush;
    return std::cout ? done : input_output;
}

}  // namespace scree::cli
