// SPDX-License-Identifier: Apache-2.0
#include "cli/run/own_rules.hpp"

#include <algorithm>
#include <span>
#include <string_view>

#include "cli/run/findings.hpp"
#include "device/shader/float_controls.hpp"
#include "device/shader/stage.hpp"
#include "report/command_line.hpp"
#include "report/rule_words.hpp"

namespace halfulp::cli {
namespace {

using diagnosis::Charge;
using report::Result;

constexpr std::string_view kBook = "vulkan1.3";

/// Whether float controls bind what computed the results: instructions, but not those that pack and unpack, nor
/// conversions of textures.
bool obeys_controls(const Variant& variant) {
  const std::string_view instruction = variant.instruction;
  const bool is_instruction = instruction.starts_with("Op") || instruction.starts_with("GLSL.std.450 ");
  return is_instruction && instruction.find("Pack") == std::string_view::npos &&
         instruction.find("Unpack") == std::string_view::npos;
}

class OwnJudge {
 public:
  OwnJudge(const Rulebook& book, report::Report& report, report::OwnRules& own)
      : book_(book), report_(report), own_(own) {}

  /// Judges the first case of each charge; "" for no cause.
  void judge(std::span<const Charge> charges, const std::string& cause) {
    for (const Charge& charge : charges) {
      const Result& result = report_.results[charge.result];
      if (!book_.has(result.operation, result.format)) {
        ++own_.without_rule;
        continue;
      }
      ++own_.judged;
      const Readings readings = obeys_controls(result.variant) ? own_.readings : Readings();
      const Judgement judgement = judge_result(book_, result.operation, result.format,
                                               operands_of(result, charge.example), charge.example.observed, readings);
      if (judgement.verdict != Verdict::fail) continue;
      const bool is_known = std::ranges::any_of(own_.broken, [&](const report::OwnRules::Breach& other) {
        return other.cause == cause && other.where.is_of(result) && other.rule == judgement.rule;
      });
      if (is_known) continue;
      own_.broken.push_back(
          {.cause = cause,
           .where = report::Cause::Where::in(result, charge.count),
           .rule = judgement.rule,
           .says = report::words_of_rule(book_, judgement.rule).says,
           .example = charge.example,
           .command = report::case_command(report_.device, std::string(kBook), result, charge.example, readings)});
    }
  }

 private:
  const Rulebook& book_;
  report::Report& report_;
  report::OwnRules& own_;
};

}  // namespace

Readings readings_of(const FormatControls& controls) {
  Readings readings;
  const auto add = [&](const FloatControls& of, const std::string& width) {
    if (of.flush_denormals) readings["vk.denorm" + width] = "flush";
    if (of.preserve_denormals) readings["vk.denorm" + width] = "preserve";
    if (of.round_to_nearest_even) readings["vk.round" + width] = "rte";
    if (of.preserve_signed_zero_inf_nan) readings["vk.specials" + width] = "preserved";
  };
  add(controls.binary16, "16");
  add(controls.binary32, "32");
  add(controls.binary64, "64");
  return readings;
}

void judge_by_own_rules(const RunRequest& request, const diagnosis::FoundCauses& found, report::Report& report) {
  const auto is_own = [](const BookToJudgeBy& book) { return book.book.id() == kBook; };
  if (!device::stage_of(report.device.kind) || std::ranges::any_of(request.books, is_own)) return;
  const Rulebook book = Rulebook::open(std::string(kBook));
  report::OwnRules own;
  own.rulebook = kBook;
  own.title = book.title();
  for (const auto& [what, value] : report.device.facts) {
    if (what != device::kFloatControlsInForce) continue;
    own.readings = readings_of(device::parse_float_controls(value).value_or(FormatControls()));
  }
  OwnJudge judge(book, report, own);
  for (const diagnosis::FoundCause& cause : found.causes) judge.judge(cause.charges, cause.id());
  judge.judge(found.unexplained, "");
  report.own_rules = std::move(own);
}

}  // namespace halfulp::cli
