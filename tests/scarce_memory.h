#pragma once

#include <cstdlib>
#include <new>

/// A `new` for the whole program that asks is_refused() first. It is for programs of one source
/// file, which defines is_refused(), and not for builds with a sanitizer, which has a `new` of its
/// own.
namespace scree::tests {

/// Whether the next request for memory is to fail.
bool is_refused();

}  // namespace scree::tests

// These are not inlined, because a compiler that inlines one of them warns that free() does not
// match `new`.
[[gnu::noinline]] void* operator new(std::size_t size) {
    void* memory = scree::tests::is_refused() ? nullptr : std::malloc(size == 0 ? 1 : size);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
