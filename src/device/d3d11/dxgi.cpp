// SPDX-License-Identifier: Apache-2.0
#include "device/d3d11/dxgi.hpp"

#include <dxgi1_4.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "device/d3d11/system.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

/// The way out where a driver has no Direct3D.
std::string remedy() {
  return is_wine() ? "Wine needs an X display (DISPLAY) and a driver of OpenGL or Vulkan"
                   : "update the graphics driver, or compute on the CPU by --adapter warp";
}

}  // namespace

std::vector<ComObject<IDXGIAdapter1>> all_adapters(std::string_view api) {
  void* made = nullptr;
  const HRESULT result = CreateDXGIFactory1(__uuidof(IDXGIFactory1), &made);
  if (FAILED(result)) throw_not_there(api, "no adapter can be listed", result);
  const ComObject<IDXGIFactory1> factory(static_cast<IDXGIFactory1*>(made));
  std::vector<ComObject<IDXGIAdapter1>> all;
  IDXGIAdapter1* adapter = nullptr;
  while (factory->EnumAdapters1(static_cast<UINT>(all.size()), &adapter) == S_OK) all.emplace_back(adapter);
  if (all.empty()) throw Error(Error::Kind::kDevice, fmt::format("{}: there is no adapter; {}", api, remedy()));
  return all;
}

ComObject<IDXGIAdapter1> adapter_of_number(std::string_view api, unsigned number) {
  std::vector<ComObject<IDXGIAdapter1>> all = all_adapters(api);
  if (number < all.size()) return std::move(all[number]);
  throw Error(Error::Kind::kUsage,
              fmt::format("--adapter {}: adapters are numbered 0 to {}; --list shows them", number, all.size() - 1));
}

ComObject<IDXGIAdapter1> warp_adapter(std::string_view api) {
  void* made = nullptr;
  const HRESULT listed = CreateDXGIFactory1(__uuidof(IDXGIFactory4), &made);
  if (FAILED(listed)) throw_not_there(api, "no adapter can be listed", listed);
  const ComObject<IDXGIFactory4> factory(static_cast<IDXGIFactory4*>(made));
  void* adapter = nullptr;
  const HRESULT found = factory->EnumWarpAdapter(__uuidof(IDXGIAdapter1), &adapter);
  if (FAILED(found)) throw_not_there(api, "there is no WARP", found);
  return ComObject<IDXGIAdapter1>(static_cast<IDXGIAdapter1*>(adapter));
}

std::string name_of(IDXGIAdapter* adapter) {
  DXGI_ADAPTER_DESC description{};
  return SUCCEEDED(adapter->GetDesc(&description)) ? utf8(description.Description) : "an adapter without a name";
}

std::string driver_version(IDXGIAdapter* adapter) {
  LARGE_INTEGER version{};
  if (FAILED(adapter->CheckInterfaceSupport(__uuidof(IDXGIDevice), &version))) return "";
  const auto high = static_cast<unsigned long>(version.HighPart);
  const auto low = static_cast<unsigned long>(version.LowPart);
  return fmt::format("{}.{}.{}.{}", high >> 16, high & 0xffffU, low >> 16, low & 0xffffU);
}

void throw_not_there(std::string_view api, const std::string& what, HRESULT result) {
  throw Error(Error::Kind::kDevice,
              fmt::format("{}: {} (0x{:08x}); {}", api, what, static_cast<std::uint32_t>(result), remedy()));
}

void require_direct3d(std::string_view api, HRESULT result, const char* what) {
  if (SUCCEEDED(result)) return;
  const std::string message = fmt::format("{}: {} failed with 0x{:08x}", api, what, static_cast<std::uint32_t>(result));
  constexpr std::array kGone = {DXGI_ERROR_DEVICE_REMOVED, DXGI_ERROR_DEVICE_RESET, DXGI_ERROR_DEVICE_HUNG};
  if (std::ranges::find(kGone, result) != kGone.end()) {
    throw DeviceRemoved(message +
                        ": the driver took longer than Windows allows, crashed or was updated; leave the operation out "
                        "of what is asked");
  }
  throw Error(Error::Kind::kDevice, message);
}

}  // namespace halfulp::device
