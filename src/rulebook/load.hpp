// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "rulebook/model.hpp"

namespace halfulp::rulebook {

/// Reads one rulebook and all that it extends. `name` stands for the file in messages: `my.toml:12:8: unknown ...`.
/// Throws Error(kInput).
[[nodiscard]] std::shared_ptr<const Model> load(std::string_view toml, const std::string& name);

/// The embedded rulebook of that id, loaded once per process. Throws Error(kUsage) when there is none.
[[nodiscard]] std::shared_ptr<const Model> load_embedded(const std::string& id);

/// A document that rules come from.
struct Document {
  std::string tag;  ///< "FS"
  std::string title;
  std::string address;  ///< where it is read; "" where it has no address of its own
};

/// Those of rulebooks/sources.toml.
[[nodiscard]] const std::vector<Document>& documents();

}  // namespace halfulp::rulebook
