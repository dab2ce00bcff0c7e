// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "halfulp/format.hpp"
#include "halfulp/operation.hpp"
#include "halfulp/rulebook.hpp"

namespace halfulp {

/// What a device says of itself.
struct DeviceDescription {
  std::string name;   ///< as `open` takes it: "reference", "host", "host:flush", "vulkan:0", "exec:./device"
  std::string kind;   ///< one of device_kinds(); "recorded" for results computed elsewhere
  std::string title;  ///< "llvmpipe (LLVM 15.0.6, 256 bits)"
  /// Facts for the report, in order: {"driver", "llvmpipe"}, {"driver version", "22.3.6"}, {"api", "1.3.230"}, ...
  std::vector<std::pair<std::string, std::string>> facts;
};

/// One way in which a device computes an operation.
struct Variant {
  std::string name;         ///< "NMin"; unique per operation; "" for a device with one way
  std::string instruction;  ///< what the operation becomes: "GLSL.std.450 NMin", "OpFAdd", "x + y"
  std::string operands;     ///< "buffer", "specialization constants", "memory"
  /// Whether a failure means that the device does not conform; else it is shown for comparison (FMin next to NMin).
  bool counts = true;
  /// Whether the device has no one instruction for it, so that its shader puts several together (2^(x * log2(10)) for
  /// exp10). What a driver's compiler makes of one instruction is not meant.
  bool composed = false;
  /// Most cases that a run should ask of it; 0: no limit. (Specialization constants cost a pipeline per batch.)
  std::uint64_t most_cases = 0;
};

/// Anything that computes operations. It maps spans of bits to spans of bits and never judges.
class Device {
 public:
  Device() = default;
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
  virtual ~Device() = default;

  [[nodiscard]] virtual const DeviceDescription& description() const = 0;

  /// The ways in which it offers an operation in a format, the principal one first; empty: not offered.
  [[nodiscard]] virtual std::vector<Variant> variants(Operation operation, Format format) const = 0;

  /// Computes n results: one lane per operand, each of n values of that operand's format; `results` takes n values of
  /// the result format. `variant`: an index into variants(). Throws Error(kDevice) when the device is lost; it may then
  /// be asked again and may throw again.
  virtual void compute(Operation operation, Format format, std::size_t variant, std::span<const ConstLane> operands,
                       Lane results) = 0;

  /// Readies what compute() needs for the first block of an operation where that takes time, a pipeline say. Any thread
  /// may call it, also while others compute. Gives nothing, throws nothing: what fails then fails again in compute().
  virtual void prepare(Operation /*operation*/, Format /*format*/, std::size_t /*variant*/) {}

  /// Announces memory in which lanes of compute() will lie: the device uses such lanes where they are if it can. It
  /// begins at an address that 4,096 divides, and so does what follows it; any thread may announce it. The memory and
  /// the device outlive what is returned; it may be null. Throws nothing.
  [[nodiscard]] virtual std::shared_ptr<void> use(std::span<std::byte> /*memory*/) { return nullptr; }

  /// How many threads may call compute() at once, in any order; at least 1. Of 1 each block is asked alone and in
  /// order.
  [[nodiscard]] virtual unsigned concurrency() const { return 1; }
};

/// Float controls of one format; never both of the first two.
struct FloatControls {
  bool flush_denormals = false;
  bool preserve_denormals = false;
  bool preserve_signed_zero_inf_nan = false;
  bool round_to_nearest_even = false;

  [[nodiscard]] bool operator==(const FloatControls&) const = default;
};

/// Float controls that a rulebook calls for; a device requests them where its driver offers them.
struct FormatControls {
  FloatControls binary16;
  FloatControls binary32;
  FloatControls binary64;

  [[nodiscard]] bool operator==(const FormatControls&) const = default;
};

/// How long a device may take for a block unless the options say otherwise.
inline constexpr std::chrono::seconds kBlockTimeout{60};

struct DeviceOptions {
  /// The book that `reference` conforms to when its name has none.
  std::optional<Rulebook> rulebook;
  FormatControls float_controls;
  /// How long it may take to open, and for one block of cases, before it counts as hung; above 0. A device that
  /// computes in this process (reference, host) is not timed.
  std::chrono::seconds block_timeout = kBlockTimeout;
  /// Asked ten times a second while an answer of a device in another process is awaited; once it says true, compute()
  /// throws Error(kDevice) and that process is ended. It may be null.
  bool (*gives_up)() = nullptr;
};

/// Opens a device in this process: `reference[:BOOK]`, `host[:flush]`, `vulkan[:INDEX or part of the name]`,
/// `vulkan-fragment[:INDEX or part of the name]`, `opencl[:PLATFORM[/DEVICE[/MODE]]]`, `cuda[:WHICH[/MODE]]`, `d3d12`;
/// or a program that is one, `exec:PROGRAM`, a command line of the shell (docs/howto/exchange.md), in a process of its
/// own. Throws Error(kUsage) for an unknown kind (with the nearest), Error(kDevice) for one that is missing, with the
/// way out.
[[nodiscard]] std::unique_ptr<Device> open_device(const std::string& name, const DeviceOptions& options);

/// Opens a device in a child process (`executable` run with the arguments `serve-device NAME`, blocks over pipes), so
/// that a crash or a hang costs that process only: it is started again once and the block retried; after that compute()
/// throws Error(kDevice). `reference`, `host` and `exec` are opened as by open_device().
[[nodiscard]] std::unique_ptr<Device> open_isolated_device(const std::string& name, const DeviceOptions& options,
                                                           const std::string& executable);

/// The devices that can be opened here, `reference` and `host` first.
[[nodiscard]] std::vector<DeviceDescription> list_devices();

/// Those of one kind; none when there is no such kind.
[[nodiscard]] std::vector<DeviceDescription> list_devices(std::string_view kind);

/// Why this machine has no device of that kind, with the way out: "opencl: no platform; apt install ..."; "" where it
/// has one, and of `exec`. Throws Error(kUsage) for an unknown kind.
[[nodiscard]] std::string why_no_device(std::string_view kind);

/// How the names of devices begin: "reference", "host", "vulkan", "vulkan-fragment", "opencl", "cuda", "d3d12", "exec".
[[nodiscard]] std::vector<std::string_view> device_kinds();

}  // namespace halfulp
