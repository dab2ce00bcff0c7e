// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "range/reading/builder.hpp"
#include "range/reading/functions.hpp"

namespace halfulp::range {

/// Values by the names that stand for them.
using Names = std::map<std::string, Value, std::less<>>;

/// What a function gives: the rulebook's own operation, else what the function is made of. `made_of`: how many
/// functions the call stands inside of. Throws Error(kUsage) that says what is wrong.
[[nodiscard]] Value called_function(Builder& builder, const std::string& name, const std::vector<Value>& arguments,
                                    int made_of);

/// The value in the format of a type, by the rulebook's own conversion. Throws as above.
[[nodiscard]] Value of_type(Builder& builder, const Value& value, const ConstructedType& type);

/// A vector of a type's components, which the arguments have together; all of one number where they are that. Throws as
/// above.
[[nodiscard]] Value vector_of(Builder& builder, const std::string& name, const ConstructedType& type,
                              const std::vector<Value>& arguments);

/// Reads an expression with values of names. Throws Mistake (scanner.hpp) with the place in the text.
[[nodiscard]] Value parsed_part(std::string_view text, Builder& builder, Names names, int made_of);

}  // namespace halfulp::range
