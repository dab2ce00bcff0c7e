// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "command.hpp"

namespace halfulp::cli {

/// The rules that ways which count break, by operation and width: "add32".
using BrokenRules = std::map<std::string, std::set<std::string>>;

/// What the command's check of a device found.
struct CheckedDevice {
  bool is_there = false;  ///< false: there is no such device, and nothing else
  BrokenRules broken;
  std::set<std::string> under_readings;  ///< what passes under another reading only
  nlohmann::json report;

  /// One of the device's; "" where it has none.
  [[nodiscard]] std::string fact(const std::string& name) const {
    return report["device"]["facts"].value(name, std::string());
  }
};

/// Runs `halfulp check`. `operations`: "" for all. `environment`: "NAME=value". `more`: other options.
[[nodiscard]] CheckedDevice check_device(const std::string& device, const std::string& book,
                                         const std::string& operations,
                                         const std::vector<std::string>& environment = {}, const Words& more = {});

}  // namespace halfulp::cli
