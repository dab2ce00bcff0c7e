// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/behaviours/applies.hpp"

namespace halfulp::diagnosis {

namespace {

bool is_integer(const FormatInfo& row) {
  return row.kind == FormatKind::signed_integer || row.kind == FormatKind::unsigned_integer;
}

}  // namespace

bool everything(const BehaviourSubject&) { return true; }
bool floating(const BehaviourSubject& s) { return s.floating_result; }
bool has_denormals(const BehaviourSubject& s) {
  for (std::size_t i = 0; i < s.arity; ++i) {
    if (s.operand_row(i).kind == FormatKind::floating) return true;
  }
  return s.floating_result;
}
bool rounds(const BehaviourSubject& s) { return is_located(s.operation); }
bool moves_bits(const BehaviourSubject& s) {
  return s.row.family == OperationFamily::movement || s.operation == Operation::abs || s.operation == Operation::neg ||
         s.operation == Operation::copysign || (s.format.format == s.result.format && s.row.arity == 1);
}
bool selects(const BehaviourSubject& s) { return s.row.family == OperationFamily::selection; }
bool compares(const BehaviourSubject& s) { return s.row.family == OperationFamily::comparison; }
bool is_dot(const BehaviourSubject& s) {
  return s.operation == Operation::dp2 || s.operation == Operation::dp3 || s.operation == Operation::dp4;
}
bool multiplies(const BehaviourSubject& s) {
  return s.operation == Operation::mul || s.operation == Operation::mad || s.operation == Operation::fma || is_dot(s);
}
bool takes_log2(const BehaviourSubject& s) {
  return s.operation == Operation::log2 && s.format.format == s.result.format;
}
bool saturates(const BehaviourSubject& s) { return s.operation == Operation::sat; }
bool fuses(const BehaviourSubject& s) { return s.operation == Operation::mad || s.operation == Operation::fma; }
bool divides(const BehaviourSubject& s) { return s.operation == Operation::div; }
bool takes_reciprocal_root(const BehaviourSubject& s) { return s.operation == Operation::rsq; }
bool takes_root(const BehaviourSubject& s) { return s.operation == Operation::sqrt; }
bool rounds_to_integers(const BehaviourSubject& s) {
  return s.operation == Operation::round_ne || s.operation == Operation::round;
}
bool wants_positive(const BehaviourSubject& s) {
  switch (s.operation) {
    case Operation::sqrt:
    case Operation::rsq:
    case Operation::log2:
    case Operation::log:
    case Operation::log10:
    case Operation::pow:
    case Operation::powr:
      return true;
    default:
      return false;
  }
}
bool to_integer(const BehaviourSubject& s) { return s.operation == Operation::ftoi || s.operation == Operation::ftou; }
bool is_pixel(const BehaviourSubject& s) { return s.row.family == OperationFamily::pixel && s.arity == 1; }
bool to_code(const BehaviourSubject& s) {
  return is_pixel(s) && s.operand_row(0).kind == FormatKind::floating &&
         (number::is_normalised(s.result) || s.result.kind == FormatKind::fixed);
}
bool narrows_integer(const BehaviourSubject& s) {
  return (is_pixel(s) && is_integer(s.operand_row(0)) && is_integer(s.result)) || to_integer(s) || to_code(s);
}
bool from_code(const BehaviourSubject& s) {
  return is_pixel(s) && s.floating_result && number::is_normalised(s.operand_row(0));
}
bool from_few_bits(const BehaviourSubject& s) {
  constexpr int kEight = 8;
  return from_code(s) && s.operand_row(0).kind == FormatKind::unorm && s.operand_row(0).bits < kEight;
}
bool from_snorm(const BehaviourSubject& s) { return from_code(s) && s.operand_row(0).kind == FormatKind::snorm; }
bool srgb(const BehaviourSubject& s) {
  return is_pixel(s) && (s.result.kind == FormatKind::srgb || s.operand_row(0).kind == FormatKind::srgb);
}
/// Whether a wider format could carry the result on the way.
bool can_pass_binary32(const BehaviourSubject& s) {
  return s.result.format == Format::binary16 &&
         (s.operation == Operation::binary64_to_binary16 ||
          (rounds(s) && !s.row.only_format() && s.format.format == Format::binary16));
}
bool can_pass_binary64(const BehaviourSubject& s) { return fuses(s) && s.format.format == Format::binary32; }
bool can_be_narrow(const BehaviourSubject& s) {
  const bool sums = s.row.family == OperationFamily::arithmetic || fuses(s);
  return sums && rounds(s) && !s.row.only_format() &&
         s.row.operand_format(static_cast<int>(s.arity) - 1, s.format.format) == s.format.format &&
         (s.format.format == Format::binary32 || s.format.format == Format::binary64);
}

}  // namespace halfulp::diagnosis
