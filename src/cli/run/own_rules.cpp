// SPDX-License-Identifier: Apache-2.0
#include "cli/run/own_rules.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "cli/run/findings.hpp"
#include "device/facts.hpp"
#include "device/shader/build_options.hpp"
#include "device/shader/float_controls.hpp"
#include "report/command_line.hpp"
#include "report/rule_words.hpp"

namespace halfulp::cli {
namespace {

using report::Charge;
using report::Result;

/// Whether float controls bind what computed the results: instructions, but not those that pack and unpack, nor
/// conversions of textures.
bool obeys_controls(const Variant& variant) {
  const std::string_view instruction = variant.instruction;
  const bool is_instruction = instruction.starts_with("Op") || instruction.starts_with("GLSL.std.450 ");
  return is_instruction && instruction.find("Pack") == std::string_view::npos &&
         instruction.find("Unpack") == std::string_view::npos;
}

/// The rulebook of a kind of device's API.
struct Api {
  std::string_view kind;
  std::string_view (*book)(const DeviceDescription& device);
  /// The readings that hold for how the device was opened.
  Readings (*readings)(const DeviceDescription& device);
  /// Those of them, and others, that hold for one way of computing; nothing where the book has no rule for it.
  std::optional<Readings> (*of_way)(const DeviceDescription& device, const Readings& readings, const Variant& variant);
};

std::string_view vulkan_book(const DeviceDescription& /*device*/) { return "vulkan1.3"; }

Readings vulkan_readings(const DeviceDescription& device) {
  return readings_of(
      device::parse_float_controls(device::fact(device, device::kFloatControlsInForce)).value_or(FormatControls()));
}

std::optional<Readings> vulkan_way(const DeviceDescription& /*device*/, const Readings& readings,
                                   const Variant& variant) {
  return obeys_controls(variant) ? readings : Readings();
}

std::string_view opencl_book(const DeviceDescription& device) {
  const std::string built = device::built_with(device::fact(device, device::kBuildOptions), Format::binary32);
  return built == "-cl-fast-relaxed-math" ? "opencl3-fast" : "opencl3";
}

Readings opencl_readings(const DeviceDescription& device) {
  Readings readings;
  const std::string built = device::fact(device, device::kBuildOptions);
  if (!device::built_with(built, Format::binary64).empty()) readings["ocl.double_denorm"] = "may";
  // CL_FP_DENORM
  const bool keeps = device::fact(device, "binary32").starts_with("denormals");
  if (keeps && device::built_with(built, Format::binary32).empty()) readings["ftz.in"] = readings["ftz.out"] = "never";
  return readings;
}

std::optional<Readings> opencl_way(const DeviceDescription& /*device*/, const Readings& readings,
                                   const Variant& variant) {
  Readings all = readings;
  if (variant.instruction.find("_sat(") != std::string::npos) all["ocl.saturation"] = "sat";
  return all;
}

std::string cuda_options(const DeviceDescription& device) {
  return device::built_with(device::fact(device, device::kBuildOptions), Format::binary32);
}

bool is_fast_math(const DeviceDescription& device) { return cuda_options(device).find(".approx") != std::string::npos; }

std::string_view cuda_book(const DeviceDescription& device) { return is_fast_math(device) ? "cuda-fast" : "cuda"; }

Readings cuda_readings(const DeviceDescription& device) {
  return cuda_options(device) == ".ftz" ? Readings{{"cuda.ftz", "on"}} : Readings();
}

/// CUDA has rules for functions and operators. Those of fast math are approximations of PTX, others are not.
std::optional<Readings> cuda_way(const DeviceDescription& device, const Readings& readings, const Variant& variant) {
  const bool is_approximate = variant.instruction.find(".approx") != std::string::npos;
  if (is_approximate && !is_fast_math(device)) return std::nullopt;
  return readings;
}

constexpr std::array kApis = {Api{"vulkan", vulkan_book, vulkan_readings, vulkan_way},
                              Api{"vulkan-fragment", vulkan_book, vulkan_readings, vulkan_way},
                              Api{"opencl", opencl_book, opencl_readings, opencl_way},
                              Api{"cuda", cuda_book, cuda_readings, cuda_way}};

class OwnJudge {
 public:
  OwnJudge(const Api& api, const Rulebook& book, report::Report& report, report::OwnRules& own)
      : api_(api), book_(book), report_(report), own_(own) {}

  /// Judges the first case of each charge; "" for no cause.
  void judge(std::span<const Charge> charges, const std::string& cause) {
    for (const Charge& charge : charges) {
      const Result& result = report_.results[charge.result];
      const std::optional<Readings> found = api_.of_way(report_.device, own_.readings, result.variant);
      if (!found || !book_.has(result.operation, result.format)) {
        ++own_.without_rule;
        continue;
      }
      ++own_.judged;
      const Readings& readings = *found;
      const Judgement judgement = judge_result(book_, result.operation, result.format,
                                               operands_of(result, charge.example), charge.example.observed, readings);
      if (judgement.verdict != Verdict::fail) continue;
      const bool is_known = std::ranges::any_of(own_.broken, [&](const report::OwnRules::Breach& other) {
        return other.cause == cause && other.where.is_of(result) && other.rule == judgement.rule;
      });
      if (is_known) continue;
      own_.broken.push_back(
          {.cause = cause,
           .where = report::Cause::Where::in(result, charge.count),
           .rule = judgement.rule,
           .says = report::words_of_rule(book_, judgement.rule).says,
           .example = charge.example,
           .command = report::case_command(report_.device, own_.rulebook, result, charge.example, readings)});
    }
  }

 private:
  const Api& api_;
  const Rulebook& book_;
  report::Report& report_;
  report::OwnRules& own_;
};

}  // namespace

Readings readings_of(const FormatControls& controls) {
  Readings readings;
  const auto add = [&](const FloatControls& of, const std::string& width) {
    if (of.flush_denormals) readings["vk.denorm" + width] = "flush";
    if (of.preserve_denormals) readings["vk.denorm" + width] = "preserve";
    if (of.round_to_nearest_even) readings["vk.round" + width] = "rte";
    if (of.preserve_signed_zero_inf_nan) readings["vk.specials" + width] = "preserved";
  };
  add(controls.binary16, "16");
  add(controls.binary32, "32");
  add(controls.binary64, "64");
  return readings;
}

void judge_by_own_rules(const RunRequest& request, const report::FoundCauses& found, report::Report& report) {
  const auto* const api = std::ranges::find(kApis, report.device.kind, &Api::kind);
  if (api == kApis.end()) return;
  const std::string id(api->book(report.device));
  if (std::ranges::any_of(request.books, [&](const BookToJudgeBy& book) { return book.book.id() == id; })) return;
  const Rulebook book = Rulebook::open(id);
  report::OwnRules own;
  own.rulebook = id;
  own.title = book.title();
  own.readings = api->readings(report.device);
  OwnJudge judge(*api, book, report, own);
  for (const report::FoundCause& cause : found.causes) judge.judge(cause.charges, cause.id());
  judge.judge(found.unexplained, "");
  report.own_rules = std::move(own);
}

}  // namespace halfulp::cli
