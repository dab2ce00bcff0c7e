// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <iterator>
#include <span>
#include <string>
#include <vector>

#include "command.hpp"
#include "contains.hpp"
#include "file_size_limit.hpp"
#include "halfulp/pixel.hpp"

namespace halfulp::cli {
namespace {

/// So many bytes, none like its neighbours.
std::string some_bytes(std::size_t n) {
  std::string bytes(n, '\0');
  std::uint32_t state = 12345;
  for (char& byte : bytes) {
    state = state * 1664525 + 1013904223;
    byte = static_cast<char>(state >> 24);
  }
  return bytes;
}

/// What the library makes of them.
std::string converted(PixelFormat from, PixelFormat to, const std::string& book, const std::string& source) {
  std::string result(source.size() / static_cast<std::size_t>(info(from).bytes_per_pixel) *
                         static_cast<std::size_t>(info(to).bytes_per_pixel),
                     '\0');
  Converter(from, to, Rulebook::open(book))
      .convert(std::as_bytes(std::span(source)), std::as_writable_bytes(std::span(result)));
  return result;
}

Words with(const Words& options, const Words& files) {
  Words words = {"convert"};
  words.insert(words.end(), options.begin(), options.end());
  words.insert(words.end(), files.begin(), files.end());
  return words;
}

/// The output for an input file; the command succeeds.
std::string output_for(const std::string& source, const Words& options) {
  const std::string in = temporary_path("in.raw");
  const std::string out = temporary_path("out.raw");
  write_text_file(in, source);
  const Outcome outcome = run_command(with(options, {in, out}));
  EXPECT_EQ(outcome.exit_code, 0) << outcome.diagnostics;
  EXPECT_EQ(outcome.diagnostics, "");
  EXPECT_EQ(outcome.output, "");
  return read_file(out);
}

Outcome outcome_for(const std::string& source, const Words& options) {
  const std::string in = temporary_path("in.raw");
  write_text_file(in, source);
  return run_command(with(options, {in, temporary_path("out.raw")}));
}

TEST(Convert, WritesWhatTheLibraryGives) {
  const std::string source = some_bytes(std::size_t{16} * 70001);  // more than is in memory at a time
  for (const std::string book : {"d3d11", "metal4"}) {
    const std::string got = output_for(source, {"--from", "rgba32_float", "--to", "rgba16_float", "--rulebook", book});
    EXPECT_TRUE(got == converted(PixelFormat::rgba32_float, PixelFormat::rgba16_float, book, source)) << book;
  }
}

TEST(Convert, HasDirect3D11WithoutARulebook) {
  // 1 + 1.5 * 2^-10 in binary32; toward zero it is 0x3c01.
  EXPECT_EQ(output_for(std::string("\x00\x30\x80\x3f", 4), {"--from", "r32_float", "--to", "r16_float"}), "\x01\x3c");
}

TEST(Convert, TakesTheNamesOfTheApis) {
  const std::string source = some_bytes(400);
  const std::string want = output_for(source, {"--from", "b5g6r5_unorm", "--to", "rgba8_unorm"});
  EXPECT_EQ(output_for(source, {"--from", "DXGI_FORMAT_B5G6R5_UNORM", "--to", "R8G8B8A8_UNORM"}), want);
  EXPECT_EQ(output_for(source, {"--from", "VK_FORMAT_R5G6B5_UNORM_PACK16", "--to", "vk_format_r8g8b8a8_unorm"}), want);
  EXPECT_EQ(output_for(source, {"--from", "MTLPixelFormatB5G6R5Unorm", "--to", "RGBA8Unorm"}), want);
}

TEST(Convert, ReadsAndWritesPipes) {
  const std::string source = some_bytes(std::size_t{8} * 200000);
  const Outcome outcome =
      run_command({"convert", "--from", "rgba16_unorm", "--to", "bgra8_unorm", "-", "-"}, {.input = source});
  EXPECT_EQ(outcome.exit_code, 0) << outcome.diagnostics;
  EXPECT_TRUE(outcome.output == converted(PixelFormat::rgba16_unorm, PixelFormat::bgra8_unorm, "d3d11", source));
}

TEST(Convert, OfNothingIsNothing) {
  EXPECT_EQ(output_for("", {"--from", "rgba32_float", "--to", "r8_unorm"}), "");
  EXPECT_EQ(run_command({"convert", "--from", "r8_unorm", "--to", "r8_srgb", "-", "-"}).exit_code, 0);
  EXPECT_EQ(output_for("", {"--from", "r8_unorm", "--to", "r8_srgb", "--width", "5", "--height", "0"}), "");
}

TEST(Convert, ReadsAndWritesRowsWithPadding) {
  // unorm8 c is unorm16 257 c: each byte twice.
  const std::string source = "abcXXdefXXghiXX";
  const Words options = {
      "--from", "r8_unorm", "--to", "r16_unorm", "--width", "3", "--source-stride", "5", "--destination-stride", "8"};
  const std::string zeros(2, '\0');
  const std::string want = "aabbcc" + zeros + "ddeeff" + zeros + "gghhii" + zeros;
  EXPECT_EQ(output_for(source, options), want);
  EXPECT_EQ(output_for(source.substr(0, 13), options), want) << "the last row needs no padding";
  Words with_height = options;
  with_height.insert(with_height.end(), {"--height", "3"});
  EXPECT_EQ(output_for(source, with_height), want);
  const Outcome piped = run_command(with(with_height, {"-", "-"}), {.input = source});
  EXPECT_EQ(piped.output, want) << piped.diagnostics;
}

TEST(Convert, ReadsManyRowsWithPadding) {
  constexpr std::size_t kWidth = 1001;
  constexpr std::size_t kRows = 700;
  constexpr std::size_t kStride = 4100;
  const std::string source = some_bytes(kStride * kRows);
  const std::string got = output_for(source, {"--from", "rgba8_srgb", "--to", "rg16_float", "--width",
                                              std::to_string(kWidth), "--source-stride", std::to_string(kStride)});
  std::string want;
  for (std::size_t row = 0; row < kRows; ++row) {
    want +=
        converted(PixelFormat::rgba8_srgb, PixelFormat::rg16_float, "d3d11", source.substr(row * kStride, kWidth * 4));
  }
  EXPECT_TRUE(got == want);
}

TEST(Convert, RefusesPixelsThatAreNotWhole) {
  const Words options = {"--from", "rgb32_float", "--to", "r8_unorm"};
  const Outcome file = outcome_for(some_bytes(100), options);
  EXPECT_EQ(file.exit_code, 3);
  EXPECT_TRUE(
      contains(file.diagnostics, "in.raw: 4 bytes are left over at byte 96: a pixel of rgb32_float has 12 bytes"));
  const Outcome pipe = run_command(with(options, {"-", "-"}), {.input = some_bytes(100)});
  EXPECT_EQ(pipe.exit_code, 3);
  EXPECT_TRUE(contains(pipe.diagnostics, "standard input: 4 bytes are left over at byte 96"));
  EXPECT_EQ(pipe.output.size(), 8) << "the whole pixels before";
}

TEST(Convert, AnInputThatDoesNotFitLeavesTheOutputAlone) {
  const std::string in = temporary_path("in.raw");
  const std::string out = temporary_path("out.raw");
  write_text_file(in, "12345");
  write_text_file(out, "keep");
  EXPECT_EQ(run_command({"convert", "--from", "r32_float", "--to", "r8_unorm", in, out}).exit_code, 3);
  EXPECT_EQ(read_file(out), "keep");
}

TEST(Convert, RefusesRowsThatAreNotWhole) {
  const Words options = {"--from", "r8_unorm", "--to", "r8_srgb", "--width", "10"};
  const Outcome short_row = outcome_for(some_bytes(25), options);
  EXPECT_EQ(short_row.exit_code, 3);
  EXPECT_TRUE(
      contains(short_row.diagnostics,
               "5 bytes are left over at byte 20: a row of 10 pixels of r8_unorm has 10 bytes; is it cut short, or of "
               "other pixels than --from and --width says?\n"));
  Words padded = options;
  padded.insert(padded.end(), {"--source-stride", "12"});
  EXPECT_EQ(outcome_for(some_bytes(34), padded).exit_code, 0);
  const Outcome half_padding = outcome_for(some_bytes(35), padded);
  EXPECT_EQ(half_padding.exit_code, 3);
  EXPECT_TRUE(contains(half_padding.diagnostics, "11 bytes are left over at byte 24"));
  EXPECT_TRUE(contains(half_padding.diagnostics, "and 12 with its padding"));
}

TEST(Convert, SaysThatAPipesWholePixelsAreConverted) {
  const Words options = {"--from", "rgba8_unorm", "--to", "r8_unorm"};
  const Outcome file = outcome_for(some_bytes(9), options);
  EXPECT_EQ(file.exit_code, 3);
  EXPECT_TRUE(
      contains(file.diagnostics, "1 byte is left over at byte 8: a pixel of rgba8_unorm has 4 bytes; is it cut"));
  EXPECT_FALSE(contains(file.diagnostics, "is converted"));
  const Outcome pipe = run_command(with(options, {"-", "-"}), {.input = some_bytes(9)});
  EXPECT_EQ(pipe.exit_code, 3);
  EXPECT_EQ(pipe.output.size(), 2);
  EXPECT_TRUE(contains(pipe.diagnostics, "; what was whole before it is converted"));
}

TEST(Convert, KeepsWhatItsOutputHadWhenItFails) {
  const Words options = {"--from", "rgba8_unorm", "--to", "r8_unorm"};
  const std::string kept = temporary_path("kept.raw");
  write_text_file(kept, "as it was");
  const auto is_alone = [&] {
    const std::filesystem::directory_iterator files(std::filesystem::path(kept).parent_path());
    return std::distance(begin(files), end(files)) == 1;
  };
  const Outcome cut_short = run_command(with(options, {"-", kept}), {.input = some_bytes(9)});
  EXPECT_EQ(cut_short.exit_code, 3);
  EXPECT_TRUE(contains(cut_short.diagnostics, "; nothing is written"));
  EXPECT_EQ(read_file(kept), "as it was");
  EXPECT_TRUE(is_alone()) << "the temporary file is gone";
  {
    const test::FileSizeLimit full(1000);
    const Outcome no_room = run_command(with(options, {"-", kept}), {.input = some_bytes(8000)});
    EXPECT_EQ(no_room.exit_code, 3) << no_room.diagnostics;
  }
  EXPECT_EQ(read_file(kept), "as it was");
  EXPECT_TRUE(is_alone());
  EXPECT_EQ(run_command(with(options, {"-", kept}), {.input = some_bytes(8)}).exit_code, 0);
  EXPECT_EQ(read_file(kept).size(), 2U);
  EXPECT_TRUE(is_alone());
}

TEST(Convert, RefusesAnotherNumberOfRows) {
  const Words options = {"--from", "r8_unorm", "--to", "r8_srgb", "--width", "10", "--height", "3"};
  EXPECT_EQ(outcome_for(some_bytes(30), options).exit_code, 0);
  for (const std::size_t size : {20U, 40U}) {
    const Outcome outcome = outcome_for(some_bytes(size), options);
    EXPECT_EQ(outcome.exit_code, 3);
    EXPECT_TRUE(contains(outcome.diagnostics, "has " + std::to_string(size / 10) + " rows of 10 pixels"));
    const Outcome pipe = run_command(with(options, {"-", "-"}), {.input = some_bytes(size)});
    EXPECT_EQ(pipe.exit_code, 3);
    EXPECT_TRUE(contains(pipe.diagnostics, "--height asks for")) << size;
  }
}

std::string complaint(const Words& options) {
  const Outcome outcome = outcome_for("1234", options);
  EXPECT_EQ(outcome.exit_code, 2) << outcome.output;
  return outcome.diagnostics;
}

TEST(Convert, RefusesFormatsThatDoNotExist) {
  EXPECT_TRUE(contains(complaint({"--from", "rgba8_unrom", "--to", "r8_unorm"}),
                       "--from: unknown pixel format 'rgba8_unrom' (did you mean 'rgba8_unorm'?); 'halfulp formats'"));
  EXPECT_TRUE(contains(complaint({"--from", "r8_unorm", "--to", "DXGI_FORMAT_R8G8B8A8_UNROM"}),
                       "did you mean 'DXGI_FORMAT_R8G8B8A8_UNORM'?"));
  EXPECT_TRUE(contains(complaint({"--from", "r8_unorm"}), "--to"));
  EXPECT_TRUE(contains(complaint({"--from", "r8_unorm", "--to", "r8_srgb", "--rulebook", "d3d13"}), "d3d1"));
}

TEST(Convert, RefusesRowsThatMakeNoSense) {
  const Words formats = {"--from", "r32_float", "--to", "r8_unorm"};
  const auto refused = [&](Words more) {
    more.insert(more.begin(), formats.begin(), formats.end());
    return complaint(more);
  };
  EXPECT_TRUE(contains(refused({"--height", "2"}), "--height needs --width"));
  EXPECT_TRUE(contains(refused({"--source-stride", "4"}), "--source-stride needs --width"));
  EXPECT_TRUE(contains(refused({"--width", "0"}), "--width 0"));
  EXPECT_TRUE(contains(refused({"--width", "2", "--source-stride", "7"}), "has 8 bytes"));
  EXPECT_TRUE(contains(refused({"--width", "2", "--destination-stride", "1"}), "has 2 bytes"));
  EXPECT_TRUE(
      contains(refused({"--width", "2", "--destination-stride", "18446744073709551615"}), "--destination-stride"));
  EXPECT_TRUE(contains(refused({"--width", "18446744073709551615"}), "--width"));
  EXPECT_TRUE(contains(refused({"--width", "2", "--height", "18446744073709551615"}), "--height"));
}

TEST(Convert, TellsFilesThatCannotBeReadOrWritten) {
  const Words formats = {"--from", "r8_unorm", "--to", "r8_srgb"};
  const std::string in = temporary_path("in.raw");
  write_text_file(in, "1234");
  const auto failure = [&](const std::string& from, const std::string& to) {
    const Outcome outcome = run_command(with(formats, {from, to}));
    EXPECT_EQ(outcome.exit_code, 3) << from << " " << to;
    return outcome.diagnostics;
  };
  EXPECT_TRUE(contains(failure("/no/such/file", "-"), "/no/such/file: cannot be opened: No such file"));
  EXPECT_TRUE(contains(failure("/", "-"), "Is a directory"));
  EXPECT_TRUE(contains(failure(in, "/no/such/folder/out"), "/no/such/folder/out: cannot be written"));
  EXPECT_TRUE(contains(failure(in, "/dev/full"), "/dev/full: cannot be written: No space"));
}

TEST(Convert, DoesNotWriteTheFileThatItReads) {
  const std::string in = temporary_path("in.raw");
  write_text_file(in, "1234");
  const Outcome outcome = run_command({"convert", "--from", "r8_unorm", "--to", "r8_srgb", in, in});
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.diagnostics, "is read and written"));
  EXPECT_EQ(read_file(in), "1234");

  // By `>> in.raw`.
  const Outcome appended =
      run_command({"convert", "--from", "r8_unorm", "--to", "r8_srgb", in, "-"}, {.append_to = in});
  EXPECT_EQ(appended.exit_code, 2);
  EXPECT_TRUE(contains(appended.diagnostics, "in.raw is read and written"));
  EXPECT_EQ(read_file(in), "1234");
}

// The file that is opened next would get its number.
TEST(Convert, StandardInputThatIsClosedIsNoOtherFile) {
  const Outcome outcome = run_command({"convert", "--from", "r8_unorm", "--to", "r8_srgb", "-", temporary_path("out")},
                                      {.has_no_input = true});
  EXPECT_EQ(outcome.exit_code, 3);
  EXPECT_TRUE(contains(outcome.diagnostics, "standard input: cannot be read: Bad file descriptor"));
}

TEST(Convert, AReaderThatGoesAwayEndsIt) {
  const Outcome outcome = run_command({"convert", "--from", "r8_unorm", "--to", "rgba32_float", "/dev/zero", "-"},
                                      {.close_output_at_once = true});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.diagnostics, "");
}

TEST(Convert, ShowsABarOnATerminal) {
  const std::string in = temporary_path("in.raw");
  write_text_file(in, "");
  std::filesystem::resize_file(in, std::uintmax_t{96} << 20);
  const Outcome outcome = run_command({"convert", "--from", "rgb32_float", "--to", "rgb9e5_float", in, "/dev/null"},
                                      {.environment = {"TERM=xterm"}, .terminal = true});
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_TRUE(contains(outcome.output, "\x1b[K"));
}

TEST(Formats, ListsEveryFormatWithItsNames) {
  const std::string text = run_command({"formats"}).output;
  for (const PixelFormatInfo& row : pixel_formats()) {
    for (const std::string_view name : {row.name, row.dxgi, row.vulkan, row.metal}) {
      EXPECT_TRUE(contains(text, name));
    }
  }
  EXPECT_TRUE(contains(text, "\nb5g6r5_unorm         2  B5G6R5_UNORM         R5G6B5_UNORM_PACK16       B5G6R5Unorm\n"));
  EXPECT_TRUE(
      contains(text, "\nr8_srgb              1  -                    R8_SRGB                   R8Unorm_sRGB\n"));
}

TEST(Formats, HasThemAsJson) {
  const std::string text = run_command({"formats", "--json"}).output;
  EXPECT_TRUE(contains(text, "\"dxgi\": \"DXGI_FORMAT_B5G6R5_UNORM\""));
  EXPECT_TRUE(contains(text, "\"vulkan\": \"VK_FORMAT_R5G6B5_UNORM_PACK16\""));
  EXPECT_TRUE(contains(text, "\"metal\": null"));
  EXPECT_TRUE(contains(text, "\"format\": \"ufloat10\""));
}

}  // namespace
}  // namespace halfulp::cli
