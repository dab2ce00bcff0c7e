// SPDX-License-Identifier: Apache-2.0
#include "device/d3d11/adapter.hpp"

#include <fmt/format.h>

#include <array>
#include <span>

#include "device/d3d11/system.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

/// "11_1".
std::string level_text(D3D_FEATURE_LEVEL level) {
  const auto bits = static_cast<unsigned>(level);
  return fmt::format("{}_{}", bits >> 12, bits >> 8 & 0xfU);
}

constexpr std::array kEnough = {D3D_FEATURE_LEVEL_11_1, D3D_FEATURE_LEVEL_11_0};
constexpr std::array kTooLow = {D3D_FEATURE_LEVEL_10_1, D3D_FEATURE_LEVEL_10_0, D3D_FEATURE_LEVEL_9_3,
                                D3D_FEATURE_LEVEL_9_2, D3D_FEATURE_LEVEL_9_1};

/// `adapter`: null for WARP.
HRESULT create(IDXGIAdapter* adapter, std::span<const D3D_FEATURE_LEVEL> levels, D3d11& made) {
  ID3D11Device* device = nullptr;
  ID3D11DeviceContext* context = nullptr;
  const HRESULT result = D3D11CreateDevice(adapter, adapter == nullptr ? D3D_DRIVER_TYPE_WARP : D3D_DRIVER_TYPE_UNKNOWN,
                                           nullptr, 0, levels.data(), static_cast<UINT>(levels.size()),
                                           D3D11_SDK_VERSION, &device, &made.level, &context);
  made.device.reset(device);
  made.context.reset(context);
  return result;
}

/// A device of feature level 11_0 or more.
HRESULT create(IDXGIAdapter* adapter, D3d11& made) {
  const HRESULT result = create(adapter, kEnough, made);
  // Before Windows 8 there is no 11_1, and who asks for it gets this.
  return result == E_INVALIDARG ? create(adapter, std::span(kEnough).subspan(1), made) : result;
}

/// "feature level 9_3", of an adapter that has less than 11_0; "" of one that has none.
std::string lower_level(IDXGIAdapter* adapter) {
  D3d11 made;
  return SUCCEEDED(create(adapter, kTooLow, made)) ? "feature level " + level_text(made.level) : "";
}

ComObject<IDXGIAdapter> adapter_of(ID3D11Device* device) {
  void* dxgi = nullptr;
  if (FAILED(device->QueryInterface(__uuidof(IDXGIDevice), &dxgi))) return nullptr;
  const ComObject<IDXGIDevice> owned(static_cast<IDXGIDevice*>(dxgi));
  IDXGIAdapter* adapter = nullptr;
  return SUCCEEDED(owned->GetAdapter(&adapter)) ? ComObject<IDXGIAdapter>(adapter) : nullptr;
}

}  // namespace

std::vector<std::string> list_adapters() {
  std::vector<std::string> lines;
  for (const auto& adapter : all_adapters("d3d11")) {
    D3d11 made;
    const bool is_enough = SUCCEEDED(create(adapter.get(), made));
    const std::string lower = is_enough ? "" : lower_level(adapter.get());
    const std::string level = is_enough       ? "feature level " + level_text(made.level)
                              : lower.empty() ? "no Direct3D 11"
                                              : lower + ", which is too low";
    lines.push_back(fmt::format("{}: {}, {}", lines.size(), name_of(adapter.get()), level));
  }
  return lines;
}

D3d11 open_adapter(const AdapterChoice& choice) {
  ComObject<IDXGIAdapter1> adapter;
  std::string name = "WARP";
  if (choice.number) {
    adapter = adapter_of_number("d3d11", *choice.number);
    name = fmt::format("adapter {}, {}", *choice.number, name_of(adapter.get()));
  }
  D3d11 made;
  const HRESULT result = create(adapter.get(), made);
  if (SUCCEEDED(result)) return made;
  const std::string lower = lower_level(adapter.get());
  if (lower.empty()) throw_not_there("d3d11", name + " has no Direct3D 11", result);
  throw Error(Error::Kind::kDevice,
              fmt::format("d3d11: {} has {}; shader model 5 needs 11_0; --list shows other adapters", name, lower));
}

std::string D3d11::name() const {
  const auto adapter = adapter_of(device.get());
  return adapter == nullptr ? "an adapter without a name" : name_of(adapter.get());
}

std::string D3d11::translator() const {
  // IDXGIVkInteropDevice, by which DXVK's device gives its Vulkan device.
  constexpr GUID kInterop = {0xe2ef5fa5, 0xdc21, 0x4af7, {0x90, 0xc4, 0xf6, 0x7e, 0xf6, 0xa0, 0x93, 0x23}};
  void* interop = nullptr;
  if (FAILED(device->QueryInterface(kInterop, &interop))) return wined3d();
  static_cast<IUnknown*>(interop)->Release();
  return "DXVK";
}

std::vector<std::pair<std::string, std::string>> D3d11::facts() const {
  const std::string by = translator();
  const auto adapter = adapter_of(device.get());
  std::string version;
  if (!wined3d().empty()) {
    version = system_name();
  } else if (by.empty() && adapter != nullptr) {
    version = driver_version(adapter.get());
  }
  std::vector<std::pair<std::string, std::string>> facts;
  if (!by.empty()) facts.emplace_back("driver", by);
  if (!version.empty()) facts.emplace_back("driver version", version);
  facts.emplace_back("system", system_name());
  facts.emplace_back("api", "Direct3D 11, feature level " + level_text(level));
  return facts;
}

dxbc::Doubles offered_doubles(ID3D11Device* device) {
  D3D11_FEATURE_DATA_DOUBLES doubles{};
  const bool has = SUCCEEDED(device->CheckFeatureSupport(D3D11_FEATURE_DOUBLES, &doubles, sizeof(doubles))) &&
                   doubles.DoublePrecisionFloatShaderOps != FALSE;
  if (!has) return dxbc::Doubles::none;
  // Before Windows 8 there are no such options.
  D3D11_FEATURE_DATA_D3D11_OPTIONS options{};
  const bool extended =
      SUCCEEDED(device->CheckFeatureSupport(D3D11_FEATURE_D3D11_OPTIONS, &options, sizeof(options))) &&
      options.ExtendedDoublesShaderInstructions != FALSE;
  return extended ? dxbc::Doubles::extended : dxbc::Doubles::basic;
}

}  // namespace halfulp::device
