// SPDX-License-Identifier: Apache-2.0
#include "device/isolated/wire.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace halfulp::device {
namespace {

class Writer {
 public:
  template <class Value>
  void number(Value value) {
    static_assert(std::is_trivially_copyable_v<Value>);
    const std::size_t at = bytes_.size();
    bytes_.resize(at + sizeof(value));
    std::memcpy(bytes_.data() + at, &value, sizeof(value));
  }
  void text(std::string_view text) {
    number<std::uint64_t>(text.size());
    bytes_ += text;
  }
  [[nodiscard]] std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

class Reader {
 public:
  explicit Reader(std::string_view bytes) : bytes_(bytes) {}

  template <class Value>
  [[nodiscard]] Value number() {
    Value value;
    std::memcpy(&value, take(sizeof(value)).data(), sizeof(value));
    return value;
  }
  [[nodiscard]] std::string text() { return std::string(take(number<std::uint64_t>())); }

 private:
  std::string_view take(std::uint64_t count) {
    if (count > bytes_.size()) {
      throw Error(Error::Kind::kDevice, "the device's process sent a message that ends early; run again");
    }
    const std::string_view taken = bytes_.substr(0, count);
    bytes_.remove_prefix(count);
    return taken;
  }

  std::string_view bytes_;
};

std::size_t bytes_of(Format format) { return static_cast<std::size_t>(info(format).bytes); }

std::size_t round_up(std::size_t number, std::size_t multiple) { return (number + multiple - 1) / multiple * multiple; }

}  // namespace

BlockLayout::BlockLayout(Operation operation, Format format, std::size_t cases)
    : cases_(cases),
      result_bytes_(bytes_of(info(operation).result(format))),
      room_(round_up(cases, kGroup)),
      results_begin_(0),
      bytes_(0) {
  for (int k = 0; k < info(operation).arity; ++k) {
    operand_bytes_.push_back(bytes_of(info(operation).operand_format(k, format)));
    results_begin_ += room_ * operand_bytes_.back();
  }
  results_begin_ = round_up(results_begin_, kPage);
  bytes_ = round_up(results_begin_ + room_ * result_bytes_, kPage);
}

std::vector<Lane> BlockLayout::operands(std::byte* memory) const {
  std::vector<Lane> lanes;
  for (const std::size_t bytes : operand_bytes_) {
    lanes.emplace_back(memory, cases_ * bytes);
    memory += room_ * bytes;
  }
  return lanes;
}

std::string write_hello(const Device& device) {
  Writer writer;
  const DeviceDescription& description = device.description();
  writer.text(description.name);
  writer.text(description.kind);
  writer.text(description.title);
  writer.number<std::uint32_t>(device.concurrency());
  writer.number<std::uint64_t>(description.facts.size());
  for (const auto& [key, value] : description.facts) {
    writer.text(key);
    writer.text(value);
  }
  for (const OperationInfo& operation : operations()) {
    for (const FormatInfo& format : formats()) {
      const auto variants = device.variants(operation.operation, format.format);
      writer.number<std::uint64_t>(variants.size());
      for (const Variant& variant : variants) {
        writer.text(variant.name);
        writer.text(variant.instruction);
        writer.text(variant.operands);
        writer.number<std::uint8_t>(variant.counts ? 1 : 0);
        writer.number<std::uint8_t>(variant.composed ? 1 : 0);
        writer.number(variant.most_cases);
      }
    }
  }
  return writer.take();
}

Hello read_hello(std::string_view bytes) {
  Reader reader(bytes);
  Hello hello;
  hello.description.name = reader.text();
  hello.description.kind = reader.text();
  hello.description.title = reader.text();
  hello.concurrency = std::max(1U, reader.number<std::uint32_t>());
  for (auto count = reader.number<std::uint64_t>(); count > 0; --count) {
    std::string key = reader.text();
    hello.description.facts.emplace_back(std::move(key), reader.text());
  }
  for (const OperationInfo& operation : operations()) {
    for (const FormatInfo& format : formats()) {
      for (auto count = reader.number<std::uint64_t>(); count > 0; --count) {
        Variant variant;
        variant.name = reader.text();
        variant.instruction = reader.text();
        variant.operands = reader.text();
        variant.counts = reader.number<std::uint8_t>() != 0;
        variant.composed = reader.number<std::uint8_t>() != 0;
        variant.most_cases = reader.number<std::uint64_t>();
        hello.variants[{operation.operation, format.format}].push_back(std::move(variant));
      }
    }
  }
  return hello;
}

std::string write_error(const Error& error) {
  Writer writer;
  writer.number(static_cast<std::uint32_t>(error.kind()));
  writer.text(error.what());
  return writer.take();
}

Error read_error(std::string_view bytes) {
  Reader reader(bytes);
  const auto kind = reader.number<std::uint32_t>();
  constexpr auto kLast = static_cast<std::uint32_t>(Error::Kind::kInternal);
  return {kind <= kLast ? static_cast<Error::Kind>(kind) : Error::Kind::kDevice, reader.text()};
}

}  // namespace halfulp::device
