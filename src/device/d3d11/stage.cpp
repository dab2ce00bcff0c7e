// SPDX-License-Identifier: Apache-2.0
#include "device/d3d11/stage.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "halfulp/error.hpp"

namespace halfulp::device {

void require_d3d11(HRESULT result, const char* what) { require_direct3d("d3d11", result, what); }

namespace {

/// Texels of whole rows that have the codes in a component.
std::vector<std::byte> texels_with(const TexturePart& part, ConstLane codes) {
  const auto bytes = static_cast<std::size_t>(info(part.component.format).bytes);
  const std::size_t cases = codes.size() / bytes;
  const std::size_t size = part.texture->texel_bytes();
  std::vector<std::byte> texels(dxbc::texel_rows(cases) * dxbc::kTextureWidth * size, kOtherComponents);
  put_components(texels, size, part.component, std::span(&codes, 1));
  return texels;
}

bool differs(std::span<const std::byte> bytes, std::byte pattern) {
  return !std::ranges::all_of(bytes, [&](std::byte one) { return one == pattern; });
}

}  // namespace

void D3d11Stage::run(ID3D11DeviceChild* shader, const LanguageRow& row, std::span<const ConstLane> operands,
                     Lane results, const TexturePart* part) {
  const Format result = info(row.operation).result(row.format);
  if (part != nullptr && part->is_read) {
    part->texture->write(texels_with(*part, operands[0]));
  } else {
    upload(row, operands, results.size() / static_cast<std::size_t>(info(result).bytes));
  }
  // A driver that fails to compile a shader when it is first used may say nothing and leave the results as they were.
  for (const std::byte pattern : {std::byte{0xa5}, std::byte{0x5a}}) {
    if (computes(shader, pattern, result, results, part)) return;
  }
  throw Error(Error::Kind::kDevice, "d3d11: the driver took the shader and did not run it");
}

bool D3d11Stage::computes(ID3D11DeviceChild* shader, std::byte pattern, Format result, Lane results,
                          const TexturePart* part) {
  const std::size_t cases = results.size() / static_cast<std::size_t>(info(result).bytes);
  if (part == nullptr || part->is_read) {
    fill(pattern, result, cases);
    execute(shader, result, cases, part == nullptr ? nullptr : part->texture, nullptr);
    download(result, results);
    return differs(results, pattern);
  }
  const std::size_t texels = dxbc::texel_rows(cases) * dxbc::kTextureWidth;
  part->texture->write(std::vector<std::byte>(texels * part->texture->texel_bytes(), pattern));
  execute(shader, result, cases, nullptr, part->texture);
  const std::vector<std::byte> written = part->texture->read(dxbc::texel_rows(cases));
  take_components(written, part->texture->texel_bytes(), part->component, results);
  return differs(std::span(written).first(cases * part->texture->texel_bytes()), pattern);
}

}  // namespace halfulp::device
