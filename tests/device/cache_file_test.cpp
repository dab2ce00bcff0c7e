// SPDX-License-Identifier: Apache-2.0
#include "device/vulkan/cache_file.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

namespace halfulp::device {
namespace {

namespace fs = std::filesystem;

/// A folder of this test's own; nothing is there.
fs::path empty_folder() {
  const auto* const test = testing::UnitTest::GetInstance()->current_test_info();
  fs::path folder = fs::path(testing::TempDir()) / (std::string("halfulp_cache_") + test->name());
  fs::remove_all(folder);
  return folder;
}

const std::vector<std::byte> kData{std::byte{1}, std::byte{0}, std::byte{255}};

TEST(CacheFile, GivesWhatWasWrittenLast) {
  const fs::path folder = empty_folder();
  const std::string path = (folder / "deep" / "file").string();
  EXPECT_TRUE(read_cache(path).empty());
  write_cache(path, std::vector<std::byte>(1000));
  write_cache(path, kData);
  EXPECT_EQ(read_cache(path), kData);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder / "deep"), {}), 1) << "a temporary file stayed";
}

TEST(CacheFile, IsIgnoredWhereItIsCutShortOrChanged) {
  const std::string path = (empty_folder() / "file").string();
  write_cache(path, kData);
  const auto size = fs::file_size(path);
  for (std::uintmax_t i = 0; i < size; ++i) {
    write_cache(path, kData);
    std::fstream(path, std::ios::in | std::ios::out | std::ios::binary).seekp(static_cast<std::streamoff>(i)).put('x');
    EXPECT_TRUE(read_cache(path).empty()) << "byte " << i;
    write_cache(path, kData);
    fs::resize_file(path, i);
    EXPECT_TRUE(read_cache(path).empty()) << i << " bytes";
  }
}

TEST(CacheFile, ThatCannotBeWrittenIsNoError) {
  const fs::path folder = empty_folder();
  write_cache("/proc/halfulp/file", kData);
  // A file stands where the folder would.
  std::ofstream(folder).put('x');
  write_cache((folder / "file").string(), kData);
  EXPECT_TRUE(read_cache((folder / "file").string()).empty());
}

class Variable {
 public:
  Variable(const char* name, const char* value) : name_(name) {
    const char* const before = std::getenv(name);
    if (before != nullptr) before_ = before;
    value != nullptr ? setenv(name, value, 1) : unsetenv(name);
  }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;
  ~Variable() { before_ ? setenv(name_, before_->c_str(), 1) : unsetenv(name_); }

 private:
  const char* name_;
  std::optional<std::string> before_;
};

TEST(CacheFile, IsInTheUsersCacheFolder) {
  const Variable home("HOME", "/home/u");
  {
    const Variable cache("XDG_CACHE_HOME", "/var/u");
    EXPECT_EQ(cache_path("x"), "/var/u/halfulp/x");
  }
  const Variable relative("XDG_CACHE_HOME", "u");
  EXPECT_EQ(cache_path("x"), "/home/u/.cache/halfulp/x");
  const Variable none("XDG_CACHE_HOME", nullptr);
  EXPECT_EQ(cache_path("x"), "/home/u/.cache/halfulp/x");
  const Variable no_home("HOME", nullptr);
  EXPECT_EQ(cache_path("x"), "");
}

}  // namespace
}  // namespace halfulp::device
