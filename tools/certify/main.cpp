// SPDX-License-Identifier: Apache-2.0

// Compares a reference of exact/certified.hpp with MPFR for all operands of binary32, block by block, and adds a line
// for each block to a file; blocks that the file has are not compared again. docs/certificates/README.md tells more.

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <thread>
#include <vector>

#include "certify/block.hpp"
#include "exact/certified.hpp"
#include "number/float_environment.hpp"

namespace halfulp::certify {
namespace {

constexpr double kU = 0x1p-53;

std::string head(const Function& function) {
  return fmt::format(
      "# The reference of {} in exact/certified.hpp beside MPFR {}, 64 bits, for all operands that it takes, from {:a} "
      "to "
      "{:a}.\n# Of each sign and exponent: the first operand, how many, the largest relative error in 2^-53, its "
      "operand; 'mirrored': equal to\n# the results of the other sign.\n",
      info(function.operation).name, mpfr_get_version(), function.least, function.most);
}

std::string line(std::uint32_t first, const Found& found) {
  return fmt::format("0x{:08x} {} {:.4f} 0x{:08x}{}\n", first, found.compared, found.worst / kU, found.witness,
                     found.mirrored ? " mirrored" : "");
}

/// What a file has.
struct Done {
  std::set<std::uint32_t> blocks;
  double worst = 0;          ///< in 2^-53
  std::uintmax_t whole = 0;  ///< bytes up to the end of the last whole line
};

Done done_in(const std::string& path) {
  Done done;
  std::ifstream file(path, std::ios::binary);
  for (std::string text; std::getline(file, text) && !file.eof();) {
    done.whole += text.size() + 1;
    std::istringstream words(text);
    std::string first;
    std::uint64_t compared = 0;
    double worst = 0;
    if (!text.starts_with("0x") || !(words >> first >> compared >> worst)) continue;
    done.blocks.insert(static_cast<std::uint32_t>(std::stoul(first, nullptr, 16)));
    done.worst = std::max(done.worst, worst);
  }
  return done;
}

/// 0, or 1 where some block has more than the half of kCertifiedError that is documented.
int certify_all(const Function& function, const std::string& path) {
  const Done done = done_in(path);
  std::error_code error;
  std::filesystem::resize_file(path, done.whole, error);  // a line that was cut short is none
  std::FILE* file = std::fopen(path.c_str(), "a");
  if (file == nullptr) {
    fmt::print(stderr, "error: cannot write {}\n", path);
    return 2;
  }
  if (done.blocks.empty()) std::fputs(head(function).c_str(), file);
  std::atomic<std::uint32_t> next = 0;
  std::atomic<bool> is_kept = done.worst * kU <= exact::kCertifiedError / 2;
  std::mutex mutex;
  const auto work = [&] {
    const number::DefaultFloatEnvironment environment;
    constexpr std::uint32_t kBlocks = 512;
    for (std::uint32_t block = next++; block < kBlocks; block = next++) {
      const std::uint32_t first = block * kBlock;
      if (done.blocks.contains(first)) continue;
      const Found found = certify(function, exact::certified, first);
      if (!(found.worst <= exact::kCertifiedError / 2)) is_kept = false;
      const std::scoped_lock lock(mutex);
      std::fputs(line(first, found).c_str(), file);
      std::fflush(file);
    }
  };
  std::vector<std::jthread> threads;
  for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i) threads.emplace_back(work);
  threads.clear();
  std::fclose(file);
  return is_kept ? 0 : 1;
}

}  // namespace
}  // namespace halfulp::certify

int main(int argc, char** argv) {
  using namespace halfulp::certify;
  const std::vector<std::string_view> words(argv + 1, argv + argc);
  for (const Function& function : kFunctions) {
    if (words.size() == 2 && words[0] == halfulp::info(function.operation).name) {
      return certify_all(function, std::string(words[1]));
    }
  }
  fmt::print(stderr, "usage: halfulp_certify OPERATION FILE\noperations:");
  for (const Function& function : kFunctions) fmt::print(stderr, " {}", halfulp::info(function.operation).name);
  fmt::print(stderr, "\n");
  return 2;
}
