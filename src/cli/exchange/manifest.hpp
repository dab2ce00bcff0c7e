// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "halfulp/operation.hpp"
#include "halfulp/suite.hpp"

namespace halfulp::cli {

inline constexpr const char* kVectorsFile = "manifest.json";
inline constexpr const char* kResultsFile = "results.json";

/// One operation's operands in a folder of vectors; docs/howto/exchange.md describes the manifest.
struct VectorsEntry {
  struct Lane {
    std::string name;  ///< the operand's: "x"
    std::string file;  ///< in the manifest's folder
    std::string sha256;
  };
  Operation operation = Operation::add;
  Format format = Format::binary32;
  std::string suite;  ///< "quick"
  std::uint64_t cases = 0;
  std::vector<Lane> operands;
  std::string result_file;  ///< what the file of results may be called
  std::vector<Coverage> coverage;
};

struct VectorsManifest {
  std::string id;       ///< results repeat it
  std::string halfulp;  ///< the version that wrote it
  std::string suite;
  std::uint64_t seed = 1;
  std::vector<VectorsEntry> operations;
};

/// One operation's results in a folder of results.
struct ResultsEntry {
  Operation operation = Operation::add;
  Format format = Format::binary32;
  std::string instruction;  ///< for the report; or ""
  std::string file;         ///< in the manifest's folder
  std::string sha256;       ///< or ""
};

struct ResultsManifest {
  std::string vectors;  ///< the id of the vectors that the results are of
  std::string device;   ///< its title, for the report; or ""
  std::vector<std::pair<std::string, std::string>> facts;
  std::vector<ResultsEntry> results;
};

/// The results manifest that a program may complete: all results, each without its optional members.
[[nodiscard]] ResultsManifest results_template(const VectorsManifest& vectors);

/// Writes a manifest. Throws Error(kInput) naming the path when that fails.
void write_manifest(const std::string& path, const VectorsManifest& manifest);
void write_manifest(const std::string& path, const ResultsManifest& manifest);

/// Reads a manifest. Throws Error(kInput) naming the path and the place in it when it is none or of another version.
[[nodiscard]] VectorsManifest read_vectors_manifest(const std::string& path);
[[nodiscard]] ResultsManifest read_results_manifest(const std::string& path);

}  // namespace halfulp::cli
