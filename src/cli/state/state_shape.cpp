// SPDX-License-Identifier: Apache-2.0
#include "cli/state/state_shape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "cli/run/job_work.hpp"
#include "cli/run/run.hpp"
#include "halfulp/error.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp::cli {
namespace {

using diagnosis::CodeMap;
using report::JsonValue;
using Array = JsonValue::Array;
using Object = JsonValue::Object;
using Groups = std::map<std::string, Tally::Group>;

[[noreturn]] void fail(const std::string& what) { throw Error(Error::Kind::kInput, what); }

/// JSON has no infinity.
JsonValue real_shape(const std::optional<double>& value) {
  if (value && std::isinf(*value)) return "inf";
  return value;
}

std::optional<double> read_real(const JsonValue& shape) {
  if (shape.is_null()) return std::nullopt;
  const auto* text = std::get_if<std::string>(&shape.storage());
  return text != nullptr && *text == "inf" ? std::numeric_limits<double>::infinity() : shape.real();
}

// Witnesses and their groups. Operands are kept for the operation's arity.

JsonValue witness_shape(const Witness& witness, int arity) {
  Array operands;
  for (int i = 0; i < arity; ++i) operands.emplace_back(witness.operands[static_cast<std::size_t>(i)]);
  return Object{{"index", witness.index},
                {"operands", operands},
                {"observed", witness.observed},
                {"error_ulp", real_shape(witness.error_ulp)}};
}

Witness read_witness(const JsonValue& shape, int arity) {
  Witness witness;
  witness.index = shape.at("index").count();
  const Array& operands = shape.at("operands").items();
  if (std::ssize(operands) != arity) fail("a witness has another number of operands");
  for (std::size_t i = 0; i < operands.size(); ++i) witness.operands[i] = operands[i].count();
  witness.observed = shape.at("observed").count();
  witness.error_ulp = read_real(shape.at("error_ulp"));
  return witness;
}

JsonValue group_shape(const Tally::Group& group, int arity) {
  if (group.count == 0) return nullptr;
  return Object{{"count", group.count}, {"first", witness_shape(group.example, arity)}};
}

Tally::Group read_group(const JsonValue& shape, int arity) {
  if (shape.is_null()) return {};
  return {shape.at("count").count(), read_witness(shape.at("first"), arity)};
}

JsonValue groups_shape(const Groups& groups, int arity) {
  Object shape;
  for (const auto& [name, group] : groups) shape.emplace_back(name, group_shape(group, arity));
  return shape;
}

/// `count`: how many there are in all groups together.
Groups read_groups(const JsonValue& shape, int arity, std::uint64_t count) {
  Groups groups;
  for (const auto& [name, group] : shape.members()) {
    groups[name] = read_group(group, arity);
    if (groups[name].count > count) fail("the counts of a rule's results do not add up");
    count -= groups[name].count;
  }
  if (count != 0) fail("the counts of a rule's results do not add up");
  return groups;
}

// Profiles of errors: what is empty is left out.

JsonValue peaks_shape(const std::vector<ErrorProfile::Peak>& peaks) {
  Array shape;
  for (std::size_t i = 0; i < peaks.size(); ++i) {
    if (peaks[i].amount >= 0) shape.emplace_back(Array{i, peaks[i].index, real_shape(peaks[i].amount)});
  }
  return shape;
}

/// `size`: of the list that it was. `cases`: how many the operation has.
std::vector<ErrorProfile::Peak> read_peaks(const JsonValue& shape, std::size_t size, std::uint64_t cases) {
  std::vector<ErrorProfile::Peak> peaks;
  for (const JsonValue& peak : shape.items()) {
    const Array& parts = peak.items();
    if (parts.size() != 3 || parts[0].count() >= size) fail("a largest error is none");
    const double amount = read_real(parts[2]).value_or(-1);
    if (!(amount >= 0)) fail("a largest error is none");
    if (parts[1].count() >= cases) fail("a largest error is of a case that the operation lacks");
    peaks.resize(size);
    peaks[parts[0].count()] = {parts[1].count(), amount};
  }
  return peaks;
}

JsonValue profile_shape(const ErrorProfile& errors) {
  Array histogram;
  for (std::size_t bin = 0; bin < errors.histogram.size(); ++bin) {
    if (errors.histogram[bin] != 0) histogram.emplace_back(Array{bin, errors.histogram[bin]});
  }
  return Object{
      {"binades", peaks_shape(errors.by_binade)}, {"pieces", peaks_shape(errors.by_piece)}, {"histogram", histogram}};
}

/// `pieces`: how many the accuracy rule has. `cases`: how many were judged.
ErrorProfile read_profile(const JsonValue& shape, const Job& job, std::size_t pieces, std::uint64_t cases) {
  ErrorProfile errors;
  errors.by_binade = read_peaks(shape.at("binades"), ErrorAxis(job.operation, job.format).axis.size(), job.cases());
  errors.by_piece = read_peaks(shape.at("pieces"), pieces, job.cases());
  for (const JsonValue& bin : shape.at("histogram").items()) {
    const Array& parts = bin.items();
    if (parts.size() != 2 || parts[0].count() >= ErrorProfile::kBins || parts[1].count() > cases) {
      fail("a bin of the histogram is none");
    }
    errors.histogram.resize(ErrorProfile::kBins);
    errors.histogram[parts[0].count()] = parts[1].count();
    cases -= parts[1].count();
  }
  return errors;
}

// Tallies.

JsonValue tally_shape(const Tally& tally, int arity) {
  return Object{{"cases", tally.cases},
                {"passed", tally.passed},
                {"failed", tally.failed},
                {"reading", tally.reading},
                {"unconstrained", tally.unconstrained},
                {"invalid_operand", tally.invalid_operand},
                {"broken", groups_shape(tally.broken, arity)},
                {"under", groups_shape(tally.under, arity)},
                {"worst", tally.worst ? witness_shape(*tally.worst, arity) : JsonValue()},
                {"errors", profile_shape(tally.errors)},
                {"to_nearest", group_shape(tally.to_nearest, arity)},
                {"toward_zero", group_shape(tally.toward_zero, arity)}};
}

Tally read_tally(const JsonValue& shape, const Job& job, std::size_t pieces) {
  const int arity = info(job.operation).arity;
  Tally tally;
  tally.cases = shape.at("cases").count();
  tally.passed = shape.at("passed").count();
  tally.failed = shape.at("failed").count();
  tally.reading = shape.at("reading").count();
  tally.unconstrained = shape.at("unconstrained").count();
  tally.invalid_operand = shape.at("invalid_operand").count();
  if (!tally.adds_up()) fail("the counts of an operation's results do not add up");
  tally.broken = read_groups(shape.at("broken"), arity, tally.failed);
  tally.under = read_groups(shape.at("under"), arity, tally.reading);
  if (!shape.at("worst").is_null()) {
    tally.worst = read_witness(shape.at("worst"), arity);
    if (!tally.worst->error_ulp) fail("the worst result has no error");
  }
  tally.errors = read_profile(shape.at("errors"), job, pieces, tally.cases);
  tally.to_nearest = read_group(shape.at("to_nearest"), arity);
  tally.toward_zero = read_group(shape.at("toward_zero"), arity);
  if (tally.to_nearest.count > tally.cases || tally.toward_zero.count > tally.cases) {
    fail("more results are rounded in one way than were judged");
  }
  return tally;
}

// What failed. Counts are kept as pairs of place and count, places without any left out.

JsonValue counts_shape(const std::vector<std::uint64_t>& counts) {
  Array shape;
  for (std::size_t place = 0; place < counts.size(); ++place) {
    if (counts[place] != 0) shape.emplace_back(Array{std::uint64_t{place}, counts[place]});
  }
  return shape;
}

/// `counts`: as many places as there are; `total`: how many they are together.
void read_counts(const JsonValue& shape, std::uint64_t total, std::vector<std::uint64_t>& counts) {
  for (const JsonValue& pair : shape.items()) {
    if (pair.items().size() != 2) fail("a count has no place");
    const std::uint64_t place = pair.items()[0].count();
    if (place >= counts.size() || counts[place] != 0) fail("it counts a place that there is not, or one twice");
    counts[place] = pair.items()[1].count();
    if (counts[place] > total) fail("the counts of its cases do not add up");
    total -= counts[place];
  }
  if (total != 0 && !counts.empty()) fail("the counts of its cases do not add up");
}

JsonValue tried_shape(const diagnosis::TriedCounts& tried) {
  return Object{{"classes", counts_shape(tried.classes)}, {"binades", counts_shape(tried.binades)}};
}

void read_tried(const JsonValue& shape, std::uint64_t cases, diagnosis::TriedCounts& tried) {
  read_counts(shape.at("classes"), cases, tried.classes);
  read_counts(shape.at("binades"), cases, tried.binades);
}

JsonValue failure_counts_shape(const diagnosis::FailureCounts& counts) {
  Object shape;
  for (const auto& [rule, failures] : counts.broken) {
    shape.emplace_back(rule, Object{{"classes", counts_shape(failures.classes)},
                                    {"binades", counts_shape(failures.binades)},
                                    {"exponents", counts_shape(failures.exponent_pairs)}});
  }
  return shape;
}

void require_rules(const JsonValue& shape, const Groups& broken) {
  const bool same =
      std::ranges::equal(shape.members(), broken, {}, &Object::value_type::first, &Groups::value_type::first);
  if (!same) fail("it has the failures of other rules than are broken");
}

bool exceeds(const std::vector<std::uint64_t>& counts, const std::vector<std::uint64_t>& most) {
  return !std::ranges::equal(counts, most, std::ranges::less_equal{});
}

void read_failure_counts(const JsonValue& shape, const Groups& broken, const diagnosis::TriedCounts& tried,
                         diagnosis::FailureCounts& counts) {
  require_rules(shape, broken);
  for (const auto& [rule, shape_of_rule] : shape.members()) {
    diagnosis::FailureCounts::OfRule failures = counts.zero_counts();
    failures.count = broken.at(rule).count;
    read_counts(shape_of_rule.at("classes"), failures.count, failures.classes);
    read_counts(shape_of_rule.at("binades"), failures.count, failures.binades);
    read_counts(shape_of_rule.at("exponents"), failures.count, failures.exponent_pairs);
    if (exceeds(failures.classes, tried.classes) || exceeds(failures.binades, tried.binades)) {
      fail("more cases fail than were tried");
    }
    counts.broken.emplace(rule, std::move(failures));
  }
}

JsonValue hypotheses_shape(const diagnosis::HypothesisCounts& counts, int arity) {
  const auto all = diagnosis::hypotheses();
  Object shape;
  for (const auto& [rule, of_rule] : counts.broken) {
    Array levels;
    for (const diagnosis::FailuresBySet& level : of_rule.levels) {
      Array tried;
      for (const auto& [set, group] : level.tried) {
        Array ids;
        for (std::size_t i = 0; i < all.size(); ++i) {
          if ((set >> i & 1) != 0) ids.emplace_back(all[i].id);
        }
        tried.emplace_back(Object{{"explain", ids}, {"failures", group_shape(group, arity)}});
      }
      levels.emplace_back(Object{{"failures", level.failures}, {"tried", tried}});
    }
    shape.emplace_back(rule, Object{{"least", of_rule.least}, {"levels", levels}});
  }
  return shape;
}

diagnosis::HypothesisSet read_hypotheses(const JsonValue& ids) {
  diagnosis::HypothesisSet set = 0;
  const auto all = diagnosis::hypotheses();
  for (const JsonValue& id : ids.items()) {
    const auto found = std::ranges::find(all, id.text(), &diagnosis::Hypothesis::id);
    if (found == all.end()) fail(fmt::format("there is no hypothesis '{}'", id.text()));
    set |= diagnosis::HypothesisSet{1} << std::distance(all.begin(), found);
  }
  return set;
}

diagnosis::HypothesisCounts read_hypotheses(const JsonValue& shape, int arity, const Groups& broken) {
  require_rules(shape, broken);
  const auto require = [](bool adds_up) {
    if (!adds_up) fail("the counts of what explains failures do not add up");
  };
  diagnosis::HypothesisCounts counts;
  for (const auto& [rule, shape_of_rule] : shape.members()) {
    diagnosis::HypothesisCounts::OfRule& of_rule = counts.broken[rule];
    of_rule.least = shape_of_rule.at("least").count();
    const Array& levels = shape_of_rule.at("levels").items();
    require(levels.size() == of_rule.levels.size() && of_rule.least < levels.size());
    std::uint64_t failures = 0;
    for (std::size_t l = 0; l < levels.size(); ++l) {
      diagnosis::FailuresBySet& level = of_rule.levels[l];
      level.failures = levels[l].at("failures").count();
      require(level.failures <= broken.at(rule).count - failures);
      failures += level.failures;
      std::uint64_t left = l < of_rule.least ? 0 : level.failures;
      for (const JsonValue& one : levels[l].at("tried").items()) {
        const Tally::Group group = read_group(one.at("failures"), arity);
        require(group.count > 0 && group.count <= left);
        left -= group.count;
        if (!level.tried.emplace(read_hypotheses(one.at("explain")), group).second) {
          fail("it counts the same hypotheses twice");
        }
      }
      require(left == 0);
    }
    require(failures == broken.at(rule).count);
  }
  return counts;
}

// What a whole conversion's properties are decided by.

JsonValue codes_shape(const std::optional<CodeMap>& codes) {
  if (!codes) return nullptr;
  Array known;
  for (const CodeMap::Known& code : codes->known()) known.emplace_back(Array{code.place, code.least, code.most});
  return Object{{"operands", codes->operands()}, {"known", known}};
}

void read_codes(const JsonValue& shape, std::optional<CodeMap>& codes) {
  if (shape.is_null() != !codes) fail("it has codes where none belong, or lacks them");
  if (!codes) return;
  std::vector<CodeMap::Known> known;
  for (const JsonValue& code : shape.at("known").items()) {
    const Array& parts = code.items();
    if (parts.size() != 3) fail("a code has no two operands");
    known.push_back({parts[0].count(), parts[1].integer(), parts[2].integer()});
  }
  if (!codes->restore(known, shape.at("operands").count())) fail("it has a code that the format lacks");
}

JsonValue round_trip_shape(const std::optional<RoundTrip>& trip) {
  if (!trip) return nullptr;
  return Object{{"tried", trip->tried}, {"broken", trip->broken}};
}

std::optional<RoundTrip> read_round_trip(const JsonValue& shape) {
  if (shape.is_null()) return std::nullopt;
  return RoundTrip{shape.at("tried").text(), shape.at("broken").text()};
}

// Jobs.

JsonValue ranges_shape(const Ranges& ranges) {
  return JsonValue::array(ranges.ends(), [](const auto& range) { return JsonValue(Array{range.first, range.second}); });
}

Ranges read_ranges(const JsonValue& shape, std::uint64_t size) {
  Ranges ranges;
  for (const JsonValue& range : shape.items()) {
    if (range.items().size() != 2) fail("a range has no two ends");
    const std::uint64_t first = range.items()[0].count();
    const std::uint64_t end = range.items()[1].count();
    if (first >= end || end > size || ranges.holds_any(first, end)) fail("its ranges are none");
    ranges.add(first, end);
  }
  return ranges;
}

JsonValue job_shape(const Job& job, const JobState& state) {
  const int arity = info(job.operation).arity;
  return Object{
      {"operation", info(job.operation).name},
      {"format", info(job.format).name},
      {"variant", job.variant.name},
      {"judged", ranges_shape(state.judged)},
      {"lost", state.lost},
      {"lost_because", state.lost_because},
      {"round_trip", round_trip_shape(state.round_trip)},
      {"codes", codes_shape(state.codes)},
      {"tallies", JsonValue::array(state.tallies, [&](const Tally& tally) { return tally_shape(tally, arity); })},
      {"tried", tried_shape(*state.tried)},
      {"censuses", JsonValue::array(state.failure_counts, failure_counts_shape)},
      {"hypotheses", JsonValue::array(state.hypotheses, [&](const diagnosis::HypothesisCounts& counts) {
         return hypotheses_shape(counts, arity);
       })}};
}

JobState read_job(const JsonValue& shape, const RunRequest& request, const Job& job, const ShardCases& cases) {
  if (shape.at("operation").text() != info(job.operation).name || shape.at("format").text() != info(job.format).name ||
      shape.at("variant").text() != job.variant.name) {
    fail("its operations are not those of the run");
  }
  JobState state = begin_job(job, request.books);
  state.judged = read_ranges(shape.at("judged"), cases.size());
  state.lost = shape.at("lost").count();
  if (state.lost > cases.size()) fail("more cases are lost than there are");
  state.lost_because = shape.at("lost_because").text();
  state.round_trip = read_round_trip(shape.at("round_trip"));
  read_codes(shape.at("codes"), state.codes);
  const Array& tallies = shape.at("tallies").items();
  if (tallies.size() != state.tallies.size()) fail("it has results of other rulebooks");
  for (std::size_t i = 0; i < tallies.size(); ++i) {
    const BookToJudgeBy& book = request.books[job.books[i]];
    const std::size_t pieces =
        rulebook::resolve(book.book.model(), job.operation, job.format, book.readings).accuracy->size();
    state.tallies[i] = read_tally(tallies[i], job, pieces);
    if (state.tallies[i].cases != state.judged.size()) fail("its counts are not those of the cases judged");
  }
  read_tried(shape.at("tried"), state.judged.size(), *state.tried);
  const Array& failure_counts = shape.at("censuses").items();
  const Array& hypotheses = shape.at("hypotheses").items();
  if (failure_counts.size() != tallies.size() || hypotheses.size() != tallies.size())
    fail("it has results of other rulebooks");
  for (std::size_t i = 0; i < tallies.size(); ++i) {
    const Groups& broken = state.tallies[i].broken;
    read_failure_counts(failure_counts[i], broken, *state.tried, state.failure_counts[i]);
    state.hypotheses[i] = read_hypotheses(hypotheses[i], info(job.operation).arity, broken);
  }
  return state;
}

}  // namespace

JsonValue state_shape(const Plan& plan, const RunState& state) {
  Array jobs;
  for (std::size_t i = 0; i < plan.jobs.size(); ++i) jobs.push_back(job_shape(plan.jobs[i], state.jobs[i]));
  return Object{{"seconds", state.seconds}, {"ended", state.ended}, {"out_of_time", state.out_of_time}, {"jobs", jobs}};
}

RunState read_state(const JsonValue& shape, const RunRequest& request, const Plan& plan, const Shard& shard) {
  RunState state;
  state.seconds = shape.at("seconds").real();
  state.ended = shape.at("ended").flag();
  state.out_of_time = shape.at("out_of_time").flag();
  const Array& jobs = shape.at("jobs").items();
  if (jobs.size() != plan.jobs.size()) fail("its operations are not those of the run");
  const std::vector<ShardCases> cases = cases_of(plan, shard);
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    state.jobs.push_back(read_job(jobs[i], request, plan.jobs[i], cases[i]));
  }
  return state;
}

}  // namespace halfulp::cli
