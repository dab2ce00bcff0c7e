// SPDX-License-Identifier: Apache-2.0
// What a document's sentence says of one conversion of a pixel's components, compared with halfulp::explain.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "exact/pixel_oracle.hpp"
#include "judge/judged.hpp"

namespace halfulp::test {

inline Format operand_format(Operation operation) { return *info(operation).operand_formats[0]; }
inline Format result_format(Operation operation) { return *info(operation).result_format; }

/// What a book says: must it permit a result, may it?
struct Sentence {
  std::function<bool(Bits)> must;
  std::function<bool(Bits)> may;
};

struct Asked {
  std::string book;
  Readings readings;

  [[nodiscard]] bool is_direct3d() const { return book.starts_with("d3d"); }
  [[nodiscard]] bool chosen(const std::string& reading, const std::string& option) const {
    const auto found = readings.find(reading);
    return found != readings.end() && found->second == option;
  }
  [[nodiscard]] bool has(Operation operation) const {
    return test::book(book).has(operation, operand_format(operation));
  }
};

/// Whether explain() permits what it must among the candidates, and nothing that it may not.
inline bool agrees(const Asked& asked, Operation operation, const std::vector<Bits>& operands,
                   const std::set<Bits>& candidates, const Sentence& sentence, PermittedSet& permitted) {
  const Explanation explanation =
      explain(test::book(asked.book), operation, operand_format(operation), operands, asked.readings);
  permitted = explanation.permitted;
  for (const Bits r : candidates) {
    const bool said = permitted.contains(r);
    if (said ? sentence.may(r) : !sentence.must(r)) continue;
    std::string readings;
    for (const auto& [id, option] : asked.readings) readings.append(" ").append(id).append("=").append(option);
    ADD_FAILURE() << test::described(asked.book, operation, operands, operand_format(operation)) << readings << " -> "
                  << bits_text(result_format(operation), r) << " (" << value_text(result_format(operation), r)
                  << "): explain " << (said ? "permits" : "forbids") << ", the sentence does not; exact "
                  << explanation.exact << ", set " << permitted.text();
    return false;
  }
  return true;
}

}  // namespace halfulp::test
