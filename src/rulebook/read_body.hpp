// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "rulebook/model.hpp"
#include "rulebook/toml_file.hpp"

namespace halfulp::rulebook {

/// Reads what a rule says: the one of policy, special, identity, accuracy, allows, requires and offered that `table`
/// has. `where`: what to point at when it has none or several. `operations`: the rule's, whose operands its expressions
/// name.
[[nodiscard]] Body read_body(const TomlFile& file, const std::vector<Operation>& operations, const toml::table& table,
                             const toml::node& where);

/// The formats of a list of names.
[[nodiscard]] std::vector<Format> read_formats(const TomlFile& file, const toml::node& node);

/// The operations of a list of names.
[[nodiscard]] std::vector<Operation> read_operations(const TomlFile& file, const toml::node& node);

}  // namespace halfulp::rulebook
