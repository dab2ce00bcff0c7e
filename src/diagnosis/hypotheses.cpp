// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/hypotheses.hpp"

#include <array>
#include <functional>
#include <mutex>

#include "diagnosis/behaviours/applies.hpp"
#include "diagnosis/behaviours/behaviours.hpp"
#include "number/float_environment.hpp"

namespace halfulp::diagnosis {
namespace {

struct Row {
  Hypothesis hypothesis;
  Applies applies;
  bool (*explains)(const BehaviourCase&);
};

constexpr std::array kRows = {
    Row{{"keeps_denormal_operands", "keeps denormal operands"}, has_denormals, keeps_denormal_operands},
    Row{{"keeps_denormal_results", "keeps denormal results"}, has_denormals, keeps_denormal_results},
    Row{{"keeps_denormals", "keeps denormals, operands and results"}, has_denormals, keeps_denormals},
    Row{{"flushes_denormal_operands", "flushes denormal operands to zero"}, has_denormals, flushes_denormal_operands},
    Row{{"flushes_denormal_results", "flushes denormal results to zero"}, floating, flushes_denormal_results},
    Row{{"flushes_denormals", "flushes denormals to zero, operands and results"}, has_denormals, flushes_denormals},
    Row{{"flushes_to_plus_zero", "flushes negative denormals to +0"}, has_denormals, flushes_to_plus_zero},
    Row{{"quiets_nan", "gives a quiet NaN for a signalling operand"}, moves_bits, quiets_nan},
    Row{{"canonical_nan", "gives one NaN for all, not the operand's bits"}, moves_bits, canonical_nan},
    Row{{"zero_times_anything_is_zero", "takes zero times infinity or NaN as zero"},
        multiplies,
        zero_times_anything_is_zero},
    Row{{"selects_second_unordered", "compares, then selects: the second operand where one is a NaN"},
        selects,
        selects_second_unordered},
    Row{{"selects_first_unordered", "compares, then selects: the first operand where one is a NaN"},
        selects,
        selects_first_unordered},
    Row{{"propagates_nan", "gives a NaN where an operand is a NaN"}, selects, propagates_nan},
    Row{{"true_of_nan", "is true where an operand is a NaN"}, compares, true_of_nan},
    Row{{"one_for_true", "gives 1 for true, not all bits"}, compares, one_for_true},
    Row{{"zero_for_nan", "gives zero for NaN"}, everything, zero_for_nan},
    Row{{"one_for_nan", "gives 1 for NaN"}, saturates, one_for_nan},
    Row{{"largest_code_for_nan", "gives the largest code for NaN"}, to_code, largest_code_for_nan},
    Row{{"least_code_for_nan", "gives the least code for NaN, or the other one of -1"}, to_code, least_code_for_nan},
    Row{{"nan_for_infinity", "gives a NaN where an operand or the result is infinite"}, floating, nan_for_infinity},
    Row{{"largest_for_infinity", "gives the largest finite value instead of infinity"}, floating, largest_for_infinity},
    Row{{"infinity_for_largest", "gives infinity instead of the largest finite value"}, floating, infinity_for_largest},
    Row{{"loses_zero_sign", "gives +0 where the zero is negative"}, floating, loses_zero_sign},
    Row{{"minus_zero", "gives -0 where the zero is positive"}, floating, minus_zero},
    Row{{"unfused", "rounds twice: the product, then the sum"}, fuses, unfused},
    Row{{"times_reciprocal", "multiplies by the rounded reciprocal instead of dividing"}, divides, times_reciprocal},
    Row{{"root_by_reciprocal_root", "computes x * (1 / sqrt(x)), each step rounded"},
        takes_root,
        root_by_reciprocal_root},
    Row{{"reciprocal_of_root", "computes 1 / sqrt(x), each step rounded"}, takes_reciprocal_root, reciprocal_of_root},
    Row{{"floor_of_half_more", "computes floor(x + 0.5)"}, rounds_to_integers, floor_of_half_more},
    Row{{"integer_ties_away", "rounds to the nearest integer, ties away from zero"},
        rounds_to_integers,
        integer_ties_away},
    Row{{"absolute_operand", "takes |x| for x"}, wants_positive, absolute_operand},
    Row{{"log2_of_fields", "computes log2 of a denormal from its fields, as if it were normal"},
        takes_log2,
        log2_of_fields},
    Row{{"times_rounded_reciprocal", "multiplies by the rounded reciprocal of the largest code instead of dividing"},
        from_code,
        times_rounded_reciprocal},
    Row{{"over_power_of_two", "divides by 2^n instead of the largest code"}, from_code, over_power_of_two},
    Row{{"through_unorm8", "widens the code to eight bits on the way"}, from_few_bits, through_unorm8},
    Row{{"second_minus_one", "takes the least code below -1 instead of as -1"}, from_snorm, second_minus_one},
    Row{{"snorm_without_zero", "computes (2 c + 1) / (2^n - 1), as OpenGL before 4.2"}, from_snorm, snorm_without_zero},
    Row{{"power_of_two_scale", "multiplies by 2^n instead of the largest code"}, to_code, power_of_two_scale},
    Row{{"without_curve", "leaves sRGB's curve out"}, srgb, without_curve},
    Row{{"gamma_2_2", "takes the power 2.2 for sRGB's curve"}, srgb, gamma_2_2},
    Row{{"nearest_even", "rounds to nearest, ties to even"}, rounds, nearest_even},
    Row{{"toward_zero", "rounds toward zero"}, rounds, toward_zero},
    Row{{"ties_away", "rounds to nearest, ties away from zero"}, rounds, ties_away},
    Row{{"up", "rounds up"}, rounds, up},
    Row{{"down", "rounds down"}, rounds, down},
    Row{{"rounds_integer", "rounds to the nearest integer instead of toward zero"}, to_integer, rounds_integer},
    Row{{"wraps", "wraps around instead of saturating"}, narrows_integer, wraps},
    Row{{"indefinite_integer", "gives 0x80000000 where the integer does not fit"}, to_integer, indefinite_integer},
    Row{{"through_binary32", "rounds twice: to binary32, then to binary16"}, can_pass_binary32, through_binary32},
    Row{{"through_binary64", "rounds twice: to binary64, then to binary32"}, can_pass_binary64, through_binary64},
    Row{{"in_half_the_bits", "computes in the format of half the bits"}, can_be_narrow, in_half_the_bits},
    Row{{"one_step_off", "is off by one ULP or code"}, rounds, one_step_off},
    Row{{"returns_operand", "returns an operand unchanged"}, everything, returns_operand},
    Row{{"gives_zero", "gives zero"}, everything, gives_zero},
};
static_assert(kRows.size() <= 64);

constexpr auto kHypotheses = [] {
  std::array<Hypothesis, kRows.size()> all{};
  for (std::size_t i = 0; i < kRows.size(); ++i) all[i] = kRows[i].hypothesis;
  return all;
}();

}  // namespace

std::span<const Hypothesis> hypotheses() noexcept { return kHypotheses; }

struct HypothesisTest::State {
  explicit State(judge::Ruling ruling) : subject(std::move(ruling)) {
    for (std::size_t i = 0; i < kRows.size(); ++i) {
      if (kRows[i].applies(subject)) rows.push_back(i);
    }
  }
  BehaviourSubject subject;
  std::vector<std::size_t> rows;  ///< those that are tried
};

/// Most operations of most runs have no failure: what explains them is made for the first.
struct HypothesisTest::Made {
  Operation operation;
  Format format;
  std::function<judge::Ruling()> ruling;
  std::once_flag once;
  std::optional<State> state;
};

HypothesisTest::HypothesisTest(const Rulebook& rulebook, Operation operation, Format format, const Readings& readings)
    : made_(std::make_unique<Made>()) {
  made_->operation = operation;
  made_->format = format;
  made_->ruling = [=] { return judge::Ruling::of(rulebook, operation, format, readings); };
}
HypothesisTest::~HypothesisTest() = default;
HypothesisTest::HypothesisTest(HypothesisTest&&) noexcept = default;
HypothesisTest& HypothesisTest::operator=(HypothesisTest&&) noexcept = default;

Operation HypothesisTest::operation() const { return made_->operation; }
Format HypothesisTest::format() const { return made_->format; }

HypothesisSet HypothesisTest::explaining(std::span<const Bits> operands, Bits observed) const {
  const number::DefaultFloatEnvironment environment;
  std::call_once(made_->once, [&] { made_->state.emplace(made_->ruling()); });
  const State& state = *made_->state;
  const BehaviourCase one(state.subject, operands, observed);
  HypothesisSet set = 0;
  for (const std::size_t i : state.rows) {
    if (kRows[i].explains(one)) set |= HypothesisSet{1} << i;
  }
  return set;
}

}  // namespace halfulp::diagnosis
