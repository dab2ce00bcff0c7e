// SPDX-License-Identifier: Apache-2.0
#include "rulebook/check_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "rulebook/resolve.hpp"

namespace halfulp::rulebook {
namespace {

using Fail = std::function<void(const Rule*, const std::string&)>;

/// Follows the steps of "implemented as" expressions from operation to operation, in one format.
class Steps {
 public:
  Steps(const Model& model, Format format, const Fail& fail) : model_(model), format_(format), fail_(fail) {}

  /// How many rules of steps follow one another from the operation on; 0 if its accuracy has no steps.
  std::size_t follow(Operation operation, const Readings& chosen) {
    const std::pair place(operation, chosen);
    if (const auto known = depths_.find(place); known != depths_.end()) return known->second;
    std::size_t deepest = 0;
    for (const PossibleAccuracy& possible : possible_accuracies(model_, operation, format_, chosen)) {
      if (possible.accuracy == nullptr) {
        has_none(operation, possible);
        continue;
      }
      path_.emplace_back(operation, possible.rule);
      for (const Piece& piece : *possible.accuracy) {
        for (const Operation step : steps_of(piece.bound)) {
          const auto known = std::ranges::find(path_, step, [](const auto& one) { return one.first; });
          if (known != path_.end()) is_endless({known, path_.end()}, possible.under);
          deepest = std::max(deepest, 1 + follow(step, possible.under));
        }
      }
      path_.pop_back();
      if (deepest > kMostRules) is_too_deep(operation, possible);
    }
    return depths_[place] = deepest;
  }

 private:
  /// Each rule's steps may have hundreds of values, and the next rule's as many for each of those.
  static constexpr std::size_t kMostRules = 3;

  [[nodiscard]] std::string_view named(Operation operation) const { return name(operation, model_.naming); }

  static std::string under(const Readings& chosen) {
    std::string text;
    for (const auto& [reading, option] : chosen) {
      text += fmt::format("{}{}={}", text.empty() ? ", under " : " and ", reading, option);
    }
    return text;
  }

  void has_none(Operation operation, const PossibleAccuracy& possible) const {
    if (possible.rule != nullptr) {
      fail_(possible.rule, fmt::format("no accuracy is left for {} in {}{}: give the option an accuracy; "
                                       "unconstrained = true permits anything",
                                       named(operation), info(format_).name, under(possible.under)));
    }
    // What a format lacks of the others' rules is an error only where the operation is judged in that format.
    const auto speaks = [&](Format format) { return speaks_of(model_, operation, format); };
    const auto& [user, rule] = path_.back();
    if (rule->rulebook != model_.id || std::ranges::any_of(model_.formats, speaks)) return;
    fail_(rule,
          fmt::format("{} has the step {}, which has no accuracy: state a rule for it", named(user), named(operation)));
  }

  /// `cycle`: the operations of the path from that on to which its last step leads back.
  void is_endless(std::span<const std::pair<Operation, const Rule*>> cycle, const Readings& chosen) const {
    std::string text(named(cycle.front().first));
    const Rule* blamed = cycle.back().second;
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      const Operation next = cycle[(i + 1) % cycle.size()].first;
      text += fmt::format("{} is implemented as {}", i == 0 ? "" : ", which", named(next));
      if (cycle[i].second->rulebook == model_.id) blamed = cycle[i].second;
    }
    fail_(blamed,
          fmt::format("{}{}: steps without end; give one of them a bound of its own, ulp = 1", text, under(chosen)));
  }

  void is_too_deep(Operation operation, const PossibleAccuracy& possible) const {
    fail_(possible.rule,
          fmt::format("{} has steps that have steps{}, more than {} times over; give one of them a bound of its own, "
                      "ulp = 1",
                      named(operation), under(possible.under), kMostRules));
  }

  const Model& model_;
  Format format_;
  const Fail& fail_;
  std::map<std::pair<Operation, Readings>, std::size_t> depths_;
  std::vector<std::pair<Operation, const Rule*>> path_;
};

}  // namespace

void check_steps(const Model& model, const Fail& fail) {
  for (const Format format : model.formats) {
    Steps steps(model, format, fail);
    for (const Operation operation : model.operations) {
      if (speaks_of(model, operation, format)) steps.follow(operation, {});
    }
  }
}

}  // namespace halfulp::rulebook
