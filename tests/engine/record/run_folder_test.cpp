#include "engine/record/run_folder.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "engine/files/append_file.h"
#include "engine/files/sealed_file.h"
#include "tests/engine/temporary_folder.h"

namespace scree::engine {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
    std::ifstream stream(path);
    return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(RunFolder, IsNumbered) {
    const TemporaryFolder parent;
    const RunFolder first = RunFolder::create_numbered(parent / "runs", "heap");
    const RunFolder second = RunFolder::create_numbered(parent / "runs", "heap");
    EXPECT_EQ(first.path(), parent / "runs/heap");
    EXPECT_EQ(second.path(), parent / "runs/heap-2");
    std::ofstream(parent / "runs/heap-3") << "a file";
    EXPECT_EQ(RunFolder::create_numbered(parent / "runs", "heap").path(), parent / "runs/heap-4");
}

TEST(RunFolder, IsLocked) {
    const TemporaryFolder parent;
    {
        const RunFolder folder = RunFolder::create(parent / "a", false);
        EXPECT_THROW(RunFolder::create(parent / "a", true), RunFolderError);
        EXPECT_THROW(RunFolder::open(parent / "a"), RunFolderError);
    }
    EXPECT_NO_THROW(RunFolder::create(parent / "a", false));
}

TEST(RunFolder, ForceRemovesTheRunAndNothingElse) {
    const TemporaryFolder folder;
    fs::create_directory(folder / "trajectory");
    for (const char* name : {"scene.toml", "trajectory/000000.h5", "mine.txt", "checkpoint.h5"})
        std::ofstream(folder / name) << "x";
    EXPECT_THROW(RunFolder::create(folder.path(), false), RunFolderError);
    EXPECT_TRUE(fs::exists(folder / "scene.toml"));
    RunFolder::create(folder.path(), true);
    EXPECT_FALSE(fs::exists(folder / "scene.toml"));
    EXPECT_FALSE(fs::exists(folder / "trajectory"));
    EXPECT_TRUE(fs::exists(folder / "mine.txt"));
}

TEST(RunFolder, WhatCannotBeOne) {
    const TemporaryFolder parent;
    EXPECT_THROW(RunFolder::open(parent / "missing"), FileError);
    EXPECT_THROW(RunFolder::open(parent.path()), FileError);
    std::ofstream(parent / "file") << "x";
    EXPECT_THROW(RunFolder::open(parent / "file"), FileError);
    EXPECT_THROW(RunFolder::create(parent / "file", false), FileError);
    EXPECT_THROW(RunFolder::create_numbered(parent / "file", "heap"), FileError);
}

TEST(AppendFile, GrowsAndIsCutBack) {
    const TemporaryFolder folder;
    {
        AppendFile file(Folder(folder.path()), "a", 0);
        file.append("one ");
        EXPECT_EQ(text_of(folder / "a"), "");
        file.flush();
        file.append("two");
        EXPECT_EQ(file.bytes(), 7u);
        EXPECT_EQ(text_of(folder / "a"), "one ");
        file.sync();
        EXPECT_EQ(text_of(folder / "a"), "one two");
    }
    AppendFile file(Folder(folder.path()), "a", 4);
    file.append("three");
    file.flush();
    EXPECT_EQ(text_of(folder / "a"), "one three");
    EXPECT_THROW(AppendFile(Folder(folder.path()), "a", 100), FileError);
    EXPECT_EQ(text_of(folder / "a"), "one three");
    EXPECT_THROW(AppendFile(Folder(folder / "no/such"), "folder", 0), FileError);
}

}  // namespace
}  // namespace scree::engine
