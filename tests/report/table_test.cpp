// SPDX-License-Identifier: Apache-2.0
#include "report/table.hpp"

#include <gtest/gtest.h>

namespace halfulp::report {
namespace {

TEST(Table, AlignsColumns) {
  Table table({{"name"}, {"count", true}});
  table.add({{"a"}, {"1"}});
  table.add({{"longer"}, {"1000000"}});
  EXPECT_EQ(table.text(false),
            "name      count\n"
            "a             1\n"
            "longer  1000000\n");
}

TEST(Table, PutsATitleOnALineOfItsOwn) {
  Table table({{"name"}, {"count", true}});
  table.add_title("a title wider than the table");
  table.add({{"a"}, {"1"}});
  EXPECT_EQ(table.text(false),
            "name  count\n"
            "\n"
            "a title wider than the table\n"
            "a         1\n");
}

TEST(Table, CutsNoName) {
  Table table({{"kept"}, {"long"}});
  table.add({{"a"}, {std::string(200, 'x') + "1"}});
  table.add({{"a"}, {std::string(200, 'x') + "2"}});
  EXPECT_EQ(table.text(false),
            "kept  long\na     " + std::string(200, 'x') + "1\na     " + std::string(200, 'x') + "2\n");
}

TEST(Table, PaintsWithoutMovingColumns) {
  Table table({{"name"}, {"verdict"}});
  table.add({{"a", Colour::red}, {"fail"}});
  EXPECT_EQ(table.text(true), "\x1b[2mname\x1b[0m  \x1b[2mverdict\x1b[0m\n\x1b[31ma\x1b[0m     fail\n");
  EXPECT_EQ(table.text(false).find('\x1b'), std::string::npos);
}

}  // namespace
}  // namespace halfulp::report
