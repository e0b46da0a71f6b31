#include "engine/files/sealed_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "tests/engine/files_by_path.h"
#include "tests/engine/temporary_folder.h"

namespace scree::engine {
namespace {

namespace fs = std::filesystem;
using Kind = FileError::Kind;
using testing::HasSubstr;

std::vector<std::byte> bytes_of(const std::string& text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

std::string raw(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void put(const fs::path& path, const std::string& text) {
    std::ofstream(path, std::ios::binary) << text;
}

std::vector<std::string> names_in(const fs::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder)) {
        names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

/// What read_sealed() throws.
std::optional<FileError> error_of(const fs::path& path, std::uint64_t at_most = 1 << 30) {
    try {
        read_sealed(path, at_most);
    } catch (const FileError& error) {
        return error;
    }
    return {};
}

TEST(SealedFile, GivesBackWhatWasWritten) {
    const TemporaryFolder folder;
    for (const std::size_t size : {0u, 1u, 7u, 8u, 9u, 4096u, 1'000'003u}) {
        std::vector<std::byte> bytes(size);
        for (std::size_t k = 0; k < size; ++k) bytes[k] = static_cast<std::byte>(k * 37 >> 3);
        write_sealed(folder / "file", bytes);
        EXPECT_EQ(read_sealed(folder / "file"), bytes) << size;
    }
    EXPECT_THAT(names_in(folder.path()), testing::ElementsAre("file"));
}

TEST(SealedFile, WorksInTheCurrentFolderAndGivesTheUsualPermissions) {
    const TemporaryFolder folder;
    const fs::path before = fs::current_path();
    fs::current_path(folder.path());
    const mode_t mask = ::umask(027);
    write_sealed("file", bytes_of("text"));
    ::umask(mask);
    EXPECT_EQ(read_sealed("file"), bytes_of("text"));
    EXPECT_EQ(fs::status("file").permissions(), fs::perms{0640});
    fs::current_path(before);
}

TEST(SealedFile, PlainFilesHaveNoTrailer) {
    const TemporaryFolder folder;
    write_file(folder / "file", bytes_of("first"));
    write_file(folder / "file", bytes_of("second"));
    EXPECT_EQ(raw(folder / "file"), "second");
}

TEST(SealedFile, EveryTruncationIsFound) {
    const TemporaryFolder folder;
    write_sealed(folder / "whole", bytes_of("The quick brown fox jumps over the lazy dog."));
    const std::string whole = raw(folder / "whole");
    for (std::size_t length = 0; length < whole.size(); ++length) {
        put(folder / "cut", whole.substr(0, length));
        const auto error = error_of(folder / "cut");
        ASSERT_TRUE(error) << length;
        EXPECT_EQ(error->kind(), Kind::damaged);
        EXPECT_THAT(error->what(), HasSubstr("cut: damaged: it does not end"));
    }
    put(folder / "long", whole + "x");
    EXPECT_EQ(error_of(folder / "long")->kind(), Kind::damaged);
    put(folder / "tail", whole.substr(1));
    EXPECT_THAT(error_of(folder / "tail")->what(), HasSubstr("43 bytes where 44 were written"));
}

TEST(SealedFile, EveryFlippedBitAndEveryExchangeOfWordsIsFound) {
    const TemporaryFolder folder;
    write_sealed(folder / "whole", bytes_of("The quick brown fox jumps over the lazy dog."));
    const std::string whole = raw(folder / "whole");
    const auto expect_damaged = [&](const std::string& text, std::size_t where) {
        put(folder / "bad", text);
        const auto error = error_of(folder / "bad");
        ASSERT_TRUE(error) << where;
        EXPECT_EQ(error->kind(), Kind::damaged) << where;
    };
    for (std::size_t at = 0; at < whole.size(); ++at) {
        for (int bit = 0; bit < 8; ++bit) {
            std::string text = whole;
            text[at] = static_cast<char>(text[at] ^ (1 << bit));
            expect_damaged(text, at);
        }
    }
    for (std::size_t at = 0; at + 16 <= 40; at += 8) {
        std::string text = whole;
        std::swap_ranges(text.begin() + static_cast<long>(at),
                         text.begin() + static_cast<long>(at + 8),
                         text.begin() + static_cast<long>(at + 8));
        expect_damaged(text, at);
    }
}

TEST(SealedFile, ZerosOfDifferentLengthsHaveDifferentHashes) {
    // Zeros are what a file system leaves where data did not arrive.
    const TemporaryFolder folder;
    std::set<std::string> hashes;
    for (std::size_t size = 0; size < 64; ++size) {
        write_sealed(folder / "file", std::vector<std::byte>(size));
        const std::string text = raw(folder / "file");
        hashes.insert(text.substr(text.size() - 8));
    }
    EXPECT_EQ(hashes.size(), 64u);
}

TEST(SealedFile, SaysWhatCannotBeRead) {
    const TemporaryFolder folder;
    EXPECT_EQ(error_of(folder / "nothing")->kind(), Kind::missing);
    EXPECT_THAT(error_of(folder / "nothing")->what(),
                HasSubstr("nothing: could not open it: No such"));
    EXPECT_EQ(error_of(folder.path())->kind(), Kind::input_output);
    ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
    EXPECT_THAT(error_of(folder / "pipe")->what(), HasSubstr("is not a regular file"));

    write_sealed(folder / "file", bytes_of("12345"));
    EXPECT_FALSE(error_of(folder / "file", 5));
    EXPECT_THAT(error_of(folder / "file", 4)->what(), HasSubstr("larger than the 4 bytes"));
}

TEST(SealedFile, SaysWhereItCannotBeWritten) {
    const TemporaryFolder folder;
    try {
        write_sealed(folder / "none" / "file", bytes_of("text"));
        FAIL() << "wrote into a folder that is not there";
    } catch (const FileError& error) {
        EXPECT_EQ(error.kind(), Kind::missing);
        EXPECT_EQ(error.path(), folder / "none");
    }
    fs::create_directory(folder / "taken");
    EXPECT_THROW(write_sealed(folder / "taken", bytes_of("text")), FileError);
    EXPECT_THAT(names_in(folder.path()), testing::ElementsAre("taken"));
}

/// While it lives no file may grow beyond so many bytes: a disk that is full.
class FullDisk {
public:
    explicit FullDisk(rlim_t bytes) : handler_(::signal(SIGXFSZ, SIG_IGN)) {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        const rlimit limit{bytes, before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FullDisk() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        ::signal(SIGXFSZ, handler_);
    }

private:
    void (*handler_)(int);
    rlimit before_{};
};

TEST(SealedFile, AFullDiskLeavesTheOldFileAndNothingElse) {
    const TemporaryFolder folder;
    const std::vector<std::byte> large(10'000, std::byte{7});
    write_sealed(folder / "now", bytes_of("old"));
    write_sealed(folder / "before", bytes_of("older"));
    for (const rlim_t room : {0u, 1u, 9'999u, 10'000u, 10'031u}) {
        for (const bool keeping : {false, true}) {
            std::optional<FileError> error;
            {
                const FullDisk full(room);
                try {
                    if (keeping) {
                        replace_keeping_previous(folder / "now", folder / "before", large);
                    } else {
                        write_sealed(folder / "now", large);
                    }
                } catch (const FileError& caught) {
                    error = caught;
                }
            }
            ASSERT_TRUE(error) << room;
            EXPECT_EQ(error->kind(), Kind::no_space);
            EXPECT_THAT(error->what(), HasSubstr("now: could not write: File too large"));
            EXPECT_EQ(read_sealed(folder / "now"), bytes_of("old"));
            EXPECT_EQ(read_sealed(folder / "before"), bytes_of("older"));
            EXPECT_THAT(names_in(folder.path()), testing::ElementsAre("before", "now"));
        }
    }
    const FullDisk exactly(10'032);
    EXPECT_NO_THROW(write_sealed(folder / "now", large));
}

TEST(SealedFile, KeepsThePreviousOne) {
    const TemporaryFolder folder;
    const fs::path now = folder / "now";
    const fs::path before = folder / "before";
    replace_keeping_previous(now, before, bytes_of("1"));
    EXPECT_EQ(error_of(before)->kind(), Kind::missing);
    replace_keeping_previous(now, before, bytes_of("2"));
    replace_keeping_previous(now, before, bytes_of("3"));
    EXPECT_EQ(read_sealed(now), bytes_of("3"));
    EXPECT_EQ(read_sealed(before), bytes_of("2"));
    EXPECT_THAT(names_in(folder.path()), testing::ElementsAre("before", "now"));
}

TEST(SealedFile, ADamagedFileDoesNotTakeThePlaceOfAGoodOne) {
    const TemporaryFolder folder;
    const fs::path now = folder / "now";
    const fs::path before = folder / "before";
    replace_keeping_previous(now, before, bytes_of("1"));
    replace_keeping_previous(now, before, bytes_of("2"));
    put(now, "rubbish");
    replace_keeping_previous(now, before, bytes_of("3"));
    EXPECT_EQ(read_sealed(now), bytes_of("3"));
    EXPECT_EQ(read_sealed(before), bytes_of("1"));
}

TEST(SealedFile, LeftoversAreIgnoredAndRemoved) {
    const TemporaryFolder folder;
    // Under the very name that comes next, whatever the count is by now.
    for (int k = 0; k < 2000; ++k) {
        put(folder /
                (".scree-" + std::to_string(::getpid()) + "-" + std::to_string(k) + ".partial"),
            "half");
    }
    put(folder / ".scree-notes", "the user's own");
    write_sealed(folder / "file", bytes_of("text"));
    EXPECT_EQ(read_sealed(folder / "file"), bytes_of("text"));
    remove_leftovers(Folder(folder.path()));
    EXPECT_THAT(names_in(folder.path()), testing::ElementsAre(".scree-notes", "file"));
    EXPECT_THROW(remove_leftovers(Folder(folder / "none")), FileError);
}

/// The number that all the words of a file hold.
std::optional<std::uint64_t> number_in(const fs::path& path) {
    std::vector<std::byte> bytes;
    try {
        bytes = read_sealed(path);
    } catch (const FileError& error) {
        if (error.kind() == Kind::missing) return {};
        throw;  // damaged: that is what must not happen
    }
    std::vector<std::uint64_t> words(bytes.size() / 8);
    std::memcpy(words.data(), bytes.data(), bytes.size());
    for (const std::uint64_t word : words) EXPECT_EQ(word, words.front());
    return words.front();
}

TEST(SealedFile, AKilledWriterLeavesTheNewOrThePreviousFile) {
    const TemporaryFolder folder;
    const fs::path now = folder / "now";
    const fs::path before = folder / "before";
    std::mt19937 random(1);
    std::uint64_t last = 0;
    std::uint64_t first_seen = 0;
    for (int round = 0; round < 40; ++round) {
        const pid_t child = ::fork();
        ASSERT_GE(child, 0);
        if (child == 0) {
            for (std::uint64_t k = last + 1;; ++k) {
                const std::vector<std::uint64_t> words(20'000 + k % 1000, k);
                replace_keeping_previous(now, before, std::as_bytes(std::span(words)));
            }
        }
        ::usleep(2000 + static_cast<useconds_t>(random() % 10'000));
        ::kill(child, SIGKILL);
        ASSERT_EQ(::waitpid(child, nullptr, 0), child);

        const auto newest = number_in(now);
        const auto older = number_in(before);
        ASSERT_TRUE(last == 0 || newest || older) << round;
        EXPECT_LT(older.value_or(0), newest.value_or(~std::uint64_t{0}));
        const std::uint64_t found = std::max(newest.value_or(0), older.value_or(0));
        EXPECT_GE(found, last);
        last = found;
        if (first_seen == 0) first_seen = last;
        remove_leftovers(Folder(folder.path()));
        for (const std::string& name : names_in(folder.path())) {
            EXPECT_TRUE(name == "now" || name == "before") << name;
        }
    }
    EXPECT_GT(last, first_seen) << "the writers wrote nothing: no test";
}

}  // namespace
}  // namespace scree::engine
