// SPDX-License-Identifier: Apache-2.0

// Attacks SpanJudge: judges 100 results of each of many operand tuples in spans, on every SIMD target, and compares the
// outcomes with the definition's verdicts. The definition is asked once for each zone of a tuple's results, between two
// ends of what the chosen readings or a single option permit; of a span that differs it is asked for every case.

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "attack/cases.hpp"
#include "attack/span_outcome.hpp"
#include "halfulp/error.hpp"
#include "judge/verdict/judge_case.hpp"
#include "number/float_environment.hpp"
#include "number/layout.hpp"
#include "number/targets.hpp"

namespace halfulp::attack {
namespace {

constexpr std::size_t kTuplesAtOnce = 48;
constexpr std::size_t kResults = 100;  // of a tuple

/// What the threads that attack one operation found.
struct Found {
  std::mutex mutex;
  std::uint64_t cases = 0;
  std::uint64_t asked = 0;  ///< cases that the definition judged
  std::uint64_t left_out = 0;
  std::map<std::string_view, std::uint64_t> verdicts;
  std::string contradiction;
};

class Attack {
 public:
  /// `name`: the rulebook's, or its path.
  Attack(const std::string& name, const Rulebook& rulebook, Operation operation, Format format, const Readings& chosen,
         std::uint64_t seed)
      : name_(name),
        chosen_(chosen),
        rulings_{judge::Ruling::of(rulebook, operation, format, chosen)},
        others_(rulebook, operation, format, chosen),
        evaluator_(rulebook, operation, format),
        judge_(rulebook, operation, format, chosen),
        random_(suite::mix(seed)) {
    for (const Reading* reading : rulebook::readings_for(rulebook.model(), operation, format)) {
      for (const ReadingOption& option : reading->options) {
        Readings changed = chosen;
        changed[reading->id] = option.name;
        rulings_.push_back(judge::Ruling::of(rulebook, operation, format, changed));
      }
    }
    // The rule that a denormal breaks depends on what it might be.
    rulings_.push_back(judge::Ruling(rulings_[0]));
    rulings_.back().policies.operands = rulings_.back().policies.results = judge::Denormals::may_flush;
    for (const auto& one : {rulings_[0].to_nearest, rulings_[0].toward_zero}) {
      if (one != nullptr) rulings_.push_back(judge::Ruling(*one));
    }
    draw_.emplace(rulebook, rulings_[0], evaluator_, random_);
  }

  void run(std::uint64_t count, Found& found) {
    const number::DefaultFloatEnvironment environment;
    std::string contradiction;
    for (std::uint64_t judged = 0; judged < count && contradiction.empty(); judged += kTuplesAtOnce * kResults) {
      cases_.clear();
      judgements_.clear();
      std::uint64_t left_out = 0;
      for (std::size_t i = 0; i < kTuplesAtOnce; ++i) left_out += add_tuple() ? 0 : kResults;
      for (std::size_t i = cases_.size(); i > 1; --i) std::swap(cases_[i - 1], cases_[random_.below(i)]);
      for (std::size_t first = 0, size = 0; first < cases_.size() && contradiction.empty(); first += size) {
        size = std::min<std::size_t>(1 + random_.below(random_.below(4) == 0 ? 64 : 2100), cases_.size() - first);
        contradiction = contradiction_of(std::span(cases_).subspan(first, size));
      }
      const std::scoped_lock lock(found.mutex);
      found.cases += cases_.size();
      found.asked += judgements_.size();
      found.left_out += left_out;
      for (const JudgedCase& one : cases_) ++found.verdicts[name(one.expected->verdict)];
      if (found.contradiction.empty()) found.contradiction = contradiction;
      contradiction = found.contradiction;
    }
  }

 private:
  /// Adds the results of a tuple, or returns false where the definition throws: the rulebook permits nothing.
  bool add_tuple() try {
    const std::vector<Bits> operands = draw_->operands();
    const FormatInfo& row = *rulings_[0].result_format;
    const number::Layout layout(row);
    std::vector<std::int64_t> ends;
    std::vector<std::int64_t> zones;  // where they begin
    for (const judge::Ruling& ruling : rulings_) {
      const judge::ValueSet set = judge::permitted(ruling, operands, ruling.policies).set;
      for (const auto& [first, last] : set.intervals()) {
        ends.insert(ends.end(), {first, last});
        zones.insert(zones.end(), {first, last + 1});
      }
    }
    if (row.kind == FormatKind::floating) {
      for (const Bits end : {Bits{0}, Bits{1}, layout.min_normal(), layout.max_finite(), layout.infinity()}) {
        zones.insert(zones.end(), {number::ordinal(row, end), number::mirrored(number::ordinal(row, end)) + 1});
      }
    }
    std::ranges::sort(zones);
    std::map<std::int64_t, const Judgement*> known;
    std::vector<JudgedCase> judged;
    for (const Bits observed : draw_->results(operands, ends, kResults)) {
      const bool is_nan = row.kind == FormatKind::floating && layout.is_nan(observed);
      const auto zone = std::ranges::upper_bound(zones, number::ordinal(row, observed)) - zones.begin();
      const Judgement*& judgement = known[is_nan ? ~static_cast<std::int64_t>(observed) : zone];
      if (judgement == nullptr) judgement = ask(operands, observed);
      judged.push_back({operands, observed, judgement});
    }
    cases_.insert(cases_.end(), judged.begin(), judged.end());
    return true;
  } catch (const Error&) {
    return false;
  }

  const Judgement* ask(const std::vector<Bits>& operands, Bits observed) {
    constexpr auto kLeftOut = judge::RuleOfReadings::left_out;
    return &judgements_.emplace_back(judge::judge_case(rulings_[0], others_, operands, observed, kLeftOut));
  }

  std::string contradiction_of(std::span<JudgedCase> cases) {
    if (SpanOutcome::by(judge_, rulings_[0], cases) == SpanOutcome::by_definition(cases)) return {};
    for (JudgedCase& one : cases) one.expected = ask(one.operands, one.observed);
    return difference(name_, judge_, rulings_[0], chosen_, cases);
  }

  std::string name_;
  Readings chosen_;
  std::vector<judge::Ruling> rulings_;  ///< the chosen one, and those whose sets bound zones
  judge::OtherReadings others_;
  Evaluator evaluator_;
  SpanJudge judge_;
  suite::Random random_;
  std::optional<Cases> draw_;
  std::deque<Judgement> judgements_;  ///< of the cases at hand
  std::vector<JudgedCase> cases_;
};

struct Request {
  std::string rulebook;     ///< a name, a path, or "" for all embedded ones
  std::string operation;    ///< a name, or "" for all
  std::uint64_t count = 0;  ///< of cases of an operation; 0: 10^8 of functions of one operand, 10^7 of others
  std::uint64_t seed = 1;
  unsigned threads = 1;
};

/// Options of each fourth reading.
Readings some_options(const Rulebook& rulebook, Operation operation, Format format, std::uint64_t seed) {
  suite::Random random(suite::mix(seed));
  Readings chosen;
  for (const Reading* reading : rulebook::readings_for(rulebook.model(), operation, format)) {
    const std::string& option = reading->options[random.below(reading->options.size())].name;
    if (random.below(4) == 0) chosen[reading->id] = option;
  }
  return chosen;
}

/// Attacks one operation, a half of the cases under other readings than the default; returns whether SpanJudge
/// withstands.
bool attack(const Request& request, const Rulebook& rulebook, Operation operation, Format format, std::uint64_t count) {
  const auto begun = std::chrono::steady_clock::now();
  Found found;
  const std::vector<std::int64_t> targets = test::targets();
  const std::string& name = request.rulebook.empty() ? rulebook.id() : request.rulebook;
  constexpr std::uint64_t kChoices = 4;
  for (std::uint64_t run = 0; run < targets.size() * 2 * kChoices && found.contradiction.empty(); ++run) {
    const test::Target target(targets[run % targets.size()]);
    const std::uint64_t choice = run / targets.size();
    const bool is_default = choice < kChoices;
    const Readings chosen = is_default ? Readings() : some_options(rulebook, operation, format, request.seed + choice);
    std::vector<std::jthread> threads;
    for (unsigned i = 0; i < request.threads; ++i) {
      threads.emplace_back([&, seed = suite::mix(request.seed) + run * request.threads + i] {
        Attack(name, rulebook, operation, format, chosen, seed)
            .run(count / (targets.size() * 2 * kChoices) / request.threads, found);
      });
    }
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begun;
  fmt::print("{} {} {}: {} cases, {} left out, definition asked {} times", rulebook.id(), info(operation).name,
             info(format).name, found.cases, found.left_out, found.asked);
  for (const auto& [verdict, cases] : found.verdicts) fmt::print(", {} {}", cases, verdict);
  fmt::print(", {:.1f} s\n{}", took.count(), found.contradiction);
  std::fflush(stdout);
  return found.contradiction.empty();
}

bool attack_all(const Request& request) {
  std::vector<Rulebook> rulebooks;
  for (const std::string& id : request.rulebook.empty() ? Rulebook::embedded() : std::vector{request.rulebook}) {
    rulebooks.push_back(Rulebook::open(id));
  }
  bool withstands = true;
  for (const OperationInfo& row : operations()) {
    if (!request.operation.empty() && find_operation(request.operation) != row.operation) continue;
    const Format format = row.only_format().value_or(Format::binary32);
    const bool is_function =
        row.arity == 1 && (row.family == OperationFamily::arithmetic || row.family == OperationFamily::function);
    const std::uint64_t count = request.count != 0 ? request.count : is_function ? 100'000'000 : 10'000'000;
    std::vector<Rulebook> books = rulebooks;
    std::erase_if(books, [&](const Rulebook& book) { return !book.has(row.operation, format); });
    for (const Rulebook& book : books) {
      // The definition of an "implemented as" expression takes about a millisecond.
      const bool is_slow = rulebook::is_composed(book.model(), row.operation, format);
      withstands =
          attack(request, book, row.operation, format, count / books.size() / (is_slow ? 100 : 1)) && withstands;
    }
  }
  return withstands;
}

Request read(const std::vector<std::string>& words) {
  Request request;
  std::map<std::string_view, std::string> numbers = {{"--count", "0"}, {"--seed", "1"}, {"--threads", "1"}};
  if (words.size() % 2 != 0) throw std::invalid_argument("each option has a value");
  for (std::size_t i = 0; i < words.size(); i += 2) {
    if (words[i] == "--rulebook") {
      request.rulebook = words[i + 1];
    } else if (words[i] == "--operation" && find_operation(words[i + 1])) {
      request.operation = words[i + 1];
    } else if (numbers.contains(words[i])) {
      numbers[words[i]] = words[i + 1];
    } else {
      throw std::invalid_argument("unknown: " + words[i] + ' ' + words[i + 1]);
    }
  }
  request.count = std::stoull(numbers["--count"]);
  request.seed = std::stoull(numbers["--seed"]);
  request.threads = static_cast<unsigned>(std::stoul(numbers["--threads"]));
  return request;
}

}  // namespace
}  // namespace halfulp::attack

int main(int argc, char** argv) {
  using namespace halfulp::attack;
  try {
    return attack_all(read({argv + 1, argv + argc})) ? 0 : 1;
  } catch (const std::exception& error) {
    fmt::print(stderr,
               "error: {}\nusage: halfulp_attack [--rulebook BOOK] [--operation NAME] [--count CASES] [--seed N] "
               "[--threads N]\n",
               error.what());
    return 2;
  }
}
