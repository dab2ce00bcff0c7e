// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "device/cuda/cuda_device.hpp"
#include "device/cuda/program.hpp"
#include "halfulp/error.hpp"

namespace halfulp::device {
namespace {

constexpr PtxFlush kKeeps{};
constexpr PtxFlush kFlushes{.binary16 = true, .binary32 = true};

LanguageRow row_of(Operation operation, Format format, std::string_view name) {
  for (const LanguageRow& row : ptx_rows()) {
    if (row.operation == operation && row.format == format && ptx_way_name(row.expression) == name) return row;
  }
  throw Error(Error::Kind::kInternal, "no such row");
}

std::string text_of(Operation operation, Format format, std::string_view name, const PtxFlush& flush) {
  return ptx_instructions(row_of(operation, format, name), flush);
}

// ---- Whether operands agree with an instruction's types
// --------------------------------------------------------------

/// Bits of the registers that an instruction names, by its types.
struct Signature {
  int result = 0;
  std::vector<int> operands;
};

/// "add.rn.f32 o, x, y" in words: the parts of the opcode, and the operands.
struct Instruction {
  std::vector<std::string> opcode;
  std::vector<std::string> operands;
};

Instruction parse(const std::string& line) {
  Instruction found;
  std::istringstream words(line.substr(0, line.find(' ')));
  for (std::string part; std::getline(words, part, '.');) found.opcode.push_back(part);
  std::istringstream rest(line.substr(line.find(' ')));
  for (std::string operand; std::getline(rest, operand, ',');) {
    std::erase(operand, ' ');
    found.operands.push_back(operand);
  }
  return found;
}

/// The register that a predicate takes.
constexpr int kPredicate = 1;

Signature signature_of(const Instruction& instruction) {
  std::vector<int> types;
  for (const std::string& part : instruction.opcode) {
    static const std::set<std::string> kTypes = {"f16", "f32", "f64", "s8",  "u8",  "s16",
                                                 "u16", "s32", "u32", "b16", "b32", "b64"};
    // A register has 16 bits at least: no .b8 is one that cvt takes.
    if (kTypes.contains(part)) types.push_back(std::max(std::stoi(part.substr(1)), 16));
  }
  const std::string& name = instruction.opcode.front();
  if (types.empty()) return {};
  const std::vector<int> operands(instruction.operands.size() - 1, types.back());
  if (name == "cvt" || name == "set") return {types.size() == 2 ? types.front() : 0, operands};
  if (types.size() != 1) return {};
  if (name == "setp" || name == "testp") return {kPredicate, operands};
  if (name == "selp") return {types.front(), {types.front(), types.front(), kPredicate}};
  return {types.front(), operands};
}

/// How many operands an instruction has, the result among them.
std::size_t operands_of(const std::string& name) {
  static const std::map<std::string, std::size_t> kCounts = {
      {"add", 3},   {"sub", 3}, {"mul", 3},  {"div", 3}, {"min", 3},      {"max", 3},  {"fma", 4},  {"rcp", 2},
      {"sqrt", 2},  {"ex2", 2}, {"lg2", 2},  {"sin", 2}, {"cos", 2},      {"abs", 2},  {"neg", 2},  {"cvt", 2},
      {"rsqrt", 2}, {"mov", 2}, {"tanh", 2}, {"set", 3}, {"copysign", 3}, {"setp", 3}, {"selp", 4}, {"testp", 2}};
  const auto found = kCounts.find(name);
  return found == kCounts.end() ? 0 : found->second;
}

/// What is wrong with a program; "" for nothing.
std::string fault_of(const std::string& program, const std::string& instructions) {
  std::map<std::string, int> registers;
  std::istringstream lines(program);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t at = line.find(".reg .");
    if (at == std::string::npos) continue;
    std::string type = line.substr(at + 6, line.find(' ', at + 6) - at - 6);
    std::istringstream names(line.substr(at + 6 + type.size(), line.find(';') - at - 6 - type.size()));
    for (std::string name; std::getline(names, name, ',');) {
      std::erase(name, ' ');
      const int bits = type == "pred" ? kPredicate : std::stoi(type.substr(1));
      if (!registers.emplace(name, bits).second) return "declared twice: " + name;
    }
  }
  std::set<std::string> written;
  std::string rest = instructions;
  while (!rest.empty()) {
    const std::size_t end = rest.find(" then ");
    const std::string text = rest.substr(0, end);
    rest = end == std::string::npos ? "" : rest.substr(end + 6);
    if (program.find("  " + text + ";\n") == std::string::npos) return "not in the program: " + text;
    const Instruction instruction = parse(text);
    const Signature signature = signature_of(instruction);
    if (instruction.operands.size() != operands_of(instruction.opcode.front())) return "operands of " + text;
    if (signature.operands.size() + 1 != instruction.operands.size()) return "types of " + text;
    for (std::size_t k = 0; k < instruction.operands.size(); ++k) {
      const std::string& operand = instruction.operands[k];
      if (std::isdigit(static_cast<unsigned char>(operand.front())) != 0) continue;
      const auto found = registers.find(operand);
      if (found == registers.end()) return "not declared: " + operand + " of " + text;
      const int wanted = k == 0 ? signature.result : signature.operands[k - 1];
      if (found->second != wanted) return "bits of " + operand + " in " + text;
      const bool is_operand = program.find(".param .u64 " + operand + "_lane") != std::string::npos;
      if (k > 0 && !is_operand && !written.contains(operand)) return "read before it is written: " + operand;
    }
    written.insert(instruction.operands.front());
  }
  return written.contains("o") ? "" : "no result";
}

TEST(PtxProgram, HasRegistersOfTheBitsThatEachInstructionTakes) {
  for (const LanguageRow& row : ptx_rows()) {
    for (const PtxFlush& flush : {kKeeps, kFlushes}) {
      EXPECT_EQ(fault_of(ptx_program(row, flush), ptx_instructions(row, flush)), "") << ptx_program(row, flush);
    }
  }
}

TEST(PtxProgram, FindsFaults) {
  const auto fault = [](std::string_view expression, Operation operation = Operation::add) {
    const LanguageRow row{operation, Format::binary32, expression, true, false};
    return fault_of(ptx_program(row, {}), ptx_instructions(row, {}));
  };
  EXPECT_EQ(fault("add.rn.f32 o, x, y"), "");
  EXPECT_EQ(fault("add.rn.f64 o, x, y"), "bits of o in add.rn.f64 o, x, y");
  EXPECT_EQ(fault("add.rn.f32 o, x, w"), "not declared: w of add.rn.f32 o, x, w");
  EXPECT_EQ(fault("add.rn.f32 o, x"), "operands of add.rn.f32 o, x");
  EXPECT_EQ(fault("add.rn.f32 o, x, t"), "read before it is written: t");
  EXPECT_EQ(fault("add.rn.f32 t, x, y"), "no result");
  EXPECT_EQ(fault("cvt.f32 o, x"), "bits of o in cvt.f32 o, x");
  EXPECT_EQ(fault("cvt.rzi.s32.f16 o, x"), "bits of x in cvt.rzi.s32.f16 o, x");
}

TEST(PtxTable, NamesEveryOperandInEveryWay) {
  for (const LanguageRow& row : ptx_rows()) {
    for (int k = 0; k < info(row.operation).arity; ++k) {
      EXPECT_TRUE(device::names(row.expression, info(row.operation).operand_names[static_cast<std::size_t>(k)]))
          << row.expression;
    }
  }
}

// A report knows ways by their names.
TEST(PtxTable, HasWaysOfDifferentNames) {
  std::set<std::tuple<Operation, Format, std::string>> known;
  for (const LanguageRow& row : ptx_rows()) {
    EXPECT_TRUE(known.emplace(row.operation, row.format, ptx_way_name(row.expression)).second) << row.expression;
  }
}

TEST(PtxInstructions, HaveTheTypesOfTheFormatAndFlushWhereTheyAreTo) {
  using enum Operation;
  EXPECT_EQ(text_of(add, Format::binary32, "add.rn", kKeeps), "add.rn.f32 o, x, y");
  EXPECT_EQ(text_of(add, Format::binary32, "add.rn", kFlushes), "add.rn.ftz.f32 o, x, y");
  EXPECT_EQ(text_of(add, Format::binary16, "add.rn", {.binary32 = true}), "add.rn.f16 o, x, y");
  EXPECT_EQ(text_of(add, Format::binary16, "add.rn", {.binary16 = true}), "add.rn.ftz.f16 o, x, y");
  EXPECT_EQ(text_of(add, Format::binary64, "add.rz", kFlushes), "add.rz.f64 o, x, y");
  EXPECT_EQ(text_of(movc, Format::binary64, "setp.ne then selp", kKeeps),
            "setp.ne.u32 p, c, 0 then selp.b64 o, x, y, p");
  // A conversion from binary64 to binary32 flushes as binary32 does.
  EXPECT_EQ(text_of(binary64_to_binary32, Format::binary64, "cvt.rn", {.binary32 = true}), "cvt.rn.ftz.f32.f64 o, x");
  EXPECT_EQ(text_of(binary64_to_binary32, Format::binary64, "cvt.rn", kKeeps), "cvt.rn.f32.f64 o, x");
  // These have no form that keeps denormals.
  EXPECT_EQ(text_of(rcp, Format::binary64, "rcp.approx.ftz", kKeeps), "rcp.approx.ftz.f64 o, x");
}

TEST(PtxProgram, ComputesACaseInAThread) {
  EXPECT_EQ(ptx_program(row_of(Operation::frc, Format::binary32, "cvt.rmi then sub.rn"), kFlushes),
            ".version 7.0\n.target sm_50\n.address_size 64\n\n"
            ".visible .entry compute(.param .u32 cases, .param .u64 x_lane, .param .u64 result_lane) {\n"
            "  .reg .pred %outside;\n  .reg .b32 %case, %block, %size, %cases;\n  .reg .b64 %at;\n"
            "  .reg .b32 o;\n  .reg .b32 x;\n  .reg .b32 t;\n"
            "  mov.u32 %case, %tid.x;\n  mov.u32 %block, %ctaid.x;\n  mov.u32 %size, %ntid.x;\n"
            "  mad.lo.u32 %case, %block, %size, %case;\n  ld.param.u32 %cases, [cases];\n"
            "  setp.ge.u32 %outside, %case, %cases;\n  @%outside ret;\n"
            "  ld.param.u64 %at, [x_lane];\n  cvta.to.global.u64 %at, %at;\n  mad.wide.u32 %at, %case, 4, %at;\n"
            "  ld.global.b32 x, [%at];\n"
            "  cvt.rmi.ftz.f32.f32 t, x;\n  sub.rn.ftz.f32 o, x, t;\n"
            "  ld.param.u64 %at, [result_lane];\n  cvta.to.global.u64 %at, %at;\n  mad.wide.u32 %at, %case, 4, %at;\n"
            "  st.global.b32 [%at], o;\n  ret;\n}\n");
}

/// NVIDIA's assembler, of the CUDA toolkit; "" where it is not installed: no test asks for it.
std::string assembler() {
  for (const char* path : {"/usr/bin/ptxas", "/usr/local/cuda/bin/ptxas", "/opt/cuda/bin/ptxas"}) {
    if (std::filesystem::exists(path)) return path;
  }
  return "";
}

/// Assembles the rows' programs, those of one target in one file.
void expect_assembled(const PtxFlush& flush) {
  const auto folder = std::filesystem::temp_directory_path() / fmt::format("halfulp_ptx_{}", ::getpid());
  std::filesystem::create_directory(folder);
  std::map<std::string, std::string> files;
  std::size_t kernels = 0;
  for (const LanguageRow& row : ptx_rows()) {
    std::string program = ptx_program(row, flush);
    const std::size_t body = program.find(".visible");
    std::string& file = files[program.substr(0, body)];
    program.replace(program.find(kPtxKernel, body), 7, fmt::format("compute_{}", kernels++));
    file += program.substr(body);
  }
  for (const auto& [head, kernels_of_target] : files) {
    std::ofstream(folder / "all.ptx") << head << kernels_of_target;
    const int status = std::system(
        fmt::format("{0} -O0 -arch=sm_80 -o {1}/out {1}/all.ptx > {1}/log 2>&1", assembler(), folder.string()).c_str());
    std::ifstream log(folder / "log");
    EXPECT_EQ(status, 0) << head << std::string(std::istreambuf_iterator<char>(log), {});
  }
  std::filesystem::remove_all(folder);
}

TEST(PtxProgram, IsTakenByTheAssemblerWhereThatIsInstalled) {
  if (assembler().empty()) GTEST_SKIP() << "no ptxas";
  expect_assembled(kKeeps);
  expect_assembled(kFlushes);
}

// [PTX ISA 7.0]: "Target ISA Notes" of each instruction.
TEST(PtxProgram, NamesTheLeastArchitectureThatHasItsInstructions) {
  using enum Operation;
  EXPECT_EQ(ptx_target(row_of(add, Format::binary32, "add.rn")), 50);
  EXPECT_EQ(ptx_target(row_of(add, Format::binary16, "add.rn")), 53);
  EXPECT_EQ(ptx_target(row_of(binary16_to_binary32, Format::binary16, "cvt")), 50);
  EXPECT_EQ(ptx_target(row_of(tanh, Format::binary32, "tanh.approx")), 75);
  EXPECT_EQ(ptx_target(row_of(exp2, Format::binary16, "ex2.approx")), 75);
  EXPECT_EQ(ptx_target(row_of(min, Format::binary16, "min")), 80);
  EXPECT_EQ(ptx_target(row_of(min, Format::binary32, "min.NaN")), 80);
}

// ---- Modes
// -----------------------------------------------------------------------------------------------------------

std::vector<std::string> ways_of(Operation operation, Format format, bool approximates, bool counts_approximations) {
  std::vector<std::string> found;
  for (const PtxWay& way : ptx_ways(90, approximates, counts_approximations)) {
    if (way.row->operation != operation || way.row->format != format) continue;
    found.push_back(ptx_way_name(way.row->expression) + (way.counts ? "" : " shown"));
  }
  return found;
}

using Ways = std::vector<std::string>;

TEST(PtxWays, CountWhatIsRounded) {
  using enum Operation;
  EXPECT_EQ(ways_of(div, Format::binary32, false, false),
            (Ways{"div.rn", "div.full shown", "div.approx shown", "div.rz shown", "div.rm shown", "div.rp shown"}));
  EXPECT_EQ(ways_of(sin, Format::binary32, false, false), Ways{"sin.approx shown"});
  EXPECT_EQ(ways_of(sin, Format::binary32, false, true), Ways{"sin.approx"});
  // nvcc's functions of binary16 and binary64 are others.
  EXPECT_EQ(ways_of(exp2, Format::binary16, false, true), Ways{"ex2.approx shown"});
  EXPECT_EQ(ways_of(rsq, Format::binary64, false, true), (Ways{"rsqrt.approx shown", "rsqrt.approx.ftz shown"}));
}

TEST(PtxWays, AreTheApproximationsOfFastMath) {
  using enum Operation;
  EXPECT_EQ(ways_of(div, Format::binary32, true, true), Ways{"div.approx"});
  EXPECT_EQ(ways_of(exp, Format::binary32, true, true), Ways{"mul.rn then ex2.approx"});
  EXPECT_EQ(ways_of(add, Format::binary32, true, true),
            (Ways{"add.rn", "add.rz shown", "add.rm shown", "add.rp shown"}));
  EXPECT_EQ(ways_of(div, Format::binary64, true, true).front(), "div.rn");
}

TEST(PtxWays, AreThoseThatTheGpuHas) {
  const auto has_half = [](int capability) {
    return std::ranges::any_of(ptx_ways(capability, false, false), [](const PtxWay& way) {
      return way.row->operation == Operation::add && way.row->format == Format::binary16;
    });
  };
  EXPECT_FALSE(has_half(50));
  EXPECT_TRUE(has_half(53));
}

TEST(CudaModes, FlushBinary32AndWithFtzBinary16) {
  EXPECT_EQ(BuildMode(kCudaModes, "default", {}, {}).text(), "binary16 none, binary32 none, binary64 none");
  EXPECT_EQ(BuildMode(kCudaModes, "ftz", {}, {}).text(), "binary16 .ftz, binary32 .ftz, binary64 none");
  EXPECT_EQ(BuildMode(kCudaModes, "approx", {}, {}).text(), "binary16 none, binary32 .approx.ftz, binary64 none");
}

}  // namespace
}  // namespace halfulp::device
