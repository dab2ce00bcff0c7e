// SPDX-License-Identifier: Apache-2.0

// Compares a reference of exact/certified.hpp with MPFR for all operands of binary32, or of a function of two for 2^30
// pairs, block by block, and adds a line for each block to a file; blocks that the file has are not compared again.
// docs/certificates/README.md says more.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "block_file.hpp"
#include "certify/block.hpp"
#include "exact/certified.hpp"
#include "halfulp/error.hpp"
#include "number/float_environment.hpp"

namespace halfulp::certify {
namespace {

constexpr double kU = 0x1p-53;

std::string head(const Function& function) {
  return fmt::format(
      "# The reference of {} in exact/certified.hpp against MPFR {}, 64 bits, for all operands that it takes, from "
      "{:a} "
      "to "
      "{:a}.\n# Of each sign and exponent: the first operand, how many, the largest relative error in 2^-53, its "
      "operand; 'mirrored': equal to\n# the results of the other sign.\n",
      info(function.operation).name, mpfr_get_version(), function.least, function.most);
}

constexpr std::array kOfTwo = {Operation::pow, Operation::atan2};
constexpr std::uint32_t kPairs = 1U << 21;  // for each of 2^9 blocks

std::string head(Operation operation) {
  return fmt::format(
      "# The reference of {} in exact/certified.hpp against MPFR {}, 64 bits, for {} pairs of operands of each block.\n"
      "# Of each sign and exponent of the first: the first operand, how many, the largest relative error in 2^-53, its "
      "operands.\n",
      info(operation).name, mpfr_get_version(), kPairs);
}

std::string line(std::uint32_t first, const Found& found) {
  return fmt::format("0x{:08x} {} {:.4f} 0x{:08x}", first, found.compared, found.worst / kU, found.witness);
}

/// The largest error that a line has, in 2^-53.
double worst_in(const std::string& line) {
  std::istringstream words(line);
  std::string first;
  std::uint64_t compared = 0;
  double worst = 0;
  words >> first >> compared >> worst;
  return worst;
}

/// Of what find(first operand) finds of a block and tell(first operand, found) says of it: 0, or 1 where some block
/// has an error of more than `most`.
template <class Find, class Tell>
int certify_all(const std::string& path, const std::string& head, double most, Find find, Tell tell) {
  BlockFile file(path, head);
  std::atomic<bool> is_kept =
      std::ranges::all_of(file.lines(), [&](const std::string& line) { return worst_in(line) * kU <= most; });
  file.for_each_missing_block([] { return number::DefaultFloatEnvironment(); },
                              [&](std::uint32_t first, const number::DefaultFloatEnvironment& /*environment*/) {
                                const Found found = find(first);
                                if (!(found.worst <= most)) is_kept = false;
                                file.add(tell(first, found));
                              });
  return is_kept ? 0 : 1;
}

int certify_all(const Function& function, const std::string& path) {
  return certify_all(
      path, head(function), exact::kCertifiedError / 2,
      [&](std::uint32_t first) { return certify(function, exact::certified, first); },
      [](std::uint32_t first, const Found& found) { return line(first, found) + (found.mirrored ? " mirrored" : ""); });
}

int certify_all(Operation operation, const std::string& path) {
  return certify_all(
      path, head(operation), exact::kCertifiedError,
      [&](std::uint32_t first) { return certify_pairs(operation, exact::certified, first, kPairs); },
      [](std::uint32_t first, const Found& found) {
        return fmt::format("{} 0x{:08x}", line(first, found), found.second);
      });
}

}  // namespace
}  // namespace halfulp::certify

int main(int argc, char** argv) {
  using namespace halfulp::certify;
  const std::vector<std::string_view> words(argv + 1, argv + argc);
  try {
    for (const Function& function : kFunctions) {
      if (words.size() == 2 && words[0] == halfulp::info(function.operation).name) {
        return certify_all(function, std::string(words[1]));
      }
    }
    for (const halfulp::Operation operation : kOfTwo) {
      if (words.size() == 2 && words[0] == halfulp::info(operation).name) {
        return certify_all(operation, std::string(words[1]));
      }
    }
  } catch (const halfulp::Error& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 2;
  }
  fmt::print(stderr, "usage: halfulp_certify OPERATION FILE\noperations:");
  for (const Function& function : kFunctions) fmt::print(stderr, " {}", halfulp::info(function.operation).name);
  for (const halfulp::Operation operation : kOfTwo) fmt::print(stderr, " {}", halfulp::info(operation).name);
  fmt::print(stderr, "\n");
  return 2;
}
