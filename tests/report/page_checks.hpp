// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace halfulp::report {

inline testing::AssertionResult has(const std::string& text, const std::string& part) {
  if (text.find(part) != std::string::npos) return testing::AssertionSuccess();
  return testing::AssertionFailure() << "no '" << part << "' in\n" << text.substr(0, 4000);
}

/// The text without its programs and styles.
inline std::string without_scripts(std::string text) {
  for (const std::string& name : {std::string("script"), std::string("style")}) {
    for (std::size_t at = 0; (at = text.find("<" + name + ">", at)) != std::string::npos;) {
      const std::string end = "</" + name + ">";
      text.erase(at, text.find(end, at) + end.size() - at);
    }
  }
  return text;
}

/// What stands between each `begin` and the next '"'.
inline std::vector<std::string> quoted_after(const std::string& text, const std::string& begin) {
  std::vector<std::string> found;
  for (std::size_t at = 0; (at = text.find(begin, at)) != std::string::npos;) {
    at += begin.size();
    found.push_back(text.substr(at, text.find('"', at) - at));
  }
  return found;
}

/// How many links within the page it has; each leads to something in it, and no id is there twice. Others lead to the
/// documents of rules.
inline std::size_t links_that_resolve(const std::string& page) {
  const std::string text = without_scripts(page);
  std::set<std::string> ids;
  for (const std::string& id : quoted_after(text, " id=\"")) EXPECT_TRUE(ids.insert(id).second) << "twice: " << id;
  std::size_t links = 0;
  for (const std::string& target : quoted_after(text, "href=\"")) {
    if (target.starts_with("https://")) continue;
    EXPECT_EQ(target.front(), '#') << target;
    EXPECT_TRUE(ids.contains(target.substr(1))) << target;
    ++links;
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
  const std::set<std::string> empty = {"br", "meta", "path", "rect", "line", "input"};
  std::vector<std::string> open;
  for (std::size_t at = 0; (at = text.find('<', at)) != std::string::npos;) {
    const std::size_t end = text.find('>', at);
    ASSERT_NE(end, std::string::npos) << text.substr(at, 200);
    const std::string tag = text.substr(at + 1, end - at - 1);
    at = end;
    const bool closes = tag.starts_with('/');
    const std::string name = tag.substr(closes ? 1 : 0, tag.find_first_of(" /", 1) - (closes ? 1 : 0));
    if (name.starts_with('!') || empty.contains(name) || tag.ends_with('/')) continue;
    if (!closes) {
      open.push_back(name);
      continue;
    }
    ASSERT_FALSE(open.empty()) << "closed: " << name;
    ASSERT_EQ(open.back(), name) << text.substr(0, end).substr(0, 4000);
    open.pop_back();
  }
  EXPECT_TRUE(open.empty()) << open.back();
}

}  // namespace halfulp::report
