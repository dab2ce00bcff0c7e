// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/hypotheses.hpp"

#include <algorithm>
#include <functional>
#include <mutex>

#include "diagnosis/behaviours/behaviour.hpp"
#include "number/float_environment.hpp"

namespace halfulp::diagnosis {
namespace {

const std::vector<Behaviour>& behaviours() {
  static const std::vector<Behaviour> kAll = [] {
    std::vector<Behaviour> all;
    for (const auto& family : {denormal_behaviours(), special_value_behaviours(), expression_behaviours(),
                               code_behaviours(), rounding_behaviours(), function_behaviours(), integer_behaviours(),
                               broad_behaviours(), general_behaviours()}) {
      all.insert(all.end(), family.begin(), family.end());
    }
    return all;
  }();
  return kAll;
}

/// By the fast variant of an embedded rulebook, or of one that such a one extends, under its default readings.
std::optional<judge::Ruling> fast_ruling(const Rulebook& rulebook, Operation operation, Format format) {
  if (rulebook.id().ends_with("-fast")) return std::nullopt;
  const std::vector<std::string> embedded = Rulebook::embedded();
  for (const std::string& id : {rulebook.id() + "-fast", rulebook.extends() + "-fast"}) {
    if (std::ranges::find(embedded, id) == embedded.end()) continue;
    const Rulebook fast = Rulebook::open(id);
    if (fast.has(operation, format)) return judge::Ruling::of(fast, operation, format, {});
  }
  return std::nullopt;
}

}  // namespace

std::span<const Hypothesis> hypotheses() {
  static const std::vector<Hypothesis> kAll = [] {
    std::vector<Hypothesis> all;
    for (const Behaviour& behaviour : behaviours()) {
      all.push_back(
          {behaviour.id, behaviour.says, behaviour.scope, behaviour.otherwise, behaviour.whole, behaviour.narrows});
    }
    return all;
  }();
  return kAll;
}

HypothesisSet broad_hypotheses() {
  const HypothesisSet vague = vague_hypotheses();
  const std::size_t narrow = behaviours().size() - general_behaviours().size() - broad_behaviours().size();
  return ~HypothesisSet{0} << narrow & ~vague;
}
HypothesisSet vague_hypotheses() { return ~HypothesisSet{0} << (behaviours().size() - general_behaviours().size()); }

/// The first failure has the rulings made: most operations of most runs have none.
struct HypothesisTest::State {
  Operation operation;
  Format format;
  std::function<BehaviourSubject()> make_subject;
  std::once_flag once;
  std::optional<BehaviourSubject> subject;
  std::vector<std::size_t> tried;  ///< places of the behaviours that apply to the operation
};

HypothesisTest::HypothesisTest(const Rulebook& rulebook, Operation operation, Format format, const Readings& readings)
    : state_(std::make_shared<State>()) {
  state_->operation = operation;
  state_->format = format;
  state_->make_subject = [=] {
    const auto wide = [&]() -> std::optional<judge::Ruling> {
      if (format != Format::binary16 || info(operation).result(format) != format) return std::nullopt;
      if (!rulebook.has(operation, Format::binary32)) return std::nullopt;
      return judge::Ruling::of(rulebook, operation, Format::binary32, readings);
    };
    return BehaviourSubject(judge::Ruling::of(rulebook, operation, format, readings),
                            fast_ruling(rulebook, operation, format), wide());
  };
}

Operation HypothesisTest::operation() const { return state_->operation; }
Format HypothesisTest::format() const { return state_->format; }

HypothesisSet HypothesisTest::explaining(std::span<const Bits> operands, Bits observed) const {
  const number::DefaultFloatEnvironment environment;
  const std::vector<Behaviour>& all = behaviours();
  std::call_once(state_->once, [&] {
    const BehaviourSubject& subject = state_->subject.emplace(state_->make_subject());
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].applies(subject)) state_->tried.push_back(i);
    }
  });
  const BehaviourCase one(*state_->subject, operands, observed);
  HypothesisSet set = 0;
  for (const std::size_t i : state_->tried) {
    if (all[i].explains(one)) set |= HypothesisSet{1} << i;
  }
  return set;
}

}  // namespace halfulp::diagnosis
