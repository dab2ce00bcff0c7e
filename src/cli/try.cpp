// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "cli/case.hpp"
#include "cli/expression.hpp"
#include "cli/open_device.hpp"
#include "cli/operands_file.hpp"
#include "cli/output.hpp"
#include "cli/run/block.hpp"
#include "cli/subcommand.hpp"
#include "cli/verdict_text.hpp"
#include "halfulp/error.hpp"
#include "number/lane.hpp"
#include "report/shapes.hpp"
#include "report/values.hpp"

namespace halfulp::cli {
namespace {

/// A way of computing the operation, and what it gave.
struct Way {
  Variant variant;
  std::vector<Bits> results;  ///< one for each case, fewer where the device was lost
  std::string lost;           ///< why

  [[nodiscard]] std::string label() const { return variant.name.empty() ? "result" : variant.name; }
};

using Cases = std::vector<std::vector<Bits>>;

Cases read_cases(const Case& asked, const Arguments& arguments) {
  const std::vector<std::string> texts = arguments.list("OPERAND");
  const std::string path = arguments.text("--operands");
  if (path.empty()) {
    refuse_packed_word(asked, arguments.text("OPERATION"), texts);
    return {read_operands(asked, texts)};
  }
  if (!texts.empty()) {
    throw Error(Error::Kind::kUsage, fmt::format("--operands {}: give the file or operands, not both", path));
  }
  Cases cases;
  read_operands_file(asked, path, [&](const std::vector<Bits>& operands) { cases.push_back(operands); });
  return cases;
}

/// The ways that the device has. Throws Error(kUsage) where it has none.
std::vector<Way> ways_of(const Device& device, const Case& asked) {
  std::vector<Way> ways;
  for (const Variant& variant : device.variants(asked.operation, asked.format)) ways.push_back({variant, {}, ""});
  if (ways.empty()) {
    throw Error(Error::Kind::kUsage, fmt::format("the device {} does not offer '{}' in {}", device.description().name,
                                                 name(asked.operation, asked.book.naming()), info(asked.format).name));
  }
  return ways;
}

/// Computes the cases in each way. A device that is lost costs that way its last cases.
void compute(Device& device, const Case& asked, const Cases& cases, std::vector<Way>& ways) {
  constexpr std::size_t kBlock = 65536;
  const OperationInfo& row = info(asked.operation);
  Block block;
  for (std::size_t first = 0; first < cases.size(); first += kBlock) {
    const std::size_t count = std::min(kBlock, cases.size() - first);
    block.begin(asked.operation, asked.format, count);
    const std::vector<Lane> lanes = block.operands(0, count);
    for (std::size_t k = 0; k < lanes.size(); ++k) {
      const int bytes = info(row.operand_format(static_cast<int>(k), asked.format)).bytes;
      for (std::size_t i = 0; i < count; ++i) number::store(lanes[k], bytes, i, cases[first + i][k]);
    }
    const std::vector<ConstLane> operands(lanes.begin(), lanes.end());
    const Lane results = block.results(0, count);
    for (std::size_t variant = 0; variant < ways.size(); ++variant) {
      Way& way = ways[variant];
      if (!way.lost.empty()) continue;
      try {
        device.compute(asked.operation, asked.format, variant, operands, results);
      } catch (const Error& error) {
        if (error.kind() != Error::Kind::kDevice) throw;
        way.lost = error.what();
        continue;
      }
      const int bytes = info(row.result(asked.format)).bytes;
      for (std::size_t i = 0; i < count; ++i) way.results.push_back(number::load(results, bytes, i));
    }
  }
}

/// What was tried, and what came of it.
class Trial {
 public:
  /// `given`: the operands of a single case as they were written; nothing where they are from a file.
  Trial(Case asked, std::vector<report::ValueLine> given, Cases cases, const Device& device, std::vector<Way> ways,
        bool strict)
      : asked_(std::move(asked)),
        given_(std::move(given)),
        cases_(std::move(cases)),
        device_(device.description()),
        ways_(std::move(ways)),
        strict_(strict) {
    for (const Way& way : ways_) {
      std::vector<Judgement>& judgements = judgements_.emplace_back();
      for (std::size_t i = 0; i < way.results.size(); ++i) {
        judgements.push_back(
            judge_result(asked_.book, asked_.operation, asked_.format, cases_[i], way.results[i], asked_.readings));
        if (fails(judgements.back().verdict, strict_)) ++(way.variant.counts ? failed_ : failed_for_comparison_);
      }
    }
  }

  [[nodiscard]] ExitCode code() const {
    if (std::ranges::any_of(ways_, [](const Way& way) { return !way.lost.empty(); })) return ExitCode::kDevice;
    return failed_ > 0 ? ExitCode::kDoesNotConform : ExitCode::kConforms;
  }

  [[nodiscard]] std::string text() const {
    std::string text = summary() + "\n\n" + heading(asked_);
    text += fmt::format("on {} ({})\n", device_.title, device_.name);
    return text + (cases_.size() == 1 ? text_of_one() : text_of_many());
  }

  [[nodiscard]] report::JsonValue shape() const {
    report::JsonValue::Array results;
    for (std::size_t i = 0; i < cases_.size(); ++i) {
      for (std::size_t k = 0; k < ways_.size(); ++k) {
        if (i >= ways_[k].results.size()) continue;
        results.emplace_back(report::JsonValue::Object{
            {"variant", ways_[k].variant.name},
            {"counts", ways_[k].variant.counts},
            {"judgement",
             report::judgement_shape(explanation(i), ways_[k].results[i], judgements_[k][i], asked_.readings)}});
      }
    }
    report::JsonValue::Array lost;
    for (const Way& way : ways_) {
      if (!way.lost.empty())
        lost.emplace_back(report::JsonValue::Object{{"variant", way.variant.name}, {"because", way.lost}});
    }
    return report::JsonValue::Object{
        {"device", report::device_shape(device_)},
        {"conforms", code() == ExitCode::kDevice && failed_ == 0 ? report::JsonValue() : failed_ == 0},
        {"results", results},
        {"lost", lost}};
  }

 private:
  [[nodiscard]] Explanation explanation(std::size_t i) const {
    return explain(asked_.book, asked_.operation, asked_.format, cases_[i], asked_.readings);
  }

  /// The verdict on all that was tried.
  [[nodiscard]] std::string summary() const {
    std::size_t results = 0;
    std::size_t counting = 0;
    for (const Way& way : ways_) {
      results += way.results.size();
      counting += way.variant.counts ? way.results.size() : 0;
    }
    if (results == 1 && ways_.size() == 1) return verdict_text(judgements_.front().front());
    std::string text = failed_ > 0                   ? fmt::format("fail: {} of {} results", failed_, counting)
                       : code() == ExitCode::kDevice ? "lost"
                                                     : fmt::format("conforms: no failure in {} results", counting);
    if (results > counting)
      text += fmt::format("; for comparison: {} of {} fail", failed_for_comparison_, results - counting);
    for (const Way& way : ways_) {
      if (!way.lost.empty()) text += fmt::format("\n{}: the device was lost: {}", way.label(), way.lost);
    }
    return text;
  }

  /// The operands, the result of each way, what is permitted, and the rules that were broken.
  [[nodiscard]] std::string text_of_one() const {
    const Explanation explained = explanation(0);
    std::vector<report::ValueLine> lines = given_.empty() ? report::operand_lines(explained) : given_;
    std::set<std::string> broken;
    std::string nearest;
    for (std::size_t k = 0; k < ways_.size(); ++k) {
      if (ways_[k].results.empty()) continue;
      const Judgement& judgement = judgements_[k].front();
      std::string note = verdict_text(judgement);
      if (const std::string error = error_text(asked_.book, judgement); !error.empty()) note += ", " + error;
      if (!ways_[k].variant.counts) note += " (for comparison)";
      lines.push_back({ways_[k].label(), explained.result_format, ways_[k].results.front(), note});
      if (judgement.rule.empty()) continue;
      broken.insert(judgement.rule);
      if (nearest.empty()) nearest = report::nearest_text(explained.permitted, ways_[k].results.front());
    }
    std::string text = report::value_lines(lines);
    text += fmt::format("\n{}\npermitted: {}\n", report::exact_text(explained), explained.permitted.text());
    if (!nearest.empty()) text += nearest + "\n";
    for (const std::string& rule : broken) text += rule_text(asked_.book, rule);
    return text;
  }

  /// A line for each result that is no pass.
  [[nodiscard]] std::string text_of_many() const {
    const Format result = info(asked_.operation).result(asked_.format);
    std::string text;
    for (std::size_t i = 0; i < cases_.size(); ++i) {
      const std::string call =
          report::call_text(report::call_of(asked_.operation, asked_.format, asked_.book.naming(), cases_[i]));
      for (std::size_t k = 0; k < ways_.size(); ++k) {
        if (i >= ways_[k].results.size() || judgements_[k][i].rule.empty()) continue;
        const Bits bits = ways_[k].results[i];
        text += fmt::format("  {} = {} ({})  {}: {}\n", call, value_text(result, bits), bits_text(result, bits),
                            ways_[k].label(), verdict_text(judgements_[k][i]));
      }
    }
    return text;
  }

  Case asked_;
  std::vector<report::ValueLine> given_;
  Cases cases_;
  DeviceDescription device_;
  std::vector<Way> ways_;
  bool strict_;
  std::vector<std::vector<Judgement>> judgements_;  ///< by way and case
  std::size_t failed_ = 0;
  std::size_t failed_for_comparison_ = 0;
};

}  // namespace

ExitCode try_cases(const Arguments& arguments) {
  if (is_expression(arguments.text("OPERATION"))) return try_expression(arguments);
  Case asked = read_question(arguments);
  const std::chrono::seconds timeout = read_timeout(arguments);
  const std::unique_ptr<Device> device = open_device_for(asked.book, arguments.text("DEV"), timeout);
  std::vector<Way> ways = ways_of(*device, asked);
  const Cases cases = read_cases(asked, arguments);
  std::vector<report::ValueLine> given;
  if (arguments.has("OPERAND")) {
    asked.operands = cases.front();
    given = operand_values(asked, arguments);
  }
  compute(*device, asked, cases, ways);
  const Trial trial(asked, given, cases, *device, std::move(ways), arguments.has("--strict"));
  write_output(arguments.has("--json") ? report::json_text(trial.shape()) : trial.text());
  return trial.code();
}

}  // namespace halfulp::cli
