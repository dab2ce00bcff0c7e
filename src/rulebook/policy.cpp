// SPDX-License-Identifier: Apache-2.0
#include "rulebook/policy.hpp"

#include <algorithm>
#include <array>

namespace halfulp::rulebook {
namespace {

using Values = std::span<const std::string_view>;

constexpr std::array<std::string_view, 4> kOperands = {"keep", "flush", "may-flush", "flush-to-compare"};
constexpr std::array<std::string_view, 3> kResults = {"keep", "flush", "may-flush"};
constexpr std::array<std::string_view, 2> kSign = {"keep", "any"};
constexpr std::array<std::string_view, 3> kFlushTest = {"both", "before_round", "after_round"};
constexpr std::array<std::string_view, 2> kSlack = {"bound", "0"};
constexpr std::array<std::string_view, 3> kOverflow = {"ulp_extended", "ieee", "interval_inf_or_max"};
constexpr std::array<std::string_view, 4> kUlp = {"muller_A", "muller_B", "goldberg_of_result", "bit_steps"};
constexpr std::array<std::string_view, 2> kTie = {"both", "even"};
constexpr std::array<std::string_view, 2> kRepresentable = {"off", "on"};
constexpr std::array<std::string_view, 2> kPlus = {"plus", "any"};
constexpr std::array<std::string_view, 2> kCompared = {"ieee754r", "any"};
constexpr std::array<std::string_view, 2> kRounded = {"minus", "any"};
constexpr std::array<std::string_view, 3> kOrders = {"all_trees", "serial_chains", "left_to_right"};
constexpr std::array<std::string_view, 2> kAccept = {"error_bound", "reachable_set"};
constexpr std::array<std::string_view, 2> kFusedNan = {"some_order", "vulkan_any"};
constexpr std::array<std::string_view, 2> kBelowZero = {"keep", "clamp"};
constexpr std::array<std::string_view, 2> kRange = {"clamp", "allow_one"};

constexpr std::array<std::string_view, 2> kSpecial = {"required", "advisory"};
constexpr std::array<std::string_view, 2> kDefined = {"required", "undefined"};

constexpr std::array<PolicyField, 22> kFields = {{
    {"denormal_operands", Values(kOperands), "what becomes of an operand that is a denormal"},
    {"denormal_results", Values(kResults), "what becomes of a result that is a denormal"},
    {"flushed_zero_sign", Values(kSign), "sign of the zero that a denormal is flushed to"},
    {"flush_test", Values(kFlushTest), "whether a result is a denormal before rounding, after it, or either"},
    {"flush_slack", Values(kSlack), "whether denormals inside the bound of a normal exact result give zero"},
    {"overflow", Values(kOverflow), "when infinity and the largest finite value are permitted"},
    {"ulp", Values(kUlp), "the definition of ULP"},
    {"tie", Values(kTie), "what nearest means halfway between two values"},
    {"exact_if_representable", Values(kRepresentable), "whether a bound still applies to an exact format value"},
    {"cancelled_zero", Values(kPlus), "sign of a zero that is the sum of terms that are not zero"},
    {"underflowed_zero", Values(kPlus), "sign of a zero that exp2 gives"},
    {"compared_zeros", Values(kCompared), "min and max of zeros that differ in sign"},
    {"range_edge", Values(kRange), "whether a result that rounds to the open end of a range may be that end"},
    {"fused_orders", Values(kOrders), "the orders in which a sum of products may be evaluated"},
    {"fused_accept", Values(kAccept), "whether a fused result is held to an error or to membership"},
    {"fused_nan", Values(kFusedNan), "what is permitted in addition to a NaN that some order gives"},
    {"rounded_zero", Values(kRounded), "sign of a zero that a negative operand is rounded to"},
    {"special_results", Values(kSpecial), "whether results of infinite and NaN operands and at poles are C's, or open"},
    {"nan", Values(kDefined), "whether NaN is handled at all"},
    {"infinity", Values(kDefined), "whether infinity is handled at all"},
    {"below_zero", Values(kBelowZero), "what becomes of a result below zero; a format without a sign cannot keep it"},
    {"zero_sign", Values(kSign), "whether the sign of a zero counts, of operands and of results"},
}};

}  // namespace

std::span<const PolicyField> policy_fields() noexcept { return kFields; }

const PolicyField* find_policy_field(std::string_view name) noexcept {
  const auto* row = std::ranges::find(kFields, name, &PolicyField::name);
  return row == kFields.end() ? nullptr : row;
}

}  // namespace halfulp::rulebook
