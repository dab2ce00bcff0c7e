// SPDX-License-Identifier: Apache-2.0
#include "cli/allows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "cli/case.hpp"
#include "cli/operation_name.hpp"
#include "cli/output.hpp"
#include "cli/own_files.hpp"
#include "halfulp/error.hpp"
#include "lowering/question.hpp"
#include "report/lowering/lowering.hpp"
#include "rulebook/stand_in.hpp"

namespace halfulp::cli {
namespace {

using report::Lowerings;

constexpr std::uint64_t kSeed = 1;

/// The first argument: a rulebook, an expression by the rules of the one asked, or "BOOK: EXPRESSION".
struct Lowered {
  Rulebook book;
  std::string expression;  ///< "": the rulebook's operation
};

/// Whether a text is an expression and no rulebook's name or path.
bool is_no_rulebook(std::string_view text) {
  return !text.ends_with(".toml") && text.find_first_of(" ()*+") != std::string_view::npos;
}

Lowered lowered(const std::string& text, const Rulebook& asked) {
  const std::size_t colon = text.find(':');
  if (colon != std::string::npos) {
    const std::size_t start = text.find_first_not_of(' ', colon + 1);
    if (start == std::string::npos) {
      throw Error(Error::Kind::kUsage, fmt::format("'{}' has no expression behind the colon", text));
    }
    return {Rulebook::open(text.substr(0, colon)), text.substr(start)};
  }
  if (is_no_rulebook(text)) return {asked, text};
  return {Rulebook::open(text), ""};
}

struct Asked {
  Operation operation;
  Format format;
};

/// What is asked of the first of `books`; all of them are to know the names. `format`: --format. A name may have
/// a format of its own, as dadd has.
std::vector<Asked> operations_of(std::span<const Rulebook> books, const std::string& format,
                                 std::span<const std::string> names) {
  const Rulebook& book = books.front();
  std::vector<Asked> result;
  for (const std::string& name : names) {
    const NamedOperation named = read_named_operation(name, books);
    result.push_back({named.operation, format_of(named, name, format)});
  }
  if (!names.empty()) return result;
  const Format chosen = format.empty() ? Format::binary32 : read_format(format);
  for (const OperationInfo& row : operations()) {
    const Format operand = row.only_format().value_or(chosen);
    if (operand == chosen && book.has(row.operation, operand)) result.push_back({row.operation, operand});
  }
  return result;
}

}  // namespace

std::array<std::string, 2> choose_readings(const Arguments& arguments, const std::array<Rulebook*, 2>& books) {
  const Readings chosen = read_readings(arguments.list("--reading"));
  require_known(chosen, std::array{*books[0], *books[1]});
  std::array<std::string, 2> texts;
  for (std::size_t i = 0; i < books.size(); ++i) {
    const Readings own = readings_of(*books[i], chosen);
    *books[i] = books[i]->under(own);
    for (const auto& [id, option] : own) texts[i] += fmt::format(", {}={}", id, option);
  }
  return texts;
}

ExitCode allows(const Arguments& arguments) {
  Rulebook asked = Rulebook::open(arguments.text("OTHER"));
  Lowered a = lowered(arguments.text("BOOK"), asked);
  const std::array<std::string, 2> readings = choose_readings(arguments, {&a.book, &asked});
  Lowerings result;
  result.arguments = {arguments.text("BOOK") + readings[0], arguments.text("OTHER") + readings[1]};
  result.seed = kSeed;
  const std::vector<std::string> names = arguments.parts("OPERATION");
  if (!a.expression.empty() && names.size() != 1) {
    throw Error(Error::Kind::kUsage, "an expression stands for one operation: name it behind the rulebook");
  }
  const std::string page = arguments.text("--html");
  require_own_files(std::array{NamedFile{"BOOK", a.book.opened_as()}, NamedFile{"OTHER", asked.opened_as()}},
                    std::array{NamedFile{"--html", page}});
  const auto find = [&](std::string_view name) { return read_operation(name, std::span(&a.book, 1)); };
  for (const auto& [operation, format] : operations_of(std::array{asked, a.book}, arguments.text("--format"), names)) {
    const auto has = [&, of = format](Operation one) { return a.book.has(one, of); };
    const auto stand_in = rulebook::standing_for(operation, has);
    if (a.expression.empty() && !stand_in && names.size() != 1) {
      result.unanswered.emplace_back(info(operation).name, fmt::format("no rule in {}", result.arguments[0]));
      continue;
    }
    const lowering::Question question{a.expression.empty()
                                          ? lowering::side_of_operation(a.book, stand_in.value_or(operation), format)
                                          : lowering::side_of_expression(a.book, a.expression, operation, format, find),
                                      lowering::side_of_operation(asked, operation, format)};
    report::Lowering& answer =
        result.answers.emplace_back(report::lowering_of(question, lowering::answer(question, kSeed)));
    for (std::size_t i = 0; i < readings.size(); ++i) answer.sides[i].name += readings[i];
  }
  write_output(arguments.has("--json") ? report::json_text(report::lowerings_shape(result))
                                       : report::lowerings_text(result));
  flush_output();
  if (!page.empty()) write_file(page, report::lowerings_page(result));
  const bool is_allowed = std::ranges::all_of(result.answers, [](const report::Lowering& one) {
    const report::LoweringVerdict verdict = report::verdict_of(one.census);
    return verdict == report::LoweringVerdict::yes || verdict == report::LoweringVerdict::not_refuted;
  });
  return is_allowed ? ExitCode::kConforms : ExitCode::kDoesNotConform;
}

}  // namespace halfulp::cli
