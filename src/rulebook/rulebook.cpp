// SPDX-License-Identifier: Apache-2.0
#include "halfulp/rulebook.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <span>
#include <sstream>

#include "halfulp/error.hpp"
#include "number/embedded.hpp"
#include "number/nearest_name.hpp"
#include "rulebook/load.hpp"
#include "rulebook/no_rule.hpp"
#include "rulebook/resolve.hpp"

namespace halfulp {
namespace {

std::string read_file(const std::string& path) {
  if (std::filesystem::is_directory(path)) {
    throw Error(Error::Kind::kInput, fmt::format("{}: is a folder; name the rulebook's file in it", path));
  }
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    throw Error(Error::Kind::kInput,
                fmt::format("{}: cannot read the rulebook; is the path right and the file readable?", path));
  }
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string_view kind_of(const rulebook::Body& body) {
  if (!body.policy.empty()) return "policy";
  if (body.special) return "special";
  if (!body.identities.empty()) return "identity";
  if (body.requirement) return "requirement";
  if (body.all_or_none) return "completeness";
  if (body.property) return "property";
  return body.allowance ? "allowance" : "accuracy";
}

RuleInfo described(const rulebook::Rule& rule, Naming naming) {
  RuleInfo info;
  info.id = rule.id;
  info.rulebook = rule.rulebook;
  info.kind = kind_of(rule.body);
  info.permits = rule.body.text;
  info.source = rule.source;
  info.status = rule.status;
  for (const auto& [option, body] : rule.under) info.under[option] = body.text;
  for (const Operation operation : rule.operations) info.operations.emplace_back(name(operation, naming));
  for (const Format format : rule.formats) info.formats.emplace_back(halfulp::info(format).name);
  if (!rule.reading.empty()) info.readings.push_back(rule.reading);
  return info;
}

}  // namespace

Rulebook Rulebook::open(const std::string& name_or_path) {
  if (name_or_path.ends_with(".toml") || name_or_path.find('/') != std::string::npos) {
    Rulebook book(rulebook::load(read_file(name_or_path), name_or_path));
    book.opened_as_ = name_or_path;
    return book;
  }
  return Rulebook(rulebook::load_embedded(name_or_path));
}

Rulebook Rulebook::parse(std::string_view toml, const std::string& name) {
  return Rulebook(rulebook::load(toml, name));
}

std::vector<std::string> Rulebook::embedded() {
  std::vector<std::string> names;
  for (const auto& file : embedded::rulebooks()) {
    if (file.name != "sources") names.emplace_back(file.name);
  }
  std::ranges::sort(names);
  return names;
}

std::string Rulebook::address_of(std::string_view title) {
  const auto known = std::ranges::find(rulebook::documents(), title, &rulebook::Document::title);
  return known == rulebook::documents().end() ? "" : known->address;
}

const std::string& Rulebook::id() const noexcept { return model_->id; }
const std::string& Rulebook::title() const noexcept { return model_->title; }
const std::string& Rulebook::extends() const noexcept { return model_->extends; }
Naming Rulebook::naming() const noexcept { return model_->naming; }
const std::string& Rulebook::language() const noexcept { return model_->language; }
const std::string& Rulebook::hash() const noexcept { return model_->hash; }
std::span<const Reading> Rulebook::readings() const noexcept { return model_->readings; }

std::vector<RuleInfo> Rulebook::rules() const {
  // In force: used by at least one operation and format, under the readings' defaults or another option.
  std::set<std::string> used;
  for (const Format format : model_->formats) {
    for (const Operation operation : model_->operations) {
      for (const rulebook::Rule* rule : rulebook::rules_for(*model_, operation, format)) used.insert(rule->id);
    }
  }
  std::vector<RuleInfo> rules;
  for (const rulebook::Rule& rule : model_->rules) {
    if (used.contains(rule.id) || rule.body.is_of_run()) rules.push_back(described(rule, model_->naming));
  }
  return rules;
}

std::optional<RuleInfo> Rulebook::rule(std::string_view id) const {
  const auto rule = std::ranges::find(model_->rules, id, &rulebook::Rule::id);
  if (rule == model_->rules.end()) return std::nullopt;
  return described(*rule, model_->naming);
}

const std::string& Rulebook::opened_as() const noexcept { return opened_as_.empty() ? id() : opened_as_; }

bool Rulebook::has(Operation operation, Format format) const noexcept {
  return rulebook::speaks_of(*model_, operation, format);
}

void Rulebook::check(Operation operation, Format format) const {
  if (has(operation, format)) return;
  const std::string_view named = name(operation, naming());
  const auto states_accuracy = [&](const rulebook::Rule& rule) {
    return !rule.body.accuracy.empty() && std::ranges::find(rule.operations, operation) != rule.operations.end();
  };
  const bool is_named = std::ranges::find(model_->operations, operation) != model_->operations.end();
  if (is_named && std::ranges::none_of(model_->rules, states_accuracy)) {
    throw Error(
        Error::Kind::kInput,
        fmt::format("rulebook {} names '{}' but states no accuracy for it; add a [[rule]] with accuracy = {{ ... }}",
                    id(), named));
  }
  throw Error(Error::Kind::kUsage, rulebook::no_rule_text(std::span(this, 1), operation, std::span(&format, 1)));
}

Rulebook Rulebook::under(const Readings& readings) const {
  check(readings);
  rulebook::Model model = *model_;
  for (Reading& reading : model.readings) {
    if (const auto chosen = readings.find(reading.id); chosen != readings.end()) reading.chosen = chosen->second;
  }
  Rulebook result = *this;
  result.model_ = std::make_shared<const rulebook::Model>(std::move(model));
  return result;
}

void Rulebook::check(const Readings& readings) const {
  for (const auto& [id, option] : readings) {
    const auto reading = std::ranges::find(model_->readings, id, &Reading::id);
    if (reading == model_->readings.end()) {
      std::vector<std::string> names;
      for (const Reading& known : model_->readings) names.push_back(known.id);
      throw Error(Error::Kind::kUsage,
                  fmt::format("rulebook {} has no reading '{}'{}; 'halfulp rules {}' lists them", model_->id, id,
                              number::near_or_known(id, std::span<const std::string>(names)), opened_as()));
    }
    if (std::ranges::find(reading->options, option, &ReadingOption::name) == reading->options.end()) {
      std::vector<std::string> names;
      for (const ReadingOption& known : reading->options) names.push_back(known.name);
      throw Error(Error::Kind::kUsage, fmt::format("reading '{}' has no option '{}'{}", id, option,
                                                   number::near_or_known(option, std::span<const std::string>(names))));
    }
  }
}

}  // namespace halfulp
