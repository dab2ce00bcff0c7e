// SPDX-License-Identifier: Apache-2.0
// --failures: every case that does not pass, in a file.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "command.hpp"
#include "contains.hpp"
#include "file_size_limit.hpp"

namespace halfulp::cli {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> rows_in(const std::string& path) {
  std::istringstream text(read_file(path));
  std::vector<std::string> lines;
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  return lines;
}

const std::string kFailureColumns =
    "rulebook,operation,format,variant,index,operands,result,verdict,rule,under,nearest,error_ulp,cause";
/// 1 + 2 = 3; a denormal that is kept; 1 + 2 = 4; 1 + 1.5 * 2^-24 rounded down; 1 + 2 = NaN.
const std::string kFailingLines =
    "3f800000 40000000 40400000\n00000001 00000000 00000001\n3f800000 40000000 40800000\n"
    "3f800000 33c00000 3f800000\n3f800000 40000000 7fc00000\n";

Outcome verify_add(const std::string& lines, const Words& words) {
  return run_command(Words{"verify", "--operation", "add"} + words, {.input = lines});
}

TEST(Failures, AreAllThatDoesNotPass) {
  const std::string path = temporary_path("failures.csv");
  const Outcome outcome = verify_add(kFailingLines, {"--failures", path});
  EXPECT_EQ(outcome.exit_code, 1) << outcome.diagnostics;
  EXPECT_TRUE(contains(outcome.output, "failures: " + path));
  const std::vector<std::string> lines = rows_in(path);
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_EQ(lines[0], kFailureColumns);
  EXPECT_EQ(lines[1],
            "d3d11,add,binary32,,1,0x00000001 0x00000000,0x00000001,fail,D3D-FLUSH-OPERANDS,,0x00000000,,"
            "keeps_denormals.binary32");
  EXPECT_TRUE(contains(lines[2], "d3d11,add,binary32,,2,0x3f800000 0x40000000,0x40800000,fail,D3D"));
  EXPECT_TRUE(contains(lines[2], ",0x40400000,4194304,")) << "the nearest permitted value and the distance";
  EXPECT_TRUE(contains(lines[3], ",3,0x3f800000 0x33c00000,0x3f800000,reading,D3D"));
  EXPECT_TRUE(contains(lines[3], "d3d11.addsubmul="));
  // The one permitted value in the place of a NaN.
  EXPECT_TRUE(contains(lines[4], ",4,0x3f800000 0x40000000,0x7fc00000,fail,"));
  EXPECT_TRUE(contains(lines[4], ",0x40400000,,"));
}

TEST(Failures, AreTheSameAsJsonLines) {
  const std::string csv = temporary_path("failures.csv");
  const std::string json = temporary_path("failures.jsonl");
  ASSERT_EQ(verify_add(kFailingLines, {"--failures", csv}).exit_code, 1);
  ASSERT_EQ(verify_add(kFailingLines, {"--failures", json}).exit_code, 1);
  const std::vector<std::string> lines = rows_in(json);
  ASSERT_EQ(lines.size() + 1, rows_in(csv).size());
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Json row = Json::parse(lines[i]);
    const auto text = [&](const char* name) { return row[name].is_null() ? "" : row[name].get<std::string>(); };
    const std::string same = text("rulebook") + "," + text("operation") + "," + text("format") + "," + text("variant") +
                             "," + row["index"].dump() + "," + row["operands"][0].get<std::string>() + " " +
                             row["operands"][1].get<std::string>() + "," + text("result") + "," + text("verdict") +
                             "," + text("rule") + "," + text("under") + "," + text("nearest") + ",";
    EXPECT_TRUE(rows_in(csv)[i + 1].starts_with(same)) << same;
    EXPECT_TRUE(rows_in(csv)[i + 1].ends_with("," + text("cause")));
  }
}

TEST(Failures, AreRecordsOfNumPy) {
  const std::string path = temporary_path("failures.npy");
  ASSERT_EQ(verify_add(kFailingLines, {"--failures", path}).exit_code, 1);
  const std::string file = read_file(path);
  ASSERT_TRUE(file.starts_with("\x93NUMPY\x01"));
  const std::size_t begin = 10 + static_cast<unsigned char>(file[8]) + 256U * static_cast<unsigned char>(file[9]);
  const std::string header = file.substr(10, begin - 10);
  EXPECT_TRUE(contains(header,
                       "('rulebook', '|S5'), ('operation', '|S3'), ('format', '|S8'), ('variant', '|S1'), "
                       "('index', '<u8'), ('operands', '<u8', (2,)), ('result', '<u8'), ('verdict', '|S7')"));
  EXPECT_TRUE(contains(header, "'shape': (4 "));
  // The widths that the header states are those of the records.
  const auto width = [&](const std::string& name) {
    const std::size_t at = header.find("('" + name + "', '|S") + name.size() + 8;
    return std::stoul(header.substr(at));
  };
  std::size_t size = 8 + 16 + 8 + 1 + 8 + 8;
  for (const char* name : {"rulebook", "operation", "format", "variant", "verdict", "rule", "under", "cause"}) {
    size += width(name);
  }
  ASSERT_EQ(file.size(), begin + 4 * size);
  const std::size_t index = width("rulebook") + width("operation") + width("format") + width("variant");
  const auto word = [&](std::size_t row, std::size_t at) {
    std::uint64_t value = 0;
    std::memcpy(&value, file.data() + begin + row * size + at, sizeof value);
    return value;
  };
  EXPECT_EQ(word(1, index), 2U);
  EXPECT_EQ(word(1, index + 8), 0x3f800000U);
  EXPECT_EQ(word(1, index + 16), 0x40000000U);
  EXPECT_EQ(word(1, index + 24), 0x40800000U);
}

/// Rows of a file by a column, or by two.
std::map<std::string, std::uint64_t> counts_by(const std::string& path, std::size_t column) {
  std::map<std::string, std::uint64_t> counts;
  const std::vector<std::string> lines = rows_in(path);
  for (std::size_t i = 1; i < lines.size(); ++i) {
    std::vector<std::string> fields;
    bool quoted = false;
    fields.emplace_back();
    for (const char letter : lines[i]) {
      if (letter == '"') quoted = !quoted;
      if (letter == ',' && !quoted) {
        fields.emplace_back();
      } else {
        fields.back() += letter;
      }
    }
    EXPECT_EQ(fields.size(), 13U) << lines[i];
    ++counts[fields[column]];
  }
  return counts;
}

TEST(Failures, AddUpToTheReportWhateverTheThreads) {
  const std::string path = temporary_path("failures.csv");
  const std::string again = temporary_path("again.csv");
  const std::string json_path = temporary_path("report.json");
  const Words words = {"check",      "--device",    "host",    "--operation", "add,mul,sqrt,dp3",
                       "--rulebook", "d3d10,d3d11", "--cases", "20000"};
  ASSERT_EQ(run_command(words + Words{"--failures", path, "--json", json_path}).exit_code, 1);
  ASSERT_EQ(run_command(words + Words{"--failures", again, "--threads", "1"}).exit_code, 1);
  EXPECT_EQ(read_file(path), read_file(again));
  const Json json = Json::parse(read_file(json_path));
  std::uint64_t failed = 0;
  std::uint64_t reading = 0;
  std::map<std::string, std::uint64_t> causes;
  for (const Json& result : json["results"]) {
    failed += result["failed"].get<std::uint64_t>();
    reading += result["reading"].get<std::uint64_t>();
  }
  for (const Json& cause : json["causes"]) {
    causes[cause["id"]] = cause["failed"].get<std::uint64_t>() + cause["reading"].get<std::uint64_t>();
  }
  ASSERT_GT(failed, 0U);
  ASSERT_GT(reading, 0U);
  EXPECT_EQ(counts_by(path, 7), (std::map<std::string, std::uint64_t>{{"fail", failed}, {"reading", reading}}));
  std::map<std::string, std::uint64_t> charged = counts_by(path, 12);
  charged.erase("unexplained");
  EXPECT_EQ(charged, causes);
}

TEST(Failures, HaveALimitByRuleAndRangesOfNeighbours) {
  std::string kept;  // denormals 1 to 16, 18 and 17, and 1 again
  for (int i = 1; i <= 16; ++i) kept += fmt::format("{0:08x} 00000000 {0:08x}\n", i);
  kept += "00000012 00000000 00000012\n00000011 00000000 00000011\n00000001 00000000 00000001\n";
  const std::string path = temporary_path("failures.csv");
  ASSERT_EQ(verify_add(kept, {"--failures", path, "--failures-ranges"}).exit_code, 1);
  const std::vector<std::string> lines = rows_in(path);
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_TRUE(contains(lines[0], "operands,last_operands,cases,result"));
  EXPECT_TRUE(contains(lines[1], ",0,0x00000001 0x00000000,0x00000010 0x00000000,16,0x00000001,fail,"));
  EXPECT_TRUE(contains(lines[2], ",16,0x00000012 0x00000000,0x00000012 0x00000000,1,"));
  EXPECT_TRUE(contains(lines[3], ",17,0x00000011 "));
  EXPECT_TRUE(contains(lines[4], ",18,0x00000001 "));
  const Outcome limited = verify_add(kept + kFailingLines, {"--failures", path, "--failures-limit", "2"});
  EXPECT_TRUE(contains(limited.diagnostics, "5 of 23 cases; --failures-limit left out the others"))
      << limited.diagnostics;
  for (const auto& [rule, count] : counts_by(path, 8))
    EXPECT_LE(count, rule == "D3D10.1-ADD-SUB-MUL" ? 3U : 2U) << rule;  // and one of a reading
  const Outcome both = verify_add(kept, {"--failures", path, "--failures-limit", "1", "--failures-ranges"});
  EXPECT_EQ(rows_in(path), (std::vector<std::string>{lines[0], lines[1]}));
  EXPECT_TRUE(contains(both.diagnostics, "16 of 19 cases"));
}

TEST(Failures, KeepAFileThatCannotBeReplaced) {
  const std::string path = temporary_path("failures.csv");
  write_text_file(path, "as it was\n");
  std::string lines;
  for (int i = 0; i < 100; ++i) lines += kFailingLines;
  const test::FileSizeLimit full(4096);
  const Outcome outcome = verify_add(lines, {"--failures", path});
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_TRUE(contains(outcome.output, "does not conform")) << "the report comes first";
  EXPECT_TRUE(contains(outcome.diagnostics, "cannot be written"));
  EXPECT_EQ(read_file(path), "as it was\n");
}

TEST(Failures, RefuseWhatTheyCannotBe) {
  const auto refused = [](const Words& words) {
    const Outcome outcome = run_command(Words{"check", "--device", "host", "--operation", "add"} + words);
    EXPECT_EQ(outcome.exit_code, 2) << outcome.output;
    return outcome.diagnostics;
  };
  EXPECT_TRUE(contains(refused({"--failures", temporary_path("failures.txt")}), ".csv, .jsonl or .npy"));
  EXPECT_TRUE(contains(refused({"--failures-limit", "3"}), "need --failures FILE"));
  EXPECT_TRUE(contains(refused({"--failures-ranges"}), "need --failures FILE"));
  EXPECT_TRUE(contains(refused({"--failures", temporary_path("a.csv"), "--resume", "--out", temporary_path("out")}),
                       "leave out --resume"));
  const Outcome nowhere = verify_add(kFailingLines, {"--failures", temporary_path("none") + "/a.csv"});
  EXPECT_EQ(nowhere.exit_code, 3);
}

}  // namespace
}  // namespace halfulp::cli
