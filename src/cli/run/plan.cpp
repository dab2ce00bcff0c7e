// SPDX-License-Identifier: Apache-2.0
#include "cli/run/plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/case.hpp"
#include "cli/run/sample.hpp"
#include "halfulp/error.hpp"
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

/// Most cases to try: what the variant wants, and a sample where judging one costs milliseconds. 0: no limit.
std::uint64_t most_cases(const RunRequest& request, const Job& job, const Variant& variant) {
  constexpr std::uint64_t kMostComposed = 2048;
  const bool composed = std::ranges::any_of(job.books, [&](std::size_t book) {
    return rulebook::is_composed(request.books[book].book.model(), job.operation, job.format);
  });
  if (!composed) return variant.most_cases;
  return variant.most_cases == 0 ? kMostComposed : std::min(variant.most_cases, kMostComposed);
}

Job job_for(const RunRequest& request, Operation operation, Format format) {
  Job job;
  job.operation = operation;
  job.format = format;
  job.size = request.suite;
  job.books = books_that_have(request, operation, format);
  try {
    job.suite = std::make_shared<Suite>(job.size, request.seed, operation, format);
  } catch (const Error& error) {
    const bool too_wide = error.kind() == Error::Kind::kUsage && job.size == SuiteSize::exhaustive;
    if (!too_wide || !request.operations.empty()) throw;
    job.size = SuiteSize::standard;
    job.suite = std::make_shared<Suite>(job.size, request.seed, operation, format);
  }
  return job;
}

void check_asked(const RunRequest& request, const Device& device, Operation operation, bool has_rules, bool offered) {
  if (request.operations.empty()) return;
  const std::string_view name = halfulp::name(operation, request.books.front().book.naming());
  if (!has_rules) {
    std::vector<std::string> books;
    for (const BookToJudgeBy& book : request.books) {
      check_base(book.book, operation);
      books.push_back(book.book.id());
    }
    fail(fmt::format("no rules for '{}' in {}; leave it out of --operation", name, fmt::join(books, ", ")));
  }
  if (!offered) {
    fail(
        fmt::format("the device {} does not offer '{}'; leave it out of --operation", device.description().name, name));
  }
}

}  // namespace

std::vector<Coverage> Job::coverage() const {
  if (!sample.empty()) return {{"sample", sample.size()}};
  return {suite->coverage().begin(), suite->coverage().end()};
}

Plan plan(const RunRequest& request, const Device& device) {
  Plan result;
  for (const OperationInfo& row : operations()) {
    const Operation operation = row.operation;
    const bool asked =
        request.operations.empty() || std::ranges::find(request.operations, operation) != request.operations.end();
    if (!asked) continue;
    bool has_rules = false;
    bool offered = false;
    for (const FormatInfo& format_row : formats()) {
      const Format format = format_row.format;
      if (books_that_have(request, operation, format).empty()) continue;
      has_rules = true;
      const std::vector<Variant> variants = device.variants(operation, format);
      if (variants.empty()) continue;
      offered = true;
      Job job = job_for(request, operation, format);
      for (std::size_t i = 0; i < variants.size(); ++i) {
        job.variant_index = i;
        job.variant = variants[i];
        const std::uint64_t most = most_cases(request, job, variants[i]);
        job.sample.clear();
        if (most > 0 && job.suite->cases() > most) job.sample = sample_of(*job.suite, most);
        result.jobs.push_back(job);
      }
    }
    check_asked(request, device, operation, has_rules, offered);
    if (has_rules && !offered) result.not_offered.push_back(operation);
  }
  if (result.jobs.empty()) {
    fail(fmt::format("the device {} offers no operation that the rulebook has rules for; choose another --rulebook",
                     device.description().name));
  }
  return result;
}

std::vector<BookToJudgeBy> open_books(const std::vector<std::string>& names, const Readings& chosen) {
  std::vector<BookToJudgeBy> books;
  for (const std::string& name : names) {
    Rulebook book = Rulebook::open(name);
    const bool known =
        std::ranges::any_of(books, [&](const BookToJudgeBy& other) { return other.book.id() == book.id(); });
    if (known) fail(fmt::format("--rulebook names '{}' twice; name it once", book.id()));
    Readings readings;
    for (const Reading& reading : book.readings()) {
      const auto choice = chosen.find(reading.id);
      if (choice != chosen.end()) readings.insert(*choice);
    }
    book.check(readings);
    books.push_back({name, std::move(book), std::move(readings)});
  }
  for (const auto& choice : chosen) {
    const bool known =
        std::ranges::any_of(books, [&](const BookToJudgeBy& book) { return book.readings.contains(choice.first); });
    // The first rulebook's own check names the nearest reading.
    if (!known) books.front().book.check({choice});
  }
  return books;
}

}  // namespace halfulp::cli
