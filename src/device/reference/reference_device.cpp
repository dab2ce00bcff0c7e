// SPDX-License-Identifier: Apache-2.0
#include "device/reference/reference_device.hpp"

#include <fmt/format.h>

#include <limits>
#include <map>
#include <mutex>
#include <utility>

#include "halfulp/evaluate.hpp"

namespace halfulp::device {
namespace {

constexpr const char* kDefaultBook = "d3d11";

DeviceDescription describe(const Rulebook& rulebook) {
  return {.name = fmt::format("reference:{}", rulebook.id()),
          .kind = "reference",
          .title = fmt::format("built-in reference of {}", rulebook.title()),
          .facts = {{"rulebook", rulebook.id()},
                    {"rulebook hash", rulebook.hash()},
                    {"rounding", "nearest, ties to even"},
                    {"min and max", "IEEE 754-2019 minimumNumber and maximumNumber"}}};
}

class ReferenceDevice final : public Device {
 public:
  explicit ReferenceDevice(const Rulebook& rulebook) : rulebook_(rulebook), description_(describe(rulebook)) {}

  [[nodiscard]] const DeviceDescription& description() const override { return description_; }

  [[nodiscard]] std::vector<Variant> variants(Operation operation, Format format) const override {
    if (!rulebook_.has(operation, format)) return {};
    return {{.name = "",
             .instruction = "the exact result, rounded once",
             .operands = "buffer",
             .counts = true,
             .most_cases = 0}};
  }

  void compute(Operation operation, Format format, std::size_t, std::span<const ConstLane> operands,
               Lane results) override {
    evaluator(operation, format).evaluate(operands, results);
  }

  [[nodiscard]] unsigned concurrency() const override { return std::numeric_limits<unsigned>::max(); }

 private:
  const Evaluator& evaluator(Operation operation, Format format) {
    const std::lock_guard lock(mutex_);
    const auto key = std::pair(operation, format);
    auto found = evaluators_.find(key);
    if (found == evaluators_.end()) found = evaluators_.emplace(key, Evaluator(rulebook_, operation, format)).first;
    return found->second;
  }

  Rulebook rulebook_;
  DeviceDescription description_;
  std::mutex mutex_;
  std::map<std::pair<Operation, Format>, Evaluator> evaluators_;
};

}  // namespace

std::unique_ptr<Device> open_reference(const std::string& book, const DeviceOptions& options) {
  if (!book.empty()) return std::make_unique<ReferenceDevice>(Rulebook::open(book));
  return std::make_unique<ReferenceDevice>(options.rulebook ? *options.rulebook : Rulebook::open(kDefaultBook));
}

std::vector<DeviceDescription> list_reference() {
  DeviceDescription description = describe(Rulebook::open(kDefaultBook));
  description.name = "reference";
  return {description};
}

}  // namespace halfulp::device
