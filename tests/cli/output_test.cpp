// SPDX-License-Identifier: Apache-2.0
#include "cli/output.hpp"

#include <gtest/gtest.h>

#include "command.hpp"
#include "halfulp/error.hpp"

namespace halfulp::cli {
namespace {

TEST(ShellWord, QuotesWhatAShellWouldChange) {
  EXPECT_EQ(shell_word("0x00000001"), "0x00000001");
  EXPECT_EQ(shell_word("books/mine.toml"), "books/mine.toml");
  EXPECT_EQ(shell_word("my book.toml"), "'my book.toml'");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_word("$HOME"), "'$HOME'");
  EXPECT_EQ(shell_word(""), "''");
}

TEST(WriteFile, ReplacesWhatWasThere) {
  const std::string path = temporary_path("a.txt");
  write_file(path, "longer text");
  write_file(path, "short");
  EXPECT_EQ(read_file(path), "short");
}

TEST(WriteFile, NamesThePathThatItCannotWrite) {
  try {
    write_file("/no/such/folder/file", "text");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kInput);
    EXPECT_NE(std::string(error.what()).find("/no/such/folder/file: "), std::string::npos);
    EXPECT_EQ(std::string(error.what()).find("as it was"), std::string::npos) << "nothing was there";
  }
}

}  // namespace
}  // namespace halfulp::cli
