// SPDX-License-Identifier: Apache-2.0
#include "suite/special_cases.hpp"

#include "suite/random.hpp"

namespace halfulp::suite {
namespace {

constexpr int kMostFullyCrossed = 3;

}  // namespace

std::uint64_t special_case_count(const Setting& setting) {
  std::uint64_t count = 1;
  if (setting.arity <= kMostFullyCrossed) {
    for (int i = 0; i < setting.arity; ++i) count *= setting.specials[static_cast<std::size_t>(i)].size();
    return count;
  }
  const auto arity = static_cast<std::uint64_t>(setting.arity);
  const std::uint64_t values = setting.specials[0].size();
  return arity * (arity - 1) / 2 * values * values;
}

void special_cases(const Setting& setting, const Place& place, Tuple& tuple) {
  const auto arity = static_cast<std::size_t>(setting.arity);
  std::uint64_t rest = place.index;
  if (setting.arity <= kMostFullyCrossed) {
    for (std::size_t i = 0; i < arity; ++i) {
      const std::vector<Bits>& values = setting.specials[i];
      tuple[i] = values[rest % values.size()];
      rest /= values.size();
    }
    return;
  }
  Random random(place.key, place.index);
  for (std::size_t i = 0; i < arity; ++i) tuple[i] = setting.specials[i][random.below(setting.specials[i].size())];
  const std::vector<Bits>& values = setting.specials[0];
  const std::uint64_t first_value = rest % values.size();
  rest /= values.size();
  const std::uint64_t second_value = rest % values.size();
  rest /= values.size();
  std::size_t first = 0;  // pair number `rest`: (0,1), (0,2), ..., (1,2), ...
  while (rest >= arity - 1 - first) rest -= arity - 1 - first++;
  tuple[first] = values[first_value];
  tuple[first + 1 + rest] = values[second_value];
}

}  // namespace halfulp::suite
