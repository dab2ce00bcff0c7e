// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>

#include "report/read_parts.hpp"

namespace halfulp::report::read {
namespace {

FailureWords words_of(const JsonValue& census) {
  FailureWords words;
  each(census, "parts", [&](const JsonValue& part) {
    words.parts.push_back({text(part, "of"), count(part, "failed"), count(part, "tried")});
  });
  words.others = count(census, "others");
  return words;
}

diagnosis::HypothesisSet set_of(const JsonValue& object) {
  diagnosis::HypothesisSet set = 0;
  const auto all = diagnosis::hypotheses();
  each(object, "hypotheses", [&](const JsonValue& id) {
    const auto found = std::ranges::find(all, id.text(), &diagnosis::Hypothesis::id);
    if (found == all.end()) fail(fmt::format("unknown hypothesis '{}'", id.text()));
    set |= diagnosis::HypothesisSet{1} << std::distance(all.begin(), found);
  });
  return set;
}

}  // namespace

void read_broken(const JsonValue& object, Result& result) {
  const std::string rule = text(object, "rule");
  BrokenRule& known = result.broken[rule];
  if (has_member(object, "census") && has_member(part(object, "census"), "parts")) {
    known.cases = within("'census'", [&] { return words_of(part(object, "census")); });
  }
  if (!has_member(object, "explained_by")) return;
  diagnosis::FailuresBySet& failures = result.hypotheses.broken[rule].levels.front();
  failures.failures = count(object, "count");
  std::uint64_t left = failures.failures;
  each(object, "explained_by", [&](const JsonValue& item) {
    Tally::Group group;
    group.count = count(item, "count");
    if (group.count > left) fail("the counts of 'explained_by' add up to more than 'count'");
    left -= group.count;
    group.example =
        within("'example'", [&] { return judged_witness_of(result.operation, result.format, part(item, "example")); });
    group.example.index = failures.tried.size();  // the suite's numbers ascend as these do
    if (!failures.tried.emplace(set_of(item), group).second) fail("the same hypotheses are there twice");
  });
}

}  // namespace halfulp::report::read
