// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace halfulp::range {

/// What is wrong with a text, and at which of its characters.
struct Mistake {
  std::string message;
  std::size_t at;
};

/// The place of the component that a letter names, 0 of x, r and s; std::string_view::npos for other letters.
[[nodiscard]] std::size_t component_place(char letter) noexcept;

/// The words of a text, one after the other. Blanks and comments between them are skipped.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

 protected:
  [[noreturn]] void fail(const std::string& message) const { throw Mistake{message, at_}; }
  [[noreturn]] void unexpected() const;

  void skip_space();
  [[nodiscard]] bool is_at_end() const { return at_ == text_.size(); }
  /// Whether a letter or an underscore comes next.
  [[nodiscard]] bool is_at_letter() const;
  /// Whether a number comes next.
  [[nodiscard]] bool is_at_number() const;
  /// Takes these characters if they come next.
  [[nodiscard]] bool take(std::string_view word);
  void expect(std::string_view word);
  /// The same of a word that ends there.
  [[nodiscard]] bool take_word(std::string_view word);
  /// A name, with those of languages and namespaces in front: hlsl:lerp, precise::sin. "" where none comes next.
  [[nodiscard]] std::string name();
  /// All that may belong to a number: digits, letters, `.`, marks, the sign of an exponent.
  [[nodiscard]] std::string_view number_word();

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace halfulp::range
