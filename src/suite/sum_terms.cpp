// SPDX-License-Identifier: Apache-2.0
#include "suite/sum_terms.hpp"

#include <algorithm>
#include <utility>

#include "suite/random_cases.hpp"

namespace halfulp::suite {
namespace {

struct Factors {
  Bits x;
  Bits y;
};

/// Two normal operands whose product is the term; a zero times a random value if the term is zero.
Factors factors(const Setting& setting, const Term& term, Random& random) {
  if (term.n == 0) return {with_random_sign(setting, 0, random), random_normal(setting, 0, random)};
  const int n_exponent = exponent_of(term.n);
  const int factor_exponent = exponent_of(static_cast<Wide>(term.factor));
  const ExponentPair leading = factor_exponents(setting, n_exponent + factor_exponent + term.exponent, random);
  Factors result{compose(setting, term.n, leading.first - n_exponent),
                 compose(setting, static_cast<Wide>(term.factor), leading.second - factor_exponent)};
  if (random.coin()) result = {negated(setting, result.x), negated(setting, result.y)};
  if (random.coin()) std::swap(result.x, result.y);
  return result;
}

/// The low bits of a term that is no product, as many as chance has it, become a term of their own.
std::array<Term, 2> divided(const Term& term, Random& random) {
  if (term.n == 0) return {term, term};
  const int low_bits = random.between(0, exponent_of(term.n));
  const UnsignedWide low = magnitude(term.n) & ((UnsignedWide{1} << low_bits) - 1);
  const Wide part = term.n < 0 ? -static_cast<Wide>(low) : static_cast<Wide>(low);
  return {Term{term.n - part, 1, term.exponent}, Term{part, 1, term.exponent}};
}

/// Two products that cancel, at most as large as `bound`.
std::array<Factors, 2> cancelling(const Setting& setting, const Term& bound, Random& random) {
  if (!setting.has_sign()) return {factors(setting, {0, 1, 0}, random), factors(setting, {0, 1, 0}, random)};
  const int largest = exponent_of(bound.size()) + bound.exponent - 2;
  const ExponentPair exponents = factor_exponents(setting, largest - random.between(0, setting.precision), random);
  const Bits x = random_normal(setting, exponents.first, random);
  const Bits y = random_normal(setting, exponents.second, random);
  return {Factors{x, y}, Factors{negated(setting, y), x}};
}

void write_dot_product(const Setting& setting, const Term& first, const Term& second, Random& random, Tuple& tuple) {
  const auto products = static_cast<std::size_t>(setting.arity / 2);
  std::array<Factors, kMaxArity / 2> terms{};
  terms[0] = factors(setting, first, random);
  if (setting.operation == Operation::dp3) {
    const std::array<Term, 2> parts = divided(second, random);
    terms[1] = factors(setting, parts[0], random);
    terms[2] = factors(setting, parts[1], random);
  } else {
    terms[1] = factors(setting, second, random);
  }
  if (setting.operation == Operation::dp4) {
    const std::array<Factors, 2> more = cancelling(setting, first, random);
    terms[2] = more[0];
    terms[3] = more[1];
  }
  for (std::size_t i = products - 1; i > 0; --i) std::swap(terms[i], terms[random.below(i + 1)]);
  for (std::size_t i = 0; i < products; ++i) {
    tuple[i] = terms[i].x;
    tuple[products + i] = terms[i].y;
  }
}

Term negative_of(const Term& term) { return {-term.n, term.factor, term.exponent}; }

}  // namespace

void write_pair(const Setting& setting, const Term& first, const Term& second, bool negative, bool swapped,
                Tuple& tuple) {
  Bits x = compose(setting, first.n, first.exponent);
  Bits y = compose(setting, second.n, second.exponent);
  if (setting.has_sign() ? swapped : subtracts(setting.operation) && first.n < 0) std::swap(x, y);
  if (negative) x = negated(setting, x);
  if (negative != subtracts(setting.operation)) y = negated(setting, y);
  tuple[0] = x;
  tuple[1] = y;
}

void write_sum(const Setting& setting, const Term& first, const Term& second, Random& random, Tuple& tuple) {
  bool negative = random.coin();
  const bool swapped = random.coin();
  if (setting.operation == Operation::fdim && first.size() + second.size() != 0) {
    negative = first.size() + second.size() < 0;
  }
  if (!adds_products(setting.operation)) return write_pair(setting, first, second, negative, swapped, tuple);
  if (!setting.has_sign()) negative = false;
  const Term one = negative ? negative_of(first) : first;
  const Term other = negative ? negative_of(second) : second;
  if (!multiplies_and_adds(setting.operation)) return write_dot_product(setting, one, other, random, tuple);
  const bool other_is_product = swapped && one.factor == 1;
  const Factors product = factors(setting, other_is_product ? other : one, random);
  const Term& addend = other_is_product ? one : other;
  tuple[0] = product.x;
  tuple[1] = product.y;
  tuple[2] = compose(setting, addend.n, addend.exponent);
}

}  // namespace halfulp::suite
