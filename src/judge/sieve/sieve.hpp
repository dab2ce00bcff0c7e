// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>

#include "halfulp/operation.hpp"
#include "judge/permit/policies.hpp"

namespace halfulp::judge {

class OperandClasses;
class Quick;

/// In place of a bin of the histogram of errors, where a case has none.
constexpr std::uint8_t kNoBin = 255;

/// What a sieve's vectors compare with.
struct SieveRules {
  /// How far an observed value may be from the exact one: ulp ULP + absolute + relative * |exact|; one of them is not
  /// 0.
  struct Width {
    double ulp = 0;
    double absolute = 0;
    double relative = 0;

    [[nodiscard]] bool is_some() const { return ulp > 0 || absolute > 0 || relative > 0; }
  };
  enum class Outside : std::uint8_t { left, bounded, unconstrained, in_range };

  // `inside` holds where least < x < most (or |x|), `outside` as it says where x < least_outside or x > most_outside.
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  double least_outside = -std::numeric_limits<double>::infinity();
  double most_outside = std::numeric_limits<double>::infinity();
  bool of_magnitude = false;
  Width inside;
  Outside outside_is = Outside::left;
  Width outside;
  double largest_observed = std::numeric_limits<double>::infinity();  ///< of a range: 1
  bool saves_beyond_range = false;                         ///< the only other reading differs in that it has no range
  double below = std::numeric_limits<double>::infinity();  ///< of |exact|
  bool leaves_ones = false;                                ///< operands of size 1 are left
  bool flushes = false;                                    ///< denormals, both operands and results, must be zeros
  bool takes_denormals = false;
  bool rounds_either_way = false;
  bool keeps_side_of_one = false;  ///< references near 1 are on the side on which the exact result is
  // Where a function has real values, and whether for all normal operands elsewhere, of pow for negative ones to a
  // power that is no integer, NaN passes, or nothing is asked.
  double least_defined = -std::numeric_limits<double>::infinity();
  double most_defined = std::numeric_limits<double>::infinity();
  bool nan_elsewhere = false;
  bool free_elsewhere = false;
  bool breaks_elsewhere = false;  ///< other results than NaN break the table of special results
  /// Zeros that pass where the exact result of a rounding operation is zero: [operand's sign][zero's sign].
  bool zeros[2][2] = {};
  // Of fractions that are 2^-25 or less below 1: whether the last value below 1 passes, and 1 as the nearest.
  bool last_below_one = false;
  bool rounded_to_one = false;
  bool one_is_by_nearest = false;  ///< and no other rounding explains it
  bool may_flush_operands = false;
  bool may_flush_results = false;
  double either_zero_from = std::numeric_limits<double>::infinity();  ///< as Quick::either_zero_from() has it
  bool may_keep_results = false;                                      ///< denormal ones may be what they are
  bool divides_by_steps = false;         ///< quotients may be what Quick::divides_by_steps() says
  bool may_be_by_reciprocals = false;    ///< those from the values beside the exact reciprocal, and no other reading's
  bool adds_flushed = false;             ///< a zero or flushed denormal beside a normal operand leaves that operand
  bool breaks_beside_flushed = false;    ///< what is far from that breaks Quick::broken_beside_flushed()
  bool nan_of_nan = false;               ///< where any operand is a NaN, a NaN passes
  bool treats_specials_plainly = false;  ///< comparisons: zeros, infinities and NaN compare as IEEE 754 has it
  const OperandClasses* classes = nullptr;  ///< what they decide

  /// What they decide of every denormal, or NaN, of a sign, where that is the only operand: results that pass with an
  /// error of 0 or none.
  struct Special {
    struct Result {
      bool exists = false;
      bool has_error = false;
      std::uint32_t bits = 0;  ///< of no NaN
    };
    [[nodiscard]] bool tells_any() const { return anything || any_nan || results[0].exists; }
    bool anything = false;
    bool any_nan = false;
    std::array<Result, 2> results;
  };
  std::array<Special, 4> specials;  ///< positive denormals and NaN, then negative ones

  double halvings = 0;     ///< of e^x and the like, whose results these, times x, are the binary exponents of
  bool saturates = false;  ///< functions: far beyond the largest value infinity, far below the least normal zero

  /// Which cases are plain, so that few comparisons tell that they pass: first operands with least <= |x| < most and
  /// x > above, normal second ones; the widths without every margin, 0 where nothing is left.
  struct Plain {
    double least = 0x1p-126;
    double most = 0x1p128;
    double above = -std::numeric_limits<double>::infinity();
    double most_result = 0x1p127;
    Width inside;
    Width outside;
  } plain;

  /// Operands in neighbouring binades of one sign, of which the bits of a result tell that it passes.
  struct Stretch {
    struct Asked {
      std::uint32_t counted = 0;  ///< these bits of the result, less `first`, are to be below `count`
      std::uint32_t first = 0;
      std::uint32_t count = 0;
      std::uint32_t of_operand = 0;  ///< but first these bits of the operand are taken away, by XOR
      bool free = false;             ///< nothing is asked of the operand
      std::uint8_t bin = kNoBin;
      // Of results that have an error: that in ULP, and what it uses of a width, and of which, in its unit.
      double error = -std::numeric_limits<double>::infinity();
      double amount = 0;
      std::size_t place = 0;
      friend bool operator==(const Asked&, const Asked&) = default;
    };
    std::uint32_t first = 0;  ///< of the operands' bits without the sign
    std::uint32_t count = 0;
    Asked asked;
  };
  std::array<std::array<Stretch, 2>, 2> stretches;  ///< of functions, the longest of either sign

  /// Of conversions from binary32 to codes: what stands for one is max(least, min(x, most)) * factor, of srgb8 on its
  /// curve; a code passes where it is nearer to that than `steps`.
  struct Code {
    float factor = 0;  ///< 0: it is none
    float least = 0;
    float most = 0;
    float steps = 0;
    bool is_on_curve = false;
    bool has_sign = false;
    int unused_bits = 0;      ///< of 32
    float least_code = 0;     ///< one below it is left
    bool denies = false;      ///< what is further than `denies_beyond` fails, whatever the readings are ...
    float denies_beyond = 0;  ///< ... of operands that are not 0 or 1 in size
  } code;

  /// Of conversions from binary32 to narrower floats of five bits of exponent.
  struct Narrowing {
    int fraction_bits = 0;  ///< 0: it is none
    int min_exponent = 0;
    bool has_sign = false;
    float most = 0;  ///< the largest size of an operand whose result is told by rounding it
    bool leaves_ones = false;
    enum class Rounding : std::uint8_t { truncation, nearest, either } rounding = Rounding::nearest;
    bool leaves_least_normal = false;  ///< where it is not truncated
    bool denies_others = false;        ///< what is neither neighbour fails, whatever the readings are
    bool denies_beyond = false;        ///< the same where operands are beyond all values: no infinity is left undefined
    bool denies_other = false;         ///< nor does any reading permit the neighbour that rounding does not give
    bool saves_nearest = false;        ///< the nearest one, where it is to be truncated, passes under one reading
    bool saves_denormals = false;      ///< denormal ones too

    /// Operands of sizes between the two that have the same results: of no error, or of that of zero, which `measured`
    /// tells.
    struct Alike {
      float least = 0;
      float most = 0;
      bool negative = false;
      bool is_measured = false;
      struct Result {
        std::uint32_t bits = 0;
        bool to_nearest = false;
      };
      std::array<Result, 2> results;
      std::size_t count = 0;
    };
    std::array<Alike, 4> alike;
  } narrowing;

  int observed_bytes = 4;  ///< of a result

  // Whether results fail by the accuracy rule, whatever the readings are, that are far from exact ones: of normal
  // operands of a size below `denies_sizes_below`, the first of them between the two others; normal results, further
  // than this from normal exact ones, where farthest_in_ulp() is plain by fewer ULP.
  bool denies = false;
  Width denies_beyond{.ulp = 1};
  double denies_plain_ulp = 1;
  double denies_above = -std::numeric_limits<double>::infinity();
  double denies_below = std::numeric_limits<double>::infinity();
  double denies_sizes_below = std::numeric_limits<double>::infinity();
  bool allows_zeros_alone = true;  ///< operands of other sizes have more results than that, but zeros alone
  /// Of quotients: and further than so many ULP where the divisor's reciprocal may be denormal, by which steps may have
  /// to multiply; infinity: that is not said.
  double denies_beyond_of_large_divisor = std::numeric_limits<double>::infinity();
  /// Sums of products by steps fail so by this for each product, relative to the sum of the terms' magnitudes; 0: not.
  double denies_beyond_step = 0;
  bool permits_neighbours = false;  ///< of sums of products by steps: the values next to the exact sum pass
  /// Of these, too: whether what their steps give within 1 ULP, by Muller's first definition, in any order, passes ...
  bool permits_outcomes = false;
  bool denies_beyond_outcomes = false;  ///< ... and fails where no definition permits it
  bool saves_by_ulp = false;            ///< results that other definitions permit pass under the first that does
  /// Where the rule permits so many ULP in all its domain: beyond them those pass, of exact results that are no values,
  /// that are within as many of the result's binade, or else of steps of bits, if that is an integer; 0: not.
  double saved_ulp = 0;
  double irrational_below = 0;  ///< as judge::irrational_below() has it
  /// Whether results fail so that are larger in size than exact ones and not nearest to them.
  bool permits_roundings_alone = false;
  bool permits_any_tie = false;  ///< half-way between two values either passes
  bool fails_odd_ties = false;   ///< there the odd one fails so, if it is not rounded toward zero
  bool tolerates = false;        ///< whether results that are values may have others within the bound
  /// Whether the nearest alone pass, and under the one other reading that permits more those that are truncated.
  bool saves_truncated = false;
  /// Of results that are values of the format: whether all others fail so.
  bool permits_exact_alone = false;
  bool permits_nearest_alone = false;   ///< and of other results those that are not nearest
  bool states_all_comparisons = false;  ///< and of comparisons all of zeros, infinities and NaN too
  // Of fmod: whether a reading permits what steps of a formula give, and whether it is the only other one, and permits
  // anything where their quotient overflows.
  bool may_take_steps = false;
  bool steps_save_overflow = false;
};

/// Other readings that cases may pass under, one for all of a kind: that which replaces the accuracy rule, or one of
/// the other definitions of an ULP, alone and in this order.
enum class Saving : std::uint8_t { other_body, muller_b, goldberg_of_result, bit_steps };
inline constexpr std::size_t kSavings = 4;

/// Of kBinadesOfGroup neighbouring binades each.
inline constexpr std::size_t kBinadeGroups = 64;
inline constexpr std::size_t kBinadesOfGroup = 512 / kBinadeGroups;

/// Lists of numbers are written by whole vectors, of which the last lanes may be none.
inline constexpr std::size_t kSpareNumbers = 16;

/// Many cases of one operation whose operands have 32 bits.
struct SieveCases {
  const std::byte* operands[kMaxArity];
  const std::byte* observed;  ///< values of SieveRules::observed_bytes each
  const std::byte*
      keys;             ///< values whose first nine bits tell which of `worst` counts: the first operands or `observed`
  std::size_t count;    ///< where results are narrower than 32 bits, BinCounts::kBlock at most
  const double* worst;  ///< the largest error seen before in each binade (512), in ULP; negative: none
  const float* least_worst;  ///< no more than the least of each eight of them but those of exponents 0 and 255
  const double* used;        ///< the largest distances seen before by the inside and the outside width, in their units
  /// Whether of those that only rounding to nearest explains the number is enough.
  bool counts_to_nearest;
  bool counts_toward_zero;  ///< the same of those that only truncation explains
  bool expects_failures;    ///< many: only the speed depends on it
  /// As those left and failed are, for the numbers of those that pass under another reading.
  std::array<std::uint32_t*, kSavings> saved;
  std::uint32_t* broken;  ///< for those that fail by a rule on special operands
  std::uint8_t* bins;     ///< room for each case's bin of the histogram of errors; kNoBin where it has none

  [[nodiscard]] std::uint32_t* saved_by(Saving saving) const { return saved[static_cast<std::size_t>(saving)]; }
};
/// The next value of binary32 that is no larger.
inline float at_most(double x) {
  const auto nearest = static_cast<float>(x);
  return nearest > x ? std::nextafter(nearest, -HUGE_VALF) : nearest;
}

/// A group of SieveCases::least_worst, of `worst`, and all of them.
[[nodiscard]] float least_worst_of(std::span<const double, 512> worst, std::size_t group);
void find_least_worst(std::span<const double, 512> worst, std::span<float, kBinadeGroups> least);

/// What a sieve makes of them. Those that are neither left nor unconstrained nor fail pass.
struct Sifted {
  std::size_t left = 0;           ///< so many numbers are in the list of those left
  std::size_t unconstrained = 0;  ///< in a domain where the rulebook asks nothing
  std::size_t to_nearest = 0;     ///< of those that pass: truncation, which the bound admits too, explains them not
  std::size_t toward_zero = 0;    ///< and rounding to nearest not
  std::size_t failed = 0;         ///< so many numbers are in the list of those that fail
  /// And of those that fail otherwise, without an error: by Quick::broken_beside_flushed() or, of one operand, by the
  /// table of special results.
  std::size_t broken = 0;
  std::array<std::size_t, kSavings> saved{};  ///< and of those that pass under another reading

  [[nodiscard]] std::size_t& saved_by(Saving saving) { return saved[static_cast<std::size_t>(saving)]; }
  [[nodiscard]] std::size_t all_saved() const { return std::accumulate(saved.begin(), saved.end(), std::size_t{0}); }
};

/// Takes out, many at a time, the cases of which only the number counts: those that pass or fail plainly with an error
/// no larger than those seen before, and those in an unconstrained domain. Of what it takes out, Quick's function and
/// permit() say the same: each comparison leaves a margin for all that is rounded. What fails breaks the accuracy rule,
/// and no other reading permits it. What is taken out may differ between CPUs; what is said of the whole does not.
class Sieve {
 public:
  /// For the cases that `quick` decides in binary32 or of conversions from it; `other_bodies`: what other readings
  /// decide by; `definitions`: of an ULP, the others, where each decides alone, in the order in which they are tried.
  Sieve(const Quick& quick, const OperandClasses& classes, std::span<const Quick* const> other_bodies,
        std::span<const Ulp> definitions);

  /// Whether there is one for the operation under its rules.
  [[nodiscard]] bool exists() const { return function_ != nullptr; }

  /// `left`, `failed`: room for the numbers of all cases and kSpareNumbers; those left come in ascending order.
  [[nodiscard]] Sifted sift(const SieveCases& cases, std::uint32_t* left, std::uint32_t* failed) const {
    return function_(rules_, cases, 0, left, failed);
  }
  /// The same for some of the cases, at least one: those whose numbers are the first in `left`.
  [[nodiscard]] Sifted sift_again(const SieveCases& cases, std::size_t some, std::uint32_t* left,
                                  std::uint32_t* failed) const {
    return function_(rules_, cases, some, left, failed);
  }

  using Function = Sifted (*)(const SieveRules& rules, const SieveCases& cases, std::size_t some, std::uint32_t* left,
                              std::uint32_t* failed);

 private:
  void find_code(const Quick& quick, std::span<const Quick* const> other_bodies);
  void find_narrowing(const Quick& quick, std::span<const Quick* const> other_bodies);
  void take_classes(const OperandClasses& classes);

  SieveRules rules_;
  Function function_ = nullptr;
};

/// The vectors of this CPU for an operation that IEEE 754 has, and for one that has a reference (exact/certified.hpp),
/// of whose rules the stretches are found; nullptr where there are none.
[[nodiscard]] Sieve::Function sieve_of_operation(Operation operation);
[[nodiscard]] Sieve::Function sieve_of_function(Operation operation, SieveRules& rules);
/// That of a conversion, of which the rules tell.
[[nodiscard]] Sieve::Function sieve_of_conversion(const SieveRules& rules);

}  // namespace halfulp::judge
