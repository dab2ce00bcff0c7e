// SPDX-License-Identifier: Apache-2.0
#include "sample_report.hpp"

namespace halfulp::report {
namespace {

Result result_of(Operation operation, Variant variant, std::uint64_t cases) {
  Result result;
  result.rulebook = "book";
  result.operation = operation;
  result.variant = std::move(variant);
  result.suite = "quick";
  result.planned = cases;
  result.tally.cases = cases;
  result.tally.passed = cases;
  result.coverage = {{"special_values", 7}, {"random", cases - 7}};
  return result;
}

Witness denormal_sum() {
  Witness witness;
  witness.index = 3;
  witness.operands = {0x00000001, 0x00000000};
  witness.observed = 0x00000001;
  witness.error_ulp = 0.0;
  return witness;
}

Explanation explanation_of_sum() {
  Explanation explanation;
  explanation.rulebook = "book";
  explanation.operation = Operation::add;
  explanation.format = Format::binary32;
  explanation.operands = {0x00000001, 0x00000000};
  explanation.result_format = Format::binary32;
  explanation.exact = "0x1p-149";
  explanation.permitted.ranges = {{0x00000000, 0x00000000}};
  explanation.rules = {"FLUSH"};
  return explanation;
}

Cause cause_of_sum() {
  Cause cause;
  cause.id = "keeps_denormals.binary32";
  cause.statement = "keeps binary32 denormals";
  cause.control = Cause::Control::not_obeyed;
  cause.failed = 10;
  cause.where = {{"book", Naming::direct3d, Operation::add, Format::binary32, "", 10}};
  cause.rule = "FLUSH";
  cause.says = "Denormals < 2^-126 & > 0 are flushed";
  cause.source = "DOC 3.1, stated";
  cause.explanation = explanation_of_sum();
  cause.example = denormal_sum();
  cause.command = "halfulp judge book add 0x00000001 0x00000000 --result 0x00000001";
  return cause;
}

}  // namespace

Report sample_report() {
  Report report;
  report.device = {"host", "host", "a <CPU> & \"its\" float unit", {{"arithmetic", "SSE"}}};
  report.version = "1.2.3";
  report.suite = "quick";
  report.seed = 42;
  report.rulebooks = {{"book", "A book", "0123456789abcdef"}};

  Result rsq = result_of(Operation::rsq, {.name = "", .instruction = "1 / sqrtf(x)", .operands = "memory"}, 1234567);
  Witness worst;
  worst.operands = {0x40000000};
  worst.observed = 0x3f3504f4;
  worst.error_ulp = 0.75;
  rsq.tally.worst = worst;

  Result add = result_of(Operation::add, {.name = "", .instruction = "x + y", .operands = "memory"}, 1000);
  add.tally.passed = 990;
  add.tally.failed = 10;
  add.tally.broken["FLUSH"] = {10, denormal_sum()};
  add.broken["FLUSH"] = {{{{"cases in which x is a denormal", 10, 12}}, 0}, explanation_of_sum()};

  Result min = result_of(Operation::min, {.name = "NMin", .instruction = "NMin", .operands = "buffer"}, 500);
  Result fmin = result_of(Operation::min, {.name = "FMin", .instruction = "FMin", .operands = "buffer"}, 500);
  fmin.variant.counts = false;
  fmin.variant.composed = true;
  fmin.principal = false;
  fmin.tally.passed = 499;
  fmin.tally.failed = 1;
  fmin.tally.broken["MIN-NAN"] = {1, denormal_sum()};
  fmin.broken["MIN-NAN"] = {{}, explanation_of_sum()};

  Result mul = result_of(Operation::mul, {.name = "", .instruction = "x * y", .operands = "memory"}, 100);
  mul.tally.passed = 98;
  mul.tally.reading = 2;
  mul.tally.under["tie=even"] = {2, denormal_sum()};

  report.results = {rsq, add, min, fmin, mul};
  report.not_offered = {{Operation::state_value, Format::binary32}};

  Finding finding;
  finding.name = "FLUSH";
  finding.says = "Denormals < 2^-126 & > 0 are flushed";
  finding.source = "DOC 3.1, stated";
  finding.where = {{"book", Operation::add, Format::binary32, 10}};
  finding.explanation = explanation_of_sum();
  finding.variant = add.variant;
  finding.example = denormal_sum();
  finding.command = "halfulp judge book add 0x00000001 0x00000000 --result 0x00000001";
  report.broken = {finding};
  report.causes = {cause_of_sum()};
  return report;
}

}  // namespace halfulp::report
