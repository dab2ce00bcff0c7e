// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "halfulp/error.hpp"
#include "range/reading/calls.hpp"
#include "range/reading/functions.hpp"
#include "range/reading/scanner.hpp"

namespace halfulp::range {

/// What is true or false: a comparison, several joined, or a number that is not 0.
struct Condition {
  enum class Kind : std::uint8_t { number, comparison, both, either, opposite };
  Kind kind = Kind::number;
  Operation comparison = Operation::ne;
  std::vector<Value> compared;
  std::vector<Condition> parts{};
};

/// Reads expressions, and makes their steps. Throws Mistake with the place in the text.
class ExpressionParser : protected Scanner {
 protected:
  ExpressionParser(std::string_view text, Builder& builder, Names names, int made_of)
      : Scanner(text), builder_(builder), names_(std::move(names)), made_of_(made_of) {}

  Value expression();
  /// A condition alone.
  Condition alternatives();
  Value chosen(const Condition& condition, const Value& x, const Value& y);
  /// The places of the components that letters name, of a value of `size` components: 1, 0 of "yx".
  std::vector<std::size_t> components(std::string_view letters, std::size_t size);
  /// Fails where statements and expressions are nested too deeply; leave() for each.
  void enter();
  void leave() { --depth_; }

  /// The builder's errors with the place in the text.
  template <class Make>
  std::invoke_result_t<Make> built(Make make) {
    try {
      return make();
    } catch (const Error& error) {
      if (error.kind() != Error::Kind::kUsage) throw;
      fail(error.what());
    }
  }

  Builder& builder_;
  Names names_;

 private:
  Value choice();
  Condition conjunction();
  Condition comparison();
  std::optional<Operation> comparison_word();
  Value sum();
  Value product();
  Value negation();
  Value selected();
  Value atom();
  std::optional<Value> cast();
  Value constructed_of(const std::string& vector);
  Value named(const std::string& name, std::size_t start);
  Value number();
  std::vector<Value> arguments();
  Value call(const std::string& name, std::size_t start);
  Value cast_of_bits(const std::string& name, BitCast cast, std::size_t start);

  int made_of_;
  int depth_ = 0;
};

}  // namespace halfulp::range
