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

/// Follows the steps of "implemented as" expressions from operation to operation.
class Steps {
 public:
  Steps(const Model& model, const Fail& fail) : model_(model), fail_(fail) {}

  /// How many rules of steps follow one another from the operation on; 0 if its accuracy has no steps.
  std::size_t follow(FormatStep asked, const Readings& chosen) {
    const std::pair place(asked, chosen);
    if (const auto known = depths_.find(place); known != depths_.end()) return known->second;
    std::size_t deepest = 0;
    const auto [operation, format] = asked;
    for (const PossibleAccuracy& possible : possible_accuracies(model_, operation, format, chosen)) {
      if (possible.accuracy == nullptr) {
        has_none(asked, possible);
        continue;
      }
      path_.emplace_back(asked, possible.rule);
      for (const Piece& piece : *possible.accuracy) {
        for (const FormatStep& step : steps_of(piece.bound, operation, format)) {
          const auto known = std::ranges::find(path_, step, [](const auto& one) { return one.first; });
          if (known != path_.end()) is_endless({known, path_.end()}, possible.under);
          if (std::ranges::find(model_.formats, step.second) == model_.formats.end()) lacks_format(step, possible);
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

  void has_none(const FormatStep& asked, const PossibleAccuracy& possible) const {
    const Operation operation = asked.first;
    if (possible.rule != nullptr) {
      fail_(possible.rule, fmt::format("no accuracy is left for {} in {}{}: give the option an accuracy; "
                                       "unconstrained = true permits anything",
                                       named(operation), info(asked.second).name, under(possible.under)));
    }
    // What a format lacks of the others' rules is an error only where the operation is judged in that format.
    const auto speaks = [&](Format format) { return speaks_of(model_, operation, format); };
    const auto& [user, rule] = path_.back();
    if (rule->rulebook != model_.id || std::ranges::any_of(model_.formats, speaks)) return;
    fail_(rule, fmt::format("{} has the step {}, which has no accuracy: state a rule for it", named(user.first),
                            named(operation)));
  }

  void lacks_format(const FormatStep& step, const PossibleAccuracy& possible) const {
    fail_(
        possible.rule,
        fmt::format("{} is evaluated in {}{}, which 'formats' leaves out: add it, or give the operation a bound of its "
                    "own there",
                    named(path_.back().first.first), info(step.second).name, under(possible.under)));
  }

  /// `cycle`: the operations of the path from that on to which its last step leads back.
  void is_endless(std::span<const std::pair<FormatStep, const Rule*>> cycle, const Readings& chosen) const {
    std::string text(named(cycle.front().first.first));
    const Rule* blamed = cycle.back().second;
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      const Operation next = cycle[(i + 1) % cycle.size()].first.first;
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
  const Fail& fail_;
  std::map<std::pair<FormatStep, Readings>, std::size_t> depths_;
  std::vector<std::pair<FormatStep, const Rule*>> path_;
};

}  // namespace

void check_steps(const Model& model, const Fail& fail) {
  for (const Format format : model.formats) {
    Steps steps(model, fail);
    for (const Operation operation : model.operations) {
      if (speaks_of(model, operation, format)) steps.follow({operation, format}, {});
    }
  }
}

}  // namespace halfulp::rulebook
