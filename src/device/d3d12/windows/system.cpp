// SPDX-License-Identifier: Apache-2.0
// Direct3D 12 of Windows: d3d12.dll, opened at run time, since Windows before 10 has none.
#include "device/d3d12/windows/system.hpp"

#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "device/d3d11/system.hpp"
#include "device/d3d12/api.hpp"
#include "device/d3d12/d3d12_device.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

constexpr std::string_view kApi = "d3d12";

struct D3d12Library {
  HMODULE module = nullptr;
  decltype(&::D3D12CreateDevice) create_device = nullptr;
  SerializeRootSignature* serialize_root_signature = nullptr;
};

template <class Function>
void load(Function& function, HMODULE module, const char* name) {
  // By way of a function without operands, since GetProcAddress() gives a function of another type.
  function = reinterpret_cast<Function>(reinterpret_cast<void (*)()>(GetProcAddress(module, name)));
}

D3d12Library load_library() {
  D3d12Library library;
  library.module = LoadLibraryA("d3d12.dll");
  if (library.module != nullptr) {
    load(library.create_device, library.module, "D3D12CreateDevice");
    load(library.serialize_root_signature, library.module, "D3D12SerializeRootSignature");
  }
  if (library.create_device == nullptr || library.serialize_root_signature == nullptr) {
    throw Error(Error::Kind::kDevice,
                "d3d12: there is no d3d12.dll; Windows 10 and later have it, and --api d3d11 needs "
                "none");
  }
  return library;
}

/// Null where the adapter has none, and why.
std::pair<ComObject<ID3D12Device>, HRESULT> create_device(const D3d12Library& library, IDXGIAdapter1* adapter) {
  void* device = nullptr;
  const HRESULT result = library.create_device(adapter, D3D_FEATURE_LEVEL_11_0, __uuidof(ID3D12Device), &device);
  return {ComObject<ID3D12Device>(static_cast<ID3D12Device*>(device)), result};
}

/// Whether the library is one of Wine's own: those begin with this sentence behind their DOS header.
bool is_of_wine(HMODULE module) {
  constexpr std::string_view kMark = "Wine builtin DLL";
  constexpr std::size_t kDosHeader = 0x40;
  return std::memcmp(reinterpret_cast<const char*>(module) + kDosHeader, kMark.data(), kMark.size()) == 0;
}

std::vector<std::pair<std::string, std::string>> facts(const D3d12Library& library, IDXGIAdapter1* adapter) {
  std::vector<std::pair<std::string, std::string>> facts;
  const bool by_wine = is_of_wine(library.module);
  if (by_wine) facts.emplace_back("driver", "vkd3d of Wine");
  const std::string version = by_wine ? system_name() : driver_version(adapter);
  if (!version.empty()) facts.emplace_back("driver version", version);
  facts.emplace_back("system", system_name());
  return facts;
}

}  // namespace

void require_d3d12(HRESULT result, const char* what) { require_direct3d(kApi, result, what); }

std::unique_ptr<Device> open_windows_d3d12(const AdapterChoice& choice) {
  const D3d12Library library = load_library();
  const ComObject<IDXGIAdapter1> adapter = choice.number ? adapter_of_number(kApi, *choice.number) : warp_adapter(kApi);
  auto [device, result] = create_device(library, adapter.get());
  const std::string name = name_of(adapter.get());
  if (device == nullptr) {
    throw_not_there(kApi, fmt::format("{} has no Direct3D 12 of feature level 11_0", name), result);
  }
  DeviceDescription description{
      .name = std::string(kApi),
      .kind = std::string(kApi),
      .title = fmt::format("Direct3D 12{}, {}", is_of_wine(library.module) ? " by vkd3d of Wine" : "", name),
      .facts = facts(library, adapter.get())};
  return make_d3d12({std::move(device), library.serialize_root_signature}, std::move(description), kBlockTimeout);
}

std::vector<std::string> list_d3d12_adapters() {
  const D3d12Library library = load_library();
  std::vector<std::string> lines;
  for (const auto& adapter : all_adapters(kApi)) {
    const bool has = create_device(library, adapter.get()).first != nullptr;
    lines.push_back(fmt::format("{}: {}, {}", lines.size(), name_of(adapter.get()),
                                has ? "Direct3D 12, feature level 11_0" : "no Direct3D 12 of feature level 11_0"));
  }
  return lines;
}

}  // namespace halfulp::device
