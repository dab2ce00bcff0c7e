// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "report/junit.hpp"
#include "report/shapes.hpp"
#include "report/text.hpp"
#include "report/values.hpp"
#include "sample_report.hpp"

namespace halfulp::report {
namespace {

/// The sample as a rulebook of Metal's would have it.
Report metal_report() {
  Report report = sample_report();
  for (BookUsed& book : report.rulebooks) book.naming = Naming::metal;
  for (Result& result : report.results) result.naming = Naming::metal;
  report.not_offered = {{Operation::round_ne, Format::binary32}};
  Finding& finding = report.broken.front();
  finding.where.front().operation = Operation::max;
  finding.where.front().naming = Naming::metal;
  finding.explanation.operation = Operation::max;
  finding.explanation.naming = Naming::metal;
  return report;
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

TEST(Names, AreTheRulebooksInTheText) {
  const std::string report = text(metal_report(), {});
  EXPECT_TRUE(has(report, "\nrsqrt ")) << report;
  EXPECT_TRUE(has(report, "10 in book (fmax 10)")) << report;
  EXPECT_TRUE(has(report, "  fmax(1e-45, 0) by ")) << report;
  EXPECT_TRUE(has(report, "not offered by the device, so not judged: rint\n")) << report;
  EXPECT_TRUE(has(text(sample_report(), {}), "\nrsq "));
}

TEST(Names, AreTheRulebooksInJson) {
  const std::string report = json_text(report_shape(metal_report()));
  for (const char* name : {"\"rsqrt\"", "\"fmin\"", "\"rint\""}) EXPECT_TRUE(has(report, name)) << name;
  EXPECT_FALSE(has(report, "\"rsq\""));
}

TEST(Names, AreTheRulebooksInJUnit) {
  const std::string report = junit_text(metal_report());
  EXPECT_TRUE(has(report, "name=\"rsqrt (memory)\"")) << report;
  EXPECT_TRUE(has(report, "as fmin(")) << report;
}

}  // namespace
}  // namespace halfulp::report
