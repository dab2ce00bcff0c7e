// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "house/source_tree.hpp"

namespace halfulp::house {

/// What breaks a rule of the house, one line each: "src/number/a.cpp: includes ...". Empty: the rule holds.
using Breaches = std::vector<std::string>;

/// Folders of src/ are floors: a file includes its own folder and lower floors only; folders on one floor do not
/// include each other, except that arithmetic may include pixel, and report diagnosis.
Breaches check_floors(std::span<const SourceFile> files);

/// Folders inside src/judge: the definition includes neither verdicts nor the filter, each of these two the definition
/// only; files at the root of src/judge may include all. src/diagnosis includes nothing of the judge but the
/// definition.
Breaches check_judge_floors(std::span<const SourceFile> files);

/// Headers of a library that only one folder may see: GMP and MPFR src/exact, Vulkan src/device/vulkan, toml++
/// src/rulebook, CLI11 src/cli, Highway src/pixel.
Breaches check_walls(std::span<const SourceFile> files);

/// Public headers include the standard library and each other only.
Breaches check_public_headers(std::span<const SourceFile> files);

/// Headers that are slow to compile (toml++, nlohmann-json, CLI11) are included by at most two .cpp of src/, by no
/// header.
Breaches check_heavy_headers(std::span<const SourceFile> files);

/// C++ files of src/ and tests/ have at most 400 lines each, but for those that house_sizes.cpp lists, and folders as
/// many lines and files as their budgets there.
Breaches check_sizes(std::span<const SourceFile> files);

/// Every source file names its licence in its first line, or in its second after "#!".
Breaches check_licence_lines(std::span<const SourceFile> files);

/// No file names the host of a package registry: where packages come from is the machine's affair.
Breaches check_registry_hosts(std::span<const SourceFile> files);

}  // namespace halfulp::house
