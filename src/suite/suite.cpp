// SPDX-License-Identifier: Apache-2.0
#include "halfulp/suite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "halfulp/error.hpp"
#include "number/as_double.hpp"
#include "number/float_environment.hpp"
#include "number/lane.hpp"
#include "number/nearest_name.hpp"
#include "suite/offered_formats.hpp"
#include "suite/plan.hpp"
#include "suite/random.hpp"

namespace halfulp {

namespace suite {

/// Operands that were chosen elsewhere.
struct Given {
  std::vector<ConstLane> operands;
  std::vector<std::size_t> bytes;  ///< of one value of each
  std::shared_ptr<const void> memory;
};

}  // namespace suite

namespace {

constexpr std::string_view kNames[] = {"quick", "standard", "exhaustive"};

constexpr int kMostExhaustiveBits = 32;

/// Throws for an operation and a format that have no cases.
void check_offered(Operation operation, Format format) {
  if (Suite::offers(operation, format)) return;
  const OperationInfo& row = info(operation);
  if (info(format).kind != FormatKind::floating) {
    throw Error(Error::Kind::kUsage,
                fmt::format("no suite makes cases of {} in {}: name a floating format ({})", row.name,
                            info(format).name, number::short_list(suite::offered_formats(operation))));
  }
  throw Error(Error::Kind::kUsage,
              fmt::format("{} takes {}, not {}: ask for it in {}", row.name, info(*row.operand_formats[0]).name,
                          info(format).name, info(*row.operand_formats[0]).name));
}

/// Throws for an exhaustive suite of more than 2^32 cases.
void check_size(SuiteSize size, const suite::Setting& setting) {
  const int bits = suite::operand_bits(setting);
  if (size != SuiteSize::exhaustive || bits <= kMostExhaustiveBits) return;
  const OperationInfo& row = info(setting.operation);
  throw Error(Error::Kind::kUsage,
              fmt::format("the operands of {} in {} have {} bits together, more than the {} of the exhaustive suite: "
                          "use '--suite standard', or name operations of fewer bits ('--operation rsq,sqrt')",
                          row.name, info(setting.format).name, bits, kMostExhaustiveBits));
}

template <class Word>
void count_up(std::uint64_t first, std::uint64_t count, Lane lane) {
  constexpr std::size_t kAtOnce = 64;  // compilers make vectors of a loop of known length
  std::byte* to = lane.data();
  auto next = static_cast<Word>(first);
  for (; count >= kAtOnce; count -= kAtOnce, to += kAtOnce * sizeof(Word)) {
    std::array<Word, kAtOnce> some;
    for (std::size_t k = 0; k < kAtOnce; ++k) some[k] = static_cast<Word>(next + static_cast<Word>(k));
    std::memcpy(to, some.data(), sizeof some);
    next = static_cast<Word>(next + kAtOnce);
  }
  for (; count != 0; --count, ++next, to += sizeof(Word)) std::memcpy(to, &next, sizeof next);
}

/// first, first + 1 ... in `bytes` bytes each.
void count_up(std::uint64_t first, std::uint64_t count, int bytes, Lane lane) {
  number::with_word(bytes, [&]<class Word>(Word) { count_up<Word>(first, count, lane); });
}

/// A value of binary16 in binary32.
Bits widened(Bits half) {
  return std::bit_cast<std::uint32_t>(static_cast<float>(number::as_double(info(Format::binary16), half)));
}

}  // namespace

std::string_view name(SuiteSize size) noexcept { return kNames[static_cast<std::size_t>(size)]; }

std::optional<SuiteSize> find_suite(std::string_view name) noexcept {
  const auto* found = std::ranges::find(kNames, name);
  if (found == std::end(kNames)) return std::nullopt;
  return static_cast<SuiteSize>(found - std::begin(kNames));
}

bool Suite::offers(Operation operation, Format format) noexcept {
  const OperationInfo& row = info(operation);
  if (const auto only = row.only_format()) return *only == format;
  return info(format).kind == FormatKind::floating;
}

Suite::Suite(SuiteSize size, std::uint64_t seed, Operation operation, Format format, std::uint64_t least)
    : operation_(operation), format_(format) {
  const number::DefaultFloatEnvironment environment;
  check_offered(operation, format);
  suite::Setting setting(operation, format);
  check_size(size, setting);
  std::vector<suite::Section> sections = suite::sections(setting, size, least);
  for (const suite::Section& section : sections) {
    cases_ += section.count;
    coverage_.push_back({section.kind, section.count});
  }
  plan_ = std::make_shared<const suite::Plan>(suite::Plan{std::move(setting), seed, std::move(sections)});
}

Suite::Suite(Operation operation, Format format, std::vector<ConstLane> operands, std::vector<Coverage> coverage,
             std::shared_ptr<const void> memory)
    : operation_(operation), format_(format), coverage_(std::move(coverage)) {
  const int arity = info(operation).arity;
  std::vector<std::size_t> bytes;
  bytes.reserve(static_cast<std::size_t>(arity));
  for (int i = 0; i < arity; ++i) {
    bytes.push_back(static_cast<std::size_t>(info(info(operation).operand_format(i, format)).bytes));
  }
  cases_ = operands.front().size() / bytes.front();
  given_ = std::make_shared<const suite::Given>(suite::Given{std::move(operands), std::move(bytes), std::move(memory)});
}

bool Suite::holds_all_operands() const noexcept { return plan_ && suite::has_all_operands(plan_->sections.front()); }

void Suite::fill(std::uint64_t first, std::span<const Lane> operands) const {
  const std::uint64_t count = number::count_values(operation_, format_, operands);
  if (first > cases_ || count > cases_ - first) {
    throw Error(Error::Kind::kUsage, fmt::format("the suite of {} has {} cases; {} from {} on are asked for",
                                                 info(operation_).name, cases_, count, first));
  }
  if (given_) {
    for (std::size_t i = 0; i < operands.size(); ++i) {
      const ConstLane lane = given_->operands[i].subspan(first * given_->bytes[i], operands[i].size());
      std::ranges::copy(lane, operands[i].begin());
    }
    return;
  }
  const number::DefaultFloatEnvironment environment;
  const suite::Setting& setting = plan_->setting;
  const auto arity = static_cast<std::size_t>(setting.arity);
  std::array<int, kMaxArity> bytes{};
  // Generators draw the operands of dot2add, its binary32 too, in the format in which it is asked.
  std::array<bool, kMaxArity> is_wider{};
  for (std::size_t i = 0; i < arity; ++i) {
    bytes[i] = info(setting.formats[i]).bytes;
    is_wider[i] = setting.operation == Operation::dot2add && setting.formats[i] == Format::binary32;
  }
  const auto width = static_cast<std::size_t>(bytes[0]);

  std::uint64_t section_first = 0;
  for (std::size_t number = 0; number < plan_->sections.size(); ++number) {
    const suite::Section& section = plan_->sections[number];
    const std::uint64_t section_last = section_first + section.count;
    std::uint64_t begin = std::max(first, section_first);
    const std::uint64_t end = std::min(first + count, section_last);
    const std::uint64_t key =
        suite::mix(plan_->seed ^ suite::mix((static_cast<std::uint64_t>(setting.operation) << 16) |
                                            (static_cast<std::uint64_t>(setting.format) << 8) | number));
    if (section.counts && begin < end) {
      count_up(begin - section_first, end - begin, bytes[0], operands[0].subspan((begin - first) * width));
      begin = end;
    }
    for (std::uint64_t i = begin; i < end; ++i) {
      suite::Tuple tuple;
      section.generator(setting, {.index = i - section_first, .key = key}, tuple);
      const auto at = static_cast<std::size_t>(i - first);
      for (std::size_t k = 0; k < arity; ++k)
        number::store(operands[k], bytes[k], at, is_wider[k] ? widened(tuple[k]) : tuple[k]);
    }
    section_first = section_last;
  }
}

}  // namespace halfulp
