// SPDX-License-Identifier: Apache-2.0
#include "exchange_folder.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "halfulp/device.hpp"

namespace halfulp::cli {

std::string write_vectors(const std::string& name, const std::vector<std::string>& arguments) {
  std::string folder = temporary_path(name);
  std::vector<std::string> words = {"vectors", "-o", folder};
  words.insert(words.end(), arguments.begin(), arguments.end());
  const Outcome outcome = run_command(words);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.diagnostics;
  return folder;
}

std::string compute_results(const std::string& vectors, const std::string& results, const std::string& device) {
  std::filesystem::create_directories(results);
  const auto manifest = nlohmann::json::parse(read_file(vectors + "/manifest.json"));
  const auto opened = open_device(device, {});
  for (const auto& entry : manifest["operations"]) {
    const Operation operation = *find_operation(entry["operation"].get<std::string>());
    const Format format = *find_format(entry["format"].get<std::string>());
    std::vector<std::string> lanes;
    for (const auto& operand : entry["operands"]) {
      lanes.push_back(read_file(vectors + "/" + operand["file"].get<std::string>()));
    }
    std::vector<ConstLane> operands;
    for (const std::string& lane : lanes) operands.push_back(std::as_bytes(std::span(lane)));
    std::string values(entry["cases"].get<std::size_t>() * entry["result"]["bytes"].get<std::size_t>(), '\0');
    opened->compute(operation, format, 0, operands, std::as_writable_bytes(std::span(values)));
    write_text_file(results + "/" + entry["result"]["file"].get<std::string>(), values);
  }
  if (vectors != results) {
    std::filesystem::copy_file(vectors + "/results.json", results + "/results.json",
                               std::filesystem::copy_options::overwrite_existing);
  }
  return results;
}

void flip_byte(const std::string& path, std::size_t at) {
  std::string bytes = read_file(path);
  ASSERT_LT(at, bytes.size());
  bytes[at] = static_cast<char>(bytes[at] ^ 0x40);
  write_text_file(path, bytes);
}

void replace_in_file(const std::string& path, const std::string& text, const std::string& by) {
  std::string bytes = read_file(path);
  const std::size_t at = bytes.find(text);
  ASSERT_NE(at, std::string::npos) << text << " in " << path;
  write_text_file(path, bytes.replace(at, text.size(), by));
}

}  // namespace halfulp::cli
