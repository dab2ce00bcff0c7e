// SPDX-License-Identifier: Apache-2.0
#include "report/page/pieces.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "report/difference_text.hpp"
#include "report/page/markup.hpp"
#include "report/sentences.hpp"
#include "report/values.hpp"

namespace halfulp::report {

std::string code(std::string_view text) { return element("code", escaped(text)); }

std::string paragraph(std::string_view text, std::string_view style) {
  return element("p", escaped(text), style) + "\n";
}

std::string fact(std::string_view what, std::string_view value) {
  return element("dt", escaped(what)) + element("dd", escaped(value)) + "\n";
}

std::string values(std::span<const ValueLine> lines) {
  std::string rows;
  for (const ValueLine& line : lines) {
    rows +=
        element("tr", element("th", escaped(line.label)) + element("td", code(value_text(line.format, line.bits))) +
                          element("td", code(hex_text(line.format, line.bits))) +
                          element("td", code(bits_text(line.format, line.bits))) + element("td", escaped(line.note))) +
        "\n";
  }
  return element("table", rows, "values") + "\n";
}

std::string command(std::string_view line) { return element("pre", escaped(line), "command") + "\n"; }

namespace {

/// "FS 3.1 (Direct3D 11.3 Functional Specification), stated", the title a link where the document has an address.
std::string with_link(std::string_view source) {
  const std::size_t open = source.find(" (");
  const std::size_t close = source.rfind("), ");
  if (open == std::string_view::npos || close == std::string_view::npos || close < open) return escaped(source);
  const std::string_view title = source.substr(open + 2, close - open - 2);
  const std::string address = Rulebook::address_of(title);
  if (address.empty()) return escaped(source);
  return fmt::format("{}<a href=\"{}\">{}</a>{}", escaped(source.substr(0, open + 2)), escaped(address), escaped(title),
                     escaped(source.substr(close)));
}

}  // namespace

std::string quotation(std::string_view says, std::string_view source) {
  return element("blockquote", escaped(says) + element("footer", with_link(source))) + "\n";
}

std::string section(std::string_view heading, std::string_view inner, std::string_view id) {
  if (inner.empty()) return "";
  const std::string attribute = id.empty() ? "" : fmt::format(" id=\"{}\"", id);
  return fmt::format("<section{}>\n{}\n{}</section>\n", attribute, element("h2", escaped(heading)), inner);
}

std::string headings(std::span<const std::string_view> names) {
  std::string cells;
  for (const std::string_view name : names) cells += element("th", escaped(name));
  return element("thead", element("tr", cells)) + "\n";
}

std::string mismatches_table(std::span<const Mismatch> mismatches, std::span<const std::string_view, 2> sides) {
  if (mismatches.empty()) return "";
  std::string rows;
  for (const Mismatch& mismatch : mismatches) {
    rows += element("tr", element("th", escaped(mismatch.what)) + element("td", escaped(mismatch.values[0])) +
                              element("td", escaped(mismatch.values[1]))) +
            "\n";
  }
  std::string text =
      element("table", headings(std::array<std::string_view, 3>{"", sides[0], sides[1]}) + element("tbody", rows),
              "changes") +
      "\n";
  for (const std::string_view consequence : consequences(mismatches)) {
    text += paragraph(fmt::format("So {}.", consequence));
  }
  return text;
}

std::string finding_id(std::string_view name, bool counts) {
  return fmt::format("{}-{}", counts ? "rule" : "shown", anchor(name));
}

std::string finding_link(const Report& report, const std::string& name, bool counts) {
  const auto is_of = [&](const Finding& one) { return one.name == name && one.counts == counts; };
  const bool is_found = std::ranges::any_of(report.broken, is_of) || std::ranges::any_of(report.under, is_of);
  return is_found ? fmt::format("<a href=\"#{}\">{}</a>", finding_id(name, counts), escaped(name)) : escaped(name);
}

/// How an outcome looks: the style of its word.
std::string_view style_of(const Result& result, bool strict) {
  switch (outcome(result)) {
    case Outcome::pass:
      return "pass";
    case Outcome::fail:
      return result.variant.counts ? "fail" : "shown";
    case Outcome::lost:
      return "fail";
    case Outcome::reading:
      return strict ? "fail" : "reading";
    case Outcome::unfinished:
    case Outcome::not_run:
      return "reading";
    case Outcome::unconstrained:
      return "none";
  }
  return "none";
}

std::string verdict(const Result& result, bool strict) {
  return element("span", escaped(name(outcome(result))), fmt::format("verdict {}", style_of(result, strict)));
}

std::string example(const Explanation& explanation, const Witness& witness, const Variant& variant,
                    std::string_view command) {
  std::vector<ValueLine> lines = operand_lines(explanation);
  std::string note = witness.error_ulp ? fmt::format("{} ULP away", ulp_text(witness.error_ulp)) : "";
  lines.push_back({"result", explanation.result_format, witness.observed, std::move(note)});
  std::string text =
      element("p", fmt::format("{} by {}", code(call_text(explanation)), code(instruction_text(variant))));
  text += values(lines);
  text += element("p", fmt::format("{}; permitted: {}", escaped(exact_text(explanation)),
                                   code(explanation.permitted.text()))) +
          "\n";
  if (const std::string nearest = nearest_text(explanation.permitted, witness.observed); !nearest.empty()) {
    text += paragraph(nearest);
  }
  return text + report::command(command);
}

std::string folded_away(std::string_view summary, std::string_view inner, std::string_view attributes) {
  return fmt::format("<details{}{}><summary>{}</summary>\n{}</details>\n", attributes.empty() ? "" : " ", attributes,
                     summary, inner);
}

}  // namespace halfulp::report
