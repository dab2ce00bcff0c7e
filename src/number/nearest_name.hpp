// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace halfulp::number {

/// The name that a person who typed `wanted` most likely meant: fewest edits (insert, delete, replace, swap of
/// neighbours; case does not count), or one that begins the other; empty when nothing is near.
[[nodiscard]] std::string nearest_name(std::string_view wanted, std::span<const std::string_view> names);
[[nodiscard]] std::string nearest_name(std::string_view wanted, std::span<const std::string> names);

/// " (did you mean 'rsq'?)", or "" when nothing is near: for the end of a message.
[[nodiscard]] std::string did_you_mean(std::string_view wanted, std::span<const std::string_view> names);
[[nodiscard]] std::string did_you_mean(std::string_view wanted, std::span<const std::string> names);

/// "unknown suite 'standart' (did you mean 'standard'?)": what the message on a name that does not exist begins with.
[[nodiscard]] std::string unknown_name(std::string_view what, std::string_view wanted,
                                       std::span<const std::string_view> names);
[[nodiscard]] std::string unknown_name(std::string_view what, std::string_view wanted,
                                       std::span<const std::string> names);

/// How many characters of a list a message has.
inline constexpr std::size_t kShortList = 120;

/// "binary16, binary32 and 24 more": as many of the names as `most` characters hold, and how many there are beyond.
[[nodiscard]] std::string short_list(std::span<const std::string_view> names, std::size_t most = kShortList);
[[nodiscard]] std::string short_list(std::span<const std::string> names, std::size_t most = kShortList);

/// " (did you mean 'rsq'?)", or where nothing is near "; known: add, sub, ...": a short list.
[[nodiscard]] std::string near_or_known(std::string_view wanted, std::span<const std::string_view> names);
[[nodiscard]] std::string near_or_known(std::string_view wanted, std::span<const std::string> names);

}  // namespace halfulp::number
