// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmp.h>

#include <cstdint>
#include <optional>

#include "exact/rational.hpp"

namespace halfulp::exact {

struct Rational::Large {
  Large() { mpq_init(number); }
  explicit Large(mpq_srcptr value) : Large() { mpq_set(number, value); }
  ~Large() { mpq_clear(number); }
  Large(const Large&) = delete;
  Large& operator=(const Large&) = delete;
  mpq_t number;
};

struct Rational::Library {
  /// A rational as the library has it, while both live.
  class View {
   public:
    explicit View(const Rational& value);
    View(const View&) = delete;
    View& operator=(const View&) = delete;
    operator mpq_srcptr() const { return number_; }  // NOLINT(google-explicit-constructor): used as the library's own

   private:
    Large own_;
    mpq_srcptr number_;
  };

  /// n * 2^exponent where that is what it is, and n has at most 64 bits with its sign; else nothing.
  struct Dyadic {
    std::int64_t n;
    int exponent;
  };
  [[nodiscard]] static std::optional<Dyadic> dyadic(const Rational& value);
  /// The rational that is a number in lowest terms.
  [[nodiscard]] static Rational of(mpq_srcptr value);
  /// n * 2^exponent.
  [[nodiscard]] static Rational of(mpz_srcptr n, std::int64_t exponent);
};

}  // namespace halfulp::exact
