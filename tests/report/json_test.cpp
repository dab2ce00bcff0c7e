// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "halfulp/error.hpp"
#include "report/json_value.hpp"

namespace halfulp::report {
namespace {

TEST(JsonText, KeepsTheOrderOfMembers) {
  const std::string text = json_text(JsonValue::Object{{"z", true}, {"a", nullptr}});
  EXPECT_EQ(text, "{\n  \"z\": true,\n  \"a\": null\n}\n");
}

TEST(JsonText, KeepsEveryBitOfIntegers) {
  const auto parsed = nlohmann::json::parse(json_text(std::numeric_limits<std::uint64_t>::max()));
  EXPECT_EQ(parsed.get<std::uint64_t>(), std::numeric_limits<std::uint64_t>::max());
}

TEST(JsonText, EscapesText) {
  const std::string odd = "quote \" backslash \\ line\nfeed";
  EXPECT_EQ(nlohmann::json::parse(json_text(odd)).get<std::string>(), odd);
}

TEST(JsonText, TakesBytesThatAreNoUtf8) { EXPECT_TRUE(nlohmann::json::accept(json_text(std::string("\xff\xfe")))); }

TEST(JsonText, HasNullForWhatJsonCannotHold) {
  EXPECT_EQ(json_text(std::numeric_limits<double>::infinity()), "null\n");
  EXPECT_EQ(json_text(std::optional<double>()), "null\n");
}

TEST(ParseJson, GivesBackWhatWasWritten) {
  const JsonValue value = JsonValue::Object{{"most", std::numeric_limits<std::uint64_t>::max()},
                                            {"least", std::numeric_limits<std::int64_t>::min()},
                                            {"real", 0x1.921fb54442d18p+1},
                                            {"tiny", std::numeric_limits<double>::denorm_min()},
                                            {"list", JsonValue::Array{true, nullptr, "quote \" and \n"}}};
  for (const std::string& text : {json_text(value), json_line(value)}) {
    const JsonValue read = parse_json(text);
    EXPECT_EQ(json_line(read), json_line(value));
    EXPECT_EQ(read.at("most").count(), std::numeric_limits<std::uint64_t>::max());
    EXPECT_EQ(read.at("least").integer(), std::numeric_limits<std::int64_t>::min());
    EXPECT_EQ(read.at("real").real(), 0x1.921fb54442d18p+1);
    EXPECT_EQ(read.at("tiny").real(), std::numeric_limits<double>::denorm_min());
    EXPECT_TRUE(read.at("list").items()[0].flag());
    EXPECT_TRUE(read.at("list").items()[1].is_null());
    EXPECT_EQ(read.at("list").items()[2].text(), "quote \" and \n");
  }
  EXPECT_EQ(json_line(JsonValue::Object{{"a", JsonValue::Array{}}}), R"({"a":[]})");
}

TEST(ParseJson, SaysWhatIsNotAsExpected) {
  const auto complaint = [](const auto& ask) -> std::string {
    try {
      ask(parse_json(R"({"text": "x", "whole": -1, "real": 0.5})"));
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), Error::Kind::kInput);
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(complaint([](const JsonValue& value) { return value.at("none").text(); }), "no member 'none'");
  EXPECT_EQ(complaint([](const JsonValue& value) { return value.at("text").count(); }),
            "a whole number from 0 on expected, not \"x\"");
  EXPECT_NE(complaint([](const JsonValue& value) { return value.at("whole").count(); }), "");
  EXPECT_NE(complaint([](const JsonValue& value) { return value.at("real").count(); }), "");
  EXPECT_NE(complaint([](const JsonValue& value) { return value.at("whole").members().size(); }), "");
  EXPECT_EQ(complaint([](const JsonValue&) { return parse_json("{\"a\": }").is_null(); }), "no JSON at byte 7");
  EXPECT_NE(complaint([](const JsonValue&) { return parse_json("").is_null(); }), "");
  const std::string deep(1000000, '[');
  const std::string closed = deep + std::string(deep.size(), ']');
  EXPECT_EQ(complaint([&](const JsonValue&) { return parse_json(closed).is_null(); }), "JSON of more than 64 levels");
}

}  // namespace
}  // namespace halfulp::report
