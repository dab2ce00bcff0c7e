// SPDX-License-Identifier: Apache-2.0
#include "report/page/gate_section.hpp"

#include <gtest/gtest.h>

#include <memory>

#include "page_checks.hpp"
#include "report/page/page.hpp"
#include "sample_report.hpp"

namespace halfulp::report {
namespace {

Breach breach_of(const std::string& rule, Operation operation, std::uint64_t count) {
  Breach breach;
  breach.rulebook = "book";
  breach.rule = rule;
  breach.operation = operation;
  breach.count = count;
  breach.cases = 1000;
  breach.example.emplace();
  return breach;
}

Waiver waiver_of(const std::string& rule, std::size_t line) {
  return {.rule = rule,
          .rulebook = "",
          .operation = {},
          .format = {},
          .variant = {},
          .reason = "a bug of <theirs>",
          .link = "https://example.org/bugs?a=1&b=2",
          .expires = "2026-12-31",
          .line = line};
}

/// The sample report, held to a baseline and waivers: a failure of each standing, a healed one, and a waiver that is
/// idle for each reason.
Report gated() {
  Report report = sample_report();
  Gate gate;
  gate.baseline_file = "base.json";
  gate.waivers_file = "waivers.toml";
  gate.today = "2026-06-01";
  gate.mismatches = {{"seed", {"1", "42"}, "other cases were tried"}};
  gate.failures = {{.breach = breach_of("FLUSH", Operation::add, 10),
                    .standing = Standing::waived,
                    .since = Change::broke,
                    .before = {},
                    .waiver = waiver_of("FLUSH", 3),
                    .expired = {}},
                   {.breach = breach_of("RSQ-FAR", Operation::rsq, 1200),
                    .standing = Standing::known,
                    .since = Change::still,
                    .before = breach_of("RSQ-FAR", Operation::rsq, 1300),
                    .waiver = {},
                    .expired = {}},
                   {.breach = breach_of("MUL-FAR", Operation::mul, 7),
                    .standing = Standing::fails,
                    .since = Change::more_often,
                    .before = breach_of("MUL-FAR", Operation::mul, 5),
                    .waiver = {},
                    .expired = waiver_of("MUL-FAR", 9)}};
  BreachChange healed;
  healed.change = Change::healed;
  healed.breaches[0] = breach_of("MIN-NAN", Operation::min, 4);
  gate.healed = {healed};
  gate.no_longer = {{.fate = RowFate::no_longer,
                     .row = {"book",
                             Naming::direct3d,
                             Operation::max,
                             Format::binary16,
                             {.name = "", .instruction = "a <max>", .operands = ""}},
                     .outcome = Outcome::pass,
                     .because = ""}};
  gate.idle = {{.waiver = waiver_of("DIV", 12), .why = Idleness::needless, .nearest = ""},
               {.waiver = waiver_of("FLUHS", 15), .why = Idleness::unknown_rule, .nearest = "FLUSH"},
               {.waiver = waiver_of("SIN", 18), .why = Idleness::not_judged, .nearest = ""}};
  report.gate = std::make_shared<const Gate>(std::move(gate));
  return report;
}

/// What stands between two headings, or the second and the end.
std::string between(const std::string& text, const std::string& first, const std::string& second) {
  const std::size_t begin = text.find("<h3>" + first + "</h3>");
  EXPECT_NE(begin, std::string::npos) << first;
  const std::size_t end = text.find("<h3>" + second + "</h3>", begin);
  return begin == std::string::npos ? "" : text.substr(begin, end - begin);
}

TEST(GateSection, TellsTheTermsAndTheVerdict) {
  const std::string text = gate_section(gated());
  EXPECT_TRUE(has(text, "<dt>baseline</dt><dd>base.json</dd>"));
  EXPECT_TRUE(has(text, "<dt>waivers</dt><dd>waivers.toml on 2026-06-01</dd>"));
  EXPECT_TRUE(has(text, "<p class=\"fail\">does not pass: 1 new, 1 known, 1 waived, 1 healed, 1 offered no more"));
  EXPECT_TRUE(has(text, "<th>seed</th><td>1</td><td>42</td>"));
  EXPECT_TRUE(has(text, "So other cases were tried."));
}

TEST(GateSection, TellsWhatIsNew) {
  const std::string text = between(gate_section(gated()), "New", "Waived");
  EXPECT_TRUE(has(text, "<td class=\"fail\">more often</td><td>MUL-FAR</td><td>book</td><td>mul</td>"));
  EXPECT_TRUE(has(text, "<td class=\"number\">5</td><td class=\"number\">7</td><td>waiver expired 2026-12-31</td>"));
  EXPECT_EQ(text.find("FLUSH"), std::string::npos);
}

TEST(GateSection, TellsWhyAFailureIsWaived) {
  const std::string text = between(gate_section(gated()), "Waived", "Known from the baseline");
  // A rule that the page has is a link; a waiver's is text.
  EXPECT_TRUE(has(text, "<a href=\"#rule-FLUSH\">FLUSH</a>"));
  EXPECT_TRUE(has(text, "<td>a bug of &lt;theirs&gt;</td>"));
  EXPECT_TRUE(has(text, "<code>https://example.org/bugs?a=1&amp;b=2</code>"));
  EXPECT_TRUE(has(text, "<td>2026-12-31</td><td>waivers.toml:3</td>"));
}

TEST(GateSection, TellsWhatIsKnown) {
  const std::string text = between(gate_section(gated()), "Known from the baseline", "Unexpected passes");
  EXPECT_TRUE(has(text,
                  "<td>RSQ-FAR</td><td>book</td><td>rsq</td>"
                  "<td class=\"number\">1,300</td><td class=\"number\">1,200</td>"));
}

TEST(GateSection, TellsUnexpectedPassesAndIdleWaivers) {
  const std::string text = gate_section(gated());
  const std::string passes = between(text, "Unexpected passes", "Offered no more since the baseline");
  EXPECT_TRUE(has(passes, "MIN-NAN in book, min: healed since the baseline, where 4 failed"));
  EXPECT_TRUE(has(passes, "waivers.toml:12 DIV is needless"));
  EXPECT_TRUE(has(text, "<td>max (binary16)</td><td>a &lt;max&gt;</td>"));
  const std::string idle = between(text, "Waivers that excuse nothing", "");
  EXPECT_TRUE(has(idle, "waivers.toml:15 FLUHS is of a rule that no rulebook has (did you mean 'FLUSH'?)"));
  EXPECT_TRUE(has(idle, "of what this run did not judge in full: 1"));
}

TEST(GateSection, StandsInThePageWithItsVerdict) {
  const Report report = gated();
  const std::string text = page(report, std::vector<PageDetails>(report.results.size()));
  EXPECT_TRUE(has(text, "<li class=\"fail\"><a href=\"#gate\">gate</a>: does not pass: 1 new"));
  EXPECT_TRUE(has(text, "<section id=\"gate\">"));
  EXPECT_GE(links_that_resolve(text), 6U);
  expect_nothing_from_elsewhere(text);
  expect_balanced(text);
}

TEST(GateSection, IsNoneWithoutAGate) {
  const Report report = sample_report();
  const std::string text = page(report, std::vector<PageDetails>(report.results.size()));
  EXPECT_EQ(text.find("id=\"gate\""), std::string::npos);
  EXPECT_EQ(text.find("href=\"#gate\""), std::string::npos);
}

}  // namespace
}  // namespace halfulp::report
