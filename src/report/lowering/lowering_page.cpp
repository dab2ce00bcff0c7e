// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "report/lowering/lowering.hpp"
#include "report/page/document.hpp"
#include "report/page/markup.hpp"
#include "report/page/pieces.hpp"

namespace halfulp::report {
namespace {

std::string_view style_of(LoweringVerdict verdict) {
  switch (verdict) {
    case LoweringVerdict::yes:
      return "pass";
    case LoweringVerdict::not_refuted:
      return "none";
    case LoweringVerdict::partly:
      return "reading";
    case LoweringVerdict::no:
      break;
  }
  return "fail";
}

std::string id_of(const Lowering& lowering) { return fmt::format("op-{}", info(lowering.operation).name); }

std::string matrix(const Lowerings& lowerings) {
  std::string body;
  for (const Lowering& one : lowerings.answers) {
    const std::string link = fmt::format("<a href=\"#{}\">{}</a>", id_of(one), escaped(info(one.operation).name));
    body +=
        fmt::format("<tr><th>{}</th><td class=\"{}\">{}</td><td>{}</td></tr>\n", link, style_of(verdict_of(one.census)),
                    escaped(verdict_word(verdict_of(one.census))), escaped(extent_text(one.census)));
  }
  for (const auto& [operation, why] : lowerings.unanswered) {
    body += fmt::format("<tr><th>{}</th><td class=\"none\">not asked</td><td>{}</td></tr>\n", escaped(operation),
                        escaped(why));
  }
  return "<div class=\"box\" tabindex=\"0\">" + element("table", element("tbody", "\n" + body), "devices") + "</div>\n";
}

std::string side(char letter, const LoweringSide& side) {
  std::string text = element("h4", fmt::format("{}: {}", letter, escaped(side.name)));
  for (const LoweringRule& rule : side.rules) {
    text += paragraph(rule.id) + quotation(rule.words.says, rule.words.source);
  }
  return "<td>" + text + "</td>";
}

std::string answer(const Lowering& lowering, std::uint64_t seed) {
  std::string text = paragraph(verdict_sentence(lowering, seed), style_of(verdict_of(lowering.census)));
  text += "<table><tr>" + side('A', lowering.sides[0]) + side('B', lowering.sides[1]) + "</tr></table>\n";
  for (std::size_t i = 0; i < lowering.census.differences.size(); ++i) {
    text += folded_away(escaped(difference_sentence(lowering, i)), element("pre", escaped(cases_text(lowering, i))),
                        " open");
  }
  return fmt::format("<section id=\"{}\">\n<h2>{}</h2>\n{}</section>\n", id_of(lowering),
                     escaped(info(lowering.operation).name), text);
}

}  // namespace

std::string lowerings_page(const Lowerings& lowerings) {
  const std::string title = question_sentence(lowerings);
  std::string main = matrix(lowerings);
  for (const Lowering& one : lowerings.answers) main += answer(one, lowerings.seed);
  return document("halfulp · " + title, element("h1", escaped(title)), main, Programs::none);
}

}  // namespace halfulp::report
