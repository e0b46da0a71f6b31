#pragma once

#include <cstdlib>
#include <cstring>

namespace scree::geometry {

/// Whoever hides AVX2 from the C library, as in GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2, hides it
/// from here too: so it can be tested that it makes no difference.
inline bool avx2_is_hidden() {
    const char* const tunables = std::getenv("GLIBC_TUNABLES");
    return tunables != nullptr && std::strstr(tunables, "-AVX2") != nullptr;
}

/// Whether this processor has AVX2: four doubles side by side.
inline const bool has_avx2 = __builtin_cpu_supports("avx2") != 0 && !avx2_is_hidden();

template <class Loop>
[[gnu::target("avx2"), gnu::noinline]] void with_avx2(const Loop& loop) {
    loop();
}

/// Runs a loop over arrays as wide as the processor can: it is compiled twice, for every x86-64 and
/// for those with AVX2. Without FMA, and element by element, both give the same bits. The loop is a
/// lambda without arguments and is marked SCREE_WIDE, as what it calls must be.
template <class Loop>
void run_wide(const Loop& loop) {
    if (has_avx2)
        with_avx2(loop);
    else
        loop();
}

}  // namespace scree::geometry

/// Inlined whatever the compiler thinks of it: only so is it compiled for the wider processor too.
#define SCREE_WIDE __attribute__((always_inline))
