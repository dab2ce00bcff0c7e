// SPDX-License-Identifier: Apache-2.0
#include "verdicts/side.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <span>
#include <utility>

#include "number/layout.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp::verdicts {
namespace {

constexpr Bits kSign = 0x80000000;
constexpr Bits kInfinity = 0x7f800000;
constexpr Bits kNan = 0x7fc00000;
constexpr std::array kSpecials = {Bits{0}, kSign, kInfinity, kInfinity | kSign, kNan, (kInfinity | kSign) + 1};

Bits value_at(std::int64_t ordinal) { return number::from_ordinal(info(Format::binary32), ordinal); }

/// Everything that a ruling's sets follow from, but for the operands.
std::string rules_of(const Rulebook& rulebook, const judge::Ruling& ruling) {
  const rulebook::Resolved& rules = ruling.rules;
  std::string text = rules.special_rule + '|' + rules.accuracy_rule;
  const auto add = [&](std::string_view part) { (text += '|') += part; };
  for (const auto& [field, choice] : rules.policy) add(fmt::format("{}={}:{}", field, choice.value, choice.rule));
  for (const auto& identity : rules.identities) add(identity.rule);
  for (const auto& allowance : rules.allowances) add(allowance.rule);
  for (const auto& requirement : rules.requirements) add(requirement.rule);
  for (const Reading* reading : rulebook::readings_for(rulebook.model(), ruling.operation, ruling.format->format)) {
    add(reading->id + '=' + reading->chosen);
  }
  return text;
}

/// The results to judge beside a permitted set, but for the special ones: its ends, middles, and what is just outside.
template <class Add>
void for_each_near(const Interval& interval, Add add) {
  constexpr auto kLast = static_cast<std::int64_t>(kInfinity);
  const auto& [first, last] = interval;
  add(first, true);
  if (last != first) add(last, true);
  if (last - first > 1) add(first + (last - first) / 2, true);
  if (first > number::mirrored(kLast)) add(first - 1, false);
  if (last < kLast) add(last + 1, false);
}

/// So many are judged at a time.
constexpr std::size_t kSifted = 1024;

}  // namespace

std::vector<Book> books(Operation operation, std::span<const std::string> names) {
  std::vector<Book> books;
  std::map<std::string, std::size_t> found;
  for (const std::string& name : names) {
    Rulebook rulebook = Rulebook::open(name);
    if (!rulebook.has(operation, Format::binary32)) continue;
    const auto ruling = judge::Ruling::of(rulebook, operation, Format::binary32, {});
    const auto [place, is_new] = found.emplace(rules_of(rulebook, ruling), books.size());
    if (is_new) {
      books.push_back({name, std::move(rulebook), {}});
    } else {
      (books[place->second].names += ' ') += name;
    }
  }
  return books;
}

std::vector<Book> books(Operation operation) { return books(operation, Rulebook::embedded()); }

Side::Side(Operation operation, Book book)
    : book_(std::move(book)),
      ruling_(judge::Ruling::of(book_.rulebook, operation, Format::binary32, {})),
      alternatives_(book_.rulebook, operation, Format::binary32, {}),
      quick_(judge::Ruling::of(book_.rulebook, operation, Format::binary32, book_.bulk_readings)),
      classes_(judge::Ruling::of(book_.rulebook, operation, Format::binary32, book_.bulk_readings)),
      sieve_(quick_, classes_, alternatives_.other_bodies(), alternatives_.definitions()),
      bulk_(book_.rulebook, operation, Format::binary32, book_.bulk_readings),
      placed_(ruling_) {}

void Side::add(Expected expected, Bits x, Bits result) {
  Cases& cases = cases_[static_cast<std::size_t>(expected)];
  cases.operands.push_back(static_cast<std::uint32_t>(x));
  cases.results.push_back(static_cast<std::uint32_t>(result));
}

void Side::add(Bits x, const Interval& permitted) {
  for_each_near(permitted, [&](std::int64_t ordinal, bool inside) {
    add(inside ? Expected::pass : Expected::no_pass, x, value_at(ordinal));
  });
  // Of what is no normal value, an interval that is known by its place may hold zeros alone.
  const Bits special = kSpecials[x % kSpecials.size()];
  const std::int64_t ordinal = number::ordinal(info(Format::binary32), special);
  const bool inside = permitted.first <= ordinal && ordinal <= permitted.last;
  add(inside ? Expected::pass : Expected::no_pass, x, special);
}

Side::Expected Side::expected_of(const judge::Decision& permitted, Bits result) {
  if (permitted.invalid_operand) return Expected::invalid_operand;
  if (permitted.set.anything()) return Expected::unconstrained;
  return permitted.set.contains(result) ? Expected::pass : Expected::no_pass;
}

template <class Add>
void Side::for_each_result(const judge::Decision& permitted, Add add) {
  for (const auto& [first, last] : permitted.set.intervals()) {
    for_each_near({first, last}, [&](std::int64_t ordinal, bool /*inside*/) {
      add(expected_of(permitted, value_at(ordinal)), value_at(ordinal));
    });
  }
}

void Side::add(Bits x, const judge::Decision& permitted) {
  for_each_result(permitted, [&](Expected expected, Bits result) { add(expected, x, result); });
  for (const Bits special : kSpecials) add(expected_of(permitted, special), x, special);
}

void Side::add(std::span<const Bits> operands, const judge::Decision& permitted) {
  for_each_result(permitted, [&](Expected expected, Bits result) {
    for (const Bits x : operands) add(expected, x, result);
  });
  std::array<Expected, kSpecials.size()> expected{};
  std::ranges::transform(kSpecials, expected.begin(), [&](Bits special) { return expected_of(permitted, special); });
  for (const Bits x : operands) {
    const std::size_t place = x % kSpecials.size();
    add(expected[place], x, kSpecials[place]);
  }
}

void Side::compare_closely(Bits x, const judge::Decision& permitted) {
  std::vector<Bits> results(kSpecials.begin(), kSpecials.end());
  for (const auto& [first, last] : permitted.set.intervals()) {
    for_each_near({first, last}, [&](std::int64_t ordinal, bool /*inside*/) { results.push_back(value_at(ordinal)); });
  }
  for (const Bits result : results) {
    const std::array operands = {x};
    const Judgement explained =
        judge::judge_case(ruling_, alternatives_, operands, result, judge::RuleOfReadings::named);
    const Tally bulk = tally(x, result);
    std::string under;
    for (const auto& [reading, option] : explained.under) {
      if (!under.empty()) under += ", ";
      under += fmt::format("{}={}", reading, option);
    }
    const bool same = bulk.passed == (explained.verdict == Verdict::pass ? 1 : 0) &&
                      bulk.unconstrained == (explained.verdict == Verdict::unconstrained ? 1 : 0) &&
                      bulk.invalid_operand == (explained.verdict == Verdict::invalid_operand ? 1 : 0) &&
                      bulk.broken.contains(explained.rule) == (explained.verdict == Verdict::fail) &&
                      bulk.under.contains(under) == (explained.verdict == Verdict::reading);
    ++judged_;
    if (!same && difference_.empty()) {
      difference_ =
          fmt::format("{}: {} 0x{:08x} -> 0x{:08x}: explained {} {}{}, in bulk otherwise", book_.names,
                      info(ruling_.operation).name, x, result, name(explained.verdict), explained.rule, under);
    }
  }
}

Tally Side::tally(Bits x, Bits result) const {
  const std::array operand = {static_cast<std::uint32_t>(x)};
  const std::array observed = {static_cast<std::uint32_t>(result)};
  const std::array<ConstLane, 1> lanes = {std::as_bytes(std::span(operand))};
  Tally tally;
  bulk_.judge(0, lanes, std::as_bytes(std::span(observed)), tally);
  return tally;
}

Side::Told Side::told(std::uint32_t x, std::uint32_t result) const {
  using Answer = judge::Quick::Answer;
  judge::Distance distance;
  Answer answer = Answer::undecided;
  if (quick_.function() != nullptr) {
    answer = quick_.function()(quick_, &x, result, distance);
    if (answer == Answer::undecided) answer = classes_.answer(&x, result, distance);
  }
  switch (answer) {
    case Answer::undecided:
      return Told::nothing;
    case Answer::unconstrained:
      return Told::unconstrained;
    default:
      return judge::Quick::is_pass(answer) ? Told::pass : Told::no_pass;
  }
}

bool Side::sifts(const Cases& cases, std::size_t first, std::size_t count, Expected expected,
                 std::span<std::uint32_t>& left) const {
  // As if no error were too large to be told.
  static const std::vector<double> kAnyError(512, HUGE_VAL);
  static const std::vector<float> kAnyLeast(judge::kBinadeGroups, HUGE_VALF);
  static constexpr std::array kAnyUse = {HUGE_VAL, HUGE_VAL};
  std::array<std::uint32_t, kSifted + judge::kSpareNumbers> failed;
  std::array<std::array<std::uint32_t, kSifted + judge::kSpareNumbers>, judge::kSavings> saved;
  std::array<std::uint32_t, kSifted + judge::kSpareNumbers> broken;
  std::array<std::uint8_t, kSifted> bins;
  judge::SieveCases some{.operands = {},
                         .observed = std::as_bytes(std::span(cases.results)).data() + first * 4,
                         .keys = std::as_bytes(std::span(cases.operands)).data() + first * 4,
                         .count = count,
                         .worst = kAnyError.data(),
                         .least_worst = kAnyLeast.data(),
                         .used = kAnyUse.data(),
                         .counts_to_nearest = true,
                         .counts_toward_zero = true,
                         .expects_failures = expected == Expected::no_pass,
                         .saved = {},
                         .broken = broken.data(),
                         .bins = bins.data()};
  some.operands[0] = some.keys;
  std::ranges::transform(saved, some.saved.begin(), [](auto& listed) { return listed.data(); });
  const judge::Sifted sifted = sieve_.sift(some, left.data(), failed.data());
  left = left.first(sifted.left);
  const std::size_t denied = sifted.failed + sifted.broken + sifted.all_saved();
  const std::size_t passed = count - sifted.left - sifted.unconstrained - denied;
  return (expected == Expected::pass || passed == 0) && (expected == Expected::no_pass || denied == 0) &&
         (expected == Expected::unconstrained || sifted.unconstrained == 0);
}

void Side::judge(const Cases& cases, Expected expected) {
  std::array<std::uint32_t, kSifted + judge::kSpareNumbers> numbers;
  for (std::size_t first = 0; first < cases.operands.size(); first += kSifted) {
    const std::size_t count = std::min(kSifted, cases.operands.size() - first);
    std::span left(numbers.data(), count);
    if (!sieve_.exists()) {
      std::iota(left.begin(), left.end(), 0U);
    } else if (!sifts(cases, first, count, expected, left)) {
      for (std::size_t i = first; i < first + count; ++i) {
        std::span one(numbers.data(), 1);
        if (!sifts(cases, i, 1, expected, one)) differ(cases.operands[i], cases.results[i], expected, "by the sieve");
      }
      differ(cases.operands[first], cases.results[first], expected, "or one of the next, by the sieve");
      continue;
    }
    for (const std::uint32_t number : left) {
      const std::uint32_t x = cases.operands[first + number];
      const std::uint32_t result = cases.results[first + number];
      const Told answer = told(x, result);
      if (answer == Told::nothing) {
        ++handed_over_;
      } else if (static_cast<std::size_t>(answer) != static_cast<std::size_t>(expected)) {
        differ(x, result, expected, kExpectations[static_cast<std::size_t>(answer)]);
      }
    }
  }
}

void Side::judge(bool whatever) {
  constexpr std::size_t kMany = 8 * kSifted;
  for (std::size_t i = 0; i < cases_.size(); ++i) {
    Cases& cases = cases_[i];
    if (cases.operands.empty() || (cases.operands.size() < kMany && !whatever)) continue;
    judged_ += cases.operands.size();
    judge(cases, static_cast<Expected>(i));
    cases.operands.clear();
    cases.results.clear();
  }
}

void Side::differ(std::uint32_t x, std::uint32_t result, Expected expected, std::string_view told) {
  if (!difference_.empty()) return;
  difference_ =
      fmt::format("{}: {} 0x{:08x} -> 0x{:08x}: explained {}, in bulk otherwise: {}", book_.names,
                  info(ruling_.operation).name, x, result, kExpectations[static_cast<std::size_t>(expected)], told);
}

}  // namespace halfulp::verdicts
