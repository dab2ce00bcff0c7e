// SPDX-License-Identifier: Apache-2.0
#include "range/where.hpp"

#include <fmt/format.h>

#include "halfulp/error.hpp"
#include "number/layout.hpp"
#include "range/scanner.hpp"
#include "range/sets.hpp"

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

 private:
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
      values(base, names);
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

  /// `0.5`, or of a vector `(0, 0.6, 0.8)`.
  void values(const std::string& base, std::vector<std::string> names) {
    std::vector<Bits> bits;
    if (take("(")) {
      do {
        bits.push_back(value());
      } while (take(","));
      expect(")");
      if (names.size() == 1 && names[0] == base) {
        names.clear();
        for (std::size_t i = 0; i < bits.size() && i < kComponents.size(); ++i) {
          names.push_back(base + "." + kComponents[i]);
        }
      }
    } else {
      bits.push_back(value());
    }
    if (names.size() != bits.size()) fail(fmt::format("{} components have {} values", names.size(), bits.size()));
    for (std::size_t i = 0; i < names.size(); ++i) add(names[i], set_of(row_.format, bits[i]));
  }

  ValueSet range() {
    if (take_word("all")) return every_value(row_.format);
    ValueSet set(row_.format);
    if (take_word("finite")) {
      const ValueSet::Interval finite = *finite_of(every_value(row_.format));
      set.add(finite.first, finite.last);
      return set;
    }
    const bool is_open = take("(");
    if (!is_open) expect("[");
    const std::int64_t first = place(value());
    expect(",");
    const std::int64_t last = place(value());
    const bool ends_open = take(")");
    if (!ends_open) expect("]");
    // -0 and +0 are one number here.
    const std::int64_t from = is_open ? (first == -1 || first == 0 ? 1 : first + 1) : first == 0 ? -1 : first;
    const std::int64_t to = ends_open ? (last == -1 || last == 0 ? -2 : last - 1) : last == -1 ? 0 : last;
    if (from > to) fail("no value lies in that range");
    set.add(from, to);
    return set;
  }

  std::int64_t place(Bits bits) {
    if (number::Layout(row_).is_nan(bits)) fail("NaN is no end of a range");
    return number::ordinal(row_, bits);
  }

  Bits value() {
    skip_space();
    const std::size_t start = at_;
    const bool is_negative = take("-");
    skip_space();
    const std::string text = (is_negative ? "-" : "") + std::string(number_word());
    try {
      return parse_value(row_.format, text);
    } catch (const Error& error) {
      at_ = start;
      fail(error.what());
    }
  }

  const FormatInfo& row_;
  std::vector<Operand> operands_;
};

}  // namespace

std::vector<Operand> parse_where(std::string_view text, Format format) {
  try {
    return WhereReader(text, format).whole();
  } catch (const Mistake& mistake) {
    throw Error(Error::Kind::kUsage, fmt::format("'{}': {}, at character {}", text, mistake.message, mistake.at + 1));
  }
}

}  // namespace halfulp::range
