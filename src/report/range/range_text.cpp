// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "number/layout.hpp"
#include "report/range/range.hpp"
#include "report/values.hpp"

namespace halfulp::report {
namespace {

using judge::ValueSet;
using range::Attained;
using range::ComponentRange;

constexpr std::size_t kNoteWidth = 110;

std::string value_of(Format format, Bits bits) {
  return fmt::format("{} ({})", value_text(format, bits), hex_text(format, bits));
}

/// A set's finite values from the least to the greatest, its infinities and NaN: what lies between is not all in it.
std::string hull_text(const ValueSet& set) {
  const FormatInfo& row = info(set.format());
  if (set.anything()) return "anything";
  const auto infinity = static_cast<std::int64_t>(number::Layout(row).infinity());
  std::vector<std::string> parts;
  if (const auto hull = range::finite_of(set)) {
    const auto text = [&](std::int64_t place) { return value_text(row.format, number::from_ordinal(row, place)); };
    parts.push_back(hull->first == hull->last ? text(hull->first)
                                              : fmt::format("[{}, {}]", text(hull->first), text(hull->last)));
  }
  if (set.meets(number::mirrored(infinity), number::mirrored(infinity))) parts.emplace_back("-inf");
  if (set.meets(infinity, infinity)) parts.emplace_back("inf");
  if (set.has_nan()) parts.emplace_back("NaN");
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string operands_text(const RangeReport& report, std::span<const Bits> operands) {
  std::string text;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    text +=
        fmt::format("{}{} = {}", i == 0 ? "" : ", ", report.operands[i].name, value_text(report.format, operands[i]));
  }
  return text;
}

std::string found_text(const RangeReport& report, std::string_view what, const std::optional<Attained>& found) {
  if (!found) return "";
  return fmt::format("  {:<9} {:<14} {}, at {}\n", what, value_text(report.format, found->result),
                     bits_text(report.format, found->result), operands_text(report, found->operands));
}

std::string real_text(const RangeReport& report, const ComponentRange& component) {
  if (!component.real) return "";
  return fmt::format("  without rounding {:.9g}; the nearest value is {}\n", component.real->low.to_double(),
                     value_of(report.format, nearest(info(report.format), *component.real)));
}

std::string component_text(const RangeReport& report, const ComponentRange& component, bool is_given) {
  const ValueSet& best = component.best();
  if (!is_given) {
    return fmt::format("returns {}\n", hull_text(best)) + found_text(report, "least", component.least) +
           found_text(report, "greatest", component.greatest) + found_text(report, "infinite", component.infinity) +
           found_text(report, "NaN", component.nan);
  }
  std::string text = fmt::format("returns {}", hull_text(best));
  if (!component.exact) {
    text += best.anything() ? ": no bound was found" : " at most: it was not decided which of these an execution gives";
  } else if (best.count() > 1 && !best.anything()) {
    text += fmt::format(": {} values, each of which some execution gives",
                        grouped(static_cast<std::uint64_t>(best.count())));
  }
  text += "\n";
  if (!range::is_one_value(best) && !best.anything()) text += fmt::format("  {}\n", best.permitted().text());
  return text + real_text(report, component);
}

/// The rules that bound the steps, each with its operations.
std::string rules_text(const range::Program& program) {
  std::map<std::string, std::set<std::string_view>> operations;
  for (const range::Node& node : program.nodes) {
    for (const range::Step& way : node.ways) {
      operations[way.rule->rules.accuracy_rule].insert(info(way.rule->operation).name);
    }
  }
  operations.erase("");
  std::vector<std::string> rules;
  rules.reserve(operations.size());
  for (const auto& [rule, of] : operations) rules.push_back(fmt::format("{} ({})", rule, fmt::join(of, ", ")));
  return rules.empty() ? "" : wrapped(fmt::format("by {}", fmt::join(rules, "; ")), 2, kNoteWidth);
}

/// Of given operands: what each step may be, and which of them make the result wide.
std::string steps_text(const RangeByBook& by, const std::optional<StepsOnDevice>& computed) {
  std::string text;
  for (std::size_t i = 0; i < by.program.nodes.size(); ++i) {
    const range::Node& node = by.program.nodes[i];
    if (node.kind != range::Node::Kind::step && node.kind != range::Node::Kind::select) continue;
    const auto found = std::ranges::find(by.answer.shares, i, &range::StepShare::node);
    const std::string share = found == by.answer.shares.end() ? "" : fmt::format("{:.3g} %", found->share * 100);
    const std::string fused = node.ways.size() > 1 ? ", or in other ways" : "";
    const std::string gave = computed ? fmt::format("; gave {}", value_of(node.format, computed->values[i])) : "";
    text += fmt::format("  {:>7}  {:<4} = {:<24} {}{}\n", share, node.name, node.text + fused,
                        by.answer.nodes[i].permitted().text(), gave);
  }
  if (text.empty()) return "";
  return "\nsteps; in front how wide the result is where that step alone is not rounded to nearest:\n" + text +
         rules_text(by.program);
}

std::string parting_text(const RangeReport& report, std::size_t which) {
  const std::optional<range::Parting>& parting = report.partings[which];
  const std::string& one = report.books[which].book.id();
  const std::string& other = report.books[1 - which].book.id();
  if (!parting) return fmt::format("no result of {} was found that {} forbids\n", one, other);
  return fmt::format("{} permits {} at {}; {} at most {}\n", one, value_of(report.format, parting->permitted.result),
                     operands_text(report, parting->permitted.operands), other, parting->others.permitted().text());
}

std::string verdict_text(const RangeReport& report) {
  switch (report.verdict) {
    case range::Verdict::permitted:
      return "permitted";
    case range::Verdict::reading:
      return fmt::format("forbidden, but permitted under {}={}", report.under->first, report.under->second);
    case range::Verdict::forbidden:
      return "forbidden";
    case range::Verdict::undecided:
      break;
  }
  return "not decided: no bound forbids it, and no execution was found that gives it";
}

}  // namespace

std::string range_text(const RangeReport& report) {
  std::string text;
  if (!report.observed.empty()) {
    std::vector<std::string> values;
    for (const Bits bits : report.observed) values.push_back(value_of(report.format, bits));
    text = fmt::format("{}: {}\n\n", fmt::join(values, ", "), verdict_text(report));
  }
  text += fmt::format("{} in {}", report.expression, info(report.format).name);
  if (report.freedom.contract) text += ", products and sums fused or not";
  if (report.freedom.reassociate) text += ", sums and products in any order";
  for (const auto& [id, option] : report.readings) text += fmt::format(", {} = {}", id, option);
  text += "\n";
  if (report.computed) {
    text +=
        fmt::format("on {} ({}), each step by itself\n", report.computed->device.title, report.computed->device.name);
  }
  const bool is_given = std::ranges::all_of(report.operands, range::is_given, &range::Operand::set);
  for (const range::Operand& operand : report.operands) {
    text += fmt::format("  {} {}\n", operand.name,
                        range::is_given(operand.set) ? "= " + hull_text(operand.set) : "in " + hull_text(operand.set));
  }
  for (const RangeByBook& by : report.books) {
    text += fmt::format("\n{} ({}):\n", by.book.id(), by.book.title());
    for (const std::string& note : by.program.notes) text += wrapped(note, 2, kNoteWidth);
    const bool is_vector = by.answer.components.size() > 1;
    for (std::size_t c = 0; c < by.answer.components.size(); ++c) {
      const std::string component = is_vector ? fmt::format("{}: ", std::string_view("xyzw")[c]) : "";
      text += component + component_text(report, by.answer.components[c], is_given);
    }
    if (by.answer.open && !is_given) {
      text += fmt::format("  anything  at {}\n", operands_text(report, *by.answer.open));
    }
    if (is_given) {
      text += steps_text(by, report.computed);
    } else if (by.answer.boxes > 1) {
      text += fmt::format("  bounds of {} boxes\n", grouped(by.answer.boxes));
    }
  }
  if (report.books.size() == 2) text += "\n" + parting_text(report, 0) + parting_text(report, 1);
  return text;
}

}  // namespace halfulp::report
