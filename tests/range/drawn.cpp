// SPDX-License-Identifier: Apache-2.0
#include "range/drawn.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "number/layout.hpp"

namespace halfulp::test {
namespace {

using judge::ValueSet;

struct Function {
  std::string_view name;
  int arity;
};

constexpr std::array kFunctions = {
    Function{"sqrt", 1},     Function{"rsqrt", 1}, Function{"exp2", 1},     Function{"log2", 1},
    Function{"sin", 1},      Function{"cos", 1},   Function{"saturate", 1}, Function{"frac", 1},
    Function{"floor", 1},    Function{"abs", 1},   Function{"round_ne", 1}, Function{"reciprocal", 1},
    Function{"tan", 1},      Function{"atan", 1},  Function{"tanh", 1},     Function{"exp", 1},
    Function{"asin", 1},     Function{"sinpi", 1}, Function{"min", 2},      Function{"max", 2},
    Function{"pow", 2},      Function{"atan2", 2}, Function{"fmod", 2},     Function{"mad", 3},
    Function{"hlsl:lerp", 3}};

std::string tree(Random& random, const std::vector<std::string>& names, int depth) {
  const auto below = [&] { return tree(random, names, depth - 1); };
  if (depth == 0 || draw(random, 8) == 0) {
    constexpr std::array<std::string_view, 6> kNumbers = {"0.5", "2", "3", "0.1", "1", "1e-30"};
    return draw(random, 4) == 0 ? std::string(kNumbers[draw(random, kNumbers.size())])
                                : names[draw(random, names.size())];
  }
  switch (draw(random, 11)) {
    case 9: {
      constexpr std::array<std::string_view, 5> kThereAndBack = {"half(", "float(half(", "float(int(", "float(uint(",
                                                                 "unorm8_to_binary32(binary32_to_unorm8("};
      const std::string_view form = kThereAndBack[draw(random, kThereAndBack.size())];
      return std::string(form) + below() + std::string(form == "half(" ? ")" : "))");
    }
    case 10: {
      constexpr std::array<std::string_view, 2> kJoined = {" && ", " || "};
      const std::string join(kJoined[draw(random, kJoined.size())]);
      return "((" + below() + " < " + below() + ")" + join + "!(" + below() + " >= " + below() + ") ? " + below() +
             " : " + below() + ")";
    }
    case 8: {
      constexpr std::array<std::string_view, 6> kComparisons = {"<", "<=", ">", ">=", "==", "!="};
      const std::string comparison(kComparisons[draw(random, kComparisons.size())]);
      return "(" + below() + " " + comparison + " " + below() + " ? " + below() + " : " + below() + ")";
    }
    case 0:
      return "(" + below() + " + " + below() + ")";
    case 1:
      return "(" + below() + " - " + below() + ")";
    case 2:
      return below() + " * " + below();
    case 3:
      return below() + " / (" + below() + ")";
    case 4:
      return "dot(float2(" + below() + ", " + below() + "), float2(" + below() + ", " + below() + "))";
    default: {
      const Function& function = kFunctions[draw(random, kFunctions.size())];
      std::string text = std::string(function.name) + "(";
      for (int i = 0; i < function.arity; ++i) text += (i == 0 ? "" : ", ") + below();
      return text + ")";
    }
  }
}

}  // namespace

std::size_t draw(Random& random, std::size_t count) { return static_cast<std::size_t>(random() % count); }

std::string drawn_expression(Random& random) {
  std::vector<std::string> names = {"x", "y", "z"};
  std::string text;
  if (draw(random, 3) == 0) {
    text = "let t = " + tree(random, names, 2) + "; ";
    names.emplace_back("t");
    names.emplace_back("t");
  }
  return text + tree(random, names, 1 + static_cast<int>(draw(random, 3)));
}

Bits drawn_bits(Random& random, Format format) {
  const FormatInfo& row = info(format);
  if (row.kind != FormatKind::floating) return number::from_ordinal(row, static_cast<std::int64_t>(random()));
  const number::Layout layout(row);
  const Bits sign = draw(random, 2) == 0 ? 0 : layout.sign_mask();
  switch (draw(random, 8)) {
    case 0: {
      const std::array special = {layout.zero(), layout.infinity(),      layout.canonical_nan(),
                                  layout.one(),  layout.min_normal(),    layout.max_finite(),
                                  Bits{1},       layout.min_normal() - 1};
      return special[draw(random, special.size())] | sign;
    }
    case 1:
      return parse_value(format, std::to_string(draw(random, 12))) | sign;
    case 2:
    case 3:
    case 4: {
      // Four binades around 1.
      const Bits first = layout.one() - (Bits{2} << layout.fraction_bits);
      return (first + random() % (Bits{4} << layout.fraction_bits)) | sign;
    }
    default:
      return (random() % layout.infinity()) | sign;
  }
}

ValueSet drawn_set(Random& random, Format format) {
  const FormatInfo& row = info(format);
  const number::Layout layout(row);
  ValueSet set(format);
  const auto infinity = static_cast<std::int64_t>(layout.infinity());
  const auto place = [&] {
    const Bits bits = drawn_bits(random, format);
    return layout.is_nan(bits) ? infinity : number::ordinal(row, bits);
  };
  const std::size_t kind = draw(random, 10);
  if (kind == 0) {
    set.add(number::mirrored(infinity), infinity);
    set.add_any_nan();
  } else if (kind < 4) {
    const auto [low, high] = std::minmax({place(), place()});
    set.add(low, high);
  } else if (kind < 7) {
    const std::int64_t low = place();
    set.add(low,
            std::min<std::int64_t>(infinity, low + static_cast<std::int64_t>(draw(random, 1 << draw(random, 20)))));
  } else {
    set.add(place());
  }
  return set;
}

Bits drawn_member(Random& random, const ValueSet& set) {
  const FormatInfo& row = info(set.format());
  const number::Layout layout(row);
  const auto intervals = set.intervals();
  if (set.anything()) return drawn_bits(random, set.format());
  if (intervals.empty() || (set.has_nan() && draw(random, 4) == 0)) {
    const std::vector<Bits> listed = set.permitted().nan_patterns;
    if (!listed.empty()) return listed[draw(random, listed.size())];
    return layout.canonical_nan() | (draw(random, 2) == 0 ? 0 : layout.sign_mask());
  }
  const auto& interval = intervals[draw(random, intervals.size())];
  const std::size_t which = draw(random, 5);
  const auto size = static_cast<std::size_t>(interval.last - interval.first) + 1;
  return number::from_ordinal(row, which < 2   ? interval.first
                                   : which < 4 ? interval.last
                                               : interval.first + static_cast<std::int64_t>(draw(random, size)));
}

}  // namespace halfulp::test
