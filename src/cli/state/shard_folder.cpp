// SPDX-License-Identifier: Apache-2.0
#include "cli/state/shard_folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "cli/output.hpp"
#include "cli/run/run.hpp"
#include "cli/state/described_device.hpp"
#include "cli/state/run_shape.hpp"
#include "cli/state/shard_file.hpp"
#include "cli/state/state_shape.hpp"
#include "halfulp/error.hpp"

namespace halfulp::cli {
namespace {

namespace fs = std::filesystem;

/// A shard's file that could be read.
struct Found {
  std::string path;
  ShardFile file;
  bool finished = false;  ///< by its name
};

/// What is wrong, a line each.
using Problems = std::vector<std::string>;

/// Sorted by name, so that messages come in one order.
std::vector<std::string> shard_files(const std::string& folder) {
  std::error_code error;
  std::vector<std::string> paths;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (name.ends_with(kResult) || name.ends_with(kUnfinished)) paths.push_back(entry.path().string());
  }
  if (error) {
    throw Error(Error::Kind::kInput,
                fmt::format("{}: cannot be read: {}; give the folder that check --out wrote", folder, error.message()));
  }
  std::ranges::sort(paths);
  return paths;
}

std::vector<Found> read_all(const std::string& folder, Problems& problems) {
  std::vector<Found> found;
  for (const std::string& path : shard_files(folder)) {
    try {
      found.push_back({path, read_shard_file(path), path.ends_with(kResult)});
    } catch (const Error& error) {
      problems.push_back(fmt::format("{}: mend it, or remove it and repeat its shard", error.what()));
    }
  }
  return found;
}

/// A file of the run that most files are of; of several runs and files the first one.
ShardFile file_of_most(const std::vector<Found>& found) {
  std::map<std::string, std::size_t> counts;
  for (const Found& one : found) ++counts[report::json_line(one.file.run)];
  return std::ranges::max_element(found, {}, [&](const Found& one) { return counts[report::json_line(one.file.run)]; })
      ->file;
}

/// In what a file is of another run than the one given; "" when it is of that run.
std::string foreign_in(const Found& one, const report::JsonValue& run) {
  try {
    return difference(one.file.run, run);
  } catch (const Error& error) {
    return error.what();  // it lacks what this version has
  }
}

std::string own_name(const Found& one) {
  return file_stem(one.file.shard) + std::string(one.finished ? kResult : kUnfinished);
}

bool has_own_name(const Found& one) { return fs::path(one.path).filename().string() == own_name(one); }

/// Takes out what belongs to other runs.
void remove_foreign(const report::JsonValue& run, std::vector<Found>& found, Problems& problems) {
  std::erase_if(found, [&](const Found& one) {
    const std::string other = foreign_in(one, run);
    if (other.empty()) return false;
    problems.push_back(fmt::format("{}: is of another run: {}: move it to a folder of its own", one.path, other));
    return true;
  });
}

/// The numbers of finished shards.
using Numbers = std::set<std::uint64_t>;

/// Takes out what does not bear its shard's name: a copy, or a file that was swapped. Returns the finished shards that
/// need no more than another name.
Numbers remove_misnamed(std::vector<Found>& found, Problems& problems) {
  Numbers renamed;
  std::map<std::string, std::string> named;  // paths by name
  for (const Found& one : found) {
    if (has_own_name(one)) named.emplace(own_name(one), one.path);
  }
  std::erase_if(found, [&](const Found& one) {
    if (has_own_name(one)) return false;
    const auto twin = named.find(own_name(one));
    std::string what = fmt::format(": name it {}", own_name(one));
    if (twin != named.end()) {
      what = fmt::format(" once more, as in {}: remove it", twin->second);
    } else if (fs::exists(fs::path(one.path).parent_path() / own_name(one))) {
      what += ", but move the file of that name away before";
    }
    if (twin == named.end() && one.finished) renamed.insert(one.file.shard.index);
    problems.push_back(fmt::format("{}: is shard {}{}", one.path, name(one.file.shard), what));
    return true;
  });
  return renamed;
}

/// The finished file of each shard; those that are not there, under another name neither, are problems.
std::map<std::uint64_t, const Found*> by_shard(const ShardFile& any, const std::string& folder,
                                               const std::vector<Found>& found, const Numbers& renamed,
                                               Problems& problems) {
  std::map<std::uint64_t, const Found*> finished;
  std::map<std::uint64_t, const Found*> unfinished;
  for (const Found& one : found) (one.finished ? finished : unfinished)[one.file.shard.index] = &one;
  const std::uint64_t shards = any.shard.count;
  Numbers there = renamed;
  for (const auto& [index, one] : finished) there.insert(index);
  const std::uint64_t lacking = shards - there.size();
  constexpr std::uint64_t kMostTold = 50;
  std::uint64_t named = 0;
  for (std::uint64_t index = 1; named < std::min(lacking, kMostTold); ++index) {
    if (there.contains(index)) continue;
    ++named;
    const auto begun = unfinished.find(index);
    const bool is_begun = begun != unfinished.end();
    const std::string& options = is_begun ? begun->second->file.options : any.options;
    problems.push_back(fmt::format("shard {} is {}: {}", name(Shard{index, shards}),
                                   is_begun ? "unfinished" : "missing",
                                   check_command(any.run, index, folder, options, is_begun)));
  }
  if (lacking > kMostTold) problems.push_back(fmt::format("{} shards are lacking in all", lacking));
  return finished;
}

void add(RunState& whole, RunState part) {
  for (std::size_t i = 0; i < whole.jobs.size(); ++i) {
    part.jobs[i].judged = {};  // positions within its own shard
    whole.jobs[i].merge(part.jobs[i]);
  }
  whole.seconds += part.seconds;
  whole.out_of_time = whole.out_of_time || part.out_of_time;
}

bool has_lost(const RunState& state) {
  return std::ranges::any_of(state.jobs, [](const JobState& job) { return job.lost > 0; });
}

[[noreturn]] void fail(const std::string& folder, const Problems& problems) {
  throw Error(Error::Kind::kInput,
              fmt::format("{}: not all shards of one run:\n  {}", folder, fmt::join(problems, "\n  ")));
}

}  // namespace

std::string merge_command(const std::string& folder) {
  return "halfulp merge " + shell_word(folder.starts_with('-') ? "./" + folder : folder);
}

MergedRun merge_folder(const std::string& folder) {
  Problems problems;
  std::vector<Found> found = read_all(folder, problems);
  if (found.empty()) {
    problems.emplace_back(
        "there is no file of a shard that can be read; 'halfulp check --shard 1/16 --out DIR' writes "
        "one");
    fail(folder, problems);
  }
  const ShardFile any = file_of_most(found);
  remove_foreign(any.run, found, problems);
  const Numbers renamed = remove_misnamed(found, problems);
  const auto shards = by_shard(any, folder, found, renamed, problems);
  if (!problems.empty()) fail(folder, problems);

  MergedRun merged;
  try {
    merged.request = read_request(any.run);
    merged.device = described_device(any.run.at("device"));
    merged.plan = plan(merged.request, *merged.device);
  } catch (const Error& error) {
    throw Error(Error::Kind::kInput, fmt::format("{}: {}", folder, error.what()));
  }
  merged.state = begin_state(merged.request, merged.plan);
  merged.state.ended = true;
  for (const auto& [index, shard] : shards) {
    try {
      RunState part = read_state(shard->file.state, merged.request, merged.plan, shard->file.shard);
      if (!part.ended) throw Error(Error::Kind::kInput, "is unfinished, whatever its name says");
      if (has_lost(part)) merged.retry += "\n  " + check_command(any.run, index, folder, shard->file.options, true);
      add(merged.state, std::move(part));
    } catch (const Error& error) {
      problems.push_back(fmt::format("{}: {}: remove it, and repeat: {}", shard->path, error.what(),
                                     check_command(any.run, index, folder, shard->file.options, false)));
    }
  }
  if (!problems.empty()) fail(folder, problems);
  return merged;
}

}  // namespace halfulp::cli
