// SPDX-License-Identifier: Apache-2.0
#include "cli/run/properties.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "halfulp/error.hpp"
#include "number/lane.hpp"
#include "number/layout.hpp"
#include "number/names.hpp"
#include "report/values.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp::cli {
namespace {

using diagnosis::CodeMap;
using rulebook::Property;

/// "0.5 (0x3f000000)".
std::string value(Format format, Bits bits) {
  return fmt::format("{} ({})", value_text(format, bits), bits_text(format, bits));
}

/// Whether a code came back: but for the second code of -1, and the bits of a NaN.
bool is_same(const FormatInfo& row, Bits code, Bits back) {
  if (row.kind == FormatKind::floating) {
    const number::Layout layout(row);
    return code == back || (layout.is_nan(code) && layout.is_nan(back));
  }
  const bool second = row.kind == FormatKind::snorm && number::ordinal(row, code) == number::least_code(row);
  return code == back || (second && number::ordinal(row, back) == -row.scale());
}

/// Judges one conversion of the run from what its cases gave.
class Conversion {
 public:
  Conversion(const Job& job, const JobState& done)
      : done_(done), operand_(*info(job.operation).only_format()), code_(*info(job.operation).result_format) {}

  /// What was tried, and where the property does not hold ("": nowhere); nothing where it was not decided.
  struct Answer {
    std::string tried;
    std::string broken;
  };
  /// No rulebook has a say in it, so that each is found once.
  [[nodiscard]] const std::optional<Answer>& answer(Property property) {
    const auto known = answers_.find(property);
    return known != answers_.end() ? known->second : answers_.emplace(property, found(property)).first->second;
  }

 private:
  [[nodiscard]] std::optional<Answer> found(Property property) const {
    if (property == Property::round_trip) {
      if (!done_.round_trip || done_.round_trip->tried.empty()) return std::nullopt;
      return Answer{done_.round_trip->tried, done_.round_trip->broken};
    }
    if (!done_.codes) return std::nullopt;
    if (property == Property::non_decreasing) return non_decreasing();
    return every_code();
  }

  [[nodiscard]] Answer non_decreasing() const {
    Answer answer{fmt::format("{} operands", report::grouped(done_.codes->operands())), ""};
    if (const auto found = done_.codes->decrease()) {
      answer.broken = fmt::format("decreases: {} gives {}, the larger {} gives {}",
                                  value(operand_, found->smaller.operand), value(code_, found->smaller.code),
                                  value(operand_, found->larger.operand), value(code_, found->larger.code));
    }
    return answer;
  }

  /// Nothing where the codes that are missing are those whose operands were not tried.
  [[nodiscard]] std::optional<Answer> every_code() const {
    Answer answer{fmt::format("all {} codes", report::grouped(done_.codes->codes())), ""};
    std::vector<CodeMap::Gap> gaps = done_.codes->gaps();
    if (gaps.empty()) return answer;
    std::erase_if(gaps, [](const CodeMap::Gap& gap) { return gap.is_open; });
    if (gaps.empty()) return std::nullopt;
    const CodeMap::Gap& gap = gaps.front();
    answer.broken =
        fmt::format("no operand of {} gives {}", report::grouped(done_.codes->operands()), value(code_, gap.code));
    const auto neighbour = [&](const std::optional<CodeMap::Point>& point, std::string_view which) {
      if (!point) return;
      answer.broken += fmt::format("{} {} gives {}", which, value(operand_, point->operand), value(code_, point->code));
    };
    neighbour(gap.below, ": up to");
    neighbour(gap.above, gap.below ? ", from" : ": from");
    if (gaps.size() > 1) answer.broken += fmt::format("; {} codes are missing in all", report::grouped(gaps.size()));
    return answer;
  }

  const JobState& done_;
  Format operand_;
  Format code_;
  std::map<Property, std::optional<Answer>> answers_;
};

}  // namespace

bool asks_round_trip(const Job& job, const std::vector<BookToJudgeBy>& books) {
  if (!info(job.operation).only_format()) return false;
  return std::ranges::any_of(job.books, [&](std::size_t index) {
    const auto rules = rulebook::properties_of(books[index].book.model(), job.operation, books[index].readings);
    return std::ranges::any_of(rules,
                               [](const rulebook::Rule* rule) { return *rule->body.property == Property::round_trip; });
  });
}

RoundTrip round_trip(const Job& job, Device& device) {
  const std::optional<Operation> decode = number::inverse_conversion(job.operation);
  if (!decode) return {};
  const FormatInfo& operand = info(*info(job.operation).only_format());
  const FormatInfo& code = info(*info(job.operation).result_format);
  constexpr int kMostBits = 16;
  if (code.bits > kMostBits || device.variants(*decode, code.format).empty()) return {};
  const std::size_t count = std::size_t{1} << code.bits;
  if (job.variant.most_cases != 0 && job.variant.most_cases < count) return {};
  std::vector<std::byte> codes(count * static_cast<std::size_t>(code.bytes));
  std::vector<std::byte> values(count * static_cast<std::size_t>(operand.bytes));
  std::vector<std::byte> again(codes.size());
  for (std::size_t i = 0; i < count; ++i) number::store(codes, code.bytes, i, i);
  try {
    const ConstLane given[] = {codes};
    device.compute(*decode, code.format, 0, given, values);
    const ConstLane read[] = {values};
    device.compute(job.operation, operand.format, job.variant_index, read, again);
  } catch (const Error& error) {
    if (error.kind() != Error::Kind::kDevice) throw;
    return {};
  }
  RoundTrip trip{fmt::format("all {} codes", report::grouped(count)), ""};
  std::uint64_t changed = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Bits back = number::load(again, code.bytes, i);
    if (is_same(code, i, back)) continue;
    if (changed++ == 0) {
      const Bits decoded = number::load(values, operand.bytes, i);
      trip.broken = fmt::format("{} is read as {} and written as {}", value(code.format, i),
                                value(operand.format, decoded), value(code.format, back));
    }
  }
  if (changed > 1) trip.broken += fmt::format("; {} codes change in all", report::grouped(changed));
  return trip;
}

std::vector<report::Property> judge_properties(const Job& job, const JobState& done,
                                               const std::vector<BookToJudgeBy>& books) {
  std::vector<report::Property> properties;
  if (!info(job.operation).only_format()) return properties;
  Conversion conversion(job, done);
  for (const std::size_t index : job.books) {
    const Rulebook& book = books[index].book;
    for (const rulebook::Rule* rule : rulebook::properties_of(book.model(), job.operation, books[index].readings)) {
      const auto& answer = conversion.answer(*rule->body.property);
      if (!answer) continue;
      properties.push_back({.rulebook = book.id(),
                            .naming = book.naming(),
                            .rule = rule->id,
                            .says = rule->source.says,
                            .source = report::source_text(rule->source, rule->status),
                            .operation = job.operation,
                            .format = job.format,
                            .variant = job.variant,
                            .tried = answer->tried,
                            .broken = answer->broken});
    }
  }
  return properties;
}

}  // namespace halfulp::cli
