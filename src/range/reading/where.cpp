// SPDX-License-Identifier: Apache-2.0
#include "range/reading/where.hpp"

#include <fmt/format.h>

#include "exact/text.hpp"
#include "exact/value.hpp"
#include "halfulp/error.hpp"
#include "number/layout.hpp"
#include "range/reading/scanner.hpp"
#include "range/steps/sets.hpp"

namespace halfulp::range {
namespace {

using judge::ValueSet;

constexpr std::string_view kComponents = "xyzw";

class WhereReader : private Scanner {
 public:
  WhereReader(std::string_view text, Format format) : Scanner(text), row_(info(format)) {}

  std::vector<Operand> whole() {
    do {
      skip_space();
      if (!is_at_end()) condition();
    } while (take(";"));
    skip_space();
    if (!is_at_end()) unexpected();
    return std::move(operands_);
  }

  std::vector<Bits> whole_values() {
    std::vector<Bits> bits = values();
    skip_space();
    if (!is_at_end()) unexpected();
    return bits;
  }

 private:
  /// `0.5`, or of a vector `(0, 0.6, 0.8)`.
  std::vector<Bits> values() {
    std::vector<Bits> bits;
    if (!take("(")) return {value().bits};
    do {
      bits.push_back(value().bits);
    } while (take(","));
    expect(")");
    if (bits.size() > kComponents.size()) fail("a vector has four components at most");
    return bits;
  }

  void condition() {
    const std::string base = name();
    if (base.empty()) fail("an operand's name is missing");
    std::vector<std::string> names = {base};
    if (take(".")) {
      names.clear();
      for (const char letter : name()) {
        if (kComponents.find(letter) == std::string_view::npos) fail(fmt::format("'{}' is no component", letter));
        names.push_back(base + "." + letter);
      }
    }
    if (take_word("in")) {
      const ValueSet set = range();
      for (const std::string& name : names) add(name, set);
    } else if (take("=")) {
      give(base, names);
    } else {
      fail(fmt::format("'= VALUE' or 'in [FROM, TO]' is missing behind '{}'", base));
    }
  }

  void add(const std::string& name, const ValueSet& set) {
    for (const Operand& known : operands_) {
      if (known.name == name) fail(fmt::format("{} comes twice", name));
    }
    operands_.push_back({name, set});
  }

  void give(const std::string& base, std::vector<std::string> names) {
    const std::vector<Bits> bits = values();
    if (bits.size() > 1 && names == std::vector{base}) names = component_names(base, bits.size());
    if (names.size() != bits.size()) fail(fmt::format("{} components have {} values", names.size(), bits.size()));
    for (std::size_t i = 0; i < names.size(); ++i) add(names[i], set_of(row_.format, bits[i]));
  }

  ValueSet range() {
    if (take_word("all")) return every_value(row_.format);
    ValueSet set(row_.format);
    if (take_word("finite")) {
      const ValueSet::Interval finite = finite_values(row_.format);
      set.add(finite.first, finite.last);
      return set;
    }
    const bool without_first = take("(");
    if (!without_first) expect("[");
    const End first = end();
    expect(",");
    const End last = end();
    const bool without_last = take(")");
    if (!without_last) expect("]");
    // The values above -0 and below +0: both are the number 0.
    const std::int64_t from = first.is_below || (without_first && first.is_exact) ? above(first.place) : least(first);
    const std::int64_t to = last.is_above || (without_last && last.is_exact) ? below(last.place) : greatest(last);
    if (from > to) fail("no value lies in that range");
    set.add(from, to);
    return set;
  }

  /// An end of a range and the value nearest to it.
  struct End {
    std::int64_t place;
    bool is_below = false;  ///< that value lies below the end
    bool is_above = false;
    bool is_exact = true;
  };

  // -0 and +0 are one number.
  static std::int64_t least(const End& end) { return end.place == 0 ? -1 : end.place; }
  static std::int64_t greatest(const End& end) { return end.place == -1 ? 0 : end.place; }
  static std::int64_t above(std::int64_t place) { return place == -1 ? 1 : place + 1; }
  static std::int64_t below(std::int64_t place) { return place == 0 ? -2 : place - 1; }

  End end() {
    const auto [bits, text] = value();
    if (number::Layout(row_).is_nan(bits)) fail("NaN is no end of a range");
    End result{number::ordinal(row_, bits)};
    if (const auto number = exact::number_of(text)) {
      const exact::Rational nearest = exact::value_of(row_, bits);
      result.is_below = nearest < *number;
      result.is_above = nearest > *number;
      result.is_exact = !result.is_below && !result.is_above;
    }
    return result;
  }

  struct Given {
    Bits bits;
    std::string text;
  };

  Given value() {
    skip_space();
    const std::size_t start = at_;
    const bool is_negative = take("-");
    if (!is_negative) static_cast<void>(take("+"));
    skip_space();
    const std::string text = (is_negative ? "-" : "") + std::string(number_word());
    try {
      return {parse_value(row_.format, text), text};
    } catch (const Error& error) {
      at_ = start;
      fail(error.what());
    }
  }

  const FormatInfo& row_;
  std::vector<Operand> operands_;
};

template <class Read>
std::invoke_result_t<Read> with_place(std::string_view text, Read read) {
  try {
    return read();
  } catch (const Mistake& mistake) {
    throw Error(Error::Kind::kUsage, fmt::format("'{}': {}, at character {}", text, mistake.message, mistake.at + 1));
  }
}

}  // namespace

std::vector<Operand> parse_where(std::string_view text, Format format) {
  return with_place(text, [&] { return WhereReader(text, format).whole(); });
}

std::vector<Bits> parse_values(std::string_view text, Format format) {
  return with_place(text, [&] { return WhereReader(text, format).whole_values(); });
}

std::vector<std::string> component_names(const std::string& vector, std::size_t size) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < size; ++i) names.push_back(vector + "." + kComponents[i]);
  return names;
}

}  // namespace halfulp::range
