// SPDX-License-Identifier: Apache-2.0
#include "house/house_rules.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace halfulp::house {
namespace {

const std::map<std::string, int, std::less<>> kFloors = {
    {"number", 1}, {"exact", 2},  {"rulebook", 2},  {"judge", 3},    {"arithmetic", 3}, {"pixel", 3}, {"suite", 3},
    {"device", 4}, {"report", 4}, {"diagnosis", 4}, {"lowering", 4}, {"range", 4},      {"cli", 5},
};

/// The pairs of one floor of which one includes the other.
struct Neighbours {
  std::string_view includer;
  std::string_view included;
};
constexpr std::array kNeighbours = {Neighbours{"arithmetic", "pixel"}, Neighbours{"report", "diagnosis"},
                                    Neighbours{"report", "lowering"}, Neighbours{"range", "lowering"},
                                    Neighbours{"report", "range"}};

/// What the files of a folder may include of src/judge.
struct JudgeFloor {
  std::string folder;
  std::vector<std::string_view> included;  ///< how its includes may begin
};
const std::array kJudgeFloors = {
    JudgeFloor{"src/judge/definition", {"judge/definition/"}},
    JudgeFloor{"src/judge/verdict", {"judge/definition/", "judge/verdict/"}},
    // The filter's answers name readings in the order of the search.
    JudgeFloor{"src/judge/filter", {"judge/definition/", "judge/filter/", "judge/verdict/other_readings.hpp"}},
    JudgeFloor{"src/diagnosis", {"judge/definition/"}},
};

struct Wall {
  std::string_view prefix;  ///< how an include of the library begins
  std::string_view library;
  std::vector<std::string> folders;  ///< which may include it
};
// Highway: where many values are computed at a time, for the CPU at hand.
const std::array kWalls = {
    Wall{"gmp", "GMP", {"src/exact"}},
    Wall{"mpfr", "MPFR", {"src/exact"}},
    Wall{"mpf2mpfr", "MPFR", {"src/exact"}},
    Wall{"vulkan/", "Vulkan", {"src/device/vulkan", "src/device/d3d12"}},
    Wall{"vkd3d_", "vkd3d", {"src/device/d3d12"}},
    Wall{"d3d11", "Direct3D 11", {"src/device/d3d11"}},
    Wall{"dxgi", "DXGI", {"src/device/d3d11"}},
    Wall{"windows.h", "Windows", {"src/device/d3d11"}},
    Wall{"CL/", "OpenCL", {"src/device/opencl"}},
    Wall{"toml++/", "toml++", {"src/rulebook"}},
    Wall{"CLI/", "CLI11", {"src/cli"}},
    Wall{"hwy/", "Highway", {"src/exact", "src/judge", "src/arithmetic", "src/pixel"}},
    Wall{"Imath/", "Imath", {"src/device/host"}},
    Wall{"nettle/", "Nettle", {"src/cli/exchange"}},
};

constexpr std::array<std::string_view, 3> kHeavyPrefixes = {"toml++/", "nlohmann/", "CLI/"};
constexpr std::ptrdiff_t kMostHeavyIncluders = 2;

// In two pieces each, so that this file does not name them itself.
const std::array<std::string, 12> kRegistryHosts = {
    std::string("registry.npm") + "js.org",
    std::string("py") + "pi.org",
    std::string("files.python") + "hosted.org",
    std::string("crates") + ".io",
    std::string("deb.deb") + "ian.org",
    std::string("security.deb") + "ian.org",
    std::string("snapshot.deb") + "ian.org",
    std::string("proxy.go") + "lang.org",
    std::string("repo1.ma") + "ven.org",
    std::string("gh") + "cr.io",
    std::string("docker") + ".io",
    std::string("ruby") + "gems.org",
};

bool is_cpp(const SourceFile& file) { return has_extension(file, ".cpp") || has_extension(file, ".hpp"); }

/// "exact" for "exact/real.hpp" and "src/exact/real.hpp"; "" when there is no folder.
std::string folder_of(std::string_view path) {
  if (path.starts_with("src/")) path.remove_prefix(4);
  const auto slash = path.find('/');
  return slash == std::string_view::npos ? std::string() : std::string(path.substr(0, slash));
}

std::string file_name(std::string_view path) { return std::string(path.substr(path.rfind('/') + 1)); }

bool are_neighbours(std::string_view includer, std::string_view included) {
  return std::ranges::any_of(
      kNeighbours, [&](const Neighbours& pair) { return pair.includer == includer && pair.included == included; });
}

bool is_source(const SourceFile& file) {
  static constexpr std::array<std::string_view, 9> kExtensions = {".cpp",  ".in",   ".hpp",  ".toml", ".comp",
                                                                  ".glsl", ".frag", ".vert", ".cmake"};
  return file_name(file.path) == "CMakeLists.txt" || file.text.starts_with("#!") ||
         std::ranges::any_of(kExtensions, [&](std::string_view extension) { return file.path.ends_with(extension); });
}

}  // namespace

Breaches check_floors(std::span<const SourceFile> files) {
  Breaches breaches;
  for (const SourceFile& file : files) {
    if (!is_in(file, "src") || !is_cpp(file)) continue;
    const std::string folder = folder_of(file.path);
    const auto floor = kFloors.find(folder);
    if (floor == kFloors.end()) {
      breaches.push_back(file.path + ": src/" + folder + " has no floor; give it one in tests/house/house_rules.cpp");
      continue;
    }
    for (const Include& include : includes_of(file)) {
      if (!include.quoted || include.target.starts_with("halfulp/")) continue;
      const std::string other = folder_of(include.target);
      const auto other_floor = kFloors.find(other);
      if (other_floor == kFloors.end()) {
        breaches.push_back(file.path + ": includes \"" + include.target + "\", which names no folder of src/");
      } else if (other != folder && other_floor->second >= floor->second && !are_neighbours(folder, other)) {
        breaches.push_back(file.path + " (floor " + std::to_string(floor->second) + "): includes \"" + include.target +
                           "\" (floor " + std::to_string(other_floor->second) + ")");
      }
    }
  }
  return breaches;
}

Breaches check_judge_floors(std::span<const SourceFile> files) {
  Breaches breaches;
  for (const JudgeFloor& floor : kJudgeFloors) {
    for (const SourceFile& file : files) {
      if (!is_in(file, floor.folder) || !is_cpp(file)) continue;
      for (const Include& include : includes_of(file)) {
        const auto begins = [&](std::string_view start) { return include.target.starts_with(start); };
        if (!begins("judge/") || std::ranges::any_of(floor.included, begins)) continue;
        breaches.push_back(file.path + ": includes \"" + include.target + "\", which " + floor.folder + " may not");
      }
    }
  }
  return breaches;
}

Breaches check_walls(std::span<const SourceFile> files) {
  Breaches breaches;
  for (const SourceFile& file : files) {
    if (!is_cpp(file) || !(is_in(file, "src") || is_in(file, "include"))) continue;
    for (const Include& include : includes_of(file)) {
      for (const Wall& wall : kWalls) {
        if (include.quoted || !include.target.starts_with(wall.prefix)) continue;
        const bool may = std::ranges::any_of(wall.folders, [&](const std::string& one) { return is_in(file, one); });
        if (may) continue;
        std::string folders;
        for (const std::string& one : wall.folders) folders += (folders.empty() ? "" : ", ") + one;
        breaches.push_back(file.path + ": includes <" + include.target + ">; only " + folders + " may see " +
                           std::string(wall.library));
      }
    }
  }
  return breaches;
}

Breaches check_public_headers(std::span<const SourceFile> files) {
  Breaches breaches;
  for (const SourceFile& file : files) {
    if (!is_in(file, "include") || !is_cpp(file)) continue;
    for (const Include& include : includes_of(file)) {
      const bool own = include.quoted && include.target.starts_with("halfulp/");
      const bool standard = !include.quoted && include.target.find_first_of("./") == std::string::npos;
      if (!own && !standard) {
        breaches.push_back(file.path + ": includes " + include.target +
                           ", neither a public header nor the C++ standard library");
      }
    }
  }
  return breaches;
}

Breaches check_heavy_headers(std::span<const SourceFile> files) {
  Breaches breaches;
  for (const std::string_view prefix : kHeavyPrefixes) {
    // A header of ours that includes it counts as it does.
    std::vector<std::string> names = {std::string(prefix)};
    std::vector<std::string> includers;
    const auto reaches = [&](const SourceFile& file) {
      const auto includes = includes_of(file);
      return std::ranges::any_of(includes, [&](const Include& include) {
        return std::ranges::any_of(names, [&](const std::string& name) { return include.target.starts_with(name); });
      });
    };
    for (std::size_t known = 0; known != names.size();) {
      known = names.size();
      for (const SourceFile& file : files) {
        if (!is_in(file, "src") || !has_extension(file, ".hpp") || !reaches(file)) continue;
        const std::string name = file.path.substr(std::string_view("src/").size());
        if (std::ranges::find(names, name) == names.end()) names.push_back(name);
      }
    }
    for (const SourceFile& file : files) {
      if (is_in(file, "src") && has_extension(file, ".cpp") && reaches(file)) includers.push_back(file.path);
    }
    if (std::ssize(includers) > kMostHeavyIncluders) {
      for (const std::string& path : includers) {
        breaches.push_back(path + ": one of more than two files that include " + std::string(prefix));
      }
    }
  }
  return breaches;
}

Breaches check_licence_lines(std::span<const SourceFile> files) {
  Breaches breaches;
  for (const SourceFile& file : files) {
    if (!is_source(file)) continue;
    std::string_view text = file.text;
    if (text.starts_with("#!")) text.remove_prefix(std::min(text.size(), text.find('\n') + 1));
    const std::string_view first_line = text.substr(0, text.find('\n'));
    if (first_line != "// SPDX-License-Identifier: Apache-2.0" &&
        first_line != "# SPDX-License-Identifier: Apache-2.0") {
      breaches.push_back(file.path + ": does not begin with the SPDX-License-Identifier line");
    }
  }
  return breaches;
}

Breaches check_registry_hosts(std::span<const SourceFile> files) {
  Breaches breaches;
  for (const SourceFile& file : files) {
    for (const std::string& host : kRegistryHosts) {
      if (file.text.find(host) != std::string::npos) breaches.push_back(file.path + ": names " + host);
    }
  }
  return breaches;
}

}  // namespace halfulp::house
