// SPDX-License-Identifier: Apache-2.0
#include "exact/shader_functions.hpp"

#include <array>
#include <vector>

#include "exact/operand.hpp"

namespace halfulp::exact {
namespace {

bool has_minus(const Result& x) { return x.kind == Result::Kind::finite ? x.value.sign() < 0 : x.negative; }

// Steps of formulas.

Result operator-(const Result& x) { return as_result(negated(as_operand(x))); }

Result operator+(const Result& x, const Result& y) {
  Result total = sum(std::array{x, y});
  total.cancelled = total.cancelled || (total.kind == Result::Kind::zero && (x.cancelled || y.cancelled));
  return total;
}

Result operator-(const Result& x, const Result& y) { return x + -y; }
Result operator*(const Result& x, const Result& y) { return product(as_operand(x), as_operand(y)); }
Result operator/(const Result& x, const Result& y) { return quotient(as_operand(x), as_operand(y)); }

Result whole(std::int64_t n) { return real(Rational(n)); }

Result selected(bool smaller, const Result& x, const Result& y) {
  return selection(smaller, as_operand(x), as_operand(y));
}

Result sign_of(const Result& x) {
  if (x.kind == Result::Kind::nan) return whole(0);
  return x.kind == Result::Kind::zero ? x : whole(has_minus(x) ? -1 : 1);
}

Result smooth_step(const Result& a, const Result& b, const Result& x) {
  const Result quotient = (x - a) / (b - a);
  if (quotient.kind == Result::Kind::nan) return quotient;
  const Result t = selected(true, selected(false, quotient, whole(0)), whole(1));
  return t * t * (whole(3) - whole(2) * t);
}

Result dot(std::span<const Result> x, std::span<const Result> y) {
  Result sum = x[0] * y[0];
  for (std::size_t i = 1; i < x.size(); ++i) sum = sum + x[i] * y[i];
  return sum;
}

Result length_of(std::span<const Result> x) {
  const Result square = dot(x, x);
  return square.kind == Result::Kind::finite ? Result::finite(Real::of(Operation::sqrt, square.value.rational()))
                                             : square;
}

/// The first component.
Result normalized(std::span<const Result> x) {
  const Result square = dot(x, x);
  if (square.kind == Result::Kind::nan || square.kind == Result::Kind::zero) return Result::nan();
  if (square.kind == Result::Kind::infinity) {
    return x[0].kind == Result::Kind::infinity ? Result::nan() : Result::zero(has_minus(x[0]));
  }
  if (x[0].kind == Result::Kind::zero) return x[0];
  const Rational component = x[0].value.rational();
  const Real size = Real::root(component * component / square.value.rational(), 2);
  return Result::finite(component.sign() < 0 ? -size : size);
}

/// The third operand, a word, and the products of the bytes of the other two, modulo 2^32.
template <class Byte>
Bits sum_of_bytes(std::span<const Bits> operands) {
  auto total = static_cast<std::uint32_t>(operands[2]);
  for (int shift = 0; shift < 32; shift += 8) {
    const auto byte = [&](std::size_t i) { return static_cast<int>(static_cast<Byte>(operands[i] >> shift)); };
    total += static_cast<std::uint32_t>(byte(0) * byte(1));
  }
  return total;
}

/// A sum of products, and the last operand, in the format of each.
std::optional<Result> accumulated(Operation operation, std::span<const Bits> operands) {
  switch (operation) {
    case Operation::dot4add_i8packed:
      return Result::moved(sum_of_bytes<std::int8_t>(operands));
    case Operation::dot4add_u8packed:
      return Result::moved(sum_of_bytes<std::uint8_t>(operands));
    case Operation::dot2add: {
      std::vector<Result> v;
      for (int i = 0; i < info(operation).arity; ++i) {
        const Format format = info(operation).operand_format(i, Format::binary16);
        v.push_back(as_result(classify(info(format), operands[static_cast<std::size_t>(i)])));
      }
      return sum(std::vector{v[0] * v[2], v[1] * v[3], v[4]});
    }
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<Result> shader_function(Operation operation, const FormatInfo& row, std::span<const Bits> operands) {
  if (operation < Operation::sign || operation > Operation::isfinite) return accumulated(operation, operands);
  std::vector<Result> v;
  for (const Bits bits : operands) v.push_back(as_result(classify(row, bits)));
  const std::span<const Result> all(v);
  const auto apart = [&] {
    std::vector<Result> differences;
    const std::size_t half = v.size() / 2;
    for (std::size_t i = 0; i < half; ++i) differences.push_back(v[i] - v[i + half]);
    return differences;
  };
  switch (operation) {
    case Operation::sign:
      return sign_of(v[0]);
    case Operation::step: {
      const bool is_number = v[0].kind != Result::Kind::nan && v[1].kind != Result::Kind::nan;
      return whole(is_number && compare(as_operand(v[1]), as_operand(v[0])) < 0 ? 0 : 1);
    }
    case Operation::lerp:
      return v[0] + v[2] * (v[1] - v[0]);
    case Operation::smoothstep:
      return smooth_step(v[0], v[1], v[2]);
    case Operation::clamp:
      return selected(true, selected(false, v[0], v[1]), v[2]);
    case Operation::length2:
    case Operation::length3:
    case Operation::length4:
      return length_of(all);
    case Operation::distance2:
    case Operation::distance3:
    case Operation::distance4:
      return length_of(apart());
    case Operation::normalize3:
      return normalized(all);
    case Operation::cross:
      return v[0] * v[3] - v[1] * v[2];
    case Operation::reflect3:
      return v[0] - whole(2) * dot(all.first(3), all.last(3)) * v[3];
    case Operation::isnan:
      return truth(v[0].kind == Result::Kind::nan);
    case Operation::isinf:
      return truth(v[0].kind == Result::Kind::infinity);
    case Operation::isfinite:
      return truth(v[0].kind == Result::Kind::zero || v[0].kind == Result::Kind::finite);
    default:  // radians, degrees: functions of MPFR's kind
      return std::nullopt;
  }
}

}  // namespace halfulp::exact
