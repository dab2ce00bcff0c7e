// SPDX-License-Identifier: Apache-2.0
#include "rulebook/math_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "number/names.hpp"

namespace halfulp::rulebook {
namespace {

constexpr std::string_view kFast = "-fast";
constexpr std::string_view kMode = "metal.math_mode";
constexpr std::string_view kModeOfFunctions = "by_functions";

/// CUDA's intrinsics that approximate, as -use_fast_math takes them, and those that do not even then.
constexpr std::array<std::string_view, 12> kFastIntrinsics = {"__sinf",  "__cosf",   "__sincosf", "__tanf",
                                                              "__tanhf", "__logf",   "__log2f",   "__log10f",
                                                              "__expf",  "__exp10f", "__powf",    "__fdividef"};
constexpr std::array<std::string_view, 4> kRoundedIntrinsics = {"__fdiv_rn", "__frcp_rn", "__fsqrt_rn", "__frsqrt_rn"};

/// Which of two tables a function's name chooses: true for the fast one, false for the precise one; nothing for others.
std::optional<bool> is_fast(std::string_view name, const Rulebook& book) {
  const auto is_in = [&](const auto& names) { return std::ranges::find(names, name) != names.end(); };
  const bool is_cuda = book.language() == "cuda";
  if (name.starts_with("fast::") || (is_cuda && is_in(kFastIntrinsics))) return true;
  if (name.starts_with("precise::") || (is_cuda && is_in(kRoundedIntrinsics))) return false;
  return std::nullopt;
}

bool has(const Rulebook& book, std::string_view reading) {
  return std::ranges::find(book.readings(), reading, &Reading::id) != book.readings().end();
}

/// The readings that a rulebook has.
Readings known(const Readings& chosen, const Rulebook& book) {
  Readings known;
  for (const auto& [reading, option] : chosen) {
    if (has(book, reading)) known.emplace(reading, option);
  }
  return known;
}

/// A rulebook and the option of a reading that the name of an OpenCL function stands for.
struct NamedOption {
  std::string_view book;  ///< "": that which is asked
  std::string_view reading;
  std::string_view option;
};

std::optional<NamedOption> option_of(const number::QualifiedName& function, const Rulebook& book) {
  constexpr std::array<std::string_view, 4> kBooks = {"opencl3", "opencl3-embedded", "opencl3-fast", "opencl3-half"};
  constexpr std::string_view kTable = kBooks.back();
  const std::string_view name = function.name;
  if (book.language() != "opencl") return std::nullopt;
  // Alone they are halfulp's names of fmin and fmax.
  if (function.language == "opencl" && (name == "min" || name == "max")) return NamedOption{"", "ocl.minmax", "common"};
  if (std::ranges::find(kBooks, book.id()) != kBooks.end()) {
    for (const std::string_view prefix : {"half", "native"}) {
      if (name.starts_with(prefix) && name.substr(prefix.size()).starts_with('_')) {
        return NamedOption{kTable, "ocl.prefix", prefix};
      }
    }
  }
  if (name.starts_with("convert_") && name.find("_sat") != std::string_view::npos) {
    return NamedOption{"", "ocl.saturation", "sat"};
  }
  if (!name.starts_with("convert_") && !name.starts_with("vstore")) return std::nullopt;
  for (const std::string_view rounding : {"rte", "rtz", "rtp", "rtn"}) {
    if (name.ends_with(std::string("_").append(rounding))) return NamedOption{"", "ocl.convert_round", rounding};
  }
  return std::nullopt;
}

/// The table of OpenCL's half_ and native_ functions; of conversions that saturate or round as their name says the
/// rulebook's own.
std::optional<MathTable> opencl_table(const number::QualifiedName& function, const Rulebook& book,
                                      const Readings& chosen) {
  const auto asked = option_of(function, book);
  if (!asked || (asked->book.empty() && !has(book, asked->reading))) return std::nullopt;
  const std::string reading(asked->reading);
  const bool is_own = asked->book.empty() || asked->book == book.id();
  MathTable table{is_own ? book : Rulebook::open(std::string(asked->book)), {}};
  table.readings = known(chosen, table.book);
  for (const auto& one : chosen) {
    if (!table.readings.contains(one.first)) book.check({one});
  }
  const auto known_option = table.readings.find(reading);
  const std::string& option = known_option != table.readings.end()
                                  ? known_option->second
                                  : std::ranges::find(table.book.readings(), reading, &Reading::id)->chosen;
  if (is_own && option == asked->option) return std::nullopt;
  table.readings[reading] = asked->option;
  table.book = table.book.under({{reading, std::string(asked->option)}});
  return table;
}

}  // namespace

Error ruled_by_other(std::string_view function, std::string_view other, std::string_view asked) {
  return {Error::Kind::kUsage,
          fmt::format("'{}' is ruled by {}, not by {}: ask that rulebook", function, other, asked)};
}

std::optional<MathTable> math_table(std::string_view function, const Rulebook& book, const Readings& chosen) {
  const std::string_view name = number::split_name(function).name;
  if (auto table = opencl_table(number::split_name(function), book, chosen)) return table;
  const std::optional<bool> fast = is_fast(name, book);
  const std::string& id = book.id();
  if (!fast || book.naming() != Naming::metal || id.ends_with(kFast) == *fast) return std::nullopt;
  const std::string other = *fast ? id + std::string(kFast) : id.substr(0, id.size() - kFast.size());
  const std::vector<std::string> embedded = Rulebook::embedded();
  if (std::ranges::find(embedded, other) == embedded.end()) return std::nullopt;
  if (!has(book, kMode)) throw ruled_by_other(function, other, id);
  MathTable table{Rulebook::open(other), {}};
  // The fast table has all readings of the precise one.
  (*fast ? table.book : book).check(chosen);
  table.readings = known(chosen, table.book);
  std::string& mode = table.readings.try_emplace(std::string(kMode), kModeOfFunctions).first->second;
  if (mode == kModeOfFunctions) mode = *fast ? "safe" : "fast";
  return table;
}

}  // namespace halfulp::rulebook
