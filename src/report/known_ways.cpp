// SPDX-License-Identifier: Apache-2.0
#include "report/known_ways.hpp"

#include <algorithm>
#include <functional>

#include "exact/nearest.hpp"
#include "number/layout.hpp"

namespace halfulp::report {
namespace {

/// Computes step by step, each step rounded in one way, with denormals kept or flushed.
class Steps {
 public:
  Steps(Format format, bool toward_zero, bool flushes)
      : format_(format), toward_zero_(toward_zero), flushes_(flushes) {}

  [[nodiscard]] Bits operator()(Operation operation, std::vector<Bits> operands) const {
    for (Bits& operand : operands) operand = flushed(operand);
    return flushed(toward_zero_ ? exact::toward_zero(operation, format_, operands)
                                : exact::nearest_even(operation, format_, operands));
  }

 private:
  [[nodiscard]] Bits flushed(Bits bits) const { return flushes_ ? number::Layout(info(format_)).flushed(bits) : bits; }

  Format format_;
  bool toward_zero_;
  bool flushes_;
};

using Operands = std::span<const Bits>;

/// The sum of the products in one order; `fused`: each product is added before it is rounded.
Bits dot(const Steps& step, Operands operands, bool backward, bool fused) {
  const std::size_t count = operands.size() / 2;
  const auto place = [&](std::size_t i) { return backward ? count - 1 - i : i; };
  Bits sum = step(Operation::mul, {operands[place(0)], operands[count + place(0)]});
  for (std::size_t i = 1; i < count; ++i) {
    const Bits x = operands[place(i)];
    const Bits y = operands[count + place(i)];
    sum = fused ? step(Operation::fma, {x, y, sum}) : step(Operation::add, {sum, step(Operation::mul, {x, y})});
  }
  return sum;
}

/// The sum of two of the products.
Bits pair(const Steps& step, Operands operands, std::size_t i, std::size_t j) {
  const std::size_t count = operands.size() / 2;
  return step(Operation::add, {step(Operation::mul, {operands[i], operands[count + i]}),
                               step(Operation::mul, {operands[j], operands[count + j]})});
}

struct Way {
  const char* name;
  std::function<Bits(const Steps&, Operands)> compute;
  bool toward_zero = false;
};

std::vector<Way> ways_of(Operation operation) {
  const auto whole = [operation](const Steps& step, Operands x) { return step(operation, {x.begin(), x.end()}); };
  const auto unfused = [](const Steps& step, Operands x) {
    return step(Operation::add, {step(Operation::mul, {x[0], x[1]}), x[2]});
  };
  const bool is_mad = operation == Operation::mad || operation == Operation::fma;
  std::vector<Way> ways = {{is_mad ? "fused" : "rounded to nearest", whole},
                           {is_mad ? "fused, toward zero" : "rounded toward zero", whole, true}};
  if (is_mad) {
    ways.push_back({"product, then sum", unfused});
    ways.push_back({"product, then sum, toward zero", unfused, true});
  }
  if (operation == Operation::dp2 || operation == Operation::dp3 || operation == Operation::dp4) {
    for (const bool fused : {false, true}) {
      for (const bool backward : {false, true}) {
        ways.push_back({fused ? (backward ? "fused, last product first" : "fused, first product first")
                              : (backward ? "last product first" : "first product first"),
                        [=](const Steps& step, Operands x) { return dot(step, x, backward, fused); }});
      }
    }
  }
  if (operation == Operation::dp3) {
    ways.push_back({"first and last product first", [](const Steps& step, Operands x) {
                      return step(Operation::add, {pair(step, x, 0, 2), step(Operation::mul, {x[1], x[4]})});
                    }});
  }
  if (operation == Operation::dp4) {
    for (const std::size_t other : {std::size_t{1}, std::size_t{2}}) {
      ways.push_back({other == 1 ? "by pairs" : "by pairs, first and third", [=](const Steps& step, Operands x) {
                        return step(Operation::add, {pair(step, x, 0, other), pair(step, x, 3 - other, 3)});
                      }});
    }
  }
  if (operation == Operation::div) {
    ways.push_back({"x * (1 / y)", [](const Steps& step, Operands x) {
                      return step(Operation::mul, {x[0], step(Operation::reciprocal, {x[1]})});
                    }});
  }
  if (operation == Operation::rsq) {
    ways.push_back({"1 / sqrt(x)", [](const Steps& step, Operands x) {
                      return step(Operation::reciprocal, {step(Operation::sqrt, {x[0]})});
                    }});
  }
  if (operation == Operation::sqrt) {
    ways.push_back({"x * (1 / sqrt(x))", [](const Steps& step, Operands x) {
                      return step(Operation::mul, {x[0], step(Operation::rsq, {x[0]})});
                    }});
  }
  return ways;
}

}  // namespace

std::vector<KnownWay> known_ways(Operation operation, Format format, std::span<const Bits> operands) {
  const OperationInfo& row = info(operation);
  const number::Layout layout(info(format));
  const bool computes = row.family == OperationFamily::arithmetic || row.family == OperationFamily::fused ||
                        row.family == OperationFamily::function || operation == Operation::fma;
  const bool is_of_one_format = info(format).kind == FormatKind::floating && row.result(format) == format &&
                                std::ranges::all_of(row.operand_formats, [](const auto& one) { return !one; });
  const auto is_nan = [&](Bits bits) { return layout.is_nan(bits); };
  if (!computes || !is_of_one_format || std::ranges::any_of(operands, is_nan)) return {};
  std::vector<KnownWay> result;
  for (const Way& way : ways_of(operation)) {
    const Bits kept = way.compute(Steps(format, way.toward_zero, false), operands);
    const Bits flushed = way.compute(Steps(format, way.toward_zero, true), operands);
    result.push_back({way.name, kept});
    if (flushed != kept) result.push_back({std::string(way.name) + "; denormals flushed", flushed});
  }
  return result;
}

}  // namespace halfulp::report
