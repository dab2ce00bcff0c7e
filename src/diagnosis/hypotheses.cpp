// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/hypotheses.hpp"

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
                               code_behaviours(), rounding_behaviours(), integer_behaviours(), general_behaviours()}) {
      all.insert(all.end(), family.begin(), family.end());
    }
    return all;
  }();
  return kAll;
}

}  // namespace

std::span<const Hypothesis> hypotheses() {
  static const std::vector<Hypothesis> kAll = [] {
    std::vector<Hypothesis> all;
    for (const Behaviour& behaviour : behaviours()) {
      all.push_back({behaviour.id, behaviour.says, behaviour.scope, behaviour.otherwise});
    }
    return all;
  }();
  return kAll;
}

HypothesisSet broad_hypotheses() { return 0; }
HypothesisSet vague_hypotheses() { return ~HypothesisSet{0} << (behaviours().size() - general_behaviours().size()); }

/// The first failure has the ruling made: most operations of most runs have none.
struct HypothesisTest::State {
  Operation operation;
  Format format;
  std::function<judge::Ruling()> make_ruling;
  std::once_flag once;
  std::optional<BehaviourSubject> subject;
  std::vector<std::size_t> tried;  ///< places of the behaviours that apply to the operation
};

HypothesisTest::HypothesisTest(const Rulebook& rulebook, Operation operation, Format format, const Readings& readings)
    : state_(std::make_shared<State>()) {
  state_->operation = operation;
  state_->format = format;
  state_->make_ruling = [=] { return judge::Ruling::of(rulebook, operation, format, readings); };
}

Operation HypothesisTest::operation() const { return state_->operation; }
Format HypothesisTest::format() const { return state_->format; }

HypothesisSet HypothesisTest::explaining(std::span<const Bits> operands, Bits observed) const {
  const number::DefaultFloatEnvironment environment;
  const std::vector<Behaviour>& all = behaviours();
  std::call_once(state_->once, [&] {
    const BehaviourSubject& subject = state_->subject.emplace(state_->make_ruling());
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
