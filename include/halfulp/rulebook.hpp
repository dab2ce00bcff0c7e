// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "halfulp/format.hpp"
#include "halfulp/operation.hpp"

namespace halfulp {

/// Where a rule comes from.
struct Source {
  std::string document;   ///< tag of rulebooks/sources.toml: "FS"
  std::string title;      ///< the document's title
  std::string clause;     ///< "3.1.3.2"
  std::string says;       ///< our one-sentence reading of it
  std::string address{};  ///< where the document is read; "" where that is not known
};

/// One rule as people read it. What it permits is data that only the judge reads.
struct RuleInfo {
  std::string id;
  std::string rulebook;  ///< the rulebook that states it (a parent of the one asked, perhaps)
  std::string kind;      ///< policy, special, identity, accuracy, allowance, requirement, completeness, property
  std::vector<std::string> operations;  ///< by the rulebook's names; empty: every operation
  std::vector<std::string> formats;     ///< names; empty: every format
  std::string permits;                  ///< its body as the TOML has it: one line, of a special-value table all lines
  std::map<std::string, std::string> under;  ///< what it permits instead, by option of its reading; "not in force"
  Source source;
  std::string status;                 ///< stated, inferred, ambiguous, erratum, tested
  std::vector<std::string> readings;  ///< ids of the readings that change it
};

/// One option of a reading.
struct ReadingOption {
  std::string name;
  std::string says;
};

/// Where a document is ambiguous: the question and its defensible answers.
struct Reading {
  std::string id;
  std::string question;
  std::string chosen;                  ///< the default option
  std::vector<ReadingOption> options;  ///< all of them, the default included
  /// A switch that the document itself decides: it may be chosen, but no failure passes under it.
  bool on_request = false;
};

/// Chosen options by reading id; readings not named have their default. Keys and options are those of the rulebook.
using Readings = std::map<std::string, std::string>;

namespace rulebook {
struct Model;
}

/// The rules and policies of one document and version. Immutable, cheap to copy, safe to share between threads.
class Rulebook {
 public:
  /// The embedded rulebook `name` (`d3d11`), or the file at that path if the name ends in `.toml` or has a slash.
  /// Throws Error(kUsage) for an unknown name (with the nearest one), Error(kInput) with file:line:column for a file
  /// that cannot be read.
  [[nodiscard]] static Rulebook open(const std::string& name_or_path);

  /// A rulebook from TOML text; `name` stands for the file in messages. Throws as open().
  [[nodiscard]] static Rulebook parse(std::string_view toml, const std::string& name);

  /// Names of the embedded rulebooks, in alphabetical order.
  [[nodiscard]] static std::vector<std::string> embedded();

  /// Where the document of a title in rulebooks/sources.toml is read; "" for others.
  [[nodiscard]] static std::string address_of(std::string_view title);

  [[nodiscard]] const std::string& id() const noexcept;
  /// By which name or path open() finds it again; of one that parse() read its id.
  [[nodiscard]] const std::string& opened_as() const noexcept;
  [[nodiscard]] const std::string& title() const noexcept;
  /// The rulebooks that this one extends, "metal1" or "metal1.2, metal1-fast"; or "".
  [[nodiscard]] const std::string& extends() const noexcept;
  /// Whose names of operations it uses.
  [[nodiscard]] Naming naming() const noexcept;
  /// The language of the shaders that it rules, as `halfulp rules --names` calls it ("hlsl"): what a name means in it
  /// goes before other meanings where expressions are read. "" for none.
  [[nodiscard]] const std::string& language() const noexcept;
  /// The rules in force: those of the parents that no later rule replaces, then its own.
  [[nodiscard]] std::vector<RuleInfo> rules() const;
  /// The rule with that id, in force or not; nothing where the rulebook has none.
  [[nodiscard]] std::optional<RuleInfo> rule(std::string_view id) const;
  /// The readings, parents' first.
  [[nodiscard]] std::span<const Reading> readings() const noexcept;
  /// Whether it has rules for that operation in that format.
  [[nodiscard]] bool has(Operation operation, Format format) const noexcept;
  /// 64-bit FNV-1a of the text of this rulebook and its parents, in hex: versions differ in it.
  [[nodiscard]] const std::string& hash() const noexcept;

  /// Checks that it has rules for an operation in a format. Else throws Error(kUsage) with the formats that it has, or
  /// Error(kInput) where it names the operation and states no accuracy.
  void check(Operation operation, Format format) const;
  /// Checks that every id and option of `readings` exists. Throws Error(kUsage) with the nearest ones.
  void check(const Readings& readings) const;

  /// The same rulebook with these options as the defaults of its readings. Throws as check(readings).
  [[nodiscard]] Rulebook under(const Readings& readings) const;

  /// What the judge reads; its type is internal.
  [[nodiscard]] const rulebook::Model& model() const noexcept { return *model_; }
  [[nodiscard]] std::shared_ptr<const rulebook::Model> share() const noexcept { return model_; }

 private:
  explicit Rulebook(std::shared_ptr<const rulebook::Model> model) : model_(std::move(model)) {}
  std::shared_ptr<const rulebook::Model> model_;
  std::string opened_as_;  ///< a path; "" of an embedded rulebook and of a text
};

}  // namespace halfulp
