#pragma once

#include <cstdlib>
#include <new>

/// A `new` for the whole program that asks is_refused() first. For programs of one source file,
/// which says what that is; not beside a sanitizer, which has a `new` of its own.
namespace scree::tests {

/// Whether the next request is to fail.
bool is_refused();

}  // namespace scree::tests

// Not inlined: compilers take the pair apart, and find that free() does not belong to `new`.
[[gnu::noinline]] void* operator new(std::size_t size) {
    void* memory = scree::tests::is_refused() ? nullptr : std::malloc(size == 0 ? 1 : size);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
