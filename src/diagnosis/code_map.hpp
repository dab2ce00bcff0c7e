// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "halfulp/format.hpp"
#include "halfulp/operation.hpp"

namespace halfulp::diagnosis {

/// The smallest and the largest operand that became each code of a normalised format.
class CodeMap {
 public:
  /// Whether the operation converts a floating operand of at most 32 bits to a normalised format of at most 16.
  [[nodiscard]] static bool serves(Operation operation);
  /// `operation`: one for which serves() is true.
  explicit CodeMap(Operation operation);

  /// Adds operands and the codes that they became; leaves NaN operands out.
  void note(ConstLane operands, ConstLane results);
  /// Adds another map of the operation. Associative, and independent of order.
  void merge(const CodeMap& other);

  /// A code that operands became: the ordinals of the smallest and the largest of them.
  struct Known {
    std::uint64_t place;  ///< counted from the format's least code
    std::int64_t least;
    std::int64_t most;
  };
  /// The codes that operands became, ascending.
  [[nodiscard]] std::vector<Known> known() const;
  /// Adds what known() and operands() of another map of the operation returned. Returns false, and adds nothing, if no
  /// map of the operation returns that.
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
  /// A decrease; nothing if the codes never decrease.
  [[nodiscard]] std::optional<Decrease> decrease() const;

  /// A code that no operand became, and the operands on both sides: the largest that became a smaller code, the
  /// smallest that became a larger one.
  struct Gap {
    Bits code;
    std::optional<Point> below;
    std::optional<Point> above;
    bool is_open = false;  ///< operands at the code's value were not noted: one of them may become it
  };
  /// The codes that no operand became, of those from the format's smallest value (-1 in snorm) to its largest.
  [[nodiscard]] std::vector<Gap> gaps() const;

  /// How many operands were noted.
  [[nodiscard]] std::uint64_t operands() const { return operands_; }
  /// How many codes the format has for its values: gaps() looks at these.
  [[nodiscard]] std::uint64_t codes() const;

 private:
  /// Ordinals of the smallest and the largest operand that became a code; least > most if no operand did.
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
