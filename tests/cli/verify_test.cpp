// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "command.hpp"
#include "contains.hpp"
#include "exchange_folder.hpp"
#include "halfulp/suite.hpp"

namespace halfulp::cli {
namespace {

using Json = nlohmann::ordered_json;

/// What a report says of the results, but for where they come from.
Json verdicts(const std::string& path) {
  Json json = Json::parse(read_file(path));
  Json kept;
  for (const char* member : {"suite", "seed", "conforms", "complete", "results", "properties", "roundings"}) {
    kept[member] = json.at(member);
  }
  for (const char* list : {"results", "properties"}) {
    for (Json& item : kept[list]) {
      for (const char* member : {"variant", "instruction", "operands_from"}) item.erase(member);
    }
  }
  return kept;
}

/// Returns the report of verify.
Json expect_same_verdicts(const std::string& device, const std::string& rulebook, const Words& asked) {
  Words words = asked;
  const std::string vectors = write_vectors("vectors", words);
  const std::string results = compute_results(vectors, temporary_path("results"), device);
  const std::string verified = temporary_path("verified.json");
  const std::string checked = temporary_path("checked.json");
  const Outcome verify = run_command({"verify", vectors, results, "--rulebook", rulebook, "--json", verified});
  words.insert(words.begin(), {"check", "--device", device, "--rulebook", rulebook, "--json", checked});
  const Outcome check = run_command(words);
  EXPECT_EQ(verify.exit_code, check.exit_code) << verify.diagnostics << check.diagnostics;
  EXPECT_EQ(verdicts(verified), verdicts(checked));
  return Json::parse(read_file(verified));
}

TEST(Verify, GivesTheVerdictsOfCheckOnTheReference) {
  expect_same_verdicts("reference:d3d11", "d3d11",
                       {"--operation", "add,rsq,lt,ftoi,movc", "--format", "binary32", "--seed", "5"});
}

TEST(Verify, GivesTheVerdictsOfCheckOnADeviceThatBreaksRules) {
  expect_same_verdicts("host", "d3d11", {"--operation", "mul,exp2", "--format", "binary32"});
}

TEST(Verify, GivesTheVerdictsOfCheckOnConversionsAndTheirProperties) {
  const Json report =
      expect_same_verdicts("reference:metal4", "metal4,d3d11",
                           {"--operation", "binary32_to_unorm8,unorm8_to_binary32", "--format", "binary32,unorm8"});
  // Round trips among them: the decoded values are operands of the suite.
  EXPECT_EQ(report["properties"].size(), 3);
}

TEST(Verify, JudgesASampleOfWhatIsComposed) {
  const Json report =
      expect_same_verdicts("reference:metal1-fast", "metal1-fast", {"--operation", "atanh", "--format", "binary32"});
  EXPECT_EQ(report["results"][0]["sampled"], true);
}

TEST(Verify, GivesTheVerdictsOfCheckInTheFormatsAskedFor) {
  expect_same_verdicts("reference:d3d11", "d3d11", {"--operation", "sqrt,mul", "--format", "binary16,ufloat11"});
}

/// A folder of vectors of add in binary32, with the reference's results in it.
std::string folder_of_add() {
  const std::string folder = write_vectors("vectors", {"--operation", "add"});
  return compute_results(folder, folder, "reference:d3d11");
}

TEST(Verify, TellsAWrongResultUnderItsRule) {
  const std::string folder = folder_of_add();
  EXPECT_EQ(run_command({"verify", folder}).exit_code, 0);
  // A result whose exponent is wrong.
  flip_byte(folder + "/add.binary32.result.bin", 4 * 200000 + 3);
  const std::string json = temporary_path("report.json");
  const std::string junit = temporary_path("report.xml");
  const Outcome outcome = run_command({"verify", folder, "--json", json, "--junit", junit, "--verbose"});
  EXPECT_EQ(outcome.exit_code, 1) << outcome.diagnostics;
  EXPECT_TRUE(contains(outcome.output, "does not conform to d3d11: 1 of 1 operations fail"));
  EXPECT_TRUE(contains(outcome.output, "halfulp judge d3d11 add 0x"));
  const Json report = Json::parse(read_file(json));
  EXPECT_EQ(report["device"]["kind"], "recorded");
  const Json& result = report["results"][0];
  EXPECT_EQ(result["failed"], 1);
  const Suite suite(SuiteSize::quick, 1, Operation::add, Format::binary32);
  std::uint32_t x = 0;
  std::uint32_t y = 0;
  const Lane lanes[] = {std::as_writable_bytes(std::span(&x, 1)), std::as_writable_bytes(std::span(&y, 1))};
  suite.fill(200000, lanes);
  ASSERT_EQ(result["broken"].size(), 1);
  EXPECT_EQ(result["broken"][0]["example"]["operands"],
            (Json{bits_text(Format::binary32, x), bits_text(Format::binary32, y)}));
  EXPECT_TRUE(contains(outcome.output, result["broken"][0]["rule"].get<std::string>()));
  EXPECT_TRUE(contains(read_file(junit), "name=\"add"));
}

TEST(Verify, TellsTheDeviceThatTheResultsName) {
  const std::string folder = folder_of_add();
  replace_in_file(folder + "/results.json", "\"device\": \"\"", "\"device\": \"Adder 3000\"");
  replace_in_file(folder + "/results.json", "\"facts\": {}", "\"facts\": {\"driver\": \"1.2\"}");
  replace_in_file(folder + "/results.json", "\"instruction\": \"\"", "\"instruction\": \"FADD\"");
  const std::string text = run_command({"verify", folder, "--verbose"}).output;
  EXPECT_TRUE(text.starts_with("Adder 3000 (" + folder + ")\n  driver: 1.2\n")) << text;
  EXPECT_TRUE(contains(text, "  FADD\n"));
}

// A terminal would obey them.
TEST(Verify, ShowsNoControlCharactersOfTheResults) {
  const std::string folder = folder_of_add();
  replace_in_file(folder + "/results.json", "\"device\": \"\"", R"("device": "A\u001b[2J\nconforms\u009b")");
  replace_in_file(folder + "/results.json", "\"facts\": {}", R"("facts": {"d\n": "1\u0007"})");
  replace_in_file(folder + "/results.json", "\"instruction\": \"\"", R"("instruction": "F\nADD\u007f")");
  const std::string text = run_command({"verify", folder, "--verbose"}).output;
  EXPECT_TRUE(text.starts_with("A?[2J?conforms? (" + folder + ")\n  d?: 1?\n")) << text;
  EXPECT_TRUE(contains(text, "  F?ADD?\n"));
}

TEST(Verify, TellsWhatWasNotComputedAndWhatHasNoRules) {
  const std::string folder = write_vectors("vectors", {"--operation", "add,sqrt,acos"});
  compute_results(folder, folder, "reference:metal1");
  const Outcome without_rules = run_command({"verify", folder, "--rulebook", "d3d11"});
  EXPECT_TRUE(contains(without_rules.diagnostics, "no rules for acos in binary32 in d3d11: their results are not"));
  const std::string path = folder + "/results.json";
  Json manifest = Json::parse(read_file(path));
  manifest["results"].erase(1);
  write_text_file(path, manifest.dump());
  const Outcome outcome = run_command({"verify", folder, "--rulebook", "metal1"});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_TRUE(contains(outcome.output, "not offered by the device, so not judged: sqrt\n"));
  const Outcome only = run_command({"verify", folder, "--rulebook", "metal1", "--operation", "acos"});
  EXPECT_TRUE(contains(only.output, "no failure in 1 operation\n"));
  EXPECT_EQ(run_command({"verify", folder, "--operation", "acos"}).exit_code, 2);
  EXPECT_EQ(run_command({"verify", folder, "--operation", "mul"}).exit_code, 2);
}

/// What is said of bad input.
std::string complaint(const Words& arguments) {
  Words words = {"verify"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  const Outcome outcome = run_command(words);
  EXPECT_EQ(outcome.exit_code, 3) << outcome.output << outcome.diagnostics;
  return outcome.diagnostics;
}

TEST(Verify, RefusesFilesThatAreNotWhatTheManifestSays) {
  const std::string folder = folder_of_add();
  const std::string result = folder + "/add.binary32.result.bin";
  const std::string good = read_file(result);
  write_text_file(result, good.substr(0, good.size() - 1));
  EXPECT_TRUE(contains(complaint({folder}), result + ": has 1048575 bytes, 1048576 are expected: 262144 values of 4"));
  write_text_file(result, good + "x");
  EXPECT_TRUE(contains(complaint({folder}), "has 1048577 bytes"));
  std::filesystem::remove(result);
  EXPECT_TRUE(contains(complaint({folder}), result + ": there is none, but"));
  write_text_file(result, good);

  const std::string operand = folder + "/add.binary32.y.bin";
  flip_byte(operand, 1000);
  EXPECT_TRUE(contains(complaint({folder}), operand + ": is not the file that was written: its SHA-256 is "));
  flip_byte(operand, 1000);
  replace_in_file(folder + "/results.json", "\"sha256\": \"\"", "\"sha256\": \"" + std::string(64, '0') + "\"");
  EXPECT_TRUE(contains(complaint({folder}), result + ": is not the file that was written"));
  replace_in_file(folder + "/results.json", std::string(64, '0'), "");
  EXPECT_EQ(run_command({"verify", folder}).exit_code, 0);
}

TEST(Verify, RefusesResultsOfAnotherSeed) {
  const std::string folder = folder_of_add();
  const std::string other = write_vectors("other", {"--operation", "add", "--seed", "2"});
  compute_results(other, other, "reference:d3d11");
  EXPECT_TRUE(contains(complaint({folder, other}), "these are results of other vectors"));
  EXPECT_TRUE(contains(complaint({folder, other}), "of another seed, suite or version"));
}

TEST(Verify, RefusesManifestsThatAreNone) {
  const std::string folder = folder_of_add();
  const std::string path = folder + "/results.json";
  const std::string good = read_file(path);
  const auto with = [&](const std::string& text, const std::string& by) {
    write_text_file(path, good);
    replace_in_file(path, text, by);
    std::string message = complaint({folder});
    EXPECT_TRUE(contains(message, path)) << message;
    return message;
  };
  EXPECT_TRUE(contains(with("\"version\": 1", "\"version\": 2"), "'version' is 2; this halfulp reads version 1"));
  EXPECT_TRUE(contains(with("halfulp results", "halfulp vectors"), "'halfulp results' is expected"));
  EXPECT_TRUE(contains(with("\"add\"", "\"ad\""), "'results', item 0 (from 0): unknown operation 'ad' (did you mean"));
  EXPECT_TRUE(contains(with("\"add\"", "\"sub\""), "names results of sub in binary32, of which"));
  EXPECT_TRUE(contains(with("\"binary32\"", "\"unorm8\""), "add is asked in binary16, binary32"));
  EXPECT_TRUE(contains(with("\"file\": \"", "\"file\": \"../"), "name a file in the manifest's own folder"));
  EXPECT_TRUE(contains(with("\"file\": ", "\"fil\": "), "'results', item 0 (from 0): no member 'file'"));
  EXPECT_TRUE(contains(with("\"results\": [",
                            "\"results\": ["
                            "{\"operation\": \"add\", \"format\": \"binary32\", \"file\": \"a\"},"),
                       "add in binary32 is there twice"));
  EXPECT_TRUE(contains(with("{", ""), "no JSON at byte "));
  EXPECT_TRUE(contains(with("\"facts\": {}", "\"facts\": {\"driver\": 5}"), "'facts', 'driver': a text expected"));
  std::filesystem::remove(path);
  EXPECT_TRUE(contains(complaint({folder}), path + ": there is none; copy "));
  std::filesystem::remove(folder + "/manifest.json");
  EXPECT_TRUE(contains(complaint({folder}), folder + "/manifest.json: cannot be read"));
}

TEST(Verify, RefusesVectorsOfAnotherKindThanTheirOperationHas) {
  const std::string folder = folder_of_add();
  const std::string path = folder + "/manifest.json";
  const std::string good = read_file(path);
  const auto with = [&](const auto& change) {
    Json manifest = Json::parse(good);
    change(manifest, manifest["operations"][0]);
    write_text_file(path, manifest.dump());
    std::string message = complaint({folder});
    EXPECT_TRUE(contains(message, path)) << message;
    return message;
  };
  EXPECT_TRUE(contains(with([](Json& all, Json&) { all["byte_order"] = "big"; }),
                       "'byte_order' is 'big', 'little' is expected"));
  const std::string where = "'operations', item 0 (from 0): 'operands', item 1 (from 0): ";
  EXPECT_TRUE(contains(with([](Json&, Json& add) { add["operands"][1]["format"] = "binary64"; }),
                       where + "'format' is 'binary64', 'binary32' is expected"));
  EXPECT_TRUE(contains(with([](Json&, Json& add) { add["operands"][1]["bytes"] = 8; }),
                       where + "'bytes' is 8; a value of binary32 has 4"));
  EXPECT_TRUE(contains(with([](Json&, Json& add) { add["operands"][1]["name"] = "x"; }),
                       where + "'name' is 'x', 'y' is expected"));
  EXPECT_TRUE(contains(with([](Json&, Json& add) { add["result"]["format"] = "binary16"; }),
                       "'result': 'format' is 'binary16', 'binary32' is expected"));
}

TEST(Verify, RefusesBitsAboveAFormatsWidth) {
  const std::string folder = write_vectors("vectors", {"--operation", "sqrt", "--format", "ufloat11"});
  compute_results(folder, folder, "reference:d3d11");
  EXPECT_EQ(run_command({"verify", folder}).exit_code, 0);
  flip_byte(folder + "/sqrt.ufloat11.result.bin", 2 * 17 + 1);
  EXPECT_TRUE(contains(complaint({folder}), "value 17 (from 0) is 0x4"));
}

TEST(Verify, JudgesVectorsOfOthersByTheirManifest) {
  const std::string folder = temporary_path("vectors");
  std::filesystem::create_directories(folder);
  const auto write = [&](const std::string& name, const std::vector<std::uint32_t>& words) {
    write_text_file(folder + "/" + name,
                    {reinterpret_cast<const char*>(words.data()), words.size() * sizeof(std::uint32_t)});
  };
  write("x", {0x3f800000, 0x40000000});
  write("r", {0x3f800000, 0x3fb504f3});
  write_text_file(folder + "/manifest.json",
                  R"({"format": "halfulp vectors", "version": 1, "id": "mine", "operations": [{"operation": "sqrt",
                      "format": "binary32", "cases": 2, "operands": [{"file": "x"}]}]})");
  write_text_file(folder + "/results.json",
                  R"({"format": "halfulp results", "version": 1, "vectors": "mine", "results": [{"operation": "sqrt",
                      "format": "binary32", "file": "r"}]})");
  const Outcome outcome = run_command({"verify", folder});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.diagnostics;
  EXPECT_TRUE(contains(outcome.output, "suite given"));
  write("r", {0x3f800000, 0x3fb504f6});  // 3 ULP away: d3d11 allows 1
  EXPECT_EQ(run_command({"verify", folder}).exit_code, 1);
}

Outcome verify_lines(const std::string& lines, const Words& arguments) {
  Words words = {"verify"};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return run_command(words, {.input = lines});
}

const Words kAdd = {"--operation", "add", "--rulebook", "metal1"};

TEST(VerifyLines, JudgesOperandsAndResult) {
  const std::string good = "3F800000 40000000 40400000\n80000000 80000000 80000000\n";
  const Outcome outcome = verify_lines(good, kAdd);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output << outcome.diagnostics;
  EXPECT_TRUE(contains(outcome.output, "conforms to metal1: no failure in 1 operation"));
  // 1 + 2 = 4
  const Outcome wrong = verify_lines(good + "3F800000 40000000 40800000\n", kAdd + Words{"--verbose"});
  EXPECT_EQ(wrong.exit_code, 1);
  EXPECT_TRUE(contains(wrong.output, "halfulp judge metal1 add 0x3f800000 0x40000000 --result 0x40800000"));
}

TEST(VerifyLines, HaveOneCauseForEveryRuleThatItBreaksInEveryOutput) {
  // x * x - the rounded product is 0 where the product is rounded; exactly 2^-60, and 2^-1064, a denormal.
  const std::string lines =
      "3ff0000000400000 3ff0000000400000 bff0000000800000 0000000000000000\n"
      "21f0000000000001 21f0000000000001 83f0000000000002 0000000000000000\n";
  const std::string json = temporary_path("report.json");
  const std::string html = temporary_path("report.html");
  const Outcome outcome =
      verify_lines(lines, {"--operation", "fma", "--format", "binary64", "--json", json, "--html", html, "--verbose"});
  const std::string says = "1 failure: rounds twice: the product, then the sum";
  const auto times = [&](const std::string& text) {
    std::size_t count = 0;
    for (std::size_t at = text.find(says); at != std::string::npos; at = text.find(says, at + 1)) ++count;
    return count;
  };
  EXPECT_EQ(times(outcome.output), 2) << outcome.output;
  EXPECT_EQ(times(read_file(html)), 4) << "by rule and by operation";
  const Json result = Json::parse(read_file(json))["results"][0];
  EXPECT_EQ(result["broken"].size(), 2);
  ASSERT_EQ(result["hypotheses"].size(), 1);
  EXPECT_EQ(result["hypotheses"][0]["id"], "unfused");
  EXPECT_EQ(result["hypotheses"][0]["explains"], 2);
  for (const std::string& output : {outcome.output, read_file(html), result.dump()}) {
    EXPECT_FALSE(contains(output, "flushes")) << output;
  }
}

TEST(VerifyLines, AreReadWhateverTheirSpacingAndCase) {
  EXPECT_EQ(verify_lines("0x3f800000\t40000000   40400000 \r\n3F800000 40000000 40400000", kAdd).exit_code, 0);
}

TEST(VerifyLines, MayEndWithEmptyOnes) {
  const std::string lines = "3F800000 40000000 40400000\n \r\n\n";
  EXPECT_EQ(verify_lines(lines, kAdd).exit_code, 0);
  EXPECT_TRUE(contains(verify_lines(lines + lines, kAdd).diagnostics, "standard input:2: expected"))
      << "a case is lost";
}

TEST(VerifyLines, OfAFewOperandsSayNothingOfCodesThatTheyDoNotAskFor) {
  const Words encode = {"--operation", "binary32_to_unorm8"};
  const Outcome one = verify_lines("3f800000 ff\n", encode);
  EXPECT_EQ(one.exit_code, 0) << one.output;
  // 128/255 is asked for by its own value, and 255/255 by 1.
  const Outcome missing = verify_lines("3f800000 ff\n3f008081 81\n", encode);
  EXPECT_EQ(missing.exit_code, 1);
  EXPECT_TRUE(contains(missing.output, "no operand of 2 gives 128/255 (0x80)")) << missing.output;
  EXPECT_TRUE(contains(verify_lines("3f800000 fe\n", encode).output, "no operand of 1 gives 255/255 (0xff)"));
}

TEST(VerifyLines, ReadTestFloatsFlagsAndBooleans) {
  EXPECT_EQ(verify_lines("3F800000 40000000 40400000 00\n3F800001 33800000 3F800002 01\n", kAdd).exit_code, 0);
  EXPECT_EQ(
      verify_lines("3F800000 40000000 1 00\n7FC00000 40000000 0 00\n40000000 3F800000 0 00\n", {"--operation", "lt"})
          .exit_code,
      0);
  EXPECT_EQ(verify_lines("3F800000 40000000 0 00\n", {"--operation", "lt"}).exit_code, 1);
  EXPECT_EQ(verify_lines("3C00 4000 4200 00\n", {"--operation", "add", "--format", "binary16"}).exit_code, 0);
  // Of a conversion the format is its operand's.
  EXPECT_EQ(verify_lines("3F800000 3C00 00\n", {"--operation", "binary32_to_binary16"}).exit_code, 0);
}

TEST(VerifyLines, AGarbledLineEndsTheReadingAndKeepsWhatWasJudged) {
  const std::string good = "3F800000 40000000 40400000\n";
  const auto third = [&](const std::string& line) {
    const std::string json = temporary_path("report.json");
    Words words = kAdd;
    words.insert(words.end(), {"--json", json});
    const Outcome outcome = verify_lines(good + good + line + "\n" + good, words);
    EXPECT_EQ(outcome.exit_code, 3) << line;
    EXPECT_TRUE(contains(outcome.diagnostics,
                         "standard input:3: expected 3 hexadecimal fields (x in 8 digits, y in 8 "
                         "digits, result in 8 digits), got '" +
                             line + "'; what follows was not read"));
    EXPECT_TRUE(contains(outcome.output, "not all was read: standard input:3"));
    EXPECT_TRUE(contains(outcome.output, "judged in part by metal1: no failure"));
    const Json report = Json::parse(read_file(json));
    EXPECT_EQ(report["results"][0]["passed"], 2);
    EXPECT_EQ(report["complete"], false);
  };
  third("Segmentation fault");
  third("");
  third("3F800000 40000000");
  third("3F800000 40000000 4040000");
  third("3F800000 40000000 404000000");
  third("3F800000 40000000 4040000G");
  third("3F800000 40000000 40400000 00");  // flags, where the lines before had none
  third("3F800000 40000000 40400000 40400000");
  // Told even though a result before it is wrong.
  const Outcome both = verify_lines("3F800000 40000000 40800000\nx\n", kAdd);
  EXPECT_EQ(both.exit_code, 3);
  EXPECT_TRUE(contains(both.output, "does not conform to metal1"));
}

TEST(VerifyLines, RefuseBitsAboveAFormatsWidth) {
  const Outcome outcome = verify_lines("3f800000 3f\n", {"--operation", "binary32_to_unorm5"});
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_TRUE(contains(outcome.diagnostics, "standard input:1: expected zero in the bits above the 5 of unorm5, got "));
}

TEST(VerifyLines, OfAConversionAreInItsFormatWhateverIsAsked) {
  const Words words = {"--operation", "binary32_to_unorm8", "--format", "binary16"};
  EXPECT_EQ(verify_lines("3f800000 ff\n", words).exit_code, 0);
}

TEST(VerifyLines, RefuseFlagsThatAreNone) {
  const Outcome outcome = verify_lines("3F800000 40000000 40400000 20\n", kAdd);
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_TRUE(contains(outcome.diagnostics, "standard input:1: expected"));
  EXPECT_EQ(verify_lines("3F800000 40000000 40400000 01\n3F800000 40000000 40400000\n", kAdd).exit_code, 3);
}

TEST(VerifyLines, RefuseInputWithoutALine) {
  const Outcome outcome = verify_lines("", kAdd);
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_TRUE(contains(outcome.diagnostics, "standard input: has no line"));
  EXPECT_EQ(outcome.output, "");
}

TEST(VerifyLines, ALineThatNeverEndsIsNotKeptInMemory) {
  std::signal(SIGPIPE, SIG_IGN);  // it does not read to the end
  const Outcome outcome = verify_lines("3F800000 40000000 40400000\n" + std::string(5 << 20, '7'), kAdd);
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_TRUE(contains(outcome.diagnostics, "standard input:2: expected"));
}

TEST(Verify, SaysThatAPathDoesNotExist) {
  const Outcome outcome = run_command({"verify", temporary_path("nowhere")});
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_TRUE(contains(outcome.diagnostics, "nowhere: no such folder or file; 'halfulp vectors' writes the folder"));
}

TEST(VerifyLines, NeedOneOperationInOneFormat) {
  for (const Words& words : std::vector<Words>{{},
                                               {"--operation", "add,mul"},
                                               {"--operation", "add", "--format", "binary16,binary32"},
                                               {"--operation", "add", "--format", "unorm8"},
                                               {"--operation", "sinpi"}}) {
    EXPECT_EQ(verify_lines("", words).exit_code, words.size() == 2 && words[1] == "sinpi" ? 3 : 2);
  }
  EXPECT_EQ(verify_lines("3F800000 00000000\n", {"--operation", "sinpi"}).exit_code, 2);  // no rules in d3d11
  EXPECT_EQ(verify_lines("", {"/nonexistent", "--operation", "add"}).exit_code, 3);
  EXPECT_EQ(verify_lines("", {"-", "results", "--operation", "add"}).exit_code, 2);
}

TEST(VerifyLines, GiveTheVerdictsOfTheVectorsThatTheyAreOf) {
  const std::string vectors = run_command({"vectors", "--operation", "mov", "--format", "binary16"}).output;
  std::istringstream lines(vectors);
  std::string both;
  for (std::string line; std::getline(lines, line);) both += fmt::format("{0} {0}\n", line);
  const std::string path = temporary_path("lines.txt");
  write_text_file(path, both);
  const std::string json = temporary_path("report.json");
  EXPECT_EQ(run_command({"verify", path, "--operation", "mov", "--format", "binary16", "--json", json}).exit_code, 0);
  EXPECT_EQ(Json::parse(read_file(json))["results"][0]["passed"], 65536);
}

}  // namespace
}  // namespace halfulp::cli
