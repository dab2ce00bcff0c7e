// SPDX-License-Identifier: Apache-2.0
#include "cli/state/kept_run.hpp"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>

#include "cli/output.hpp"
#include "cli/replace_file.hpp"
#include "cli/state/keeper.hpp"
#include "cli/state/run_shape.hpp"
#include "cli/state/shard_file.hpp"
#include "cli/state/shard_folder.hpp"
#include "cli/state/shard_lock.hpp"
#include "cli/state/state_file.hpp"
#include "cli/state/state_shape.hpp"
#include "halfulp/error.hpp"

namespace halfulp::cli {
namespace {

using report::JsonValue;
namespace fs = std::filesystem;

void make_folder(const std::string& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!fs::is_directory(folder)) {
    throw Error(Error::Kind::kInput, fmt::format("--out {}: cannot make the folder{}; give one that can be made",
                                                 folder, error ? ": " + error.message() : ""));
  }
}

/// What a process that was killed while it wrote has left: not what one that lives may be writing.
void remove_temporaries(const Keeping& keeping) {
  constexpr std::chrono::minutes kAge(10);
  std::error_code ignored;
  for (const fs::directory_entry& entry : fs::directory_iterator(keeping.folder, ignored)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with(file_stem(keeping.shard) + ".") || !name.ends_with(kTemporary)) continue;
    const fs::file_time_type written = entry.last_write_time(ignored);
    if (!ignored && written < fs::file_time_type::clock::now() - kAge) fs::remove(entry.path(), ignored);
  }
}

/// The file of the shard that is in the folder, the finished one if there are both; "" when there is none.
std::string existing_file(const Keeping& keeping) {
  for (const std::string_view ending : {kResult, kUnfinished}) {
    std::string path = file_path(keeping.folder, keeping.shard, ending);
    if (fs::exists(path)) return path;
  }
  return "";
}

/// What earlier processes have judged.
RunState read_before(const std::string& path, const JsonValue& run, const RunRequest& request, const Plan& plan,
                     const Keeping& keeping) {
  if (!keeping.resume) {
    throw Error(Error::Kind::kUsage,
                fmt::format("{} is there already: continue it with --resume, or give another --out", path));
  }
  const ShardFile file = [&] {
    try {
      return read_shard_file(path);
    } catch (const Error& error) {
      throw Error(error.kind(), fmt::format("{}: mend it, or remove it, and its shard is judged again", error.what()));
    }
  }();
  std::string other = difference(file.run, run);
  if (other.empty() && file.shard.index != keeping.shard.index) {
    throw Error(Error::Kind::kInput,
                fmt::format("{}: is shard {} under another name; to see how to mend the folder: {}", path,
                            name(file.shard), merge_command(keeping.folder)));
  }
  if (!other.empty()) {
    throw Error(Error::Kind::kInput, fmt::format("{}: is of another run ({}): ask for the same as that run, or give "
                                                 "another --out",
                                                 path, other));
  }
  try {
    return read_state(file.state, request, plan, keeping.shard);
  } catch (const Error& error) {
    throw Error(Error::Kind::kInput, path + ": " + error.what());
  }
}

std::uint64_t judged(const RunState& state) {
  std::uint64_t cases = 0;
  for (const JobState& job : state.jobs) cases += job.judged.size();
  return cases;
}

std::uint64_t all_cases(const Plan& plan, const Shard& shard) {
  std::uint64_t cases = 0;
  for (const ShardCases& job : cases_of(plan, shard)) cases += job.size();
  return cases;
}

}  // namespace

Kept run_and_keep(const RunRequest& request, const Plan& plan, const Keeping& keeping, Device& device,
                  const RunOptions& options) {
  make_folder(keeping.folder);
  const ShardLock lock(file_path(keeping.folder, keeping.shard, kLock));
  const JsonValue run = run_shape(request, device, keeping.shard);
  const std::string result = file_path(keeping.folder, keeping.shard, kResult);
  const std::string unfinished = file_path(keeping.folder, keeping.shard, kUnfinished);
  RunState before = begin_state(request, plan);
  if (const std::string path = existing_file(keeping); !path.empty()) {
    before = read_before(path, run, request, plan, keeping);
    if (before.ended && judged(before) == all_cases(plan, keeping.shard)) {
      fs::remove(unfinished);  // of a process that was killed before it could
      return {std::move(before), nullptr};
    }
    write_diagnostic(fmt::format("halfulp: continuing {} after {} of {} cases", path, judged(before),
                                 all_cases(plan, keeping.shard)));
    if (path == result) fs::rename(result, unfinished);
  }
  remove_temporaries(keeping);

  RunningState state(std::move(before));
  const auto write = [&](const std::string& path, const RunState& judged) {
    write_shard_file(
        path, {.shard = keeping.shard, .options = keeping.options, .run = run, .state = state_shape(plan, judged)});
  };
  const auto checkpoint = [&] { write(unfinished, state.copy()); };
  checkpoint();  // says now, not after a long run, that it cannot
  std::stop_source stop;
  Keeper keeper(checkpoint, stop);
  try {
    judge_shard(request, plan, keeping.shard, device, options, stop.get_token(), state);
  } catch (...) {
    keeper.finish();
    try {
      checkpoint();
    } catch (const Error& error) {
      write_diagnostic(std::string("halfulp: ") + error.what());  // in addition to what ended the run
    }
    throw;
  }
  keeper.finish();
  Kept kept{state.copy(), keeper.failure()};
  try {
    write(kept.state.ended ? result : unfinished, kept.state);
    if (kept.state.ended) fs::remove(unfinished);
  } catch (const Error&) {
    kept.failure = std::current_exception();
  }
  return kept;
}

}  // namespace halfulp::cli
