// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>

#include "arithmetic/float_environment.hpp"
#include "arithmetic/flush_policy.hpp"
#include "arithmetic/kernel.hpp"
#include "halfulp/error.hpp"
#include "halfulp/evaluate.hpp"

namespace halfulp {

Evaluator::Evaluator(const Rulebook& rulebook, Operation operation, Format format) : operation_(operation) {
  if (!rulebook.has(operation, format)) {
    throw Error(Error::Kind::kUsage,
                fmt::format("rulebook '{}' has no rules for {} in {}; 'halfulp rules {}' lists what it has",
                            rulebook.id(), info(operation).name, info(format).name, rulebook.id()));
  }
  if (format != Format::binary32) {
    throw Error(Error::Kind::kUsage, fmt::format("{} cannot be evaluated in {}: ask for it in binary32",
                                                 info(operation).name, info(format).name));
  }
  const arithmetic::Flush flush = arithmetic::flush_policy(rulebook, operation, format);
  flush_operands_ = flush.operands;
  flush_results_ = flush.results;
}

Bits Evaluator::evaluate(std::span<const Bits> operands) const {
  std::array<arithmetic::Word, kMaxArity> words{};
  for (std::size_t i = 0; i < operands.size(); ++i) words[i] = static_cast<arithmetic::Word>(operands[i]);
  const arithmetic::DefaultFloatEnvironment environment;
  return arithmetic::kernel(operation_).one({flush_operands_, flush_results_}, words.data());
}

void Evaluator::evaluate(std::span<const ConstLane> operands, Lane results) const {
  const arithmetic::DefaultFloatEnvironment environment;
  arithmetic::kernel(operation_).many({flush_operands_, flush_results_}, operands, results);
}

}  // namespace halfulp
