// SPDX-License-Identifier: Apache-2.0
// Bounds whose definition of the ULP goes from value to value, against going there one by one: some of Metal's grow
// with the operand, to 10^38 ULP and more.
#include "judge/definition/bound.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <ostream>
#include <vector>

#include "exact/value.hpp"
#include "number/layout.hpp"

namespace halfulp::judge {
namespace {

const FormatInfo& half() { return info(Format::binary16); }
constexpr int kOverflow = 0x7c00;
constexpr int kLast = kOverflow + 2048;  // past the largest value it goes on with the last gap

/// The values of binary16 in order, 0 at 0.
const Rational& value_at(int place) {
  static const std::vector<Rational> kValues = [] {
    std::vector<Rational> values;
    for (int i = -kLast; i <= kLast; ++i) {
      const int size = std::abs(i);
      const Rational value = size < kOverflow ? exact::value_of(half(), static_cast<Bits>(size))
                                              : Rational(65536 + 32 * (size - kOverflow));
      values.push_back(i < 0 ? -value : value);
    }
    return values;
  }();
  return kValues[static_cast<std::size_t>(place + kLast)];
}

struct Places {
  int first;
  int last;
  friend bool operator==(const Places&, const Places&) = default;
};

void PrintTo(const Places& places, std::ostream* stream) {
  *stream << '[' << places.first << ", " << places.last << ']';
}

/// The nearest value, or both at a tie.
Places nearest(const Rational& x) {
  const auto distance = [&](int place) { return (value_at(place) - x).abs(); };
  const int toward = x.sign() < 0 ? -1 : 1;
  int place = 0;
  while (distance(place + toward) < distance(place)) place += toward;
  const int other = distance(place + toward) == distance(place) ? place + toward : place;
  return {std::min(place, other), std::max(place, other)};
}

/// On to the first that `holds(value, steps)` denies.
template <class Holds>
Places widened(Places places, Holds holds) {
  for (int i = 1; places.first > -kLast && holds(value_at(places.first - 1), i); ++i) --places.first;
  for (int i = 1; places.last < kLast && holds(value_at(places.last + 1), i); ++i) ++places.last;
  return places;
}

/// As far as to the first that overflows.
Places to_overflow(const Places& places) {
  return {std::clamp(places.first, -kOverflow, kOverflow), std::clamp(places.last, -kOverflow, kOverflow)};
}

Places places_of(const Hull& hull) {
  const auto place = [](const Rational& value) {
    if (value.abs() >= Rational(65536)) return value.sign() * kOverflow;
    int at = 0;
    while (value_at(at) < value.abs()) ++at;
    EXPECT_EQ(value_at(at), value.abs());
    return value.sign() * at;
  };
  return {place(hull.low), place(hull.high)};
}

TEST(Bound, InUlpOfTheResultOrInStepsIsWhatGoingThereFinds) {
  std::vector<Rational> amounts = {Rational(5).scaled(-1), Rational::power_of_two(128)};
  // About 1024 ULP, or more than a value is: there the definition by the result's ULP comes and goes.
  for (const int n : {0, 1, 3, 100, 1023, 1024, 1025, 1500, 2047, 2048, 2049, 30000}) amounts.emplace_back(n);
  std::vector<Rational> results = {Rational::power_of_two(-300), Rational::power_of_two(-25)};
  for (const double x : {0x1p-24, 0x1.8p-20, 0x1p-14, 0x1.004p-14, 0x1p-13, 0.3, 1.0, 0x1.002p0, 0x1.001p0, 0x1.0008p0,
                         1.5, 2.0, 1000.25, 32768.0, 65504.0, 65519.0, 65536.0, 66000.0}) {
    results.push_back(Rational::from_double(x));
    results.push_back(Rational::from_double(-x));
  }
  const Grid grid(half());
  for (const Rational& x : results) {
    const Places middle = nearest(x);
    for (const Rational& n : amounts) {
      Policies policies;
      policies.ulp = Ulp::goldberg_of_result;
      const auto is_within = [&](const Rational& value) { return (value - x).abs() <= n * grid.gap(value); };
      Places of_result = widened(middle, [&](const Rational& value, int) { return is_within(value); });
      // And those of the next binade, whose ULP is twice as wide, though values before them are not.
      if (n < Rational(256)) {
        int& outermost = x.sign() < 0 ? of_result.first : of_result.last;
        for (int size = std::abs(outermost) + 1; size < kOverflow; ++size) {
          if (is_within(value_at(x.sign() * size))) outermost = x.sign() * size;
        }
      }
      EXPECT_EQ(places_of(step_hull(Bound::Kind::ulp, n, x, grid, policies)), to_overflow(of_result))
          << n.to_double() << " ULP of the result about " << x.to_double();
      policies.ulp = Ulp::bit_steps;
      const Places in_steps = widened(middle, [&](const Rational&, int steps) { return Rational(steps) <= n; });
      EXPECT_EQ(places_of(step_hull(Bound::Kind::ulp, n, x, grid, policies)), to_overflow(in_steps))
          << n.to_double() << " steps about " << x.to_double();
    }
  }
}

}  // namespace
}  // namespace halfulp::judge
