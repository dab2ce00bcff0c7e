// SPDX-License-Identifier: Apache-2.0
#include "cli/exchange/npy.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "command.hpp"
#include "contains.hpp"
#include "exchange_folder.hpp"
#include "halfulp/error.hpp"

namespace halfulp::cli {
namespace {

std::string npy(const std::string& dictionary, const std::string& values, char version = 1) {
  std::string header = dictionary + "\n";
  std::string file = std::string("\x93NUMPY") + version + '\0';
  file += static_cast<char>(header.size() % 256);
  file += static_cast<char>(header.size() / 256);
  if (version > 1) file += std::string(2, '\0');
  return file + header + values;
}

std::string array_of(const std::string& dtype, const std::string& shape, const std::string& values) {
  return npy("{'descr': '" + dtype + "', 'fortran_order': False, 'shape': " + shape + ", }", values);
}

NpyArray read(const std::string& file, Format format) {
  return read_npy(std::as_bytes(std::span(file)), format, "a.npy");
}

std::string complaint(const std::string& file, Format format = Format::binary32) {
  try {
    static_cast<void>(read(file, format));
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), Error::Kind::kInput);
    return error.what();
  }
  ADD_FAILURE() << "it was read";
  return "";
}

const std::string kEight = "01234567";

TEST(Npy, ReadsWhatItWrites) {
  for (const FormatInfo& row : formats()) {
    const std::string header = npy_header(row.format, 8 / static_cast<std::uint64_t>(row.bytes));
    EXPECT_EQ(header.size() % 64, 0U) << row.name;
    const std::string file = header + kEight;
    const NpyArray array = read(file, row.format);
    EXPECT_EQ(array.cases * static_cast<std::uint64_t>(row.bytes), 8U);
    EXPECT_EQ(array.values.data(), std::as_bytes(std::span(file)).data() + header.size());
  }
}

TEST(Npy, ReadsOtherVersionsAndBits) {
  const std::string dictionary = "{'shape': (2,), 'fortran_order': False, 'descr': '<f4'}";
  EXPECT_EQ(read(npy(dictionary, kEight, 2), Format::binary32).cases, 2U);
  EXPECT_EQ(read(npy(dictionary, kEight, 3), Format::binary32).cases, 2U);
  EXPECT_EQ(read(array_of("<u4", "(2,)", kEight), Format::binary32).cases, 2U);
  EXPECT_EQ(read(array_of("|u1", "(8,)", kEight), Format::unorm8).cases, 8U);
  EXPECT_TRUE(read(array_of("|b1", "(8,)", kEight), Format::bool32).is_bool);
}

TEST(Npy, RefusesOtherTypes) {
  EXPECT_TRUE(contains(complaint(array_of(">f4", "(2,)", kEight)),
                       "a.npy: has dtype '>f4', which is big-endian; write it little-endian: array.astype('<f4')"));
  EXPECT_TRUE(contains(complaint(array_of("<f8", "(1,)", kEight)),
                       "has dtype '<f8'; binary32 takes '<f4' (or its bits as '<u4')"));
  EXPECT_TRUE(contains(complaint(array_of("<f4", "(2,)", kEight), Format::sint32), "sint32 takes '<i4'"));
  EXPECT_TRUE(contains(complaint(array_of("|b1", "(8,)", kEight), Format::unorm8), "unorm8 takes '|u1'"));
  EXPECT_TRUE(contains(complaint(npy("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2,), }", kEight)),
                       "a dtype of several fields"));
}

TEST(Npy, RefusesOtherShapes) {
  for (const char* shape : {"(2, 1)", "()", "(2)", "(", "", "(-2,)", "(99999999999999999999,)"}) {
    EXPECT_TRUE(contains(complaint(array_of("<f4", shape, kEight)), "an array of one dimension is expected")) << shape;
  }
  EXPECT_TRUE(contains(complaint(array_of("<f4", "(3,)", kEight)), "has 8 bytes of values, and its header says 3"));
  EXPECT_TRUE(contains(complaint(array_of("<f4", "(2,)", kEight + "8")), "has 9 bytes of values"));
  EXPECT_TRUE(contains(complaint(array_of("<f4", "(4611686018427387906,)", kEight)), "has 8 bytes of values"));
}

TEST(Npy, RefusesWhatIsNone) {
  EXPECT_TRUE(contains(complaint("0123456789abcdef"), "is no .npy file"));
  EXPECT_TRUE(contains(complaint(""), "is no .npy file"));
  EXPECT_TRUE(contains(complaint("\x93NUMPY"), "is no .npy file"));
  EXPECT_TRUE(contains(complaint(npy("{'descr': '<f4'}", kEight, 4)), "is of .npy version 4"));
  EXPECT_TRUE(contains(complaint(npy("{'descr': '<f4'", kEight).substr(0, 14)), "ends within its .npy header"));
  EXPECT_TRUE(contains(complaint(npy("{'fortran_order': False, 'shape': (2,), }", kEight)), "no 'descr'"));
  EXPECT_TRUE(contains(complaint(npy("{'descr': '<f4', }", kEight)), "no 'shape'"));
}

TEST(Npy, IsJudgedAsRawFilesAre) {
  const std::string folder = write_vectors("vectors", {"--operation", "lt", "--files", "npy"});
  const std::string raw = write_vectors("raw", {"--operation", "lt"});
  compute_results(raw, raw, "reference:d3d11");
  const std::string results = read_file(raw + "/lt.binary32.result.bin");
  const std::string path = folder + "/lt.binary32.result.npy";
  write_text_file(path, npy_header(Format::bool32, results.size() / 4) + results);
  EXPECT_EQ(run_command({"verify", folder}).exit_code, 0);
  // As numpy.less gives them.
  std::string bools;
  for (std::size_t i = 0; i < results.size(); i += 4) bools += static_cast<char>(results[i] == 0 ? 0 : 1);
  const std::string shape = "(" + std::to_string(bools.size()) + ",)";
  write_text_file(path, array_of("|b1", shape, bools));
  EXPECT_EQ(run_command({"verify", folder}).exit_code, 0);
  bools[1000] = static_cast<char>(1 - bools[1000]);
  write_text_file(path, array_of("|b1", shape, bools));
  EXPECT_EQ(run_command({"verify", folder}).exit_code, 1);
  // The name's end decides, whatever the operands were.
  std::filesystem::copy_file(raw + "/lt.binary32.result.bin", folder + "/lt.bin");
  replace_in_file(folder + "/results.json", "lt.binary32.result.npy", "lt.bin");
  EXPECT_EQ(run_command({"verify", folder}).exit_code, 0);
}

}  // namespace
}  // namespace halfulp::cli
