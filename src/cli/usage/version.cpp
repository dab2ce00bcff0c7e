// SPDX-License-Identifier: Apache-2.0
#include "cli/usage/version.hpp"

#include <fmt/format.h>

#include "halfulp/rulebook.hpp"
#include "pixel/kernels.hpp"

namespace halfulp::cli {
namespace {

#if defined(__clang__)
constexpr const char* kCompiler = "Clang " __clang_version__;
#else
constexpr const char* kCompiler = "GCC " __VERSION__;
#endif

}  // namespace

std::string version_text() {
  std::string text = fmt::format("halfulp {}\nrulebooks:\n", HALFULP_VERSION);
  for (const std::string& name : Rulebook::embedded()) {
    const Rulebook book = Rulebook::open(name);
    text += fmt::format("  {:<13} {}  {}\n", book.id(), book.hash(), book.title());
  }
  return text + fmt::format("vector instructions: {}\ncompiler: {}\n", pixel::kernel_target(), kCompiler);
}

}  // namespace halfulp::cli
