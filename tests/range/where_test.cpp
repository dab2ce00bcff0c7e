// SPDX-License-Identifier: Apache-2.0
#include "range/reading/where.hpp"

#include <gtest/gtest.h>

#include <string>

#include "halfulp/error.hpp"

namespace halfulp {
namespace {

std::string where(const std::string& text) {
  std::string result;
  for (const range::Operand& operand : range::parse_where(text, Format::binary32)) {
    result += operand.name + " " + operand.set.permitted().text() + "; ";
  }
  return result;
}

TEST(RangeWhere, ReadsValuesAndRanges) {
  EXPECT_EQ(where("x = 0.5"), "x {0x1p-1}; ");
  EXPECT_EQ(where("x in [-1, 1]; y = -0"), "x {[-0x1p+0, 0x1p+0]}; y {-0}; ");
  EXPECT_EQ(where("x in [0, 1)"), "x {[-0, 0x1.fffffep-1]}; ");
  EXPECT_EQ(where("x in (0, 1]"), "x {[0x1p-149, 0x1p+0]}; ");
  EXPECT_EQ(where("x in (-inf, 0)"), "x {[-0x1.fffffep+127, -0x1p-149]}; ");
  EXPECT_EQ(where("n.xz in [0, 2]"), "n.x {[-0, 0x1p+1]}; n.z {[-0, 0x1p+1]}; ");
  EXPECT_EQ(where("n = (1, 2)"), "n.x {0x1p+0}; n.y {0x1p+1}; ");
  EXPECT_EQ(where("x in all"), "x {[-inf, inf], any NaN}; ");
  EXPECT_EQ(where("x = +1"), "x {0x1p+0}; ");
  // What lies between numbers that are none of the format.
  EXPECT_EQ(where("x in [0.1, 0.3]"), "x {[0x1.99999ap-4, 0x1.333332p-2]}; ");
  EXPECT_EQ(where("x in (0.1, 0.3)"), "x {[0x1.99999ap-4, 0x1.333332p-2]}; ");
  EXPECT_EQ(where("x in [-0.1, -0.05]"), "x {[-0x1.999998p-4, -0x1.99999ap-5]}; ");
  EXPECT_EQ(where("x in [1e-46, 1]"), "x {[0x1p-149, 0x1p+0]}; ");
  EXPECT_EQ(where("x in [-1, -1e-46]"), "x {[-0x1p+0, -0x1p-149]}; ");
  EXPECT_EQ(where("x in [-1e-46, 1e-46]"), "x {-0, 0}; ");
  EXPECT_EQ(where("x in finite"), "x {[-0x1.fffffep+127, 0x1.fffffep+127]}; ");
}

TEST(RangeWhere, SaysWhatIsWrong) {
  const auto error = [](const std::string& text) {
    try {
      static_cast<void>(where(text));
    } catch (const Error& thrown) {
      return std::string(thrown.what());
    }
    return std::string("read");
  };
  EXPECT_EQ(error("x"), "'x': '= VALUE' or 'in [FROM, TO]' is missing behind 'x', at character 2");
  EXPECT_EQ(error("x in [2, 1]"), "'x in [2, 1]': no value lies in that range, at character 12");
  EXPECT_EQ(error("x in [0, nan]"), "'x in [0, nan]': NaN is no end of a range, at character 13");
  EXPECT_EQ(error("x = 1; x = 2"), "'x = 1; x = 2': x comes twice, at character 13");
  EXPECT_NE(error("x = one").find("at character 5"), std::string::npos) << error("x = one");
  EXPECT_EQ(error("n.xy = (1, 2, 3)"), "'n.xy = (1, 2, 3)': 2 components have 3 values, at character 17");
}

}  // namespace
}  // namespace halfulp
