// SPDX-License-Identifier: Apache-2.0
#include "cli/state/state_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>

#include "command.hpp"
#include "contains.hpp"
#include "file_size_limit.hpp"
#include "halfulp/error.hpp"

namespace halfulp::cli {
namespace {

using report::JsonValue;

JsonValue value(std::size_t letters = 3) {
  return JsonValue::Object{{"count", std::uint64_t{0xffffffffffffffff}},
                           {"real", 0.1},
                           {"none", nullptr},
                           {"list", JsonValue::Array{true, "line\nfeed"}},
                           {"text", std::string(letters, 'x')}};
}

/// What reading the file says is wrong; "" when nothing is.
std::string complaint(const std::string& path) {
  try {
    static_cast<void>(read_sealed(path));
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kInput);
    return error.what();
  }
  return "";
}

std::size_t files_beside(const std::string& path) {
  const auto folder = std::filesystem::directory_iterator(std::filesystem::path(path).parent_path());
  return static_cast<std::size_t>(std::distance(begin(folder), end(folder)));
}

TEST(StateFile, GivesBackWhatWasWritten) {
  const std::string path = temporary_path("state");
  write_sealed(path, value());
  EXPECT_EQ(report::json_line(read_sealed(path)), report::json_line(value()));
  write_sealed(path, value(1000));
  EXPECT_EQ(report::json_line(read_sealed(path)), report::json_line(value(1000)));
  EXPECT_EQ(files_beside(path), 1) << "no temporary file is left";
}

TEST(StateFile, CutShortAnywhereIsRefused) {
  const std::string path = temporary_path("state");
  write_sealed(path, value());
  const std::string whole = read_file(path);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    write_text_file(path, whole.substr(0, length));
    EXPECT_NE(complaint(path), "") << length;
  }
  write_text_file(path, whole + "x");
  EXPECT_NE(complaint(path), "");
}

TEST(StateFile, WithAnyBitChangedIsRefused) {
  const std::string path = temporary_path("state");
  write_sealed(path, value());
  const std::string whole = read_file(path);
  for (std::size_t bit = 0; bit < 8 * whole.size(); ++bit) {
    std::string changed = whole;
    changed[bit / 8] = static_cast<char>(changed[bit / 8] ^ (1 << bit % 8));
    write_text_file(path, changed);
    EXPECT_NE(complaint(path), "") << bit;
  }
}

TEST(StateFile, ThatIsNotThereIsNamed) {
  const std::string path = temporary_path("none");
  EXPECT_EQ(complaint(path), path + ": cannot be read: No such file or directory");
}

// A pipe would never end.
TEST(StateFile, IsNoPipe) {
  const std::string path = temporary_path("pipe");
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  EXPECT_EQ(complaint(path), path + ": is no file");
}

TEST(StateFile, IsAsItWasWhenTheDiskIsFull) {
  const std::string path = temporary_path("state");
  write_sealed(path, value());
  std::string said;
  {
    const test::FileSizeLimit full(1000);
    try {
      write_sealed(path, value(5000));
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), Error::Kind::kInput);
      said = error.what();
    }
  }
  EXPECT_TRUE(contains(said, path + ": cannot be written: File too large; "));
  EXPECT_TRUE(contains(said, "--resume"));
  EXPECT_EQ(report::json_line(read_sealed(path)), report::json_line(value()));
  EXPECT_EQ(files_beside(path), 1);
}

TEST(StateFile, InAFolderThatIsNotThereIsRefused) {
  EXPECT_THROW(write_sealed(temporary_path("none") + "/state", value()), Error);
}

}  // namespace
}  // namespace halfulp::cli
