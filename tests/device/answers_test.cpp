// SPDX-License-Identifier: Apache-2.0
// The program's side of exec:, as the programs for Windows speak it.
#include "device/exec/answers.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <memory>
#include <string>

#include "device/exec/greeting.hpp"
#include "device/lanes.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

/// Adds by one instruction, and fails in every other operation.
class Adder final : public Device {
 public:
  [[nodiscard]] const DeviceDescription& description() const override { return description_; }
  [[nodiscard]] std::vector<Variant> variants(Operation operation, Format format) const override {
    if (format != Format::binary32 || (operation != Operation::add && operation != Operation::mul)) return {};
    return {{.name = "first", .instruction = "add o, x, y", .operands = ""},
            {.name = "second", .instruction = "other", .operands = ""}};
  }
  void compute(Operation operation, Format format, std::size_t variant, std::span<const ConstLane> operands,
               Lane results) override {
    if (operation != Operation::add) throw Error(Error::Kind::kDevice, "refused\nThe shader:\nmul o, x, y");
    open_device("host", {})->compute(operation, format, variant, operands, results);
  }

 private:
  DeviceDescription description_{.name = "", .kind = "", .title = "an adder", .facts = {{"driver", "none"}}};
};

/// What is said in answer to `asked`.
std::string answer(const std::string& asked) {
  const File in(std::tmpfile(), std::fclose);
  const File out(std::tmpfile(), std::fclose);
  std::fwrite(asked.data(), 1, asked.size(), in.get());
  std::rewind(in.get());
  Adder device;
  answer_blocks(device, in.get(), out.get());
  std::string said(static_cast<std::size_t>(std::ftell(out.get())), '\0');
  std::rewind(out.get());
  EXPECT_EQ(std::fread(said.data(), 1, said.size(), out.get()), said.size());
  return said;
}

std::string bytes(const std::vector<float>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(float)};
}

TEST(Answers, BeginWithAGreetingThatIsRead) {
  const std::string said = answer("");
  GreetingReader reader;
  std::size_t at = 0;
  for (bool more = true; more;) {
    const std::size_t end = said.find('\n', at);
    ASSERT_NE(end, std::string::npos);
    more = reader.take(said.substr(at, end - at));
    at = end + 1;
  }
  EXPECT_EQ(at, said.size());
  const Greeting& greeting = reader.greeting();
  EXPECT_EQ(greeting.title, "an adder");
  EXPECT_EQ(greeting.facts, (std::vector<std::pair<std::string, std::string>>{{"driver", "none"}}));
  EXPECT_EQ(greeting.offers.at({Operation::add, Format::binary32}), "add o, x, y");
  EXPECT_FALSE(greeting.offers.contains({Operation::add, Format::binary64}));
  EXPECT_FALSE(greeting.offers.contains({Operation::sqrt, Format::binary32}));
}

TEST(Answers, AreTheResultsOfEachBlock) {
  const std::string said =
      answer("add binary32 2\n" + bytes({1, 2}) + bytes({3, 4}) + "add binary32 1\n" + bytes({5}) + bytes({6}));
  const std::string expected = "results 2\n" + bytes({4, 6}) + "end\nresults 1\n" + bytes({11}) + "end\n";
  EXPECT_TRUE(said.ends_with("ready\n" + expected));
}

// The next block is answered: the operands of the one that failed were read.
TEST(Answers, AreTheFirstLineOfAnError) {
  const std::string said =
      answer("mul binary32 1\n" + bytes({1}) + bytes({2}) + "add binary32 1\n" + bytes({1}) + bytes({2}));
  EXPECT_TRUE(said.ends_with("ready\nerror refused\nresults 1\n" + bytes({3}) + "end\n")) << said;
}

TEST(Answers, EndWithWhatIsNoBlock) {
  const auto error = [](const std::string& asked) {
    try {
      static_cast<void>(answer(asked));
    } catch (const Error& thrown) {
      EXPECT_EQ(thrown.kind(), Error::Kind::kInput);
      return std::string(thrown.what());
    }
    return std::string("answered");
  };
  EXPECT_EQ(error("add\n"), "'add': two blanks are missing; expected 'OPERATION FORMAT CASES'");
  EXPECT_EQ(error("ad binary32 1\n"),
            "'ad binary32 1': no such operation or format; expected 'OPERATION FORMAT CASES'");
  EXPECT_EQ(error("sqrt binary32 1\n"), "'sqrt binary32 1': it was not offered; expected 'OPERATION FORMAT CASES'");
  for (const char* const cases : {"0", "-1", "1x", "1048577"}) {
    EXPECT_EQ(
        error(std::string("add binary32 ") + cases + "\n"),
        std::string("'add binary32 ") + cases + "': a block has 1 to 1048576 cases; expected 'OPERATION FORMAT CASES'");
  }
  EXPECT_EQ(error("add binary32 2\n" + bytes({1, 2, 3})), "the input ends within a block's operands");
  EXPECT_EQ(error("add binary32"), "'add binary32...': expected a line 'OPERATION FORMAT CASES'");
  EXPECT_EQ(error(std::string(2000, 'a')),
            "'" + std::string(60, 'a') + "...': expected a line 'OPERATION FORMAT CASES'");
}

}  // namespace
}  // namespace halfulp::device
