// SPDX-License-Identifier: Apache-2.0
#include "cli/run/errors.hpp"

#include <bit>
#include <string_view>

#include "exact/value.hpp"
#include "judge/definition/bound.hpp"
#include "rulebook/expression.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp::cli {
namespace {

using Kind = rulebook::Bound::Kind;
using Peak = ErrorProfile::Peak;

/// "" for a bound that states no distance.
std::string_view unit_of(Kind kind) {
  switch (kind) {
    case Kind::ulp:
      return "ulp";
    case Kind::absolute:
    case Kind::absolute_below:
      return "absolute";
    case Kind::relative:
      return "relative";
    case Kind::steps:
    case Kind::steps_below:
      return "steps";
    default:
      return {};
  }
}

double nearest(const exact::Rational& value) {
  return std::bit_cast<double>(exact::round_to_nearest_even(info(Format::binary64), value));
}

/// What the results use of a piece's distance.
Peak used(const Tally& tally, std::size_t pieces, std::size_t place, Kind kind) {
  if (place < tally.errors.by_piece.size() && tally.errors.by_piece[place].amount >= 0) {
    return tally.errors.by_piece[place];
  }
  // The worst case of all is that of the only piece.
  const bool in_ulp = kind == Kind::ulp || kind == Kind::steps || kind == Kind::steps_below;
  if (pieces == 1 && in_ulp && tally.worst) return {tally.worst->index, *tally.worst->error_ulp};
  return {};
}

}  // namespace

std::vector<report::Margin> margins_of(const Job& job, const BookToJudgeBy& book, const Tally& tally) {
  const rulebook::Resolved rules = rulebook::resolve(book.book.model(), job.operation, job.format, book.readings);
  std::vector<report::Margin> margins;
  for (std::size_t i = 0; i < rules.accuracy->size(); ++i) {
    const rulebook::Piece& piece = (*rules.accuracy)[i];
    const std::string_view unit = piece.bound.ulp_format ? "" : unit_of(piece.bound.kind);
    const judge::Bound bound = judge::compile(piece.bound, info(job.operation).operand_names);
    const Peak peak = used(tally, rules.accuracy->size(), i, piece.bound.kind);
    if (unit.empty() || !bound.is_constant() || peak.amount < 0) continue;
    std::string where;
    if (piece.where) {
      where = rulebook::text_of(*piece.where);
    } else if (i > 0) {
      where = "otherwise";
    }
    margins.push_back({where, unit, nearest(bound.amount), peak.amount, job.operands(peak.index)});
  }
  return margins;
}

std::vector<report::BinadeError> binade_errors(const Job& job, const Tally& tally) {
  const BinadeAxis axis = ErrorAxis(job.operation, job.format).axis;
  std::vector<report::BinadeError> errors;
  for (std::size_t binade = 0; binade < tally.errors.by_binade.size(); ++binade) {
    const Peak& peak = tally.errors.by_binade[binade];
    if (peak.amount >= 0) errors.push_back({axis.first(binade), peak.amount, job.operands(peak.index)});
  }
  return errors;
}

}  // namespace halfulp::cli
