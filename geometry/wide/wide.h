#pragma once

#include <cstdlib>
#include <cstring>

namespace scree::geometry {

/// Whether a feature of the processor is hidden from the C library, as by
/// GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2. It is then not used here either, so that tests can show
/// that it makes no difference.
inline bool is_hidden(const char* feature) {
    const char* const tunables = std::getenv("GLIBC_TUNABLES");
    return tunables != nullptr && std::strstr(tunables, feature) != nullptr;
}

/// Whether this processor has AVX2: four doubles side by side.
inline const bool has_avx2 = __builtin_cpu_supports("avx2") != 0 && !is_hidden("-AVX2");

/// Whether this processor has the parts of AVX-512 that are used here: eight doubles side by side.
inline const bool has_avx512 = has_avx2 && __builtin_cpu_supports("avx512f") != 0 &&
                               __builtin_cpu_supports("avx512dq") != 0 &&
                               __builtin_cpu_supports("avx512vl") != 0 && !is_hidden("-AVX512F");

template <class Loop>
[[gnu::target("avx2"), gnu::noinline]] void with_avx2(const Loop& loop) {
    loop();
}

/// Runs a loop over arrays with the widest registers of the processor. The loop is compiled twice,
/// for every x86-64 and for those with AVX2. Without FMA, and element by element, both give the
/// same bits. The loop is a lambda without arguments, and it and everything that it calls must be
/// marked SCREE_WIDE.
template <class Loop>
void run_wide(const Loop& loop) {
    if (has_avx2)
        with_avx2(loop);
    else
        loop();
}

}  // namespace scree::geometry

/// Forces inlining, because only inlined functions are compiled for the wider processor too.
#define SCREE_WIDE __attribute__((always_inline))
