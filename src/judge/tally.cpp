// SPDX-License-Identifier: Apache-2.0
#include "halfulp/judge.hpp"

namespace halfulp {
namespace {

void merge_groups(std::map<std::string, Tally::Group>& into, const std::map<std::string, Tally::Group>& from) {
  for (const auto& [name, group] : from) {
    Tally::Group& mine = into[name];
    if (mine.count == 0 || group.example.index < mine.example.index) mine.example = group.example;
    mine.count += group.count;
  }
}

}  // namespace

void Tally::merge(const Tally& other) {
  cases += other.cases;
  passed += other.passed;
  failed += other.failed;
  reading += other.reading;
  unconstrained += other.unconstrained;
  invalid_operand += other.invalid_operand;
  merge_groups(broken, other.broken);
  merge_groups(under, other.under);
  if (!other.worst) return;
  const bool larger = !worst || *other.worst->error_ulp > *worst->error_ulp;
  const bool earlier = worst && *other.worst->error_ulp == *worst->error_ulp && other.worst->index < worst->index;
  if (larger || earlier) worst = other.worst;
}

}  // namespace halfulp
