// SPDX-License-Identifier: Apache-2.0
#include "report/gate/waiver.hpp"

#include <gtest/gtest.h>

#include "halfulp/error.hpp"

namespace halfulp::report {
namespace {

std::string complaint(const std::string& toml) {
  try {
    static_cast<void>(read_waivers(toml, "w.toml"));
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kInput);
    return error.what();
  }
  return "";
}

TEST(Waivers, AreReadWithAllThatTheySay) {
  const auto waivers = read_waivers(R"(# why a file: a person writes it
[[waiver]]
rule = "D3D-RSQ"
reason = "bug 7"

[[waiver]]
rule = "D3D-FLUSH-OPERANDS"
rulebook = "d3d11"
operation = "rsqrt"
format = "binary16"
variant = "FMin"
reason = "no hardware for it"
link = "https://example.org/8"
expires = 2026-12-31
)",
                                    "w.toml");
  ASSERT_EQ(waivers.size(), 2U);
  EXPECT_EQ(waivers[0].rule, "D3D-RSQ");
  EXPECT_EQ(waivers[0].line, 2U);
  EXPECT_FALSE(waivers[0].operation || waivers[0].format || waivers[0].variant);
  EXPECT_EQ(reason_text(waivers[0]), "bug 7");
  EXPECT_EQ(waivers[1].operation, Operation::rsq);
  EXPECT_EQ(waivers[1].format, Format::binary16);
  EXPECT_EQ(waivers[1].variant, "FMin");
  EXPECT_EQ(waivers[1].rulebook, "d3d11");
  EXPECT_EQ(waivers[1].line, 6U);
  EXPECT_EQ(reason_text(waivers[1]), "no hardware for it; https://example.org/8; until 2026-12-31");
}

TEST(Waivers, TakeTheDayAsTextToo) {
  EXPECT_EQ(read_waivers("[[waiver]]\nrule = \"A\"\nreason = \"b\"\nexpires = \"2028-02-29\"\n", "w.toml")[0].expires,
            "2028-02-29");
}

TEST(Waivers, MayBeNone) {
  EXPECT_TRUE(read_waivers("", "w.toml").empty());
  EXPECT_TRUE(read_waivers("# nothing is excused\n", "w.toml").empty());
}

TEST(Waivers, SayWhereAFileIsWrong) {
  EXPECT_EQ(complaint("[[waiver]]\nreason = \"b\"\n"),
            "w.toml:1:1: a waiver needs 'rule', the id of the rule whose failures it excuses: rule = "
            "\"D3D-FLUSH-OPERANDS\"");
  EXPECT_EQ(complaint("[[waiver]]\nrule = \"A\"\n"),
            "w.toml:1:1: a waiver needs 'reason', why these failures are accepted");
  EXPECT_EQ(complaint("[[waiver]]\nrule = \"A\"\nreason = \" \"\n"),
            "w.toml:3:10: 'reason' is empty; write why these failures are accepted");
  EXPECT_EQ(complaint("[[waiver]]\nrule = \"A\"\nreasn = \"b\"\n"),
            "w.toml:3:1: unknown key of [[waiver]] 'reasn' (did you mean 'reason'?)");
  EXPECT_EQ(complaint("[[waivers]]\nrule = \"A\"\n").rfind("w.toml:1:3: unknown table 'waivers'", 0), 0U)
      << complaint("[[waivers]]\nrule = \"A\"\n");
  EXPECT_EQ(complaint("[waiver]\nrule = \"A\"\n"), "w.toml:1:1: write [[waiver]], with two brackets");
  EXPECT_EQ(complaint("[[waiver]]\nrule = 7\n"), "w.toml:2:8: 'rule' must be a string in quotes");
  EXPECT_EQ(complaint("[[waiver]]\nrule = \"A\"\nreason = \"b\"\noperation = \"rsqr\"\n"),
            "w.toml:4:13: unknown operation 'rsqr' (did you mean 'rsq'?)");
  EXPECT_EQ(complaint("[[waiver]]\nrule = \"A\"\nreason = \"b\"\nformat = \"float32\"\n")
                .rfind("w.toml:4:10: unknown format 'float32'", 0),
            0U);
  EXPECT_EQ(complaint("[[waiver]]\nrule = \"A\"\nreason = \"b\"\nexpires = \"2027-02-29\"\n"),
            "w.toml:4:11: '2027-02-29' is no day: write expires = 2026-12-31, the last day on which the waiver counts");
  for (const char* text : {"[[waiver]", "[[waiver]]\nrule = \"A", "[[waiver]]\nrule = \"A\"\nrule = \"B\"\n",
                           "[[waiver]]\nexpires = 2026-13-01\n"}) {
    EXPECT_EQ(complaint(text).rfind("w.toml:", 0), 0U) << text;
  }
}

TEST(Waivers, SpeakOfWhatTheyNameOnly) {
  Breach breach;
  breach.rulebook = "d3d11";
  breach.rule = "A";
  breach.operation = Operation::rsq;
  breach.format = Format::binary16;
  breach.variant.name = "FMin";
  Waiver waiver;
  waiver.rule = "A";
  EXPECT_TRUE(speaks_of(waiver, breach));
  waiver.rulebook = "d3d11";
  waiver.operation = Operation::rsq;
  waiver.format = Format::binary16;
  waiver.variant = "FMin";
  EXPECT_TRUE(speaks_of(waiver, breach));
  const auto other = [&](const auto& change) {
    Waiver changed = waiver;
    change(changed);
    return speaks_of(changed, breach);
  };
  EXPECT_FALSE(other([](Waiver& one) { one.rule = "B"; }));
  EXPECT_FALSE(other([](Waiver& one) { one.rulebook = "d3d10"; }));
  EXPECT_FALSE(other([](Waiver& one) { one.operation = Operation::add; }));
  EXPECT_FALSE(other([](Waiver& one) { one.format = Format::binary32; }));
  EXPECT_FALSE(other([](Waiver& one) { one.variant = ""; }));
  breach.operation.reset();
  EXPECT_FALSE(speaks_of(waiver, breach));
  waiver = {};
  waiver.rule = "A";
  EXPECT_TRUE(speaks_of(waiver, breach));
}

TEST(Waivers, CountUntilTheEndOfTheirDay) {
  Waiver waiver;
  EXPECT_FALSE(is_expired(waiver, "9999-12-31"));
  waiver.expires = "2026-12-31";
  EXPECT_FALSE(is_expired(waiver, "2026-12-30"));
  EXPECT_FALSE(is_expired(waiver, "2026-12-31"));
  EXPECT_TRUE(is_expired(waiver, "2027-01-01"));
}

TEST(Waivers, KnowTheCalendar) {
  for (const char* day : {"2026-12-31", "2024-02-29", "2000-02-29"}) EXPECT_TRUE(is_date(day)) << day;
  for (const char* day : {"", "2026-1-1", "2026-00-01", "2026-13-01", "2026-04-31", "2023-02-29", "1900-02-29",
                          "2026/01/01", "2026-01-0x", "20260101", "2026-01-011", "2026--1-01"}) {
    EXPECT_FALSE(is_date(day)) << day;
  }
}

}  // namespace
}  // namespace halfulp::report
