// SPDX-License-Identifier: Apache-2.0
#include "house/house_rules.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace halfulp::house {
namespace {

const std::vector<SourceFile>& tree() {
  static const std::vector<SourceFile> kTree = read_source_tree(HALFULP_SOURCE_DIR);
  return kTree;
}

std::string lines(const Breaches& breaches) {
  std::string text;
  for (const std::string& breach : breaches) text += breach + "\n";
  return text;
}

Breaches floors_of(const std::string& path, const std::string& text) {
  return check_floors(std::vector<SourceFile>{{path, text}});
}

Breaches walls_of(const std::string& path, const std::string& text) {
  return check_walls(std::vector<SourceFile>{{path, text}});
}

TEST(SourceTree, IsTheOneThatThisTestWasBuiltFrom) {
  const auto has = [](const std::string& path) {
    return std::ranges::any_of(tree(), [&](const SourceFile& file) { return file.path == path; });
  };
  EXPECT_TRUE(has("CMakeLists.txt"));
  EXPECT_TRUE(has("run"));
  EXPECT_TRUE(has(".ci/run"));
  EXPECT_TRUE(has("include/halfulp/judge.hpp"));
  EXPECT_TRUE(has("src/number/format.cpp"));
  EXPECT_TRUE(has("tests/house/house_rules_test.cpp"));
}

TEST(SourceTree, IncludesAreReadWhateverTheirSpacing) {
  const SourceFile file{"src/a.cpp", "#include <map>\n  #  include \"number/layout.hpp\" // why\n// #include <set>\n"};
  const auto includes = includes_of(file);
  ASSERT_EQ(includes.size(), 2U);
  EXPECT_EQ(includes[0].target, "map");
  EXPECT_FALSE(includes[0].quoted);
  EXPECT_EQ(includes[1].target, "number/layout.hpp");
  EXPECT_TRUE(includes[1].quoted);
}

TEST(Floors, HoldInThisRepository) { EXPECT_EQ(lines(check_floors(tree())), ""); }

TEST(Floors, AHigherFloorMayIncludeALowerOne) {
  EXPECT_EQ(lines(floors_of("src/judge/a.cpp", "#include \"exact/real.hpp\"\n#include \"judge/b.hpp\"\n")), "");
  EXPECT_EQ(lines(floors_of("src/number/a.cpp", "#include \"halfulp/judge.hpp\"\n#include \"number/b.hpp\"\n")), "");
}

TEST(Floors, ALowerFloorMayNotIncludeAHigherOne) {
  EXPECT_EQ(floors_of("src/number/a.cpp", "#include \"exact/real.hpp\"\n").size(), 1U);
  EXPECT_EQ(floors_of("src/judge/deep/a.hpp", "#include \"cli/run.hpp\"\n").size(), 1U);
}

TEST(Floors, FoldersOnOneFloorMayNotIncludeEachOther) {
  EXPECT_EQ(floors_of("src/exact/a.cpp", "#include \"rulebook/model.hpp\"\n").size(), 1U);
  EXPECT_EQ(floors_of("src/suite/a.cpp", "#include \"judge/permitted.hpp\"\n").size(), 1U);
  EXPECT_EQ(floors_of("src/report/a.cpp", "#include \"device/open.hpp\"\n").size(), 1U);
}

TEST(Floors, ArithmeticMayIncludePixelButNotTheOtherWayRound) {
  EXPECT_EQ(lines(floors_of("src/arithmetic/a.cpp", "#include \"pixel/kernels.hpp\"\n")), "");
  EXPECT_EQ(floors_of("src/pixel/a.cpp", "#include \"arithmetic/conversion.hpp\"\n").size(), 1U);
  EXPECT_EQ(floors_of("src/pixel/a.cpp", "#include \"judge/permitted.hpp\"\n").size(), 1U);
}

TEST(Floors, ReportAndCommandMayIncludeDiagnosisButTheJudgeMayNot) {
  const std::string text = "#include \"diagnosis/hypotheses.hpp\"\n";
  EXPECT_EQ(lines(floors_of("src/report/a.cpp", text)), "");
  EXPECT_EQ(lines(floors_of("src/cli/a.cpp", text)), "");
  EXPECT_EQ(floors_of("src/judge/a.cpp", text).size(), 1U);
  EXPECT_EQ(lines(floors_of("src/diagnosis/a.cpp", "#include \"judge/definition/ruling.hpp\"\n")), "");
  EXPECT_EQ(floors_of("src/diagnosis/a.cpp", "#include \"report/report.hpp\"\n").size(), 1U);
  EXPECT_EQ(floors_of("src/diagnosis/a.cpp", "#include \"device/open.hpp\"\n").size(), 1U);
}

TEST(Floors, AnIncludeWithoutItsFolderIsRefused) {
  EXPECT_EQ(floors_of("src/exact/a.cpp", "#include \"real.hpp\"\n").size(), 1U);
  EXPECT_EQ(floors_of("src/exact/a.cpp", "#include \"../number/layout.hpp\"\n").size(), 1U);
}

TEST(Floors, AFolderWithoutAFloorIsRefused) { EXPECT_EQ(floors_of("src/attic/a.cpp", "").size(), 1U); }

TEST(JudgeFloors, HoldInThisRepository) { EXPECT_EQ(lines(check_judge_floors(tree())), ""); }

TEST(JudgeFloors, VerdictsAndTheFilterRestOnTheDefinition) {
  const auto breaches = [](const std::string& folder, const std::string& header) {
    const std::string text = "#include \"" + header + "\"\n";
    return check_judge_floors(std::vector<SourceFile>{{folder + "/a.cpp", text}}).size();
  };
  for (const std::string folder : {"src/judge/definition", "src/judge/verdict", "src/judge/filter", "src/diagnosis"}) {
    EXPECT_EQ(breaches(folder, "judge/definition/ruling.hpp"), 0U) << folder;
    EXPECT_EQ(breaches(folder, "halfulp/judge.hpp"), 0U) << folder;
    EXPECT_EQ(breaches(folder, "judge/error_statistics.hpp"), 1U) << folder;
    EXPECT_EQ(breaches(folder, "judge/verdict/judge_case.hpp"), folder == "src/judge/verdict" ? 0U : 1U) << folder;
    EXPECT_EQ(breaches(folder, "judge/filter/filter.hpp"), folder == "src/judge/filter" ? 0U : 1U) << folder;
  }
  EXPECT_EQ(breaches("src/judge/filter", "judge/verdict/other_readings.hpp"), 0U);
  EXPECT_EQ(breaches("src/judge/definition", "judge/verdict/other_readings.hpp"), 1U);
  EXPECT_EQ(breaches("src/judge", "judge/filter/filter.hpp"), 0U);
}

TEST(Walls, HoldInThisRepository) { EXPECT_EQ(lines(check_walls(tree())), ""); }

TEST(Walls, OnlyExactSeesMpfrAndGmp) {
  EXPECT_EQ(lines(walls_of("src/exact/a.cpp", "#include <mpfr.h>\n#include <gmp.h>\n")), "");
  EXPECT_EQ(walls_of("src/judge/a.cpp", "#include <mpfr.h>\n").size(), 1U);
  EXPECT_EQ(walls_of("src/number/a.hpp", "#include <gmp.h>\n").size(), 1U);
  EXPECT_EQ(walls_of("include/halfulp/a.hpp", "#include <gmpxx.h>\n").size(), 1U);
}

TEST(Walls, OnlyTheVulkanDeviceSeesVulkan) {
  EXPECT_EQ(lines(walls_of("src/device/vulkan/a.hpp", "#include <vulkan/vulkan.h>\n")), "");
  EXPECT_EQ(walls_of("src/device/a.cpp", "#include <vulkan/vulkan.h>\n").size(), 1U);
  EXPECT_EQ(walls_of("src/cli/a.cpp", "#include <vulkan/vulkan_core.h>\n").size(), 1U);
}

TEST(Walls, OnlyTheRulebookSeesToml) {
  EXPECT_EQ(lines(walls_of("src/rulebook/a.cpp", "#include <toml++/toml.h>\n")), "");
  EXPECT_EQ(walls_of("src/judge/a.cpp", "#include <toml++/toml.h>\n").size(), 1U);
}

TEST(Walls, OnlyTheHostSeesImath) {
  EXPECT_EQ(lines(walls_of("src/device/host/a.cpp", "#include <Imath/half.h>\n")), "");
  EXPECT_EQ(walls_of("src/pixel/a.cpp", "#include <Imath/half.h>\n").size(), 1U);
}

TEST(Walls, OnlyWhatComputesManyAtATimeSeesHighway) {
  EXPECT_EQ(lines(walls_of("src/judge/a.cpp", "#include <hwy/highway.h>\n")), "");
  EXPECT_EQ(walls_of("src/suite/a.cpp", "#include <hwy/highway.h>\n").size(), 1U);
  EXPECT_EQ(walls_of("include/halfulp/a.hpp", "#include <hwy/highway.h>\n").size(), 1U);
}

TEST(Walls, OnlyTheExchangeSeesNettle) {
  EXPECT_EQ(lines(walls_of("src/cli/exchange/a.cpp", "#include <nettle/sha2.h>\n")), "");
  EXPECT_EQ(walls_of("src/cli/a.cpp", "#include <nettle/sha2.h>\n").size(), 1U);
}

TEST(PublicHeaders, IncludeOnlyTheStandardLibraryAndEachOther) {
  EXPECT_EQ(lines(check_public_headers(tree())), "");
  const auto breaches = [](const std::string& text) {
    return check_public_headers(std::vector<SourceFile>{{"include/halfulp/a.hpp", text}}).size();
  };
  EXPECT_EQ(breaches("#include <vector>\n#include \"halfulp/format.hpp\"\n"), 0U);
  EXPECT_EQ(breaches("#include <fmt/format.h>\n"), 1U);
  EXPECT_EQ(breaches("#include <stdint.h>\n"), 1U);
  EXPECT_EQ(breaches("#include \"number/layout.hpp\"\n"), 1U);
}

TEST(HeavyHeaders, AreIncludedByTwoFilesAtMost) {
  EXPECT_EQ(lines(check_heavy_headers(tree())), "");
  const std::string text = "#include <nlohmann/json.hpp>\n";
  std::vector<SourceFile> files = {{"src/report/a.cpp", text}, {"src/cli/b.cpp", text}};
  EXPECT_EQ(lines(check_heavy_headers(files)), "");
  files.push_back({"src/cli/c.cpp", text});
  EXPECT_EQ(check_heavy_headers(files).size(), 3U);
}

TEST(HeavyHeaders, CountThroughHeaders) {
  const std::string text = "#include \"cli/a.hpp\"\n";
  std::vector<SourceFile> files = {
      {"src/cli/a.hpp", "#include <CLI/CLI.hpp>\n"}, {"src/cli/a.cpp", text}, {"src/cli/b.cpp", text}};
  EXPECT_EQ(lines(check_heavy_headers(files)), "");
  files.push_back({"src/cli/c.cpp", text});
  EXPECT_EQ(check_heavy_headers(files).size(), 3U);
}

TEST(Sizes, HoldInThisRepository) { EXPECT_EQ(lines(check_sizes(tree())), ""); }

TEST(Sizes, AreOfFilesAndOfFolders) {
  const auto file = [](const std::string& path, std::size_t count) {
    return SourceFile{path, std::string(count, '\n')};
  };
  const auto breaches = [](const std::vector<SourceFile>& files) { return check_sizes(files).size(); };
  EXPECT_EQ(breaches({file("src/suite/a.cpp", 400), file("src/suite/a.toml", 900)}), 0U);
  EXPECT_EQ(breaches({file("src/suite/a.hpp", 401), file("tests/suite/a_test.cpp", 401)}), 2U);
  EXPECT_EQ(breaches({file("tests/exact/mpmath_values.hpp", 1063)}), 0U);
  EXPECT_EQ(breaches({file("tests/exact/mpmath_values.hpp", 2000)}), 1U);
  std::vector<SourceFile> folder(5, file("src/diagnosis/a.cpp", 400));
  EXPECT_EQ(breaches(folder), 0U);
  folder.push_back(file("src/diagnosis/behaviours/b.cpp", 1));
  EXPECT_EQ(breaches(folder), 1U) << "more lines";
  EXPECT_EQ(breaches(std::vector<SourceFile>(21, file("src/diagnosis/a.cpp", 1))), 1U) << "more files";
  EXPECT_EQ(breaches({file("tests/judge/rows.txt", 6000), file("tools/attack/main.cpp", 300)}), 0U) << "rows";
  EXPECT_EQ(breaches({file("tools/attack/main.cpp", 301)}), 1U) << "a line more";
}

TEST(LicenceLines, BeginEverySourceFile) {
  EXPECT_EQ(lines(check_licence_lines(tree())), "");
  const auto breaches = [](const std::string& path, const std::string& text) {
    return check_licence_lines(std::vector<SourceFile>{{path, text}}).size();
  };
  EXPECT_EQ(breaches("src/a.cpp", "// SPDX-License-Identifier: Apache-2.0\nint a;\n"), 0U);
  EXPECT_EQ(breaches("run", "#!/usr/bin/env bash\n# SPDX-License-Identifier: Apache-2.0\n"), 0U);
  EXPECT_EQ(breaches("README.md", "# halfulp\n"), 0U);
  EXPECT_EQ(breaches("src/a.cpp", "int a;\n// SPDX-License-Identifier: Apache-2.0\n"), 1U);
  EXPECT_EQ(breaches("tests/CMakeLists.txt", "project(x)\n"), 1U);
  EXPECT_EQ(breaches("rulebooks/a.toml", ""), 1U);
  EXPECT_EQ(breaches("test", "#!/usr/bin/env bash"), 1U);
}

TEST(RegistryHosts, AreNamedNowhere) {
  EXPECT_EQ(lines(check_registry_hosts(tree())), "");
  const std::string url = std::string("fetch https://registry.npm") + "js.org/uplot\n";
  EXPECT_EQ(check_registry_hosts(std::vector<SourceFile>{{"docs/a.md", url}}).size(), 1U);
}

}  // namespace
}  // namespace halfulp::house
