// SPDX-License-Identifier: Apache-2.0
#include "block_file.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <set>
#include <sstream>
#include <string>

#include "halfulp/error.hpp"

namespace halfulp {
namespace {

constexpr const char* kHead = "# two lines\n# of words\n";

class Blocks : public testing::Test {
 protected:
  void SetUp() override { std::filesystem::remove(path_); }
  void TearDown() override { std::filesystem::remove(path_); }

  void write(const std::string& text) const { std::ofstream(path_, std::ios::binary) << text; }
  [[nodiscard]] std::string text() const {
    std::ostringstream text;
    text << std::ifstream(path_, std::ios::binary).rdbuf();
    return text.str();
  }
  /// The first operands that work is called for.
  static std::set<std::uint32_t> missing(BlockFile& file) {
    std::mutex mutex;
    std::set<std::uint32_t> missing;
    file.for_each_missing_block([] { return 0; },
                                [&](std::uint32_t first, int /*helper*/) {
                                  const std::scoped_lock lock(mutex);
                                  missing.insert(first);
                                });
    return missing;
  }

  const std::string path_ = testing::TempDir() + testing::UnitTest::GetInstance()->current_test_info()->name() + ".txt";
};

TEST_F(Blocks, OfANewFileAreAllMissing) {
  {
    BlockFile file(path_, kHead);
    const std::set<std::uint32_t> blocks = missing(file);
    EXPECT_EQ(blocks.size(), 512U);
    EXPECT_EQ(*blocks.rbegin(), 0xff800000);
    file.add("0x00800000 1");
  }
  EXPECT_EQ(text(), std::string(kHead) + "0x00800000 1\n");
}

TEST_F(Blocks, ThatWereCutShortAreMadeAgain) {
  write(std::string(kHead) + "0x00800000 1\n0x01000000 2\n0x0180");
  {
    BlockFile file(path_, kHead);
    EXPECT_EQ(file.lines().size(), 2U);
    const std::set<std::uint32_t> blocks = missing(file);
    EXPECT_EQ(blocks.size(), 510U);
    EXPECT_FALSE(blocks.contains(0x01000000));
    EXPECT_TRUE(blocks.contains(0x01800000));
    file.add("0x01800000 3");
  }
  EXPECT_EQ(text(), std::string(kHead) + "0x00800000 1\n0x01000000 2\n0x01800000 3\n");
}

TEST_F(Blocks, OfAnotherProgramAreNotGoneOnWith) {
  const std::string other = "# two lines\n# of other words\n0x00800000 1\n";
  write(other);
  EXPECT_THROW(BlockFile(path_, kHead), Error);
  EXPECT_EQ(text(), other);
}

TEST_F(Blocks, ThatThrowAreToldAtTheEnd) {
  BlockFile file(path_, kHead);
  file.for_each_missing_block([] { return 0; },
                              [](std::uint32_t, int) { throw Error(Error::Kind::kInternal, "no such block"); });
  ASSERT_FALSE(file.failures().empty());
  EXPECT_EQ(file.failures().front(), "no such block");
}

TEST_F(Blocks, InAFolderThatIsMissingAreAnError) { EXPECT_THROW(BlockFile(path_ + "/none/file.txt", kHead), Error); }

}  // namespace
}  // namespace halfulp
