// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "command.hpp"
#include "contains.hpp"

namespace halfulp::cli {
namespace {

std::string output(const Words& arguments) {
  const Outcome outcome = run_command(arguments);
  EXPECT_EQ(outcome.diagnostics, "");
  return outcome.output;
}

/// What is said of a mistake in the command line.
std::string complaint(const Words& arguments) {
  const Outcome outcome = run_command(arguments);
  EXPECT_EQ(outcome.exit_code, 2) << outcome.output;
  return outcome.diagnostics;
}

TEST(Names, AreTheRulebooksWhateverIsAsked) {
  for (const std::string name : {"rsq", "rsqrt"}) {
    EXPECT_TRUE(output({"explain", "metal1", name, "4"}).starts_with("rsqrt (")) << name;
    EXPECT_TRUE(output({"explain", "d3d11", name, "4"}).starts_with("rsq (")) << name;
    EXPECT_TRUE(contains(output({"explain", "metal1", name, "4", "--json"}), "\"operation\": \"rsqrt\""));
  }
  for (const std::string name : {"frc", "fract"}) {
    EXPECT_TRUE(output({"explain", "d3d11", name, "1.5"}).starts_with("frc (")) << name;
    EXPECT_TRUE(contains(output({"explain", "d3d11", name, "1.5", "--json"}), "\"operation\": \"frc\""));
  }
}

TEST(Names, AreTheRulebooksInJudgeAndEvaluate) {
  EXPECT_TRUE(contains(output({"judge", "metal1", "rsq", "4", "--result", "0.5"}), "\nrsqrt ("));
  EXPECT_TRUE(contains(output({"judge", "metal1", "rsq", "4", "--result", "0.5", "--json"}), "\"rsqrt\""));
  EXPECT_TRUE(output({"evaluate", "d3d11", "fract", "1.5"}).starts_with("frc ("));
  EXPECT_TRUE(contains(output({"evaluate", "d3d11", "fract", "1.5", "--json"}), "\"operation\": \"frc\""));
}

TEST(Names, AreTheRulebooksInRules) {
  EXPECT_TRUE(contains(output({"rules", "metal1"}), "operations: rsqrt\n"));
  EXPECT_TRUE(contains(output({"rules", "metal1", "--markdown"}), "\n| `rsqrt(x)` |"));
  const std::string json = output({"rules", "metal1", "--json"});
  EXPECT_TRUE(contains(json, "\"name\": \"rsqrt\""));
  EXPECT_EQ(json.find("\"rsq\""), std::string::npos);
}

TEST(Names, AreEachRulebooksInCheck) {
  const std::string json = temporary_path("report.json");
  const std::string junit = temporary_path("report.xml");
  const std::string text =
      output({"check", "--device", "reference", "--rulebook", "metal1,d3d11", "--operation", "fract,rsqrt", "--format",
              "binary32", "--json", json, "--junit", junit, "--verbose"});
  for (const char* line : {"\nrsqrt ", "\nrsq ", "\nfract ", "\nfrc "}) EXPECT_TRUE(contains(text, line));
  // Metal lets a device keep denormals, Direct3D 11 does not.
  EXPECT_TRUE(contains(text, "  halfulp try reference:metal1 d3d11 rsq 0x"));
  for (const char* name : {"\"rsqrt\"", "\"rsq\"", "\"fract\"", "\"frc\""}) {
    EXPECT_TRUE(contains(read_file(json), std::string("\"operation\": ") + name));
  }
  EXPECT_TRUE(contains(read_file(junit), "classname=\"metal1\" name=\"fract "));
  EXPECT_TRUE(contains(read_file(junit), "classname=\"d3d11\" name=\"frc "));
}

TEST(Names, AreTheRulebooksInMessages) {
  EXPECT_TRUE(contains(complaint({"explain", "metal1", "rsq"}), "OPERAND"));
  EXPECT_TRUE(contains(complaint({"explain", "metal1", "rsq", "1", "2"}), "rsqrt takes 1 operand (x), 2 given"));
  EXPECT_TRUE(contains(run_command({"explain", "d3d11", "fract", "1.z"}).diagnostics, "operand x of frc"));
  EXPECT_TRUE(contains(complaint({"explain", "metal1", "flor", "1"}), "did you mean 'floor'?"));
  EXPECT_TRUE(contains(complaint({"explain", "d3d11", "fma", "1", "2", "3"}), "no rule for 'fma'"));
}

TEST(Names, OfAnyLanguageAreTakenWhereTheyAreOneOperation) {
  const std::vector<std::vector<std::string>> same = {
      {"frc", "frac", "Frc", "hlsl:frac", "sm4:frc", "GLSLstd450Fract", "GLSL.std.450 Fract"},
      {"rsq", "inversesqrt", "InverseSqrt", "inverseSqrt", "Rsqrt", "rsqrt", "half_rsqrt"},
      {"sat", "saturate", "Saturate", "_sat"},
      {"exp2", "sm5:exp", "dxil:Exp", "Exp2"},
      {"round_ne", "hlsl:round", "wgsl:round", "roundEven", "RoundEven", "rint"},
      {"binary32_to_binary16", "f32tof16", "packHalf2x16", "PackHalf2x16", "LegacyF32ToF16", "pack2x16float"},
      {"add", "OpFAdd", "FAdd", "x+y"},
      {"sin", "precise::sin", "fast::sin", "msl:fast::sin", "native_sin"}};
  for (const auto& names : same) {
    for (const std::string& name : names) {
      Words question = {"evaluate", "d3d11", name, "1.5"};
      if (names.front() == "add") question.emplace_back("1");
      EXPECT_TRUE(run_command(question).output.starts_with(names.front() + " (")) << name;
    }
  }
  EXPECT_TRUE(output({"explain", "metal4", "inversesqrt", "4"}).starts_with("rsqrt ("));
  EXPECT_TRUE(output({"rules", "d3d11", "inversesqrt"}).starts_with("rsq ("));
  EXPECT_TRUE(contains(output({"compare", "d3d11", "metal4", "inversesqrt"}), "\nrsq (rsqrt in metal4)"));
  EXPECT_TRUE(contains(output({"judge", "d3d11", "saturate", "2", "--result", "1"}), "pass"));
  EXPECT_TRUE(contains(output({"try", "reference", "d3d11", "frac", "1.5"}), "\nfrc ("));
  EXPECT_TRUE(contains(output({"vectors", "--operation", "x+y", "--suite", "quick"}), "\n"));
  const std::string json = temporary_path("names.json");
  output({"check", "--device", "reference", "--operation", "OpFAdd,inversesqrt", "--format", "binary32", "--cases",
          "1000", "--json", json});
  EXPECT_TRUE(output({"show", json, "InverseSqrt"}).size() > 100);
}

TEST(Names, ThatFixAFormatAreAskedInIt) {
  EXPECT_TRUE(output({"explain", "d3d11", "dadd", "1", "2"}).starts_with("add (x + y) in binary64 under"));
  EXPECT_TRUE(output({"explain", "d3d11", "hlsl:fma", "1", "2", "3"})
                  .starts_with("fma (x * y + z, rounded once) in "
                               "binary64"));
  EXPECT_TRUE(contains(complaint({"explain", "d3d11", "dadd", "1", "2", "--format", "binary32"}),
                       "--format binary32: dadd is asked in binary64 alone"));
  const std::string json = temporary_path("dadd.json");
  output({"check", "--device", "reference", "--operation", "dadd,dmul", "--cases", "1000", "--json", json});
  const auto report = nlohmann::json::parse(read_file(json));
  EXPECT_EQ(report["results"].size(), 2U);
  for (const auto& result : report["results"]) EXPECT_EQ(result["format"], "binary64");
  EXPECT_TRUE(contains(complaint({"check", "--device", "reference", "--operation", "dadd,rsq"}),
                       "--operation dadd is asked in binary64 alone and rsq is not"));
  EXPECT_TRUE(contains(complaint({"check", "--device", "reference", "--operation", "dadd", "--format", "binary32"}),
                       "--operation dadd is asked in binary64 alone; --format lacks it"));
  const std::string folder = temporary_path("drcp");
  output({"vectors", "--operation", "drcp", "-o", folder});
  EXPECT_TRUE(contains(read_file(folder + "/manifest.json"), "\"format\": \"binary64\""));
}

/// The lines of a complaint.
std::ptrdiff_t lines(const std::string& text) { return std::ranges::count(text, '\n'); }

TEST(Names, ThatAreDoubtfulAreRefusedWithEachReading) {
  const auto refused = [](const std::string& name, const std::vector<std::string>& readings) {
    const std::string text = complaint({"explain", "d3d11", name, "1"});
    EXPECT_LE(lines(text), 3) << text;
    for (const std::string& reading : readings) EXPECT_TRUE(contains(text, reading)) << text;
  };
  refused("FMin", {"dxil:FMin is min", "spirv:FMin is min (there a NaN operand leaves the result open)"});
  refused("Log", {"dxil:Log is log2", "spirv:Log is log"});
  refused("Fma", {"dxil:Fma is fma in binary64", "spirv:Fma is mad"});
  refused("select", {"hlsl:select is movc; msl:select is movc(c, x, y)"});
  refused("round", {"'round' is the nearest integer, ties away from zero here", "hlsl:round is round_ne",
                    "glsl:round is round_ne or round"});
  refused("exp", {"'exp' is e^x here, made of exp2(x * log2(e)); sm5:exp is exp2"});
  refused("log", {"sm5:log is log2"});
  EXPECT_TRUE(contains(complaint({"check", "--device", "reference", "--operation", "log"}), "sm5:log is log2"));
  EXPECT_TRUE(contains(complaint({"compare", "d3d11", "metal1", "exp"}), "sm5:exp is exp2"));
  // A name that a rulebook has itself is its own.
  EXPECT_TRUE(output({"explain", "metal1", "exp", "1"}).starts_with("exp ("));
  EXPECT_TRUE(output({"explain", "metal1", "round", "1.5"}).starts_with("round ("));
  EXPECT_TRUE(output({"explain", "d3d11", "min", "1", "2"}).starts_with("min ("));
}

TEST(Names, OfFunctionsThatAreNoOperationSayWhatTheyAre) {
  const auto said = [](const std::string& name) {
    const std::string text = complaint({"explain", "d3d11", name, "1"});
    EXPECT_LE(lines(text), 3) << text;
    return text;
  };
  EXPECT_TRUE(contains(said("glsl:mod"), "of x, y it is x - y * floor(x / y): ask its steps"));
  EXPECT_TRUE(contains(said("normalize"), "x * rsq(dot(x, x))"));
  EXPECT_TRUE(contains(said("smoothstep"), "t * t * (3 - 2 * t)"));
  EXPECT_TRUE(contains(said("lerp"), "'lerp' is made of x + s * (y - x): ask its steps"));
  EXPECT_TRUE(contains(said("hlsl:pow"), "'pow' is made of exp2(y * log2(x)): ask its steps"));
  EXPECT_TRUE(contains(said("pow"), "rulebooks with a rule for it: cuda, cuda-fast, "));
  EXPECT_TRUE(contains(said("noise1"), "'noise1' (GLSL) has no rule in any rulebook"));
  EXPECT_TRUE(contains(said("frexp"), "'frexp' (HLSL) is frexp_fraction or frexp_exponent: ask one of them"));
  EXPECT_TRUE(contains(said("dot"), "is dp2, dp3 or dp4: ask one of them"));
}

TEST(Names, OfMetalsTwoTablesAskForTheRulebookOfTheirs) {
  EXPECT_TRUE(
      contains(complaint({"check", "--device", "reference", "--rulebook", "metal4", "--operation", "fast::sin"}),
               "'fast::sin' is ruled by metal4-fast, not by metal4: ask that rulebook"));
  EXPECT_TRUE(contains(complaint({"compare", "--allows", "metal4", "d3d11", "fast::sin"}),
                       "'fast::sin' is ruled by metal4-fast, not by metal4: ask that rulebook"));
  EXPECT_TRUE(contains(complaint({"explain", "metal1.2-fast", "precise::sin", "1"}),
                       "'precise::sin' is ruled by metal1.2, not by metal1.2-fast"));
  EXPECT_TRUE(output({"explain", "metal4-fast", "fast::sin", "1"}).starts_with("sin ("));
  EXPECT_TRUE(output({"explain", "metal4", "precise::sin", "1"}).starts_with("sin ("));
}

TEST(Names, OfMetalsTwoTablesLeadToTheTable) {
  const std::string fast = output({"explain", "metal4", "fast::sin", "1"});
  EXPECT_TRUE(contains(fast, "under metal4-fast (Metal 4, fast math), metal.math_mode = safe\n")) << fast;
  EXPECT_TRUE(contains(fast, "METAL-FAST-SINCOS")) << fast;
  const std::string precise = output({"explain", "metal4-fast", "metal::precise::sin", "1"});
  EXPECT_TRUE(contains(precise, "under metal4 (Metal 4), metal.math_mode = fast\n")) << precise;
  EXPECT_TRUE(contains(precise, "METAL-4-ULP")) << precise;
  EXPECT_TRUE(contains(output({"rules", "metal4", "fast::sin"}), "under metal4-fast: Metal 4, fast math\n"));
}

TEST(Names, WithOpenclsPrefixesAreJudgedByTheirTable) {
  EXPECT_TRUE(output({"judge", "opencl3", "native_sin", "1", "--result", "0.3"}).starts_with("unconstrained"));
  const std::string half = run_command({"judge", "opencl3", "half_sin", "1", "--result", "0.3"}).output;
  EXPECT_TRUE(half.starts_with("fail: breaks OCL-PREFIX-TRIGONOMETRIC")) << half;
  EXPECT_TRUE(contains(complaint({"check", "--rulebook", "opencl3-half", "--operation", "native_sin"}),
                       "ask its operation with --reading ocl.prefix=native"));
  EXPECT_EQ(run_command({"check", "--device", "reference", "--rulebook", "opencl3", "--reading", "ocl.saturation=sat",
                         "--operation", "convert_uchar_sat"})
                .diagnostics,
            "");
  EXPECT_TRUE(contains(complaint({"check", "--rulebook", "opencl3", "--operation", "native_sin"}),
                       "'native_sin' is ruled by opencl3-half"));
  EXPECT_TRUE(contains(output({"explain", "opencl3", "convert_uchar_sat", "300.5"}), "permitted: {255}\n"));
  EXPECT_TRUE(contains(output({"explain", "opencl3", "vstore_half_rtp", "1.0001"}), "permitted: {0x1.004p+0}\n"));
  const std::string ends =
      output({"range", "opencl3", "vload_half(vstore_half_rtp(x)) - vload_half(vstore_half_rtz(x))", "x=1.0001"});
  EXPECT_TRUE(contains(ends, "returns 0.0009765625\n")) << ends;
  const std::string both = output({"range", "opencl3", "half_sin(x) - sin(x)", "x=1"});
  EXPECT_TRUE(contains(both, "t1   = half_sin(x)")) << both;
  EXPECT_TRUE(contains(both, "by OCL-4-ULP (sin); OCL-CORRECTLY-ROUNDED (sub); OCL-PREFIX-TRIGONOMETRIC (sin)"))
      << both;
}

TEST(Names, OfWhatALanguageLeavesOpenComeWithANote) {
  const Outcome outcome = run_command({"explain", "d3d11", "spirv:FMin", "1", "2"});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.diagnostics, "note: 'spirv:FMin' is min here; there a NaN operand leaves the result open\n");
  EXPECT_TRUE(outcome.output.starts_with("min ("));
  EXPECT_TRUE(contains(run_command({"explain", "d3d11", "native_sin", "1"}).diagnostics, "8192 ULP"));
  EXPECT_EQ(run_command({"explain", "d3d11", "spirv:NMin", "1", "2"}).diagnostics, "");
}

TEST(Names, AreListed) {
  const std::string all = output({"rules", "--names"});
  for (const std::string& text : {all, output({"rules", "--names", "hlsl"}), output({"rules", "--names", "msl"}),
                                  output({"rules", "--names", "rsq"})}) {
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) EXPECT_LE(line.size(), 100U) << line;
  }
  EXPECT_TRUE(contains(all, "\n  GLSL            inversesqrt\n"));
  EXPECT_TRUE(contains(all, "\n  ruled by        all rulebooks\n"));
  EXPECT_TRUE(contains(output({"rules", "--names", "sm4"}), "\nlog                         log2\n"));
  EXPECT_TRUE(contains(output({"rules", "--names", "inversesqrt"}), "  HLSL            rsqrt\n"));
  EXPECT_FALSE(contains(output({"rules", "--names", "inversesqrt"}), "round"));
  EXPECT_TRUE(contains(output({"rules", "--names", "state_value"}), "no language has a function for it"));
  EXPECT_TRUE(contains(complaint({"rules", "--names", "hlsl", "--json"}), "leave 'hlsl' out"));
  EXPECT_TRUE(contains(complaint({"rules", "--names", "hlsl", "rsq"}), "'rsq' is a second"));
}

TEST(Names, ThatALanguageLacksAreAnsweredWithTheLanguage) {
  const Outcome unknown = run_command({"rules", "--names", "hlsl:countbits"});
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_TRUE(contains(unknown.diagnostics, "unknown function of HLSL 'countbits'")) << unknown.diagnostics;
  EXPECT_TRUE(contains(run_command({"rules", "--names", "hsl:sin"}).diagnostics, "unknown language 'hsl'"));
}

TEST(Names, OfAnyApiStandInAUsersRulebook) {
  const std::string path = temporary_path("mine.toml");
  write_text_file(path,
                  "[rulebook]\nid = \"mine\"\ntitle = \"Mine\"\nextends = \"d3d11\"\n"
                  "[[rule]]\nid = \"MINE\"\noperations = [\"rsqrt\"]\naccuracy = { ulp = 1 }\n"
                  "source = { document = \"MINE\", clause = \"1\", says = \"rsq to 1 ULP\" }\nstatus = \"stated\"\n");
  EXPECT_TRUE(contains(output({"rules", path}), "operations: rsq\n"));
}

TEST(Names, AConversionIsAskedInTheFormatOfItsOperand) {
  const std::string path = temporary_path("mine.toml");
  write_text_file(path,
                  "[rulebook]\nid = \"mine\"\ntitle = \"Mine\"\nformats = [\"binary16\", \"binary32\"]\n"
                  "[[rule]]\nid = \"MINE\"\noperations = [\"binary16_to_binary32\"]\nformats = [\"binary16\"]\n"
                  "accuracy = { ulp = 1 }\n"
                  "source = { document = \"MINE\", clause = \"1\", says = \"to 1 ULP\" }\nstatus = \"stated\"\n");
  const std::string json = output({"explain", path, "binary16_to_binary32", "0x3c00", "--json"});
  EXPECT_TRUE(contains(json, "\"format\": \"binary16\""));
  EXPECT_TRUE(contains(json, "\"result_format\": \"binary32\""));
}

}  // namespace
}  // namespace halfulp::cli
