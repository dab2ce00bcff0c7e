// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>
#include <utility>

#include "range/reading/functions.hpp"
#include "range/reading/matrix.hpp"
#include "range/reading/parse.hpp"
#include "range/reading/scanner.hpp"

namespace halfulp::range {
namespace {

/// Finds names that no word defines and no bracket follows.
class OperandFinder : private Scanner {
 public:
  explicit OperandFinder(std::string_view text) : Scanner(text) {}

  std::vector<std::string> whole() {
    while (skip_space(), !is_at_end()) {
      if (is_at_number()) {
        static_cast<void>(number_word());
      } else if (is_at_letter()) {
        word();
      } else {
        ++at_;
      }
    }
    // A vector that is used whole is given whole.
    std::erase_if(operands_, [&](const std::string& name) {
      const std::size_t dot = name.find('.');
      return dot != std::string::npos && std::ranges::find(operands_, name.substr(0, dot)) != operands_.end();
    });
    return std::move(operands_);
  }

 private:
  void word() {
    const std::string name = this->name();
    skip_space();
    const char next = is_at_end() ? ' ' : text_[at_];
    const bool is_declared = std::exchange(is_behind_type_, is_type(name) && is_at_letter());
    if (is_declared || (next == '=' && !text_.substr(at_).starts_with("==")) || defined_.contains(name)) {
      defined_.insert(name);
      if (next == '.') skip_components();
      return;
    }
    // Types and keywords stand before a name or a bracket, or in brackets.
    if (next == '(' || is_type(name) || is_at_letter() || is_constant(name) || name == "else") return;
    if (next != '.') return add(name);
    ++at_;
    for (const char letter : this->name()) {
      const std::size_t place = component_place(letter);
      add(name + "." + (place == std::string_view::npos ? letter : "xyzw"[place]));
    }
  }

  static bool is_type(const std::string& name) {
    return constructed(name) || matrix_type(name, "") || bit_cast(name) == BitCast::to_type;
  }

  static bool is_constant(const std::string& name) {
    return name == "pi" || name == "e" || name == "true" || name == "false" || !constant_of_language(name).empty();
  }

  void skip_components() {
    ++at_;
    static_cast<void>(this->name());
  }

  void add(const std::string& name) {
    if (std::ranges::find(operands_, name) == operands_.end()) operands_.push_back(name);
  }

  std::vector<std::string> operands_;
  std::set<std::string> defined_;
  bool is_behind_type_ = false;
};

}  // namespace

std::vector<std::string> operands_in(std::string_view text) { return OperandFinder(text).whole(); }

}  // namespace halfulp::range
