// SPDX-License-Identifier: Apache-2.0
#include "cli/state/described_device.hpp"

#include <map>
#include <utility>

#include "cli/case.hpp"
#include "cli/operation_name.hpp"
#include "halfulp/error.hpp"
#include "report/shapes.hpp"

namespace halfulp::cli {
namespace {

using report::JsonValue;
using Object = JsonValue::Object;

JsonValue variant_shape(const Variant& variant) {
  return Object{{"name", variant.name},     {"instruction", variant.instruction}, {"operands", variant.operands},
                {"counts", variant.counts}, {"composed", variant.composed},       {"most_cases", variant.most_cases}};
}

Variant read_variant(const JsonValue& shape) {
  return {.name = shape.at("name").text(),
          .instruction = shape.at("instruction").text(),
          .operands = shape.at("operands").text(),
          .counts = shape.at("counts").flag(),
          .composed = shape.at("composed").flag(),
          .most_cases = shape.at("most_cases").count()};
}

class DescribedDevice final : public Device {
 public:
  explicit DescribedDevice(const JsonValue& shape) {
    description_ = {.name = shape.at("name").text(),
                    .kind = shape.at("kind").text(),
                    .title = shape.at("title").text(),
                    .facts = {}};
    for (const auto& [what, value] : shape.at("facts").members()) description_.facts.emplace_back(what, value.text());
    for (const JsonValue& offer : shape.at("offers").items()) {
      std::vector<Variant>& variants =
          offers_[{read_operation(offer.at("operation").text()), read_format(offer.at("format").text())}];
      for (const JsonValue& variant : offer.at("variants").items()) variants.push_back(read_variant(variant));
    }
  }

  [[nodiscard]] const DeviceDescription& description() const override { return description_; }

  [[nodiscard]] std::vector<Variant> variants(Operation operation, Format format) const override {
    const auto found = offers_.find({operation, format});
    return found == offers_.end() ? std::vector<Variant>{} : found->second;
  }

  void compute(Operation, Format, std::size_t, std::span<const ConstLane>, Lane) override {
    throw Error(Error::Kind::kInternal, "a described device was asked to compute");
  }

 private:
  DeviceDescription description_;
  std::map<std::pair<Operation, Format>, std::vector<Variant>> offers_;
};

}  // namespace

JsonValue device_shape(const Device& device) {
  JsonValue::Array offers;
  for (const OperationInfo& operation : operations()) {
    for (const FormatInfo& format : formats()) {
      const std::vector<Variant> variants = device.variants(operation.operation, format.format);
      if (variants.empty()) continue;
      offers.emplace_back(Object{{"operation", operation.name},
                                 {"format", format.name},
                                 {"variants", JsonValue::array(variants, variant_shape)}});
    }
  }
  Object shape = report::device_shape(device.description()).members();
  shape.emplace_back("offers", offers);
  return shape;
}

std::unique_ptr<Device> described_device(const JsonValue& shape) { return std::make_unique<DescribedDevice>(shape); }

}  // namespace halfulp::cli
