// SPDX-License-Identifier: Apache-2.0
// Direct3D 11 by wined3d of Debian's Wine, on Mesa's llvmpipe by OpenGL and on lavapipe by Vulkan. wine.sh runs it.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "device/shader_model5.hpp"
#include "halfulp/error.hpp"
#include "wine/program.hpp"

namespace halfulp {
namespace {

using cli::BrokenRules;
using cli::CheckedDevice;
using cli::temporary_path;
using namespace wine;  // NOLINT(google-build-using-namespace)

/// The same without an X display. Wine's desktop lives on for a while, without a display too: the next program has to
/// start another one.
Ran run_without_display(const std::string& arguments) {
  Ran ran = run_program(arguments, "-u DISPLAY " + std::string(kByOpenGl));
  EXPECT_EQ(std::system("wineserver -k; wineserver -w"), 0);
  return ran;
}

std::string device_name(const std::string& stage) { return "exec:" + kProgram + " --stage " + stage; }

/// The device in a stage, by a renderer.
std::unique_ptr<Device> open(const std::string& stage, const std::string& renderer) {
  return open_device("exec:env " + renderer + " " + kProgram + " --stage " + stage, {});
}

TEST(D3d11, ListsItsAdapters) {
  const Ran opengl = run_program("--list", kByOpenGl);
  EXPECT_EQ(opengl.exit_code, 0);
  EXPECT_TRUE(opengl.text.starts_with("0: ")) << opengl.text;
  EXPECT_NE(run_program("--list").text.find("llvmpipe"), std::string::npos);
  EXPECT_NE(run_program("--list").text.find(", feature level 11_"), std::string::npos);
}

TEST(D3d11, ComputesEveryKindOfOperationInBothStages) {
  for (const char* const renderer : {kByOpenGl, kByVulkan}) {
    for (const char* const stage : {"compute", "pixel"}) {
      SCOPED_TRACE(std::string(renderer) + " " + stage);
      const auto device = open(stage, renderer);
      test::expect_known_results(*device);
      // More than one block, the last of them neither a multiple of the thread group nor a row of pixels.
      test::expect_correct_sums(*device, (1U << 18U) + 1024 * 3 + 5);
      EXPECT_TRUE(device->description().title.starts_with("Direct3D 11 by wined3d on ")) << device->description().title;
      EXPECT_TRUE(device::fact(device->description(), "driver version").starts_with("Wine "));
      EXPECT_EQ(device::fact(device->description(), "doubles"), "not offered");
      EXPECT_TRUE(device->variants(Operation::add, Format::binary64).empty());
    }
  }
}

/// Codes of 8 bits and of 2, the last of four components, through textures that are read and written.
TEST(D3d11, ConvertsPixelsByTexturesInBothStages) {
  const std::vector<Bits> values = {0, 0x3f800000, 0x3eaaaaab, 0x7f800000};
  const auto results = [](Device& device, Operation operation, Format format, const std::vector<Bits>& operands) {
    const std::vector<std::vector<Bits>> lanes = {operands};
    return test::compute_bits(device, operation, format, 0, lanes);
  };
  const auto instruction = [](const Device& device, Operation operation, Format format) {
    return device.variants(operation, format).front().instruction;
  };
  using enum Operation;
  for (const char* const renderer : {kByOpenGl, kByVulkan}) {
    for (const std::string stage : {"compute", "pixel"}) {
      SCOPED_TRACE(renderer + (" " + stage));
      const auto device = open(stage, renderer);
      EXPECT_EQ(results(*device, binary32_to_unorm8, Format::binary32, values), (std::vector<Bits>{0, 255, 85, 255}));
      EXPECT_EQ(results(*device, binary32_to_unorm2, Format::binary32, values), (std::vector<Bits>{0, 3, 1, 3}));
      EXPECT_EQ(results(*device, unorm2_to_binary32, Format::unorm2, {0, 1, 3}),
                (std::vector<Bits>{0, 0x3eaaaaab, 0x3f800000}));
      EXPECT_EQ(results(*device, sint8_to_sint32, Format::sint8, {0x7f, 0x80}), (std::vector<Bits>{127, 0xffffff80}));
      EXPECT_EQ(results(*device, uint32_to_uint16, Format::uint32, {0xfffe, 1}), (std::vector<Bits>{0xfffe, 1}));
      const bool computes = stage == "compute";
      EXPECT_EQ(instruction(*device, binary32_to_unorm2, Format::binary32),
                std::string("R10G10B10A2_UNORM.w ") + (computes ? "store_uav_typed" : "render target"));
      EXPECT_EQ(instruction(*device, unorm8_to_binary32, Format::unorm8),
                std::string("R8_UNORM ") + (computes ? "ld" : "sample_l"));
      EXPECT_EQ(instruction(*device, binary32_to_binary16, Format::binary32), "f32tof16 o, x");
    }
  }
  const auto halves = open("pixel --textures", kByVulkan);
  EXPECT_EQ(instruction(*halves, binary32_to_binary16, Format::binary32), "R16_FLOAT render target");
  EXPECT_EQ(results(*halves, binary32_to_binary16, Format::binary32, values),
            (std::vector<Bits>{0, 0x3c00, 0x3555, 0x7c00}));
}

/// A shader by itself, whatever ran before: wined3d's Vulkan renderer confuses pixel shaders that were released.
TEST(D3d11, GivesEachOperationItsOwnShader) {
  const auto device = open("pixel", kByVulkan);
  const test::Words x = {0x40400000};
  const test::Words y = {0x40000000};
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(test::compute(*device, Operation::add, {x, y}).front(), 0x40a00000U);
    EXPECT_EQ(test::compute(*device, Operation::sub, {x, y}).front(), 0x3f800000U);
    EXPECT_EQ(test::compute(*device, Operation::mul, {x, y}).front(), 0x40c00000U);
  }
}

// ---- what Wine 8.0 breaks on Mesa 22.3.6; docs/devices/d3d11.md says of each whose doing it is

/// A sample, since wined3d and the judge take 45 s of a core for all cases of the quick suite, and 5 s for these, which
/// break the same rules.
CheckedDevice check_sample(const std::string& stage, const std::string& renderer) {
  return cli::check_device(device_name(stage), "d3d11", "", {renderer}, {"--cases", "2048"});
}

/// llvmpipe keeps denormals in its compute stage, and stores NaN as the largest code.
BrokenRules kept_in_compute() {
  BrokenRules rules = with(kept_denormals(), kConversions);
  for (const char* const code : {"unorm16", "unorm10", "unorm8", "unorm2", "snorm16", "snorm8"}) {
    rules[std::string("binary32_to_") + code + "32"] = {"D3D-FLOAT-TO-CODE-NAN"};
  }
  return rules;
}

/// What it does in the pixel stage, as lavapipe's render targets and samplers do.
const BrokenRules kPixels = {{"binary32_to_unorm1032", {"D3D-FLOAT-TO-UNORM"}},
                             {"binary32_to_unorm632", {"D3D-FLOAT-TO-UNORM"}},
                             {"binary32_to_unorm532", {"D3D-FLOAT-TO-UNORM"}},
                             {"unorm6_to_binary326", {"D3D-UNORM-TO-FLOAT"}},
                             {"unorm5_to_binary325", {"D3D-UNORM-TO-FLOAT"}},
                             {"binary32_to_snorm1632", {"D3D-FLOAT-TO-CODE-NAN"}},
                             {"binary32_to_snorm832", {"D3D-FLOAT-TO-CODE-NAN", "D3D-FLOAT-TO-SNORM"}},
                             {"binary32_to_srgb832", {"D3D-FLOAT-TO-SRGB"}}};

TEST(Wine8, KeepsDenormalsInTheComputeStageByVulkan) {
  const CheckedDevice found = check_sample("compute", kByVulkan);
  HALFULP_SKIP_UNLESS_MEASURED(found);
  EXPECT_EQ(found.fact("driver"), "wined3d on Vulkan");
  EXPECT_EQ(found.broken, kept_in_compute());
  EXPECT_TRUE(found.under_readings.contains("binary32_to_binary1632"));
}

// By OpenGL wined3d takes |x| for the operand of rsq and log.
TEST(Wine8, TakesReciprocalRootsOfNegativeNumbersByOpenGl) {
  const CheckedDevice found = check_sample("compute", kByOpenGl);
  HALFULP_SKIP_UNLESS_MEASURED(found);
  EXPECT_EQ(found.fact("driver"), "wined3d on OpenGL");
  EXPECT_EQ(found.broken, with({{"rsq32", {"D3D-FLUSH-OPERANDS", "D3D-RSQ-SPECIAL"}}}, kept_in_compute()));
}

TEST(Wine8, FlushesInThePixelStageAndBreaksTheConversionsByVulkan) {
  const CheckedDevice found = check_sample("pixel", kByVulkan);
  HALFULP_SKIP_UNLESS_MEASURED(found);
  EXPECT_EQ(found.fact("stage"), "fragment");
  EXPECT_EQ(found.broken, with(kPixels, kConversions));
  EXPECT_TRUE(found.under_readings.contains("binary32_to_binary1632"));
}

TEST(Wine8, FlushesInThePixelStageAndBreaksLogAndRsqTooByOpenGl) {
  const CheckedDevice found = check_sample("pixel", kByOpenGl);
  HALFULP_SKIP_UNLESS_MEASURED(found);
  EXPECT_EQ(found.broken, with({{"rsq32", {"D3D-FLUSH-SIGN", "D3D-RSQ-SPECIAL"}}, {"log232", {"D3D-LOG-SPECIAL"}}},
                               with(kPixels, kConversions)));
}

// ---- a folder

TEST(D3d11Folder, IsComputedAsTheBlocksAre) {
  const std::string vectors = temporary_path("vectors");
  const std::string results = temporary_path("results");
  const std::string operations = "add,dp4,binary32_to_binary16";
  ASSERT_EQ(cli::run_command({"vectors", "--operation", operations, "--format", "binary32,binary64", "-o", vectors})
                .exit_code,
            0);
  const Ran ran = run_program("--stage pixel " + vectors + " " + results);
  EXPECT_EQ(ran.exit_code, 0) << ran.text;
  EXPECT_NE(ran.text.find("not offered: add binary64"), std::string::npos) << ran.text;
  EXPECT_NE(ran.text.find("dp4 binary32: "), std::string::npos) << ran.text;
  const std::string json = temporary_path("verified.json");
  const cli::Outcome verified = cli::run_command({"verify", vectors, results, "--rulebook", "d3d11", "--json", json});
  EXPECT_LE(verified.exit_code, 1) << verified.diagnostics;
  const auto report = nlohmann::json::parse(cli::read_file(json));
  const CheckedDevice found = cli::check_device(device_name("pixel"), "d3d11", operations, {kByVulkan});
  ASSERT_EQ(report["results"].size(), found.report["results"].size());
  for (std::size_t i = 0; i < report["results"].size(); ++i) {
    for (const char* const member : {"operation", "outcome", "cases", "failed"}) {
      EXPECT_EQ(report["results"][i][member], found.report["results"][i][member]) << member;
    }
  }
  EXPECT_EQ(report["device"]["title"], found.report["device"]["title"]);
}

TEST(D3d11Folder, SaysWhichFileIsNotAsItShouldBe) {
  const std::string folder = temporary_path("vectors");
  const std::string to = " " + folder + " " + temporary_path("results");
  // Before any driver is opened: there is no display.
  expect_refused(run_without_display(to), 3,
                 "manifest.json: cannot be read; name a folder that `halfulp vectors -o` wrote");
  ASSERT_EQ(cli::run_command({"vectors", "--operation", "sqrt", "--format", "binary32", "-o", folder}).exit_code, 0);
  std::filesystem::resize_file(folder + "/sqrt.binary32.x.bin", 100);
  expect_refused(run_program(to), 3, "has 100 bytes, ");
  std::filesystem::remove(folder + "/sqrt.binary32.x.bin");
  expect_refused(run_program(to), 3, "cannot be read; copy the whole folder");
  const std::string manifest = folder + "/manifest.json";
  const std::string entry = R"({"operation":"sqrt","format":"binary32","cases":1,"operands":)";
  const auto expect = [&](const std::string& text, const std::string& message) {
    cli::write_text_file(manifest, text);
    expect_refused(run_program(to), 3, message);
  };
  const std::string begin = R"({"format":"halfulp vectors","version":1,"id":"a")";
  expect(R"({"format":"halfulp vectors")", "manifest.json: [json.exception.parse_error");
  expect(R"({"format":"halfulp results","version":1})", "is not 'halfulp vectors' of version 1");
  expect(begin + "}", "key 'operations' not found");
  expect(begin + R"(,"operations":[)" + entry + R"([{"file":"../x.bin"}]}]})", "expected a file of the same folder");
  expect(begin + R"(,"operations":[)" + entry + "[]}]}", "sqrt has 1 cases and 0 operands");
  expect(begin + R"(,"operations":[)" + entry + R"([{"file":"x.npy"}]}]})", "make the folder without --files npy");
}

// ---- what cannot be opened

TEST(D3d11, RefusesOptionsThatItDoesNotHave) {
  expect_refused(run_program("--stage geometry"), 2, "--stage geometry: stages are compute and pixel");
  expect_refused(run_program("--adapter x"), 2, "--adapter x: expected a number, as --list shows it, or warp");
  expect_refused(run_program("--adapter"), 2, "--adapter needs a value");
  expect_refused(run_program("--list=3"), 2, "--list has no value");
  expect_refused(run_program("--fast"), 2, "unknown option --fast; halfulp-d3d11 --help lists what there is");
  expect_refused(run_program("vectors"), 2, "a folder of vectors and a folder for the results are expected");
  EXPECT_EQ(run_program("--help").exit_code, 0);
}

TEST(D3d11, SaysWhatIsMissing) {
  expect_refused(run_program("--adapter 7"), 2, "--adapter 7: adapters are numbered 0 to 0; --list shows them");
  expect_refused(run_without_display(""), 4, "Wine needs an X display (DISPLAY) and a driver of OpenGL or Vulkan");
  // Mesa's other driver for the CPU has less.
  expect_refused(run_program("", std::string(kByOpenGl) + " GALLIUM_DRIVER=softpipe"), 4,
                 "has feature level 9_3; shader model 5 needs 11_0");
}

/// Mesa takes the text of a shader from a file where there is one of its digest's name.
TEST(D3d11, ReportsAShaderThatTheDriverDoesNotRun) {
  const std::filesystem::path written = temporary_path("written");
  const std::filesystem::path broken = temporary_path("broken");
  std::filesystem::create_directories(written);
  std::filesystem::create_directories(broken);
  const auto try_it = [](const std::string& variable, const std::filesystem::path& folder) {
    return cli::run_command({"try", device_name("compute"), "d3d11", "mul", "3", "5"},
                            {.environment = {kByOpenGl, variable + "=" + folder.string()}});
  };
  EXPECT_EQ(try_it("MESA_SHADER_DUMP_PATH", written).exit_code, 0);
  for (const auto& entry : std::filesystem::directory_iterator(written)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("CS_")) cli::write_text_file((broken / name).string(), "no shader\n");
  }
  ASSERT_FALSE(std::filesystem::is_empty(broken)) << "wined3d's shaders were not written";
  const cli::Outcome outcome = try_it("MESA_SHADER_READ_PATH", broken);
  EXPECT_EQ(outcome.exit_code, 4);
  EXPECT_NE((outcome.output + outcome.diagnostics).find("the driver took the shader and did not run it"),
            std::string::npos)
      << outcome.output << outcome.diagnostics;
}

}  // namespace
}  // namespace halfulp
