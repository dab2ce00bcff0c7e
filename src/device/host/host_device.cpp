// SPDX-License-Identifier: Apache-2.0
#include "device/host/host_device.hpp"

#include <Imath/ImathConfig.h>
#include <fmt/format.h>
#include <sys/utsname.h>

#include <fstream>
#include <limits>
#include <string_view>
#if defined(__GLIBC__)
#include <gnu/libc-version.h>
#endif
#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "device/host/kernels.hpp"
#include "halfulp/error.hpp"
#include "number/float_environment.hpp"

namespace halfulp::device {
namespace {

#if defined(__x86_64__)
constexpr bool kCanFlush = true;

// Flushes denormal operands and results of this thread's SSE and AVX arithmetic.
void flush_denormals() {
  constexpr unsigned kFlushToZero = 0x8000;
  constexpr unsigned kDenormalsAreZero = 0x0040;
  _mm_setcsr(_mm_getcsr() | kFlushToZero | kDenormalsAreZero);
}
#else
constexpr bool kCanFlush = false;
void flush_denormals() {}
#endif

#if defined(__clang__)
constexpr std::string_view kCompiler = __VERSION__;  // it names itself
#else
constexpr std::string_view kCompiler = "GCC " __VERSION__;
#endif

std::string cpu_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  utsname system{};
  return uname(&system) == 0 ? system.machine : "CPU";
}

DeviceDescription describe(bool flush) {
  DeviceDescription description{
      .name = flush ? "host:flush" : "host", .kind = "host", .title = cpu_name(), .facts = {}};
  description.facts.emplace_back("arithmetic", "C++ float and double");
  description.facts.emplace_back("compiler", kCompiler);
  description.facts.emplace_back("Imath", IMATH_VERSION_STRING);
#if defined(__GLIBC__)
  description.facts.emplace_back("math library", fmt::format("glibc {}", gnu_get_libc_version()));
#endif
  description.facts.emplace_back("denormals", flush ? "flushed (MXCSR FTZ and DAZ)" : "kept");
  return description;
}

class HostDevice final : public Device {
 public:
  explicit HostDevice(bool flush) : flush_(flush), description_(describe(flush)) {}

  [[nodiscard]] const DeviceDescription& description() const override { return description_; }

  [[nodiscard]] std::vector<Variant> variants(Operation operation, Format format) const override {
    std::vector<Variant> variants;
    const bool memory = operation == Operation::load || operation == Operation::store;
    for (const HostRow& row : host_rows()) {
      if (row.operation != operation || row.format != format) continue;
      variants.push_back({.name = std::string(row.variant),
                          .instruction = std::string(row.expression),
                          .operands = memory ? "memory" : "buffer",
                          .counts = row.counts,
                          .most_cases = 0});
    }
    return variants;
  }

  void compute(Operation operation, Format format, std::size_t variant, std::span<const ConstLane> operands,
               Lane results) override {
    const Kernel kernel = find(operation, format, variant);
    // The kernel is called through a pointer, so that no arithmetic moves out of the scope.
    const number::DefaultFloatEnvironment environment;
    if (flush_) flush_denormals();
    kernel(operands, results);
  }

  [[nodiscard]] unsigned concurrency() const override { return std::numeric_limits<unsigned>::max(); }

 private:
  static Kernel find(Operation operation, Format format, std::size_t variant) {
    for (const HostRow& row : host_rows()) {
      if (row.operation == operation && row.format == format && variant-- == 0) return row.kernel;
    }
    throw Error(Error::Kind::kInternal,
                fmt::format("host: no such variant of {} in {}", info(operation).name, info(format).name));
  }

  bool flush_;
  DeviceDescription description_;
};

}  // namespace

std::unique_ptr<Device> open_host(const std::string& how) {
  if (how.empty()) return std::make_unique<HostDevice>(false);
  if (how == "flush" && kCanFlush) return std::make_unique<HostDevice>(true);
  throw Error(Error::Kind::kDevice, fmt::format("host: there is no 'host:{}' here; there is host{}", how,
                                                kCanFlush ? " and host:flush" : " (host:flush needs an x86-64 CPU)"));
}

std::vector<DeviceDescription> list_host() {
  std::vector<DeviceDescription> descriptions{describe(false)};
  if (kCanFlush) descriptions.push_back(describe(true));
  return descriptions;
}

}  // namespace halfulp::device
