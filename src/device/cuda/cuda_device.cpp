// SPDX-License-Identifier: Apache-2.0
#include "device/cuda/cuda_device.hpp"

#include <fmt/format.h>

#include <array>
#include <fstream>
#include <map>
#include <utility>

#include "device/chosen.hpp"
#include "device/cuda/loader.hpp"
#include "device/cuda/session.hpp"
#include "device/shader/build_options.hpp"
#include "device/shader/float_controls.hpp"
#include "device/shader/language_device.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

// One computes, one is copied, one is prepared.
constexpr unsigned kMostInFlight = 4;
constexpr std::string_view kApprox = "approx";

struct Gpu {
  CUdevice handle = 0;
  int capability = 0;  ///< 90 for 9.0
  DeviceDescription description;
};

int attribute(CUdevice device, int what) {
  int value = 0;
  require_cuda(cuda().cuDeviceGetAttribute(&value, what, device), "cuDeviceGetAttribute");
  return value;
}

std::string driver_version() {
  std::ifstream file("/sys/module/nvidia/version");
  std::string version;
  return std::getline(file, version) ? version : "unknown";
}

std::vector<Gpu> gpus() {
  int count = 0;
  require_cuda(cuda().cuDeviceGetCount(&count), "cuDeviceGetCount");
  if (count < 1) {
    throw Error(Error::Kind::kDevice, "cuda: the driver has no GPU; CUDA_VISIBLE_DEVICES may hide it");
  }
  int api = 0;
  require_cuda(cuda().cuDriverGetVersion(&api), "cuDriverGetVersion");
  std::vector<Gpu> found;
  for (int i = 0; i < count; ++i) {
    Gpu gpu;
    require_cuda(cuda().cuDeviceGet(&gpu.handle, i), "cuDeviceGet");
    std::array<char, 256> name{};
    require_cuda(cuda().cuDeviceGetName(name.data(), static_cast<int>(name.size()) - 1, gpu.handle), "cuDeviceGetName");
    const int major = attribute(gpu.handle, kCudaComputeMajor);
    const int minor = attribute(gpu.handle, kCudaComputeMinor);
    gpu.capability = 10 * major + minor;
    gpu.description = {.name = fmt::format("cuda:{}", i),
                       .kind = "cuda",
                       .title = name.data(),
                       .facts = {{"driver", "NVIDIA"},
                                 {"driver version", driver_version()},
                                 {"api", fmt::format("CUDA {}.{}", api / 1000, api % 1000 / 10)},
                                 {std::string(kCudaDevice), name.data()},
                                 {"compute capability", fmt::format("{}.{}", major, minor)},
                                 {"programs", "PTX 7.0, compiled by the driver"}}};
    found.push_back(std::move(gpu));
  }
  return found;
}

Gpu find_gpu(std::string_view which) {
  std::string there;
  std::vector<Gpu> all = gpus();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (is_chosen(which, i, all[i].description.title)) return all[i];
    there += fmt::format("\n  {}  {}", all[i].description.name, all[i].description.title);
  }
  throw Error(Error::Kind::kDevice, fmt::format("cuda: no device '{}' here; there is:{}", which, there));
}

/// PTX says of each instruction that it keeps denormals, or flushes them with `.ftz`.
OfferedControls offered_controls() {
  constexpr FloatControls kAll = {.flush_denormals = true,
                                  .preserve_denormals = true,
                                  .preserve_signed_zero_inf_nan = true,
                                  .round_to_nearest_even = true};
  OfferedControls offered;
  offered.controls = {kAll, kAll, kAll};
  offered.controls.binary64.flush_denormals = false;
  return offered;
}

class CudaDevice final : public LanguageDevice {
 public:
  CudaDevice(const Gpu& gpu, const std::string& mode, const DeviceOptions& options)
      : LanguageDevice(gpu.description),
        mode_(kCudaModes, mode, options.float_controls, offered_controls()),
        flush_{.binary16 = !mode_.options(Format::binary16).empty(),
               .binary32 = !mode_.options(Format::binary32).empty()},
        session_(gpu.handle, flush_) {
    // A rulebook that keeps denormals is one of IEEE 754's arithmetic, whose functions PTX does not have.
    const bool counts_approximations =
        mode.empty() ? !options.float_controls.binary32.preserve_denormals : mode == kApprox;
    for (const PtxWay& way : ptx_ways(gpu.capability, mode == kApprox, counts_approximations)) {
      const LanguageRow& row = *way.row;
      const bool memory = row.operation == Operation::load || row.operation == Operation::store;
      offer(row.operation, row.format,
            {.variant = {.name = ptx_way_name(row.expression),
                         .instruction = ptx_instructions(row, flush_),
                         .operands = memory ? "memory" : "buffer",
                         .counts = way.counts,
                         .composed = row.composed,
                         .most_cases = 0},
             .prepare = [this, &row] { session_.prepare(row); },
             .compute = [this, &row](std::span<const ConstLane> operands, std::size_t cases,
                                     Lane results) { session_.compute(row, operands, cases, results); }});
    }
    if (!mode.empty()) {
      description_.name += '/' + mode;
      description_.title += fmt::format(", {}", mode);
    }
    description_.facts.emplace_back(kBuildOptions, mode_.text());
    description_.facts.emplace_back("approximations", counts_approximations ? "counted" : "shown");
    description_.facts.emplace_back(kFloatControlsRequested, float_controls_text(mode_.requested()));
    description_.facts.emplace_back(kFloatControlsInForce, float_controls_text(mode_.in_force()));
  }

  [[nodiscard]] unsigned concurrency() const override { return kMostInFlight; }
  [[nodiscard]] std::shared_ptr<void> use(std::span<std::byte> memory) override { return session_.pin(memory); }

 private:
  BuildMode mode_;
  PtxFlush flush_;
  CudaSession session_;
};

}  // namespace

std::vector<PtxWay> ptx_ways(int capability, bool approximates, bool counts_approximations) {
  std::map<std::pair<Operation, Format>, std::vector<PtxWay>> grouped;
  for (const LanguageRow& row : ptx_rows()) {
    if (ptx_target(row) > capability) continue;
    auto& ways = grouped[{row.operation, row.format}];
    const bool is_first = ways.empty();
    const bool counts =
        is_approximate(row) ? is_first && counts_approximations && row.format == Format::binary32 : row.judged;
    if (approximates && is_approximate(row) && row.format == Format::binary32) {
      // The first approximation takes the place of ways that are none.
      if (!is_first && !is_approximate(*ways.front().row)) ways.clear();
      ways.push_back({&row, ways.empty()});
    } else if (!approximates || is_first || !is_approximate(*ways.front().row)) {
      ways.push_back({&row, counts});
    }
  }
  std::vector<PtxWay> all;
  for (const auto& [of, ways] : grouped) all.insert(all.end(), ways.begin(), ways.end());
  return all;
}

std::unique_ptr<Device> open_cuda(const std::string& which, const DeviceOptions& options) {
  const std::size_t slash = which.find('/');
  const std::string mode = slash == std::string::npos ? "" : which.substr(slash + 1);
  return std::make_unique<CudaDevice>(find_gpu(std::string_view(which).substr(0, slash)), mode, options);
}

std::vector<DeviceDescription> list_cuda() {
  std::vector<DeviceDescription> descriptions;
  for (Gpu& gpu : gpus()) descriptions.push_back(std::move(gpu.description));
  return descriptions;
}

}  // namespace halfulp::device
