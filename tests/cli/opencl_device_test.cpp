// SPDX-License-Identifier: Apache-2.0
// What PoCL 3.1 and Mesa 22.3.6's rusticl on llvmpipe break, as Debian 12 has them. docs/devices/opencl.md says of each
// whether it is the driver's doing.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

#include "checked_device.hpp"

namespace halfulp::cli {
namespace {

using Broken = BrokenRules;

CheckedDevice check(const std::string& device, const std::string& book, const std::string& operations,
                    const Words& more = {}) {
  return check_device(device, book, operations, {"RUSTICL_ENABLE=llvmpipe"}, more);
}

// The ways of computing that fail, those that are shown for comparison among them.
std::set<std::string> failing_ways(const CheckedDevice& found) {
  std::set<std::string> ways;
  for (const char* list : {"results", "variants"}) {
    for (const nlohmann::json& result : found.report[list]) {
      if (result["outcome"] == "fail") ways.insert(result["variant"].get<std::string>());
    }
  }
  return ways;
}

const Words kSample = {"--cases", "100000"};
constexpr const char* kImages =
    "binary16_to_binary32,unorm8_to_binary32,unorm16_to_binary32,binary32_to_unorm8,binary32_to_unorm16,"
    "binary32_to_binary32,sint8_to_sint32,uint32_to_uint16";
constexpr const char* kPocl = "3.1+debian";
constexpr const char* kOperations = "add,mul,div,exp2,log2,sin,cos,frc,round_ne,min,eq,ftoi,ftou,binary32_to_binary16";
const std::set<std::string> kKept = {"D3D-FLUSH-OPERANDS", "D3D-FLUSH-RESULTS"};
const std::set<std::string> kKeptOperands = {"D3D-FLUSH-OPERANDS"};

#define HALFULP_SKIP_UNLESS(found, known)                                                               \
  if (!(found).is_there) GTEST_SKIP() << "no such driver; packaging/install_packages test installs it"; \
  if ((found).fact("driver version") != (known))                                                        \
  GTEST_SKIP() << "measured of " << (known) << ", this is " << (found).fact("driver version")

// Flushed by a mode of the CPU, which functions that work on bits do not see.
TEST(Pocl, KeepsDirect3D11ButInThreeOperationsWhereItIsBuiltForIt) {
  const CheckedDevice found = check("opencl:pocl", "d3d11", kOperations);
  HALFULP_SKIP_UNLESS(found, kPocl);
  EXPECT_EQ(found.broken,
            (Broken{{"log232", kKeptOperands}, {"sin32", kKeptOperands}, {"frc32", {"D3D-FRC-SPECIAL"}}}));
  EXPECT_EQ(found.under_readings, std::set<std::string>{"binary32_to_binary1632"});
  for (const auto& cause : found.report["causes"]) {
    EXPECT_TRUE(cause["id"] != "keeps_denormals.binary32" || cause["control"] == "not_obeyed") << cause;
  }
}

TEST(Pocl, KeepsDenormalsByDefault) {
  const CheckedDevice found = check("opencl:pocl/0/default", "d3d11", kOperations);
  HALFULP_SKIP_UNLESS(found, kPocl);
  EXPECT_EQ(found.broken, (Broken{{"add32", kKept},
                                  {"mul32", kKept},
                                  {"div32", kKept},
                                  {"exp232", {"D3D-EXP", "D3D-FLUSH-RESULTS"}},
                                  {"log232", kKeptOperands},
                                  {"sin32", kKeptOperands},
                                  {"frc32", {"D3D-FLUSH-OPERANDS", "D3D-FRC-SPECIAL"}},
                                  {"eq32", kKeptOperands}}));
}

TEST(Pocl, FlushesDoublesTooWhereAllProgramsAreBuiltToFlush) {
  const std::set<std::string> doubles = {"D3D11-DOUBLE-DENORMALS"};
  const CheckedDevice found = check("opencl:pocl/0/denorms-are-zero", "d3d11", kOperations);
  HALFULP_SKIP_UNLESS(found, kPocl);
  EXPECT_EQ(found.broken, (Broken{{"add64", doubles},
                                  {"mul64", doubles},
                                  {"div64", doubles},
                                  {"min64", doubles},
                                  {"eq64", doubles},
                                  {"log232", kKeptOperands},
                                  {"sin32", kKeptOperands},
                                  {"frc32", {"D3D-FRC-SPECIAL"}}}));
}

TEST(Pocl, DividesByReciprocalsInFastMath) {
  const CheckedDevice found = check("opencl:pocl/0/fast-relaxed-math", "d3d11", "add,div,sqrt");
  HALFULP_SKIP_UNLESS(found, kPocl);
  EXPECT_EQ(found.broken, (Broken{{"add32", kKept},
                                  {"sqrt32", kKeptOperands},
                                  {"div32",
                                   {"D3D-DIV-SPECIAL", "D3D-FLUSH-OPERANDS", "D3D-FLUSH-RESULTS", "D3D-FLUSH-SIGN",
                                    "D3D-IDENTITY-DIV-ONE", "D3D10.1-DIV"}}}));
}

// exp overflows at 709.7827128933839, whose exponential is below the largest double; sinh gives NaN there.
TEST(Pocl, BreaksOpenclIn7FunctionsOfThese) {
  const CheckedDevice found =
      check("opencl:pocl/0/default", "opencl3",
            "add,div,sqrt,frc,cospi,exp,sinh,tanh,fma,nextafter,binary32_to_binary16,sign,step,clamp,lerp,"
            "smoothstep,radians,degrees");
  HALFULP_SKIP_UNLESS(found, kPocl);
  EXPECT_EQ(found.broken, (Broken{{"fract32", {"OCL-FRACT-SPECIAL"}},
                                  {"fract64", {"OCL-FRACT-SPECIAL"}},
                                  {"cospi32", {"OCL-COSPI"}},
                                  {"cospi64", {"OCL-COSPI"}},
                                  {"exp64", {"OCL-3-ULP"}},
                                  {"sinh64", {"OCL-4-ULP"}},
                                  {"tanh32", {"OCL-TANH-SPECIAL"}}}));
}

// Built to flush it scales vectors where the sum of their squares underflows, not where one square does.
TEST(Pocl, BreaksOpenclInFunctionsOfVectorsOnlyWhereItFlushes) {
  const std::string functions = "length2,length3,length4,distance2,distance3,distance4,normalize3,dp2,dp3,dp4,cross";
  const CheckedDevice found = check("opencl:pocl/0/default", "opencl3", functions, {"--cases", "16384"});
  HALFULP_SKIP_UNLESS(found, kPocl);
  EXPECT_EQ(found.broken, Broken{});
  const CheckedDevice flushing =
      check("opencl:pocl/0/denorms-are-zero", "opencl3", "length3,distance2,normalize3,dp3,cross",
            {"--cases", "50000", "--reading", "ocl.double_denorm=may"});
  EXPECT_EQ(flushing.broken, (Broken{{"length332", {"OCL-LENGTH3"}},
                                     {"length364", {"OCL-DOUBLE-LENGTH3"}},
                                     {"distance232", {"OCL-DISTANCE2"}},
                                     {"distance264", {"OCL-DOUBLE-DISTANCE2"}},
                                     {"normalize332", {"OCL-NORMALIZE"}},
                                     {"normalize364", {"OCL-DOUBLE-NORMALIZE"}}}));
}

// It reads 234 whatever the texel holds, and writes nothing.
TEST(Pocl, NeitherReadsNorWritesHalvesOfOneComponentInImages) {
  const CheckedDevice found = check("opencl:pocl/0/default", "opencl3",
                                    std::string(kImages) +
                                        ",snorm8_to_binary32,snorm16_to_binary32,binary32_to_snorm8,"
                                        "binary32_to_snorm16");
  HALFULP_SKIP_UNLESS(found, kPocl);
  EXPECT_EQ(found.broken, (Broken{{"binary16_to_binary3216", {"OCL-INF-NAN", "OCL-WIDENING"}}}));
  EXPECT_EQ(failing_ways(found),
            (std::set<std::string>{"CL_R CL_HALF_FLOAT read_imagef", "CL_R CL_HALF_FLOAT read_imagef with a sampler"}));
  const CheckedDevice written =
      check("opencl:pocl/0/default", "opencl3", "binary32_to_binary16", {"--reading", "ocl.convert_round=image"});
  EXPECT_EQ(written.broken, Broken{});
  EXPECT_EQ(failing_ways(written),
            (std::set<std::string>{"vstore_half_rtn", "vstore_half_rtp", "CL_R CL_HALF_FLOAT write_imagef"}));
}

// vstore_half_rtz, _rtp and _rtn, and writes to images, fail for comparison.
TEST(Pocl, HasNoCauseOfWaysThatAreShownForComparison) {
  const CheckedDevice found = check("opencl:pocl/0/default", "opencl3", "binary32_to_binary16");
  HALFULP_SKIP_UNLESS(found, kPocl);
  EXPECT_EQ(failing_ways(found).size(), 4U);
  EXPECT_TRUE(found.report["conforms"]);
  EXPECT_EQ(found.report["causes"], nlohmann::json::array());
  EXPECT_EQ(found.report["unexplained"], nlohmann::json::array());
}

// OpenCL lets a write below -1 reach the smallest integer, and Direct3D clamps.
TEST(Pocl, WritesTheLeastCodeOfSnormBelowMinusOneWhichDirect3DForbids) {
  const CheckedDevice found = check("opencl:pocl/0/default", "d3d11", "binary32_to_snorm8,binary32_to_snorm16");
  HALFULP_SKIP_UNLESS(found, kPocl);
  EXPECT_EQ(found.broken, (Broken{{"binary32_to_snorm832", {"D3D-FLOAT-TO-SNORM"}},
                                  {"binary32_to_snorm1632", {"D3D-FLOAT-TO-SNORM"}}}));
}

// A sample: the definition judges each case of these functions. atanpi(-0) is +0 there.
TEST(Pocl, BreaksOpenclIn1OfTheseFunctionsOfTheLibrary) {
  const CheckedDevice found =
      check("opencl:pocl/0/default", "opencl3", "cbrt,expm1,atanpi,hypot,rootn,remainder,logb,maxmag,minmag", kSample);
  HALFULP_SKIP_UNLESS(found, kPocl);
  EXPECT_EQ(found.broken, (Broken{{"atanpi64", {"OCL-LIMITS-SPECIAL"}}}));
}

TEST(Rusticl, KeepsDenormalsThoughBuiltToFlush) {
  const CheckedDevice found = check("opencl:rusticl", "d3d11", kOperations);
  HALFULP_SKIP_UNLESS(found, "22.3.6");
  EXPECT_EQ(found.broken, (Broken{{"add32", kKept},
                                  {"mul32", kKept},
                                  {"div32", kKept},
                                  {"log232", kKeptOperands},
                                  {"sin32", kKeptOperands},
                                  {"frc32", {"D3D-FLUSH-OPERANDS", "D3D-FRC-SPECIAL"}},
                                  {"eq32", kKeptOperands},
                                  {"ftoi32", {"D3D-FTOI"}},
                                  {"ftou32", {"D3D-FTOU"}}}));
}

// fma(-0, 0, 0) is -0 there.
TEST(Rusticl, BreaksOpenclIn4FunctionsOfThese) {
  const CheckedDevice found =
      check("opencl:rusticl/0/default", "opencl3", "add,div,sqrt,frc,cospi,exp,sinh,tanh,fma,nextafter");
  HALFULP_SKIP_UNLESS(found, "22.3.6");
  EXPECT_EQ(found.broken, (Broken{{"fract32", {"OCL-FRACT-SPECIAL"}},
                                  {"cospi32", {"OCL-COSPI"}},
                                  {"fma32", {"OCL-CORRECTLY-ROUNDED"}},
                                  {"nextafter32", {"OCL-EXACT", "OCL-INF-NAN"}}}));
}

TEST(Rusticl, WritesTheLargestUnormForNan) {
  const CheckedDevice found = check("opencl:rusticl/0/default", "opencl3", kImages);
  HALFULP_SKIP_UNLESS(found, "22.3.6");
  EXPECT_EQ(found.broken, (Broken{{"binary32_to_unorm832", {"OCL-FLOAT-TO-NORM-NAN"}},
                                  {"binary32_to_unorm1632", {"OCL-FLOAT-TO-NORM-NAN"}}}));
}

// In images alone, where OpenCL permits that: no such way counts.
TEST(Rusticl, RoundsHalvesTowardZeroInImages) {
  const auto with = [](const char* rounding) {
    return check("opencl:rusticl/0/default", "opencl3", "binary32_to_binary16",
                 {"--reading", std::string("ocl.convert_round=") + rounding});
  };
  const CheckedDevice nearest = with("rte");
  HALFULP_SKIP_UNLESS(nearest, "22.3.6");
  EXPECT_EQ(nearest.broken, Broken{});
  EXPECT_TRUE(failing_ways(nearest).contains("CL_R CL_HALF_FLOAT write_imagef"));
  for (const char* rounding : {"rtz", "image"}) {
    EXPECT_FALSE(failing_ways(with(rounding)).contains("CL_R CL_HALF_FLOAT write_imagef")) << rounding;
  }
}

// rootn(x, -1) is 0 where 1 / x is the smallest normal value or a little more; remainder(0, 2^-149) is -0.
TEST(Rusticl, BreaksOpenclIn4OfTheseFunctionsOfTheLibrary) {
  const CheckedDevice found = check("opencl:rusticl/0/default", "opencl3",
                                    "cbrt,expm1,atanpi,hypot,erfc,tgamma,pown,rootn,remainder,logb,maxmag", kSample);
  HALFULP_SKIP_UNLESS(found, "22.3.6");
  EXPECT_EQ(found.broken, (Broken{{"erfc32", {"OCL-16-ULP"}},
                                  {"tgamma32", {"OCL-16-ULP", "OCL-INF-NAN"}},
                                  {"rootn32", {"OCL-INTEGER-POWERS"}},
                                  {"remainder32", {"OCL-EXACT"}}}));
}

}  // namespace
}  // namespace halfulp::cli
