#pragma once

/// SCREE_SANITIZED is 1 where a sanitizer watches the code. The code is many times slower then, and
/// the sanitizer takes most of the address space.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SCREE_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SCREE_SANITIZED 1
#endif
#endif
#ifndef SCREE_SANITIZED
#define SCREE_SANITIZED 0
#endif
