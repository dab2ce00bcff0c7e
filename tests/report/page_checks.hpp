// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace halfulp::report {

inline testing::AssertionResult has(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "no '" << part << "' in\n" << text.substr(0, 4000);
}

inline std::string without_scripts(const std::string& text) {
  return std::regex_replace(text, std::regex("<script>[^]*?</script>|<style>[^]*?</style>"), "");
}

/// How many links the page has; each leads to something in it, and no id is there twice.
inline std::size_t links_that_resolve(const std::string& page) {
  const std::string text = without_scripts(page);
  std::set<std::string> ids;
  const std::regex id(R"re( id="([^"]*)")re");
  for (std::sregex_iterator i(text.begin(), text.end(), id), end; i != end; ++i) {
    EXPECT_TRUE(ids.insert((*i)[1]).second) << "twice: " << (*i)[1];
  }
  const std::regex link(R"re(href="([^"]*)")re");
  std::size_t links = 0;
  for (std::sregex_iterator i(text.begin(), text.end(), link), end; i != end; ++i, ++links) {
    const std::string target = (*i)[1];
    EXPECT_EQ(target.front(), '#') << target;
    EXPECT_TRUE(ids.contains(target.substr(1))) << target;
  }
  return links;
}

inline void expect_nothing_from_elsewhere(const std::string& page) {
  for (const char* outside : {" src=", "<link", "@import", "url(", "fetch(", "XMLHttpRequest"}) {
    EXPECT_EQ(page.find(outside), std::string::npos) << outside;
  }
}

/// Every element that is opened is closed, in order.
inline void expect_balanced(const std::string& page) {
  const std::string text = without_scripts(page);
  const std::set<std::string> empty = {"br", "meta", "path", "rect", "line"};
  std::vector<std::string> open;
  const std::regex tag(R"re(<(/?)([a-z0-9]+)[^<>]*?(/?)>)re");
  for (std::sregex_iterator i(text.begin(), text.end(), tag), end; i != end; ++i) {
    const std::string name = (*i)[2];
    if (empty.contains(name) || (*i)[3] == "/") continue;
    if ((*i)[1] != "/") {
      open.push_back(name);
      continue;
    }
    ASSERT_FALSE(open.empty()) << "closed: " << name;
    ASSERT_EQ(open.back(), name) << text.substr(0, static_cast<std::size_t>(i->position())).substr(0, 4000);
    open.pop_back();
  }
  EXPECT_TRUE(open.empty()) << open.back();
}

}  // namespace halfulp::report
