// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

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
    text += " at most: the budget did not suffice to say which of these values an execution gives";
  } else if (best.count() > 1) {
    text += fmt::format(": {} values, each of which some execution gives",
                        grouped(static_cast<std::uint64_t>(best.count())));
  }
  text += "\n";
  if (!range::is_one_value(best) && !best.anything()) text += fmt::format("  {}\n", best.permitted().text());
  return text + real_text(report, component);
}

/// Of given operands: what each step may be, and which of them make the result wide.
std::string steps_text(const RangeByBook& by) {
  std::string text;
  for (std::size_t i = 0; i < by.program.nodes.size(); ++i) {
    const range::Node& node = by.program.nodes[i];
    if (node.kind != range::Node::Kind::step && node.kind != range::Node::Kind::select) continue;
    const auto found = std::ranges::find(by.answer.shares, i, &range::StepShare::node);
    const std::string share = found == by.answer.shares.end() ? "" : fmt::format("{:.3g} %", found->share * 100);
    const std::string fused = node.ways.size() > 1 ? ", or in other ways" : "";
    text += fmt::format("  {:>7}  {:<4} = {:<24} {}\n", share, node.name, node.text + fused,
                        by.answer.nodes[i].permitted().text());
  }
  if (text.empty()) return "";
  return "\nsteps; in front how wide the result is where that step alone is not rounded to nearest:\n" + text;
}

std::string parting_text(const RangeReport& report, std::size_t which) {
  const std::optional<range::Parting>& parting = report.partings[which];
  const std::string& one = report.books[which].book.id();
  const std::string& other = report.books[1 - which].book.id();
  if (!parting) return fmt::format("no result of {} was found that {} forbids\n", one, other);
  return fmt::format("{} permits {} at {}; {} at most {}\n", one, value_of(report.format, parting->permitted.result),
                     operands_text(report, parting->permitted.operands), other, parting->others.permitted().text());
}

std::string_view verdict_text(RangeVerdict verdict) {
  switch (verdict) {
    case RangeVerdict::permitted:
      return "permitted";
    case RangeVerdict::forbidden:
      return "forbidden";
    case RangeVerdict::undecided:
      break;
  }
  return "not decided: no bound forbids it, and the budget did not suffice to say more";
}

}  // namespace

RangeVerdict verdict_of(const RangeReport& report) {
  const ComponentRange& component = report.books.front().answer.components.front();
  if (component.exact) {
    return component.exact->contains(*report.observed) ? RangeVerdict::permitted : RangeVerdict::forbidden;
  }
  if (!component.outer.anything() && !component.outer.contains(*report.observed)) return RangeVerdict::forbidden;
  const auto is_it = [&](const std::optional<Attained>& found) { return found && found->result == *report.observed; };
  return is_it(component.least) || is_it(component.greatest) ? RangeVerdict::permitted : RangeVerdict::undecided;
}

std::string range_text(const RangeReport& report) {
  std::string text;
  if (report.observed) {
    text = fmt::format("{}: {}\n\n", value_of(report.format, *report.observed), verdict_text(verdict_of(report)));
  }
  text += fmt::format("{} in {}", report.expression, info(report.format).name);
  if (report.freedom.contract) text += ", products and sums fused or not";
  if (report.freedom.reassociate) text += ", sums and products in any order";
  for (const auto& [id, option] : report.readings) text += fmt::format(", {} = {}", id, option);
  text += "\n";
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
    if (is_given) {
      text += steps_text(by);
    } else if (by.answer.boxes > 1) {
      text += fmt::format("  bounds of {} boxes\n", grouped(by.answer.boxes));
    }
  }
  if (report.books.size() == 2) text += "\n" + parting_text(report, 0) + parting_text(report, 1);
  return text;
}

}  // namespace halfulp::report
