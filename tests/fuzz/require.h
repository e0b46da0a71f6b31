#pragma once

#include <cstdio>
#include <cstdlib>

namespace scree::fuzz {

/// Ends the fuzzer with a finding unless something holds.
inline void require(bool holds, const char* what) {
    if (holds) return;
    std::fprintf(stderr, "not so: %s\n", what);
    std::abort();
}

}  // namespace scree::fuzz
