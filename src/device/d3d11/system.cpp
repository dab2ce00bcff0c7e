// SPDX-License-Identifier: Apache-2.0
#include "device/d3d11/system.hpp"

#include <fmt/format.h>
#include <windows.h>

namespace halfulp::device {
namespace {

/// A function of ntdll that no header declares.
template <class Function>
Function* of_ntdll(const char* name) {
  // By way of a function without operands, since GetProcAddress() gives a function of another type.
  return reinterpret_cast<Function*>(reinterpret_cast<void (*)()>(GetProcAddress(GetModuleHandleA("ntdll.dll"), name)));
}

}  // namespace

bool is_wine() { return of_ntdll<const char*()>("wine_get_version") != nullptr; }

std::string system_name() {
  if (is_wine()) {
    auto* const build = of_ntdll<const char*()>("wine_get_build_id");
    const std::string version = build != nullptr ? build() : of_ntdll<const char*()>("wine_get_version")();
    constexpr std::string_view kPrefix = "wine-";
    return "Wine " + (version.starts_with(kPrefix) ? version.substr(kPrefix.size()) : version);
  }
  // GetVersionEx() says what the program's manifest asks for.
  auto* const get_version = of_ntdll<LONG WINAPI(OSVERSIONINFOW*)>("RtlGetVersion");
  OSVERSIONINFOW version{};
  version.dwOSVersionInfoSize = sizeof(version);
  if (get_version == nullptr || get_version(&version) != 0) return "Windows";
  return fmt::format("Windows {}.{}.{}", version.dwMajorVersion, version.dwMinorVersion, version.dwBuildNumber);
}

std::string wined3d() {
  if (GetModuleHandleA("wined3d.dll") == nullptr) return "";
  // wined3d always loads OpenGL's library, and Vulkan's where it renders by Vulkan.
  return GetModuleHandleA("winevulkan.dll") != nullptr ? "wined3d on Vulkan" : "wined3d on OpenGL";
}

std::string utf8(const wchar_t* text) {
  const int bytes = WideCharToMultiByte(CP_UTF8, 0, text, -1, nullptr, 0, nullptr, nullptr);
  if (bytes <= 1) return "";
  std::string converted(static_cast<std::size_t>(bytes), '\0');
  WideCharToMultiByte(CP_UTF8, 0, text, -1, converted.data(), bytes, nullptr, nullptr);
  converted.pop_back();  // the terminating zero
  return converted;
}

}  // namespace halfulp::device
