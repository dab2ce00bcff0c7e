// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "command.hpp"
#include "contains.hpp"

namespace halfulp::cli {
namespace {

Outcome judged_word(const Words& arguments) { return run_command(Words{"judge"} + arguments); }

TEST(JudgePacked, SaysWhichComponentsFail) {
  const Outcome one = judged_word({"d3d11", "pack_rgba8_unorm", "0.25", "0.5", "0.75", "1", "--result", "0xffbf7f41"});
  EXPECT_EQ(one.exit_code, 1);
  EXPECT_TRUE(one.output.starts_with("fail: x\n")) << one.output;
  EXPECT_TRUE(contains(one.output, "  x: binary32_to_unorm8(0.25) = 65/255 (0x41): fail: breaks D3D-FLOAT-TO-UNORM\n"));
  EXPECT_TRUE(contains(one.output, "halfulp judge d3d11 binary32_to_unorm8 0x3e800000 --result 0x41\n"));
  EXPECT_TRUE(contains(one.output, "  y: binary32_to_unorm8(0.5) = 127/255 (0x7f): pass\n"));
  EXPECT_TRUE(contains(one.output, "FLOAT to UNORM: clamped"));
  const Outcome two = judged_word({"d3d11", "pack_rgba8_unorm", "(0.25, 0.5, 0.75, 1)", "--result", "0x00bf7f41"});
  EXPECT_TRUE(two.output.starts_with("fail: x; w\n")) << two.output;
}

TEST(JudgePacked, TakesTheNamesOfLanguages) {
  EXPECT_EQ(judged_word({"vulkan1.3", "packUnorm4x8", "0.25", "0.5", "0.75", "1", "--result", "0xffbf8040"}).exit_code,
            0);
  const Words unpacked = {"vulkan1.3", "unpackSnorm4x8", "0x7f008140", "--result"};
  EXPECT_EQ(judged_word(unpacked + Words{"(0.503937, -1, 0, 1)"}).exit_code, 0);
  EXPECT_TRUE(judged_word(unpacked + Words{"(0.503937, -1, 0.5, 1)"}).output.starts_with("fail: z\n"));
  // One operand and one result are those of a component.
  EXPECT_TRUE(
      judged_word({"d3d11", "packUnorm4x8", "1", "--result", "0xff"}).output.starts_with("pass\n\nbinary32_to_unorm8"));
}

TEST(JudgePacked, WritesJson) {
  const Words one = {"d3d11", "pack_rgba8_unorm", "0.25", "0.5", "0.75", "1", "--result", "0xffbf7f41", "--json"};
  const Outcome outcome = judged_word(one);
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(contains(outcome.output, "\"word\": \"0xffbf7f41\",\n  \"verdict\": \"fail\""));
  EXPECT_TRUE(contains(outcome.output, "\"component\": \"w\""));
}

TEST(JudgePacked, TakesLinesOfTablesAsOneOfEachComponent) {
  const auto outcome_of = [](const std::string& lines) {
    return run_command({"judge", "glsl4.6", "--file", "-"}, {.input = "operation,x,y,z,w,result,expected\n" + lines});
  };
  EXPECT_TRUE(outcome_of("packUnorm4x8,0.1,0.2,0.3,0.4,0x664d331a,\n").output.starts_with("pass: 4 of 4 results"));
  const Outcome failing = outcome_of("packUnorm4x8,0.1,0.2,0.3,0.4,0x664d331b,\nadd,1,2,,,3,\n");
  EXPECT_TRUE(failing.output.starts_with("fail: 1 of 5 results"));
  EXPECT_TRUE(contains(failing.output, "line 2: binary32_to_unorm8(0.1) = 27/255 (0x1b): fail"));
  const Outcome unpacked = outcome_of("unpackSnorm4x8,0x7f008140,,,,\"(0.503937, -1, 0.5, 1)\",\n");
  EXPECT_TRUE(unpacked.output.starts_with("fail: 1 of 4 results")) << unpacked.output;
  // One operand and one result are those of a component.
  EXPECT_TRUE(outcome_of("packUnorm4x8,1,,,,0xff,\n").output.starts_with("pass: 1 of 1 results"));
  const auto problem = [&](const std::string& line, const std::string& what) {
    const Outcome outcome = outcome_of(line + "\n");
    EXPECT_EQ(outcome.exit_code, 3) << line;
    EXPECT_TRUE(contains(outcome.diagnostics, what)) << outcome.diagnostics;
  };
  problem("packUnorm4x8,1,1,1,,0xffffffff,", "rgba8_unorm has 4 components, 3 numbers given");
  problem("packUnorm4x8,1,1,1,1,,", "result of packUnorm4x8: it is missing");
  problem("packUnorm4x8,1,1,1,1,0xgg,", "'0xgg' is no word");
  problem("packUnorm4x8,1,1,1,1,,0xffffffff", "expectations are of components");
}

TEST(JudgePacked, HoldsARegisterOf32BitsToItsZeros) {
  EXPECT_EQ(judged_word({"d3d11", "f32tof16", "1", "--result", "0x00003c00"}).exit_code, 0);
  const Outcome wrong = judged_word({"d3d11", "f32tof16", "1", "--result", "0x00013c00"});
  EXPECT_EQ(wrong.exit_code, 1);
  EXPECT_TRUE(contains(wrong.output, "bits of no component: 0x00010000, which have to be 0"));
  EXPECT_EQ(judged_word({"d3d11", "f16tof32", "0xfedc3c00", "--result", "1"}).exit_code, 0);
  EXPECT_EQ(judged_word({"d3d11", "f16tof32", "0xfedc3c00", "--result", "2"}).exit_code, 1);
  EXPECT_TRUE(
      judged_word({"d3d11", "f32tof16", "1", "--result", "0x3c00"}).output.starts_with("pass\n\nbinary32_to_binary16"));
}

TEST(JudgePacked, CountsAReadingOnlyWithStrict) {
  const Words rounded_up = {"d3d11", "pack_rg16_float", "0x3f801fff", "1", "--result", "0x3c003c01"};
  const Outcome outcome = judged_word(rounded_up);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_TRUE(outcome.output.starts_with("passes under another reading: x\n")) << outcome.output;
  EXPECT_TRUE(contains(outcome.output, "passes under narrow.round=rne"));
  EXPECT_EQ(judged_word(rounded_up + Words{"--strict"}).exit_code, 1);
  EXPECT_TRUE(judged_word(rounded_up + Words{"--reading", "narrow.round=rne"}).output.starts_with("pass\n"));
  const Words toward_zero = {"d3d11", "pack_rg16_float", "0x3f801fff", "1", "--result", "0x3c003c00"};
  const Outcome other = judged_word(toward_zero + Words{"--reading", "narrow.round=rne"});
  EXPECT_TRUE(contains(other.output, "--result 0x3c00 --reading narrow.round=rne\n"));
}

TEST(JudgePacked, RefusesWhatItCannotRead) {
  struct Row {
    Words arguments;
    int exit_code;
    const char* says;
  };
  const Row rows[] = {
      {{"d3d11", "pack_rgba8_unorm", "1", "2", "3", "--result", "0"}, 2, "4 components, 3 numbers given"},
      {{"d3d11", "pack_rgba8_unorm", "1", "2", "3", "4", "--result", "0x1ffffffff"},
       3,
       "bits above its register of 32"},
      {{"d3d11", "pack_rgba8_unorm", "1", "2", "3", "4", "--result", "0xfg"}, 3, "'0xfg' is no word"},
      {{"d3d11", "pack_rgba8_unorm", "1", "2", "3", "4", "--result", "0x"}, 3, "'0x' is no word"},
      {{"d3d11", "unpack_rg16_float", "1", "2", "--result", "3"}, 2, "one word as its operand"},
      {{"d3d11", "pack_rgba8_uint", "1", "2", "3", "4", "--result", "0"}, 2, "no operation converts binary32 to uint8"},
      {{"d3d11", "pack_rgba9", "1", "--result", "0xff"}, 2, "unknown operation 'pack_rgba9'"},
  };
  for (const Row& row : rows) {
    const Outcome outcome = judged_word(row.arguments);
    EXPECT_EQ(outcome.exit_code, row.exit_code) << row.says;
    EXPECT_TRUE(contains(outcome.diagnostics, row.says));
    EXPECT_EQ(outcome.output, "");
  }
}

TEST(JudgePacked, IsWhereWholeWordsAreAsked) {
  const Words device = {"try", "reference"};
  for (const Words& first : {Words{"explain"}, Words{"evaluate"}, device}) {
    for (const Words& word :
         {Words{"d3d11", "packUnorm4x8", "1", "0.5", "0.25", "0"}, Words{"d3d11", "unpackSnorm4x8", "0x80ff0180"}}) {
      const Outcome outcome = run_command(first + word);
      EXPECT_EQ(outcome.exit_code, 2);
      EXPECT_TRUE(contains(outcome.diagnostics,
                           "is asked here for one component, as " +
                               std::string(word[1] == "packUnorm4x8" ? "binary32_to_unorm8" : "snorm8_to_binary32")))
          << outcome.diagnostics;
      EXPECT_TRUE(contains(outcome.diagnostics, "'halfulp judge' takes a whole word")) << outcome.diagnostics;
    }
    EXPECT_EQ(run_command(first + Words{"d3d11", "packUnorm4x8", "0.5"}).exit_code, 0);
    EXPECT_EQ(run_command(first + Words{"d3d11", "unpackSnorm4x8", "0x80"}).exit_code, 0);
  }
}

}  // namespace
}  // namespace halfulp::cli
