// SPDX-License-Identifier: Apache-2.0
#include "halfulp/judge.hpp"
#include "number/wide.hpp"

namespace halfulp {
namespace {

void merge_groups(std::map<std::string, Tally::Group>& into, const std::map<std::string, Tally::Group>& from) {
  for (const auto& [name, group] : from) into[name].merge(group);
}

}  // namespace

void Tally::Group::merge(const Group& other) {
  if (other.count == 0) return;
  if (count == 0 || other.example.index < example.index) example = other.example;
  count += other.count;
}

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
  to_nearest.merge(other.to_nearest);
  toward_zero.merge(other.toward_zero);
  errors.merge(other.errors);
  if (other.worst) note_worst(*other.worst);
}

void Tally::note_worst(const Witness& given) {
  const auto error = [](const Witness& of) { return *of.error_ulp < ErrorProfile::kLeastError ? 0 : *of.error_ulp; };
  const bool is_larger = !worst || error(given) > error(*worst);
  if (is_larger || (error(given) == error(*worst) && given.index < worst->index)) worst = given;
}

}  // namespace halfulp
