// SPDX-License-Identifier: Apache-2.0
#include "number/nearest_name.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

namespace halfulp::number {
namespace {

const std::vector<std::string_view> kNames = {"add", "mul", "rsq", "sqrt", "exp2", "standard", "exhaustive"};

TEST(NearestName, FindsANameOneEditAway) {
  EXPECT_EQ(nearest_name("ad", kNames), "add");
  EXPECT_EQ(nearest_name("mull", kNames), "mul");
  EXPECT_EQ(nearest_name("sqet", kNames), "sqrt");
}

TEST(NearestName, CountsASwapOfNeighboursAsOneEdit) { EXPECT_EQ(nearest_name("rqs", kNames), "rsq"); }

TEST(NearestName, IgnoresCase) { EXPECT_EQ(nearest_name("EXP2", kNames), "exp2"); }

TEST(NearestName, PrefersACommonBeginningToAnEdit) { EXPECT_EQ(nearest_name("rsqrt", kNames), "rsq"); }

TEST(NearestName, AllowsMoreEditsInLongerWords) { EXPECT_EQ(nearest_name("exaustiv", kNames), "exhaustive"); }

TEST(NearestName, IsEmptyWhenNothingIsNear) {
  EXPECT_EQ(nearest_name("convolution", kNames), "");
  EXPECT_EQ(nearest_name("pow", kNames), "");
  EXPECT_EQ(nearest_name("", kNames), "");
  EXPECT_EQ(nearest_name("add", std::vector<std::string>{}), "");
}

TEST(NearestName, MakesAQuestionForTheEndOfAMessage) {
  EXPECT_EQ(did_you_mean("standart", kNames), " (did you mean 'standard'?)");
  EXPECT_EQ(did_you_mean("convolution", kNames), "");
  EXPECT_EQ(unknown_name("suite", "standart", kNames), "unknown suite 'standart' (did you mean 'standard'?)");
  EXPECT_EQ(unknown_name("suite", "convolution", kNames), "unknown suite 'convolution'");
}

TEST(NearestName, OrTheFirstOfThemThatAMessageHolds) {
  EXPECT_EQ(near_or_known("standart", kNames), " (did you mean 'standard'?)");
  EXPECT_EQ(near_or_known("convolution", kNames), "; known: add, mul, rsq, sqrt, exp2, standard, exhaustive");
  EXPECT_EQ(short_list(kNames, 15), "add, mul, rsq and 4 more");
  EXPECT_EQ(short_list(kNames, 1), "add and 6 more");
  EXPECT_EQ(short_list(std::vector<std::string>{}), "");
  const std::vector<std::string> many(200, "operation");
  EXPECT_LE(short_list(many).size(), 140U);
}

}  // namespace
}  // namespace halfulp::number
