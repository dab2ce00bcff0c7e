// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/code_map.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <iterator>
#include <limits>

#include "exact/result.hpp"
#include "exact/value.hpp"
#include "number/layout.hpp"
#include "number/names.hpp"

namespace halfulp::diagnosis {
namespace {

constexpr int kMostBits = 16;
constexpr std::int64_t kAbove = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t kBelow = std::numeric_limits<std::int64_t>::min();

}  // namespace

bool CodeMap::serves(Operation operation) {
  const OperationInfo& row = info(operation);
  const std::optional<Format> from = row.only_format();
  if (!from || row.arity != 1 || info(*from).kind != FormatKind::floating) return false;
  const FormatInfo& to = info(*row.result_format);
  return info(*from).bytes <= 4 && to.bits <= kMostBits && number::is_normalised(to);
}

CodeMap::CodeMap(Operation operation)
    : operand_row_(&info(*info(operation).only_format())),
      row_(&info(*info(operation).result_format)),
      decode_(number::inverse_conversion(operation)),
      ends_(std::size_t{1} << row_->bits, Ends{kAbove, kBelow}) {}

void CodeMap::note(ConstLane operands, ConstLane results) {
  const auto with = [&]<class Operand>(Operand) {
    row_->bytes == 1 ? note_as<Operand, std::uint8_t>(operands, results)
                     : note_as<Operand, std::uint16_t>(operands, results);
  };
  operand_row_->bytes == 2 ? with(std::uint16_t{}) : with(std::uint32_t{});
}

/// Operands in order become codes in order, so that `ends_` is written only where the code changes.
template <class Operand, class Code>
void CodeMap::note_as(ConstLane operands, ConstLane results) {
  const number::Layout layout(*operand_row_);
  const auto sign = static_cast<Operand>(layout.sign_mask());
  const auto infinity = static_cast<Operand>(layout.infinity());
  // Exclusive-or with it gives a code's place: in formats with a sign the most negative code is the first.
  const std::size_t least_code = row_->has_sign ? ends_.size() / 2 : 0;
  Ends nowhere{kAbove, kBelow};
  Ends* ends = &nowhere;
  Ends found = nowhere;
  std::uint64_t noted = 0;
  const std::size_t count = results.size() / sizeof(Code);
  for (std::size_t i = 0; i < count; ++i) {
    Operand operand = 0;
    Code code = 0;
    std::memcpy(&operand, operands.data() + i * sizeof operand, sizeof operand);
    std::memcpy(&code, results.data() + i * sizeof code, sizeof code);
    const auto size = static_cast<Operand>(operand & static_cast<Operand>(~sign));
    if (size > infinity || code >= ends_.size()) continue;  // NaN; no code of the format
    const auto magnitude = static_cast<std::int64_t>(size);
    const std::int64_t position = size != operand ? number::mirrored(magnitude) : magnitude;
    ++noted;
    Ends* const of_code = &ends_[code ^ least_code];
    if (of_code != ends) {
      *ends = found;
      ends = of_code;
      found = *ends;
    }
    found = {std::min(found.least, position), std::max(found.most, position)};
  }
  *ends = found;
  operands_ += noted;
}

void CodeMap::merge(const CodeMap& other) { static_cast<void>(restore(other.known(), other.operands_)); }

std::vector<CodeMap::Known> CodeMap::known() const {
  std::vector<Known> known;
  for (std::size_t i = 0; i < ends_.size(); ++i) {
    if (ends_[i].least <= ends_[i].most) known.push_back({i, ends_[i].least, ends_[i].most});
  }
  return known;
}

bool CodeMap::restore(const std::vector<Known>& known, std::uint64_t operands) {
  for (const Known& code : known) {
    if (code.place >= ends_.size() || code.least > code.most) return false;
  }
  for (const Known& code : known) {
    Ends& ends = ends_[static_cast<std::size_t>(code.place)];
    ends = {std::min(ends.least, code.least), std::max(ends.most, code.most)};
  }
  operands_ += operands;
  return true;
}

CodeMap::Point CodeMap::point(std::size_t place, std::int64_t operand) const {
  const std::int64_t code = static_cast<std::int64_t>(place) + number::least_code(*row_);
  return {number::from_ordinal(*operand_row_, operand), number::from_ordinal(*row_, code)};
}

std::optional<CodeMap::Decrease> CodeMap::decrease() const {
  std::int64_t most = kBelow;  // the largest operand of the codes so far
  std::size_t of = 0;          // its code
  for (std::size_t i = 0; i < ends_.size(); ++i) {
    if (ends_[i].least > ends_[i].most) continue;
    if (ends_[i].least < most) return Decrease{point(i, ends_[i].least), point(of, most)};
    most = ends_[i].most;
    of = i;
  }
  return std::nullopt;
}

std::uint64_t CodeMap::codes() const {
  const number::CodeRange range = number::value_codes(*row_);
  return static_cast<std::uint64_t>(range.most - range.least + 1);
}

bool CodeMap::is_open(const Gap& gap) const {
  if (!decode_) return false;
  const exact::Result decoded = exact::exact_result(*decode_, row_->format, std::array{gap.code});
  const exact::Real value =
      decoded.kind == exact::Result::Kind::finite ? decoded.value : exact::Real(exact::Rational(0));
  const Bits nearest = exact::round_to_nearest_even(*operand_row_, value.nearby());
  const int side = value.compare(exact::value_of(*operand_row_, nearest));
  const std::int64_t position = number::ordinal(*operand_row_, nearest);
  const auto at = [&](const Point& point) { return number::ordinal(*operand_row_, point.operand); };
  return (!gap.below || at(*gap.below) < position - (side < 0 ? 1 : 0)) &&
         (!gap.above || at(*gap.above) > position + (side > 0 ? 1 : 0));
}

std::vector<CodeMap::Gap> CodeMap::gaps() const {
  std::vector<Gap> gaps;
  std::optional<Point> below;
  std::size_t since = 0;  // the first gap above it
  const auto end_at = [&](const std::optional<Point>& above) {
    auto first = gaps.begin() + static_cast<std::ptrdiff_t>(since);
    auto last = gaps.end();
    for (auto gap = first; gap != last; ++gap) gap->above = above;
    // Larger codes have larger values, so that all gaps between two that are open are open.
    while (first != last && !is_open(*first)) ++first;
    while (first != last && !is_open(*std::prev(last))) --last;
    for (; first != last; ++first) first->is_open = true;
    since = gaps.size();
  };
  for (std::size_t i = ends_.size() - static_cast<std::size_t>(codes()); i < ends_.size(); ++i) {
    if (ends_[i].least <= ends_[i].most) {
      end_at(point(i, ends_[i].least));
      below = point(i, ends_[i].most);
    } else {
      gaps.push_back({point(i, 0).code, below, std::nullopt});
    }
  }
  end_at(std::nullopt);
  return gaps;
}

}  // namespace halfulp::diagnosis
