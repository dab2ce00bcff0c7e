// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "halfulp/format.hpp"
#include "halfulp/operation.hpp"

namespace halfulp::diagnosis {

/// The conversion in the other direction, if there is one: srgb8_to_binary32 for binary32_to_srgb8.
[[nodiscard]] std::optional<Operation> inverse(Operation operation);

/// Which operands became which code of a normalised format. It decides the properties of a whole conversion.
class CodeMap {
 public:
  /// Whether it is a conversion of one floating operand to a normalised format of 16 bits at most.
  [[nodiscard]] static bool serves(Operation operation);
  /// `operation`: one that it serves.
  explicit CodeMap(Operation operation);

  /// Takes n results in; NaN operands are left out.
  void note(ConstLane operands, ConstLane results);
  /// Associative, and independent of order.
  void merge(const CodeMap& other);

  /// What is known of one code: ordinals of its smallest and largest operand.
  struct Known {
    std::uint64_t place;  ///< counted from the format's least code
    std::int64_t least;
    std::int64_t most;
  };
  /// The codes that operands became, ascending.
  [[nodiscard]] std::vector<Known> known() const;
  /// Takes in what another map of the operation knows, and how many operands it has noted. False, and nothing is taken
  /// in, when no map can know that.
  [[nodiscard]] bool restore(const std::vector<Known>& known, std::uint64_t operands);

  struct Point {
    Bits operand;
    Bits code;
  };
  /// Two operands, the smaller first, whose codes are in the other order.
  struct Decrease {
    Point smaller;
    Point larger;
  };
  /// One of those found; nothing if the codes never decrease.
  [[nodiscard]] std::optional<Decrease> decrease() const;

  /// A code that no operand became, and the operands on both sides: the largest of a smaller code, the smallest of a
  /// larger one.
  struct Gap {
    Bits code;
    std::optional<Point> below;
    std::optional<Point> above;
    bool is_open = false;  ///< the operands around the code's value were not noted: one may become it
  };
  /// The codes from that of the format's smallest value (-1 in snorm) to that of its largest which no operand became.
  [[nodiscard]] std::vector<Gap> gaps() const;

  [[nodiscard]] std::uint64_t operands() const { return operands_; }
  /// How many codes there are.
  [[nodiscard]] std::uint64_t codes() const;

 private:
  /// Ordinals of the smallest and the largest operand of a code; none if least > most.
  struct Ends {
    std::int64_t least;
    std::int64_t most;
  };
  template <class Operand, class Code>
  void note_as(ConstLane operands, ConstLane results);
  [[nodiscard]] Point point(std::size_t place, std::int64_t operand) const;
  [[nodiscard]] bool is_open(const Gap& gap) const;

  const FormatInfo* operand_row_;
  const FormatInfo* row_;
  std::optional<Operation> decode_;  ///< gives a code's value
  std::vector<Ends> ends_;           ///< by code, from the format's least
  std::uint64_t operands_ = 0;
};

}  // namespace halfulp::diagnosis
