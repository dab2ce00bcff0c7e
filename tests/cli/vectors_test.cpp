// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <sstream>

#include "command.hpp"
#include "contains.hpp"
#include "exchange_folder.hpp"
#include "file_size_limit.hpp"
#include "halfulp/suite.hpp"

namespace halfulp::cli {
namespace {

using Json = nlohmann::json;

/// A suite's operands as files hold them.
std::vector<std::string> lanes_of(SuiteSize size, std::uint64_t seed, Operation operation, Format format) {
  const Suite suite(size, seed, operation, format);
  std::vector<std::string> lanes;
  for (int i = 0; i < info(operation).arity; ++i) {
    lanes.emplace_back(suite.cases() * static_cast<std::size_t>(info(info(operation).operand_format(i, format)).bytes),
                       '\0');
  }
  std::vector<Lane> spans;
  for (std::string& lane : lanes) spans.push_back(std::as_writable_bytes(std::span(lane)));
  suite.fill(0, spans);
  return lanes;
}

TEST(Vectors, HaveTheirNamesOnceTheyAreWhole) {
  const std::string folder = temporary_path("vectors");
  std::filesystem::create_directories(folder);
  const std::string kept = folder + "/add.binary32.x.bin";
  write_text_file(kept, "as it was");
  {
    const test::FileSizeLimit full(100000);
    const Outcome no_room = run_command({"vectors", "--operation", "add", "-o", folder});
    EXPECT_EQ(no_room.exit_code, 3);
    EXPECT_TRUE(contains(no_room.diagnostics, "; give a folder that has room"));
  }
  EXPECT_EQ(read_file(kept), "as it was");
  const std::filesystem::directory_iterator files(folder);
  EXPECT_EQ(std::distance(begin(files), end(files)), 1) << "the temporary files are gone";
}

TEST(Vectors, AreTheSuitesOperandsInRawFiles) {
  const std::string folder = write_vectors("vectors", {"--operation", "add,itof", "--seed", "7"});
  const Json manifest = Json::parse(read_file(folder + "/manifest.json"));
  EXPECT_EQ(manifest["format"], "halfulp vectors");
  EXPECT_EQ(manifest["version"], 1);
  EXPECT_EQ(manifest["suite"], "quick");
  EXPECT_EQ(manifest["seed"], 7);
  EXPECT_EQ(manifest["byte_order"], "little");
  ASSERT_EQ(manifest["operations"].size(), 2);
  const Json& add = manifest["operations"][0];
  EXPECT_EQ(add["operation"], "add");
  EXPECT_EQ(add["format"], "binary32");
  EXPECT_EQ(add["result"]["file"], "add.binary32.result.bin");
  const auto lanes = lanes_of(SuiteSize::quick, 7, Operation::add, Format::binary32);
  EXPECT_EQ(add["cases"], lanes[0].size() / 4);
  EXPECT_TRUE(read_file(folder + "/add.binary32.x.bin") == lanes[0]);
  EXPECT_TRUE(read_file(folder + "/add.binary32.y.bin") == lanes[1]);
  EXPECT_EQ(manifest["operations"][1]["operands"][0]["format"], "sint32");
  const Json results = Json::parse(read_file(folder + "/results.json"));
  EXPECT_EQ(results["vectors"], manifest["id"]);
  EXPECT_EQ(results["results"][1]["file"], "itof.binary32.result.bin");
}

TEST(Vectors, HaveAnIdThatTellsTheSeed) {
  const auto id = [](const std::string& name, const std::string& seed) {
    const std::string folder = write_vectors(name, {"--operation", "sqrt", "--seed", seed});
    return Json::parse(read_file(folder + "/manifest.json"))["id"].get<std::string>();
  };
  const std::string first = id("first", "1");
  EXPECT_EQ(first, id("again", "1"));
  EXPECT_NE(first, id("second", "2"));
}

TEST(Vectors, HaveTheDigestsOfTheirFiles) {
  const std::string folder = write_vectors("vectors", {"--operation", "unorm8_to_binary32"});
  const Json manifest = Json::parse(read_file(folder + "/manifest.json"));
  // The bytes 0 to 255, whose SHA-256 sha256sum gives as well.
  std::string all;
  for (int code = 0; code < 256; ++code) all += static_cast<char>(code);
  EXPECT_TRUE(read_file(folder + "/unorm8_to_binary32.unorm8.x.bin") == all);
  EXPECT_EQ(manifest["operations"][0]["operands"][0]["sha256"],
            "40aff2e9d2d8922e47afd4648e6967497158785fbd1da870e7110266bf944880");
}

TEST(Vectors, AreNpyFilesWhenAsked) {
  const std::string folder =
      write_vectors("vectors", {"--operation", "movc", "--format", "binary16", "--files", "npy"});
  const std::string file = read_file(folder + "/movc.binary16.x.npy");
  const auto lanes = lanes_of(SuiteSize::quick, 1, Operation::movc, Format::binary16);
  const std::string begin("\x93NUMPY\x01\x00\x76\x00", 10);
  EXPECT_TRUE(file.starts_with(begin));
  EXPECT_TRUE(contains(file.substr(0, 128), "{'descr': '<f2', 'fortran_order': False, 'shape': (" +
                                                std::to_string(lanes[1].size() / 2) + ",), }"));
  EXPECT_EQ(file[127], '\n');
  EXPECT_TRUE(file.substr(128) == lanes[1]);
  EXPECT_TRUE(contains(read_file(folder + "/movc.binary16.c.npy").substr(0, 128), "'<u4'"));
}

TEST(Vectors, HaveSeveralFormatsAndConversionsTheirOwn) {
  const std::string folder =
      write_vectors("vectors", {"--operation", "sqrt,ufloat10_to_binary16", "--format", "binary16,ufloat11"});
  std::string asked;
  const Json manifest = Json::parse(read_file(folder + "/manifest.json"));
  for (const Json& entry : manifest["operations"]) {
    asked += entry["operation"].get<std::string>() + " " + entry["format"].get<std::string>() + "\n";
  }
  EXPECT_EQ(asked, "sqrt binary16\nsqrt ufloat11\nufloat10_to_binary16 ufloat10\n");
}

TEST(Vectors, AreLinesWithoutAFolder) {
  const Outcome outcome = run_command({"vectors", "--operation", "itof", "--seed", "3"});
  EXPECT_EQ(outcome.exit_code, 0);
  const std::string lane = lanes_of(SuiteSize::quick, 3, Operation::itof, Format::binary32)[0];
  std::istringstream lines(outcome.output);
  std::string line;
  std::size_t at = 0;
  for (; std::getline(lines, line); at += 4) {
    ASSERT_EQ(line.size(), 8U);
    std::uint32_t bits = 0;
    std::memcpy(&bits, lane.data() + at, sizeof(bits));
    ASSERT_EQ(std::stoul(line, nullptr, 16), bits);
  }
  EXPECT_EQ(at, lane.size());
  EXPECT_TRUE(run_command({"vectors", "--operation", "add", "--format", "binary16"}).output.starts_with("0000 "));
}

TEST(Vectors, EndQuietlyWhenTheReaderGoesAway) {
  const Outcome outcome = run_command({"vectors", "--operation", "add"}, {.close_output_at_once = true});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.diagnostics, "");
}

TEST(Vectors, RefuseWhatCannotBeWritten) {
  const auto complaint = [](const Words& words, int code = 2) {
    Words all = {"vectors"};
    all.insert(all.end(), words.begin(), words.end());
    const Outcome outcome = run_command(all);
    EXPECT_EQ(outcome.exit_code, code) << outcome.diagnostics;
    return outcome.diagnostics;
  };
  EXPECT_TRUE(contains(complaint({"--operation", "ad"}), "did you mean 'add'"));
  EXPECT_TRUE(contains(complaint({"--operation", "add,mul"}), "lines hold one operation in one format, and 2"));
  EXPECT_TRUE(contains(complaint({"--operation", "add", "--format", "unorm8"}), "name a floating format"));
  EXPECT_TRUE(contains(complaint({"--operation", "add", "--suite", "exhaustive"}), "more than the 32"));
  EXPECT_TRUE(contains(complaint({"--operation", "add", "-o", temporary_path("x"), "--files", "text"}), "raw or npy"));
  EXPECT_TRUE(contains(complaint({}), "--operation"));
  const std::string file = temporary_path("file");
  write_text_file(file, "");
  EXPECT_TRUE(contains(complaint({"--operation", "sqrt", "-o", file + "/folder"}, 3), "cannot be made"));
  const std::string folder = write_vectors("vectors", {"--operation", "unorm8_to_binary32"});
  EXPECT_TRUE(contains(complaint({"--operation", "sqrt", "-o", folder}), "is there already"));
}

}  // namespace
}  // namespace halfulp::cli
