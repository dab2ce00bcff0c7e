// SPDX-License-Identifier: Apache-2.0
#include "halfulp/judge.hpp"
#include "number/wide.hpp"

namespace halfulp {
namespace {

void merge_group(Tally::Group& into, const Tally::Group& from) {
  if (from.count == 0) return;
  if (into.count == 0 || from.example.index < into.example.index) into.example = from.example;
  into.count += from.count;
}

void merge_groups(std::map<std::string, Tally::Group>& into, const std::map<std::string, Tally::Group>& from) {
  for (const auto& [name, group] : from) merge_group(into[name], group);
}

}  // namespace

bool Tally::adds_up() const noexcept {
  return number::UnsignedWide{passed} + failed + reading + unconstrained + invalid_operand == cases;
}

void Tally::merge(const Tally& other) {
  cases += other.cases;
  passed += other.passed;
  failed += other.failed;
  reading += other.reading;
  unconstrained += other.unconstrained;
  invalid_operand += other.invalid_operand;
  merge_groups(broken, other.broken);
  merge_groups(under, other.under);
  merge_group(to_nearest, other.to_nearest);
  merge_group(toward_zero, other.toward_zero);
  errors.merge(other.errors);
  if (!other.worst) return;
  const bool larger = !worst || *other.worst->error_ulp > *worst->error_ulp;
  const bool earlier = worst && *other.worst->error_ulp == *worst->error_ulp && other.worst->index < worst->index;
  if (larger || earlier) worst = other.worst;
}

}  // namespace halfulp
