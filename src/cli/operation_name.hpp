// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "halfulp/rulebook.hpp"

namespace halfulp::cli {

/// What the name of an operation stands for. A name of the table (dadd) may fix the format.
struct NamedOperation {
  Operation operation;
  std::optional<Format> format;
};

/// The operation of that name: halfulp's own, Metal's, or that of any language in src/number/names.txt, with the
/// language in front where it is doubtful (sm5:log). Where the language leaves more open than the rulebooks do, a line
/// on standard error says so. `books`: those whose rules are asked for, perhaps none; the hints of messages use the
/// first one's names. Throws Error(kUsage) for a name that nobody has, with the nearest; for one that languages use for
/// several functions; for a function that is several operations or none; for MSL's fast:: and precise:: where the
/// rulebook is of the other.
[[nodiscard]] NamedOperation read_named_operation(std::string_view name, std::span<const Rulebook> books);

/// The same where the format plays no part, without a line for a note.
[[nodiscard]] Operation read_operation(std::string_view name, std::span<const Rulebook> books = {});

/// The format in which a named operation is asked: its own, that of `text` ("": none is given), or binary32. Throws
/// Error(kUsage) where `text` is another than its own.
[[nodiscard]] Format format_of(const NamedOperation& named, std::string_view name, std::string_view text);

/// Several operations and formats, as --operation and --format take them.
struct NamedOperations {
  std::vector<Operation> operations;
  std::vector<Format> formats;  ///< those of the names where `formats` is empty
};

/// Throws Error(kUsage) as above, and where a name's own format is not among `formats`, or where other names have none.
[[nodiscard]] NamedOperations read_named_operations(std::span<const std::string> names,
                                                    std::span<const std::string> formats,
                                                    std::span<const Rulebook> books);

}  // namespace halfulp::cli
