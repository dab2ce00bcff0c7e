// SPDX-License-Identifier: Apache-2.0
#include "device/d3d11/stage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "device/words.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {

void require_d3d11(HRESULT result, const char* what) {
  if (SUCCEEDED(result)) return;
  const std::string message = fmt::format("d3d11: {} failed with 0x{:08x}", what, static_cast<std::uint32_t>(result));
  constexpr std::array kGone = {DXGI_ERROR_DEVICE_REMOVED, DXGI_ERROR_DEVICE_RESET, DXGI_ERROR_DEVICE_HUNG};
  if (std::ranges::find(kGone, result) != kGone.end()) {
    throw DeviceRemoved(message +
                        ": the driver took longer than Windows allows, crashed or was updated; leave the operation out "
                        "of what is asked");
  }
  throw Error(Error::Kind::kDevice, message);
}

void D3d11Stage::run(ID3D11DeviceChild* shader, const LanguageRow& row, std::span<const ConstLane> operands,
                     Lane results) {
  const Format result = info(row.operation).result(row.format);
  upload(row, operands, results.size() / static_cast<std::size_t>(info(result).bytes));
  // A driver that fails to compile a shader when it is first used may say nothing and leave the results as they were.
  constexpr std::array<std::uint32_t, 2> kPatterns = {0xa5a5a5a5, 0x5a5a5a5a};
  for (const std::uint32_t pattern : kPatterns) {
    compute(shader, pattern, result, results);
    const auto byte = static_cast<std::byte>(pattern & 0xffU);
    if (!std::ranges::all_of(results, [&](std::byte one) { return one == byte; })) return;
  }
  throw Error(Error::Kind::kDevice, "d3d11: the driver took the shader and did not run it");
}

}  // namespace halfulp::device
