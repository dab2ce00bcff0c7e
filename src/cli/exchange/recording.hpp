// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "cli/run/plan.hpp"
#include "cli/table/table.hpp"
#include "halfulp/device.hpp"

namespace halfulp::cli {

/// What a device that cannot be reached has computed.
struct Recording {
  struct Part {
    std::string suite;        ///< that its cases come from: "quick"
    std::string instruction;  ///< for the report
    Recorded recorded;
  };
  DeviceDescription device;
  std::string suite;
  std::uint64_t seed = 0;
  std::map<std::pair<Operation, Format>, Part> parts;
  std::vector<std::pair<Operation, Format>> missing;  ///< operations of the vectors without results
  /// Why not all of it could be read; "" where it was.
  std::string problem;
};

/// The results in a folder, of the vectors in a folder (which may be the same). Throws Error(kInput) naming the file
/// when one is not what the manifests say, or the results are of other vectors.
[[nodiscard]] Recording open_recording(const std::string& vectors, const std::string& results);

/// The results of a table, and what came of its reading. `path`: as it was given. Throws Error(kInput) when there is no
/// case, and as Table::read().
struct RecordedTable {
  Recording recording;
  TableRead read;
};
[[nodiscard]] RecordedTable read_recording(const std::string& path, Table& table, const TableQuestion& question);

/// The recording as a device: it computes again only what it has recorded, of operations with one operand, and throws
/// Error(kDevice) for all else. It must not outlive the recording.
[[nodiscard]] std::unique_ptr<Device> recorded_device(const Recording& recording);

}  // namespace halfulp::cli
