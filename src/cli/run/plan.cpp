// SPDX-License-Identifier: Apache-2.0
#include "cli/run/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <span>

#include "cli/case.hpp"
#include "halfulp/error.hpp"
#include "number/nearest_name.hpp"
#include "rulebook/no_rule.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp::cli {
namespace {

[[noreturn]] void fail(const std::string& message) { throw Error(Error::Kind::kUsage, message); }

std::vector<std::size_t> books_that_have(const RunRequest& request, Operation operation, Format format) {
  std::vector<std::size_t> books;
  for (std::size_t i = 0; i < request.books.size(); ++i) {
    if (request.books[i].book.has(operation, format)) books.push_back(i);
  }
  return books;
}

/// Most cases to try: what the request and the variant want, and a sample where judging one costs milliseconds.
std::uint64_t most_cases(const RunRequest& request, const Job& job, const Variant& variant) {
  constexpr std::uint64_t kMostComposed = 2048;
  const bool composed = std::ranges::any_of(job.books, [&](std::size_t book) {
    return rulebook::is_composed(request.books[book].book.model(), job.operation, job.format);
  });
  // Who gives operands means all of them.
  std::uint64_t most =
      composed && request.operands_file.empty() ? kMostComposed : std::numeric_limits<std::uint64_t>::max();
  if (variant.most_cases != 0) most = std::min(most, variant.most_cases);
  if (request.cases != 0) most = std::min(most, request.cases);
  return most;
}

/// Whether a job is asked for; nothing asked for: all.
template <typename Value>
bool is_asked(const std::vector<Value>& asked, Value value) {
  return asked.empty() || std::ranges::find(asked, value) != asked.end();
}

Job job_for(const RunRequest& request, Operation operation, Format format) {
  Job job;
  job.operation = operation;
  job.format = format;
  job.size = request.suite;
  job.books = books_that_have(request, operation, format);
  if (const auto found = request.recorded.find({operation, format}); found != request.recorded.end()) {
    job.suite = std::make_shared<Suite>(found->second.cases);
    job.recorded = found->second.results;
    return job;
  }
  try {
    job.suite = std::make_shared<Suite>(job.size, request.seed, operation, format, request.cases);
  } catch (const Error& error) {
    const bool too_wide = error.kind() == Error::Kind::kUsage && job.size == SuiteSize::exhaustive;
    if (!too_wide) throw;
    job.size = SuiteSize::standard;
    job.suite = std::make_shared<Suite>(job.size, request.seed, operation, format, request.cases);
  }
  return job;
}

/// " in binary16, binary64" when these formats were asked for.
std::string in_formats(const std::vector<Format>& asked) {
  std::vector<std::string_view> names;
  names.reserve(asked.size());
  for (const Format format : asked) names.push_back(info(format).name);
  return asked.empty() ? "" : fmt::format(" in {}", fmt::join(names, ", "));
}

void check_asked(const RunRequest& request, const Device& device, Operation operation, bool has_rules, bool offered) {
  if (request.operations.empty()) return;
  const std::string_view name = halfulp::name(operation, request.books.front().book.naming());
  const std::string where = in_formats(request.formats);
  const std::string_view remedy =
      request.formats.empty() ? "leave it out of --operation" : "change --operation or --format";
  if (!has_rules) {
    std::vector<Rulebook> books;
    for (const BookToJudgeBy& book : request.books) books.push_back(book.book);
    fail(rulebook::no_rule_text(books, operation, request.formats));
  }
  if (!offered) {
    fail(fmt::format("the device {} does not offer '{}'{}; {}", device.description().name, name, where, remedy));
  }
}

/// The names of the formats in which `has` is true for an operation that was asked for.
template <typename Has>
std::string formats_with(const RunRequest& request, const Has& has) {
  std::vector<std::string_view> names;
  for (const FormatInfo& row : formats()) {
    const bool any = std::ranges::any_of(operations(), [&](const OperationInfo& operation) {
      return is_asked(request.operations, operation.operation) && has(operation.operation, row.format);
    });
    if (any) names.push_back(row.name);
  }
  constexpr std::size_t kMost = 50;
  return names.empty() ? "no format" : number::short_list(names, kMost);
}

/// Says of a format that was asked for and has no job what the rulebooks and the device have instead.
void check_formats(const RunRequest& request, const Device& device, const std::vector<Job>& jobs) {
  for (const Format format : request.formats) {
    if (std::ranges::find(jobs, format, &Job::format) != jobs.end()) continue;
    std::vector<std::string> have;
    for (const BookToJudgeBy& book : request.books) {
      have.push_back(fmt::format(
          "{} has rules in {}", book.book.id(),
          formats_with(request, [&](Operation operation, Format other) { return book.book.has(operation, other); })));
    }
    have.push_back(fmt::format("the device {} offers {}", device.description().name,
                               formats_with(request, [&](Operation operation, Format other) {
                                 return !device.variants(operation, other).empty();
                               })));
    fail(fmt::format("nothing to check in {}: {}{}; leave it out of --format", info(format).name,
                     request.operations.empty() ? "" : "of these operations ", fmt::join(have, ", ")));
  }
}

/// A rulebook by which nothing is judged would seem to be kept.
void check_books(const RunRequest& request, const std::vector<Job>& jobs) {
  for (std::size_t i = 0; i < request.books.size(); ++i) {
    const auto is_of_book = [&](const Job& job) { return std::ranges::find(job.books, i) != job.books.end(); };
    if (std::ranges::any_of(jobs, is_of_book)) continue;
    fail(fmt::format("nothing to judge by {}: it has no rules for what is computed; leave it out of --rulebook",
                     request.books[i].book.id()));
  }
}

/// The exhaustive suite was asked for of an operation by name, and in no format could it have it.
void check_exhaustive(const RunRequest& request, std::span<const Job> jobs) {
  const auto falls_short = [&](const Job& job) { return job.size != request.suite; };
  if (request.operations.empty() || request.cases != 0 || jobs.empty() || !std::ranges::all_of(jobs, falls_short))
    return;
  const Suite refused(request.suite, request.seed, jobs.front().operation, jobs.front().format);
}

/// The jobs of an operation in a format, one per variant.
void add_jobs(const RunRequest& request, const std::vector<Variant>& variants, Job job, std::vector<Job>& jobs) {
  for (std::size_t i = 0; i < variants.size(); ++i) {
    job.variant_index = i;
    job.variant = variants[i];
    const std::uint64_t most = most_cases(request, job, variants[i]);
    job.sample.reset();
    if (job.suite->cases() > most) job.sample.emplace(*job.suite, most);
    jobs.push_back(job);
  }
}

}  // namespace

std::vector<Coverage> Job::coverage() const {
  if (sample) return {{"sample", sample->size()}};
  return {suite->coverage().begin(), suite->coverage().end()};
}

std::array<Bits, kMaxArity> Job::operands(std::uint64_t number) const {
  const OperationInfo& row = info(operation);
  const std::uint64_t in_suite = sample ? (*sample)[number] : number;
  std::array<Bits, kMaxArity> values{};
  std::vector<Lane> lanes;
  for (int i = 0; i < row.arity; ++i) {
    const auto bytes = static_cast<std::size_t>(info(row.operand_format(i, format)).bytes);
    lanes.push_back(std::as_writable_bytes(std::span(values).subspan(static_cast<std::size_t>(i), 1)).first(bytes));
  }
  suite->fill(in_suite, lanes);
  return values;
}

Plan plan(const RunRequest& request, const Device& device) {
  Plan result;
  for (const OperationInfo& row : operations()) {
    const Operation operation = row.operation;
    if (!is_asked(request.operations, operation)) continue;
    const std::size_t first = result.jobs.size();
    bool has_rules = false;
    for (const FormatInfo& format_row : formats()) {
      const Format format = format_row.format;
      if (!is_asked(request.formats, format) || books_that_have(request, operation, format).empty()) continue;
      has_rules = true;
      const std::vector<Variant> variants = device.variants(operation, format);
      if (variants.empty()) {
        result.not_offered.push_back({operation, format});
      } else {
        add_jobs(request, variants, job_for(request, operation, format), result.jobs);
      }
    }
    const bool offered = result.jobs.size() > first;
    check_asked(request, device, operation, has_rules, offered);
    check_exhaustive(request, std::span(result.jobs).subspan(first));
  }
  check_formats(request, device, result.jobs);
  if (result.jobs.empty()) {
    fail(fmt::format("the device {} offers no operation that the rulebook has rules for; choose another --rulebook",
                     device.description().name));
  }
  check_books(request, result.jobs);
  return result;
}

std::vector<BookToJudgeBy> open_books(const std::vector<std::string>& names, const Readings& chosen) {
  std::vector<BookToJudgeBy> books;
  for (const std::string& name : names) {
    Rulebook book = Rulebook::open(name);
    const bool known =
        std::ranges::any_of(books, [&](const BookToJudgeBy& other) { return other.book.id() == book.id(); });
    if (known) fail(fmt::format("--rulebook names '{}' twice; name it once", book.id()));
    Readings readings = readings_of(book, chosen);
    books.push_back({name, std::move(book), std::move(readings)});
  }
  std::vector<Rulebook> opened;
  opened.reserve(books.size());
  for (const BookToJudgeBy& book : books) opened.push_back(book.book);
  require_known(chosen, opened);
  return books;
}

}  // namespace halfulp::cli
