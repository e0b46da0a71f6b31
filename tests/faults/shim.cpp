// Makes calls on files fail, or ends the program before or within one of them. It is loaded before
// the C library (LD_PRELOAD), and told by the environment what to do:
//
//   SCREE_FAULT=count            writes the number of calls to the file SCREE_FAULT_COUNT at the
//   end SCREE_FAULT=kill:N           SIGKILL before call N SCREE_FAULT=half:N           if call N
//   is a write, writes half of its bytes; then SIGKILL SCREE_FAULT=fail:N:ERRNO     call N fails
//   with this error SCREE_FAULT=full:N           from call N on, no byte can be written (ENOSPC)
//
// Calls are counted from 1 in the order in which all threads make them.

#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

enum class Kind { none, count, kill, half, fail, full };

struct Plan {
    Kind kind = Kind::none;
    long number = 0;
    int error = 0;
};

Plan read_plan() {
    Plan plan;
    const char* const text = std::getenv("SCREE_FAULT");
    if (text == nullptr) return plan;
    char word[16] = "";
    std::sscanf(text, "%15[a-z]:%ld:%d", word, &plan.number, &plan.error);
    const std::pair<const char*, Kind> words[] = {{"count", Kind::count},
                                                  {"kill", Kind::kill},
                                                  {"half", Kind::half},
                                                  {"fail", Kind::fail},
                                                  {"full", Kind::full}};
    for (const auto& [name, kind] : words)
        if (std::strcmp(word, name) == 0) plan.kind = kind;
    return plan;
}

const Plan& plan() {
    static const Plan read = read_plan();
    return read;
}

std::atomic<long> calls{0};

struct AtExit {
    ~AtExit() {
        const char* const path = std::getenv("SCREE_FAULT_COUNT");
        if (plan().kind != Kind::count || path == nullptr) return;
        if (std::FILE* const file = std::fopen(path, "w")) {
            std::fprintf(file, "%ld\n", calls.load());
            std::fclose(file);
        }
    }
} at_exit;

template <class Function>
Function next(const char* name) {
    return reinterpret_cast<Function>(::dlsym(RTLD_NEXT, name));
}

/// Counts a call. Returns the error that it shall fail with, or 0.
int enter(bool writes = false) {
    if (plan().kind == Kind::none) return 0;
    const long number = ++calls;
    if (plan().kind == Kind::full) return writes && number >= plan().number ? ENOSPC : 0;
    if (number != plan().number) return 0;
    if (plan().kind == Kind::fail) return plan().error;
    if (plan().kind == Kind::kill || (plan().kind == Kind::half && !writes)) ::raise(SIGKILL);
    return 0;
}

bool is_half() { return plan().kind == Kind::half && calls.load() == plan().number; }

int failed(int error) {
    errno = error;
    return -1;
}

mode_t mode_of(int flags, std::va_list list) {
    return (flags & (O_CREAT | O_TMPFILE)) != 0 ? static_cast<mode_t>(va_arg(list, int)) : 0;
}

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
    std::va_list list;
    va_start(list, flags);
    const mode_t mode = mode_of(flags, list);
    va_end(list);
    if (const int error = enter()) return failed(error);
    return next<int (*)(const char*, int, mode_t)>("open")(path, flags, mode);
}

int openat(int folder, const char* path, int flags, ...) {
    std::va_list list;
    va_start(list, flags);
    const mode_t mode = mode_of(flags, list);
    va_end(list);
    if (const int error = enter()) return failed(error);
    return next<int (*)(int, const char*, int, mode_t)>("openat")(folder, path, flags, mode);
}

ssize_t write(int file, const void* bytes, size_t size) {
    const auto real = next<ssize_t (*)(int, const void*, size_t)>("write");
    if (file <= 2) return real(file, bytes, size);
    if (const int error = enter(true)) return failed(error);
    if (is_half()) {
        [[maybe_unused]] const ssize_t written = real(file, bytes, size / 2);
        ::raise(SIGKILL);
    }
    return real(file, bytes, size);
}

int fsync(int file) {
    if (const int error = enter()) return failed(error);
    return next<int (*)(int)>("fsync")(file);
}

int fdatasync(int file) {
    if (const int error = enter()) return failed(error);
    return next<int (*)(int)>("fdatasync")(file);
}

int ftruncate(int file, off_t size) {
    if (const int error = enter()) return failed(error);
    return next<int (*)(int, off_t)>("ftruncate")(file, size);
}

int renameat(int from_folder, const char* from, int to_folder, const char* to) {
    if (const int error = enter()) return failed(error);
    return next<int (*)(int, const char*, int, const char*)>("renameat")(from_folder, from,
                                                                         to_folder, to);
}

int rename(const char* from, const char* to) {
    if (const int error = enter()) return failed(error);
    return next<int (*)(const char*, const char*)>("rename")(from, to);
}

int unlinkat(int folder, const char* path, int flags) {
    if (const int error = enter()) return failed(error);
    return next<int (*)(int, const char*, int)>("unlinkat")(folder, path, flags);
}

int mkdirat(int folder, const char* path, mode_t mode) {
    if (const int error = enter()) return failed(error);
    return next<int (*)(int, const char*, mode_t)>("mkdirat")(folder, path, mode);
}

int mkdir(const char* path, mode_t mode) {
    if (const int error = enter()) return failed(error);
    return next<int (*)(const char*, mode_t)>("mkdir")(path, mode);
}

ssize_t pread(int file, void* bytes, size_t size, off_t from) {
    if (const int error = enter()) return failed(error);
    return next<ssize_t (*)(int, void*, size_t, off_t)>("pread")(file, bytes, size, from);
}

ssize_t read(int file, void* bytes, size_t size) {
    const auto real = next<ssize_t (*)(int, void*, size_t)>("read");
    if (file <= 2) return real(file, bytes, size);
    if (const int error = enter()) return failed(error);
    return real(file, bytes, size);
}

}  // extern "C"
