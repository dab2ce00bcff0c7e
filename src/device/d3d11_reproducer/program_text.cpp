// SPDX-License-Identifier: Apache-2.0
#include "device/d3d11_reproducer/program_text.hpp"

namespace halfulp::device {

const std::string_view kD3d11Objects = R"c(
static ID3D11Device* device = nullptr;
static ID3D11DeviceContext* context = nullptr;

inline void check(HRESULT result, const char* what) {
  if (result >= 0) return;
  fprintf(stderr, "%s failed with 0x%08x\n", what, (unsigned)result);
  ExitProcess(2);
}

// The adapter of that name, or the first one.
inline void make_device() {
  IDXGIFactory1* factory = nullptr;
  check(CreateDXGIFactory1(__uuidof(IDXGIFactory1), (void**)&factory), "CreateDXGIFactory1");
  IDXGIAdapter1* first = nullptr;
  IDXGIAdapter1* found = nullptr;
  IDXGIAdapter1* adapter = nullptr;
  for (UINT i = 0; factory->EnumAdapters1(i, &adapter) == S_OK; ++i) {
    DXGI_ADAPTER_DESC description;
    char name[512] = "";
    adapter->GetDesc(&description);
    WideCharToMultiByte(CP_UTF8, 0, description.Description, -1, name, sizeof(name), nullptr, nullptr);
    if (first == nullptr) first = adapter;
    if (found == nullptr && strcmp(name, adapter_name) == 0) found = adapter;
  }
  if (found == nullptr) fprintf(stderr, "%s is not here; this is another adapter\n", adapter_name);
  if (found == nullptr) found = first;
  const D3D_FEATURE_LEVEL level = D3D_FEATURE_LEVEL_11_0;
  check(D3D11CreateDevice(found, D3D_DRIVER_TYPE_UNKNOWN, nullptr, 0, &level, 1, D3D11_SDK_VERSION, &device, nullptr,
                          &context),
        "D3D11CreateDevice");
}

inline ID3D11Texture2D* make_texture(DXGI_FORMAT format, UINT uses) {
  D3D11_TEXTURE2D_DESC description = {};
  description.Width = WIDTH;
  description.Height = HEIGHT;
  description.MipLevels = description.ArraySize = description.SampleDesc.Count = 1;
  description.Format = format;
  description.BindFlags = uses;
  description.Usage = uses == 0 ? D3D11_USAGE_STAGING : D3D11_USAGE_DEFAULT;
  description.CPUAccessFlags = uses == 0 ? D3D11_CPU_ACCESS_READ : 0;
  ID3D11Texture2D* texture = nullptr;
  check(device->CreateTexture2D(&description, nullptr, &texture), "CreateTexture2D");
  return texture;
}

inline ID3D11Buffer* make_buffer(UINT bytes, UINT uses, const void* memory) {
  D3D11_BUFFER_DESC description = {};
  description.ByteWidth = bytes;
  description.BindFlags = uses;
  description.MiscFlags = uses == 0 ? 0 : D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS;
  description.Usage = uses == 0 ? D3D11_USAGE_STAGING : D3D11_USAGE_DEFAULT;
  description.CPUAccessFlags = uses == 0 ? D3D11_CPU_ACCESS_READ : 0;
  D3D11_SUBRESOURCE_DATA data = {};
  data.pSysMem = memory;
  ID3D11Buffer* buffer = nullptr;
  check(device->CreateBuffer(&description, memory == nullptr ? nullptr : &data, &buffer), "CreateBuffer");
  return buffer;
}

// What is in the first texels, or in the buffer.
inline const void* read(ID3D11Resource* from, ID3D11Resource* staging) {
  context->CopyResource(staging, from);
  D3D11_MAPPED_SUBRESOURCE mapped = {};
  check(context->Map(staging, 0, D3D11_MAP_READ, 0, &mapped), "Map");
  return mapped.pData;
}

// A texture whose first texels, CASES of them, are these.
inline ID3D11ShaderResourceView* view_of_texels(DXGI_FORMAT format, const void* texels, UINT texel_bytes) {
  ID3D11Texture2D* texture = make_texture(format, D3D11_BIND_SHADER_RESOURCE);
  const D3D11_BOX box = {0, 0, 0, CASES, 1, 1};
  context->UpdateSubresource(texture, 0, &box, texels, CASES * texel_bytes, 0);
  ID3D11ShaderResourceView* view = nullptr;
  check(device->CreateShaderResourceView(texture, nullptr, &view), "CreateShaderResourceView");
  return view;
}
)c";

const std::string_view kD3d11Begin = R"c(
static int run() {
  make_device();
  ID3D11ShaderResourceView* views[8] = {};
)c";

const std::string_view kD3d11RawOperands = R"c(
  // The operands are t0, t1, ...; a value of fewer than four bytes is in a word.
  for (UINT k = 0; k < OPERANDS; ++k) {
    const UINT bytes = sizes[k] < 4 ? 4 : (UINT)sizes[k];
    unsigned char values[CASES * 8] = {};
    for (size_t i = 0; i < CASES; ++i) memcpy(values + i * bytes, operands[k], sizes[k]);
    D3D11_SHADER_RESOURCE_VIEW_DESC raw = {};
    raw.Format = DXGI_FORMAT_R32_TYPELESS;
    raw.ViewDimension = D3D11_SRV_DIMENSION_BUFFEREX;
    raw.BufferEx.NumElements = CASES * bytes / 4;
    raw.BufferEx.Flags = D3D11_BUFFEREX_SRV_FLAG_RAW;
    ID3D11Buffer* buffer = make_buffer(CASES * bytes, D3D11_BIND_SHADER_RESOURCE, values);
    check(device->CreateShaderResourceView(buffer, &raw, &views[k]), "CreateShaderResourceView");
  }
)c";

const std::string_view kD3d11WordOperands = R"c(
  // The operands are components of texels of four words, which t0, t1, ... hold.
  for (UINT t = 0; t < 8; ++t) {
    unsigned words[CASES * 4] = {};
    bool is_used = false;
    for (UINT k = 0; k < OPERANDS; ++k) {
      if (places[k] / 4 != t) continue;
      is_used = true;
      for (size_t i = 0; i < CASES; ++i) memcpy(&words[i * 4 + places[k] % 4], operands[k], sizes[k]);
    }
    if (is_used) views[t] = view_of_texels(DXGI_FORMAT_R32G32B32A32_UINT, words, 16);
  }
)c";

const std::string_view kD3d11Texels = R"c(
  // The texels that are read are t0.
  unsigned char texels[CASES * TEXEL_BYTES];
  memset(texels, OTHER_COMPONENTS, sizeof(texels));
  for (size_t i = 0; i < CASES; ++i) {
    unsigned long long bits = 0;
    memcpy(&bits, operands[0], sizes[0]);
    put_component(texels + i * TEXEL_BYTES, bits);
  }
  views[0] = view_of_texels(texture_format, texels, TEXEL_BYTES);
)c";

const std::string_view kD3d11Target = R"c(
  ID3D11Texture2D* target =
      make_texture(target_format, DRAWS ? D3D11_BIND_RENDER_TARGET : D3D11_BIND_UNORDERED_ACCESS);
)c";

const std::string_view kD3d11Lane = R"c(
  // The results are u0.
  const UINT result_bytes = sizeof(result_t) < 4 ? 4 : sizeof(result_t);
  ID3D11Buffer* target = make_buffer(CASES * result_bytes, D3D11_BIND_UNORDERED_ACCESS, nullptr);
)c";

const std::string_view kD3d11Dispatch = R"c(
  D3D11_UNORDERED_ACCESS_VIEW_DESC raw = {};
  raw.Format = DXGI_FORMAT_R32_TYPELESS;
  raw.ViewDimension = D3D11_UAV_DIMENSION_BUFFER;
  raw.Buffer.NumElements = CASES * (sizeof(result_t) < 4 ? 4 : sizeof(result_t)) / 4;
  raw.Buffer.Flags = D3D11_BUFFER_UAV_FLAG_RAW;
  ID3D11UnorderedAccessView* view = nullptr;
  check(device->CreateUnorderedAccessView(target, STORES ? nullptr : &raw, &view), "CreateUnorderedAccessView");
  ID3D11ComputeShader* compute = nullptr;
  check(device->CreateComputeShader(shader, sizeof(shader), nullptr, &compute), "CreateComputeShader");
  context->CSSetShader(compute, nullptr, 0);
  context->CSSetShaderResources(0, 8, views);
  context->CSSetUnorderedAccessViews(0, 1, &view, nullptr);
  context->Dispatch(CASES / THREAD_GROUP, 1, 1);
)c";

const std::string_view kD3d11Draw = R"c(
  ID3D11RenderTargetView* view = nullptr;
  check(device->CreateRenderTargetView(target, nullptr, &view), "CreateRenderTargetView");
  ID3D11VertexShader* vertex = nullptr;
  ID3D11PixelShader* pixel = nullptr;
  check(device->CreateVertexShader(vertex_shader, sizeof(vertex_shader), nullptr, &vertex), "CreateVertexShader");
  check(device->CreatePixelShader(shader, sizeof(shader), nullptr, &pixel), "CreatePixelShader");
  D3D11_SAMPLER_DESC point = {};
  point.Filter = D3D11_FILTER_MIN_MAG_MIP_POINT;
  point.AddressU = point.AddressV = point.AddressW = D3D11_TEXTURE_ADDRESS_CLAMP;
  point.ComparisonFunc = D3D11_COMPARISON_NEVER;
  point.MaxLOD = D3D11_FLOAT32_MAX;
  ID3D11SamplerState* sampler = nullptr;
  check(device->CreateSamplerState(&point, &sampler), "CreateSamplerState");
  D3D11_RASTERIZER_DESC both_sides = {};
  both_sides.FillMode = D3D11_FILL_SOLID;
  both_sides.CullMode = D3D11_CULL_NONE;
  both_sides.DepthClipEnable = TRUE;
  ID3D11RasterizerState* rasterizer = nullptr;
  check(device->CreateRasterizerState(&both_sides, &rasterizer), "CreateRasterizerState");
  // A triangle over the first row of the target.
  const D3D11_VIEWPORT viewport = {0, 0, WIDTH, 1, 0, 1};
  context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
  context->VSSetShader(vertex, nullptr, 0);
  context->RSSetState(rasterizer);
  context->RSSetViewports(1, &viewport);
  context->PSSetShader(pixel, nullptr, 0);
  context->PSSetShaderResources(0, 8, views);
  context->PSSetSamplers(0, 1, &sampler);
  context->OMSetRenderTargets(1, &view, nullptr);
  context->Draw(3, 0);
  context->OMSetRenderTargets(0, nullptr, nullptr);
)c";

const std::string_view kD3d11ReadLane = R"c(  result_t results[1];
  memcpy(results, read(target, make_buffer(CASES * result_bytes, 0, nullptr)), sizeof(results));
)c";

const std::string_view kD3d11ReadTarget = R"c(  result_t results[1];
  memcpy(results, read(target, make_texture(target_format, 0)), sizeof(results));
)c";

const std::string_view kD3d11ReadTexel = R"c(  result_t results[1];
  results[0] = take_component((const unsigned char*)read(target, make_texture(target_format, 0)));
)c";

const std::string_view kD3d11Main = R"c(}

int main() {
  const int code = run();
  fflush(stdout);
  TerminateProcess(GetCurrentProcess(), code);  // at once: drivers take their time to end
}
)c";

}  // namespace halfulp::device
