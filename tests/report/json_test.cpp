// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

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

}  // namespace
}  // namespace halfulp::report
