// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "rulebook/model.hpp"

namespace halfulp::rulebook {

/// Refuses a model in which, under some options, an operation has no accuracy though it has one under others, or the
/// steps of an "implemented as" expression have none or lead back to the operation. `fail`: throws what is wrong with a
/// rule, or, of nullptr, with the rulebook.
void check_steps(const Model& model, const std::function<void(const Rule*, const std::string&)>& fail);

}  // namespace halfulp::rulebook
