// SPDX-License-Identifier: Apache-2.0
#define TOML_IMPLEMENTATION
#include "rulebook/load.hpp"

#include <array>
#include <map>
#include <mutex>
#include <utility>

#include "number/checksum.hpp"
#include "number/embedded.hpp"
#include "number/names.hpp"
#include "rulebook/check_steps.hpp"
#include "rulebook/read_body.hpp"
#include "rulebook/toml_entries.hpp"
#include "rulebook/toml_file.hpp"

namespace halfulp::rulebook {
namespace {

/// Reads one rulebook.
class Reader {
 public:
  Reader(std::string_view content, const std::string& name) : file_(content, name), content_(content) {}

  std::shared_ptr<const Model> model() {
    Model model;
    file_.only(file_.root(), {"rulebook", "rule", "reading"}, "table");
    const toml::table& head = file_.table_of(file_.root(), file_.root(), "rulebook");
    file_.only(head, {"id", "title", "extends", "formats", "names", "language", "free_algebra"}, "key of [rulebook]");
    model.id = file_.text_of(head, "id");
    model.title = file_.text_of(head, "title");
    if (const toml::node* parents = head.get("extends")) {
      if (parents->is_array()) {
        for (const toml::node& parent : *file_.as_array(*parents, "extends")) inherit(model, parent);
      } else {
        inherit(model, *parents);
      }
    }
    if (const toml::node* names = head.get("names")) {
      static constexpr std::array<std::string_view, 2> kNamings = {"direct3d", "metal"};
      const std::string word = file_.text(*names, "names");
      if (std::ranges::find(kNamings, word) == kNamings.end()) file_.unknown(*names, "naming", word, kNamings);
      model.naming = word == "metal" ? Naming::metal : Naming::direct3d;
    }
    if (const toml::node* free = head.get("free_algebra")) {
      if (!free->is_boolean()) file_.fail(*free, "free_algebra is true or false");
      model.free_algebra = free->value_or(false);
    }
    if (const toml::node* language = head.get("language")) {
      model.language = file_.text(*language, "language");
      std::vector<std::string_view> ids;
      for (const number::LanguageInfo& one : number::languages()) ids.push_back(one.id);
      if (std::ranges::find(ids, model.language) == ids.end())
        file_.unknown(*language, "language", model.language, ids);
    }
    if (const toml::node* formats = head.get("formats")) model.formats = read_formats(file_, *formats);
    if (model.formats.empty())
      file_.fail(head, "a rulebook that extends none names its formats: formats = [\"binary32\"]");
    file_.each(file_.root(), "reading", [&](const toml::table& table) {
      Reading reading = read_reading(table);
      if (std::ranges::find(model.readings, reading.id, &Reading::id) != model.readings.end()) {
        file_.fail(
            *table.get("id"),
            fmt::format("the reading '{}' exists already; a rule refers to it without stating it again", reading.id));
      }
      model.readings.push_back(std::move(reading));
    });
    model_ = &model;
    file_.each(file_.root(), "rule", [&](const toml::table& table) {
      try {
        model.rules.push_back(read_rule(table));
      } catch (const Error& error) {
        const std::string id = table["id"].value_or("");
        throw Error(error.kind(), id.empty() ? error.what() : fmt::format("{} (rule {})", error.what(), id));
      }
    });
    for (const Rule& rule : model.rules) {
      if (rule.body.policy.empty() && !rule.body.is_of_run()) {
        for (const Operation operation : rule.operations) {
          if (std::ranges::find(model.operations, operation) == model.operations.end()) {
            model.operations.push_back(operation);
          }
        }
      }
    }
    std::ranges::sort(model.operations);
    check_steps(model, [&](const Rule* rule, const std::string& what) {
      const auto written = rule == nullptr ? places_.end() : places_.find(rule->id);
      const toml::source_position place = written == places_.end() ? head.source().begin : written->second;
      file_.fail(place.line, place.column, what + (rule == nullptr ? "" : fmt::format(" (rule {})", rule->id)));
    });
    hash(model);
    return std::make_shared<const Model>(std::move(model));
  }

 private:
  /// Takes over a parent's rules, readings and formats; what an earlier parent has already, only once.
  void inherit(Model& model, const toml::node& node) {
    const std::string name = file_.text(node, "extends");
    std::shared_ptr<const Model> parent;
    try {
      parent = load_embedded(name);
    } catch (const Error&) {
      std::vector<std::string_view> names;
      for (const auto& file : embedded::rulebooks())
        if (file.name != "sources") names.push_back(file.name);
      file_.unknown(node, "rulebook", name, names);
    }
    model.free_algebra = model.free_algebra || parent->free_algebra;
    if (model.extends.empty()) {
      model.naming = parent->naming;
      model.language = parent->language;
    }
    model.extends += (model.extends.empty() ? "" : ", ") + name;
    for (const Format format : parent->formats) {
      if (std::ranges::find(model.formats, format) == model.formats.end()) model.formats.push_back(format);
    }
    const auto add = [](auto& known, const auto& more) {
      for (const auto& one : more) {
        if (std::ranges::find(known, one.id, [](const auto& other) { return other.id; }) == known.end()) {
          known.push_back(one);
        }
      }
    };
    add(model.rules, parent->rules);
    add(model.readings, parent->readings);
    model.hash += parent->hash;
  }

  Reading read_reading(const toml::table& table) const {
    file_.only(table, {"id", "question", "default", "options", "on_request"}, "key of [[reading]]");
    Reading reading;
    reading.id = file_.text_of(table, "id");
    reading.question = file_.text_of(table, "question");
    reading.chosen = file_.text_of(table, "default");
    std::map<std::pair<std::size_t, std::size_t>, ReadingOption> written;  // a parsed table is in the order of its keys
    for (const auto& [key, node] : file_.table_of(table, table, "options")) {
      const toml::source_position place = key.source().begin;
      written[{place.line, place.column}] = {std::string(key.str()), file_.text(node, key.str())};
    }
    for (auto& [place, option] : written) reading.options.push_back(std::move(option));
    const auto is_default = [&](const ReadingOption& option) { return option.name == reading.chosen; };
    if (std::ranges::none_of(reading.options, is_default)) {
      file_.fail(*table.get("default"), fmt::format("the default '{}' is not among the options", reading.chosen));
    }
    // The default first, the others as written.
    std::stable_partition(reading.options.begin(), reading.options.end(), is_default);
    if (const toml::node* node = table.get("on_request")) {
      if (!node->is_boolean()) file_.fail(*node, "'on_request' must be true or false");
      reading.on_request = node->as_boolean()->get();
    }
    return reading;
  }

  Rule read_rule(const toml::table& table) {
    file_.only(table,
               {"id", "operations", "formats", "source", "status", "policy", "special", "identity", "accuracy",
                "allows", "where", "requires", "offered", "property", "under"},
               "key of [[rule]]");
    Rule rule;
    rule.id = file_.text_of(table, "id");
    places_[rule.id] = table.source().begin;
    for (const Rule& other : model_->rules) {
      if (other.id == rule.id) {
        file_.fail(*table.get("id"),
                   fmt::format("the rule id '{}' is taken (by rulebook {}); give this rule an id of its own", rule.id,
                               other.rulebook));
      }
    }
    rule.rulebook = model_->id;
    if (const toml::node* node = table.get("operations")) rule.operations = read_operations(file_, *node);
    if (const toml::node* node = table.get("formats")) rule.formats = read_formats(file_, *node);
    const toml::table& source = file_.table_of(table, table, "source");
    file_.only(source, {"document", "clause", "says"}, "key of source");
    rule.source = {file_.text_of(source, "document"), "", file_.text_of(source, "clause"),
                   file_.text_of(source, "says")};
    static constexpr std::array<std::string_view, 5> kStatus = {"stated", "inferred", "ambiguous", "erratum", "tested"};
    if (table.get("status") == nullptr) {
      file_.fail(table, fmt::format("missing key 'status': one of {}", fmt::join(kStatus, ", ")));
    }
    rule.status = file_.text_of(table, "status");
    if (std::ranges::find(kStatus, rule.status) == kStatus.end()) {
      file_.unknown(*table.get("status"), "status", rule.status, kStatus);
    }
    if (rule.operations.empty() && table.get("policy") == nullptr) {
      file_.fail(table, "only a policy may leave out 'operations'");
    }
    rule.body = read_body(file_, rule.operations, table, table);
    if (const toml::node* under = table.get("under")) read_under(rule, *under, table);
    return rule;
  }

  void read_under(Rule& rule, const toml::node& node, const toml::table& whole) const {
    const toml::table& readings = file_.as_table(node, "under");
    if (readings.size() != 1)
      file_.fail(node, "a rule depends on one reading at most; state another rule for the other");
    const auto first = readings.begin();  // kept: its proxy refers to it
    const toml::node& options = first->second;
    rule.reading = first->first.str();
    const auto reading = std::ranges::find(model_->readings, rule.reading, &Reading::id);
    if (reading == model_->readings.end()) {
      std::vector<std::string_view> names;
      for (const Reading& known : model_->readings) names.push_back(known.id);
      file_.unknown(options, "reading", rule.reading, names);
    }
    for (const auto& [option, body] : file_.as_table(options, rule.reading)) {
      if (std::ranges::find(reading->options, option.str(), &ReadingOption::name) == reading->options.end()) {
        std::vector<std::string_view> names;
        for (const ReadingOption& known : reading->options) names.push_back(known.name);
        file_.unknown(body, fmt::format("option of reading '{}'", reading->id), option.str(), names);
      }
      Body changed;
      if (body.is_string() && body.as_string()->get() == "omit") {
        changed.omitted = true;
        changed.text = "not in force";
      } else {
        const toml::table& table = file_.as_table(body, option.str());
        file_.only(table, {"policy", "special", "identity", "accuracy", "allows", "where", "requires"},
                   "key of a reading's option");
        changed = read_body(file_, rule.operations, table, whole);
        if (changed.policy.empty() != rule.body.policy.empty()) {
          file_.fail(table, "an option changes what the rule says: a policy to a policy, a bound to a bound");
        }
      }
      rule.under[std::string(option.str())] = std::move(changed);
    }
  }

  /// 64-bit FNV-1a over the parents' hash and the text.
  void hash(Model& model) const {
    model.hash = fmt::format("{:016x}", number::checksum(content_, number::checksum(model.hash)));
  }

  TomlFile file_;
  std::string_view content_;
  std::map<std::string, toml::source_position> places_;  ///< where its own rules begin, by id
  const Model* model_ = nullptr;                         ///< the model so far: its readings and ids
};

}  // namespace

const std::vector<Document>& documents() {
  static const std::vector<Document> kDocuments = [] {
    std::vector<Document> result;
    for (const auto& file : embedded::rulebooks()) {
      if (file.name != "sources") continue;
      const toml::table table = toml::parse(file.text, std::string_view("sources.toml"));
      for (const auto& [tag, node] : table) {
        const auto* const source = node.as_table();
        if (source == nullptr) continue;
        result.push_back({std::string(tag.str()), (*source)["title"].value_or(""), (*source)["address"].value_or("")});
      }
    }
    return result;
  }();
  return kDocuments;
}

std::shared_ptr<const Model> load(std::string_view toml, const std::string& name) {
  auto model = std::make_shared<Model>(*Reader(toml, name).model());
  for (Rule& rule : model->rules) {
    const auto known = std::ranges::find(documents(), rule.source.document, &Document::tag);
    if (known == documents().end()) continue;
    rule.source.title = known->title;
    rule.source.address = known->address;
  }
  return model;
}

std::shared_ptr<const Model> load_embedded(const std::string& id) {
  static std::recursive_mutex mutex;
  static std::map<std::string, std::shared_ptr<const Model>> loaded;
  const std::scoped_lock lock(mutex);
  if (const auto found = loaded.find(id); found != loaded.end()) return found->second;
  for (const auto& file : embedded::rulebooks()) {
    if (file.name == id && id != "sources") return loaded[id] = load(file.text, fmt::format("rulebooks/{}.toml", id));
  }
  std::vector<std::string> names = Rulebook::embedded();
  throw Error(Error::Kind::kUsage,
              fmt::format("there is no rulebook '{}'{}; 'halfulp rules' lists them, and a path ends in .toml", id,
                          number::near_or_known(id, std::span<const std::string>(names))));
}

std::vector<TomlTable> read_tables(std::string_view toml, const std::string& file, std::string_view name,
                                   std::span<const std::string_view> keys) {
  const TomlFile parsed(toml, file);
  parsed.only(parsed.root(), std::array{name}, "table");
  std::vector<TomlTable> tables;
  parsed.each(parsed.root(), name, [&](const toml::table& table) {
    parsed.only(table, keys, fmt::format("key of [[{}]]", name));
    TomlTable& read = tables.emplace_back();
    read.line = table.source().begin.line;
    read.column = table.source().begin.column;
    for (const auto& [key, node] : table) {
      TomlEntry entry{.text = {}, .line = node.source().begin.line, .column = node.source().begin.column};
      if (const auto* date = node.as_date()) {
        const toml::date& day = date->get();
        entry.text = fmt::format("{:04}-{:02}-{:02}", day.year, day.month, day.day);
      } else {
        entry.text = parsed.text(node, key.str());
      }
      read.entries.emplace(key.str(), std::move(entry));
    }
  });
  return tables;
}

}  // namespace halfulp::rulebook
