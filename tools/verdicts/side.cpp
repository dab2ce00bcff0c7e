// SPDX-License-Identifier: Apache-2.0
#include "verdicts/side.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
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

/// By expectation.
std::array<std::uint64_t, 4> counts(const Tally& tally) {
  return {tally.passed, tally.failed + tally.reading, tally.unconstrained, tally.invalid_operand};
}

}  // namespace

std::vector<Book> books(Operation operation) {
  std::vector<Book> books;
  std::map<std::string, std::size_t> found;
  for (const std::string& name : Rulebook::embedded()) {
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

Side::Side(Operation operation, Book book)
    : book_(std::move(book)),
      ruling_(judge::Ruling::of(book_.rulebook, operation, Format::binary32, {})),
      alternatives_(book_.rulebook, operation, Format::binary32, {}),
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
  // An interval that is known by its place holds normal values alone.
  add(Expected::no_pass, x, kSpecials[x % kSpecials.size()]);
}

void Side::add(Bits x, const judge::Decision& permitted, Specials specials) {
  if (permitted.invalid_operand || permitted.set.anything()) {
    const Expected expected = permitted.invalid_operand ? Expected::invalid_operand : Expected::unconstrained;
    for (const Bits result : {x, kNan, kSign}) add(expected, x, result);
    return;
  }
  const auto add_one = [&](Bits result) {
    add(permitted.set.contains(result) ? Expected::pass : Expected::no_pass, x, result);
  };
  for (const auto& [first, last] : permitted.set.intervals()) {
    for_each_near({first, last}, [&](std::int64_t ordinal, bool /*inside*/) { add_one(value_at(ordinal)); });
  }
  if (specials == Specials::one_in_turn) {
    add_one(kSpecials[x % kSpecials.size()]);
  } else {
    for (const Bits special : kSpecials) add_one(special);
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
    const Cases one = {{static_cast<std::uint32_t>(x)}, {static_cast<std::uint32_t>(result)}};
    const Tally bulk = tally(one, 0, 1);
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

Tally Side::tally(const Cases& cases, std::size_t first, std::size_t count) const {
  const std::array operands = {std::as_bytes(std::span(cases.operands).subspan(first, count))};
  Tally tally;
  bulk_.judge(0, operands, std::as_bytes(std::span(cases.results).subspan(first, count)), tally);
  return tally;
}

void Side::judge(bool whatever) {
  constexpr std::size_t kMany = 8192;
  for (std::size_t i = 0; i < cases_.size(); ++i) {
    Cases& cases = cases_[i];
    const std::size_t size = cases.operands.size();
    if (size == 0 || (size < kMany && !whatever)) continue;
    judged_ += size;
    if (counts(tally(cases, 0, size))[i] != size && difference_.empty()) {
      tell_difference(cases, static_cast<Expected>(i));
    }
    cases = {};
  }
}

void Side::tell_difference(const Cases& cases, Expected expected) {
  const auto place = static_cast<std::size_t>(expected);
  for (std::size_t i = 0; i < cases.operands.size(); ++i) {
    const auto found = counts(tally(cases, i, 1));
    if (found[place] == 1) continue;
    difference_ = fmt::format("{}: {} 0x{:08x} -> 0x{:08x}: explained {}, in bulk {}", book_.names,
                              info(ruling_.operation).name, cases.operands[i], cases.results[i], kExpectations[place],
                              kExpectations[static_cast<std::size_t>(std::ranges::find(found, 1U) - found.begin())]);
    return;
  }
  difference_ = fmt::format("{}: {} from 0x{:08x} on: many in bulk otherwise than each alone", book_.names,
                            info(ruling_.operation).name, cases.operands.front());
}

}  // namespace halfulp::verdicts
