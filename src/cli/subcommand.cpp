// SPDX-License-Identifier: Apache-2.0
#include "cli/subcommand.hpp"

namespace halfulp::cli {
namespace {

constexpr ArgumentRow kBook = {
    "BOOK", ValueKind::text, "", "", "a rulebook by name (d3d11), or the path of a .toml file", true};
constexpr ArgumentRow kOperation = {"OPERATION", ValueKind::text, "", "", "an operation by name: add, rsq, dp3, ...",
                                    true};
constexpr ArgumentRow kOperands = {
    "OPERAND",
    ValueKind::repeated,
    "",
    "",
    "a decimal, a hex float (0x1.8p-3), inf, -inf, nan, -0, or bits: 0x and all hex digits (0x3f800000)",
    true};
constexpr ArgumentRow kFormat = {"--format", ValueKind::text, "F", "binary32",
                                 "the format in which the operation is asked"};
constexpr ArgumentRow kReading = {
    "--reading", ValueKind::repeated, "ID=OPTION", "",
    "choose a reading where the document is ambiguous (repeatable; see halfulp rules BOOK)"};
constexpr ArgumentRow kJson = {"--json", ValueKind::flag, "", "", "write JSON (shapes: docs/json.md)"};

const std::vector<Subcommand> kSubcommands = {
    {.name = "check",
     .summary = "run a device's operations and judge every result",
     .example = "halfulp check --device vulkan --rulebook d3d10,d3d11 --operation add,rsq --format binary32 --json "
                "report.json",
     .arguments = {{"--device", ValueKind::text, "DEV", "vulkan",
                    "reference[:BOOK], host[:flush] or vulkan[:INDEX or part of the name]"},
                   {"--rulebook", ValueKind::repeated, "BOOK[,BOOK...]", "d3d11", "the rulebooks to judge by"},
                   {"--operation", ValueKind::repeated, "LIST", "",
                    "operations, separated by commas; without it all that the device offers"},
                   {"--format", ValueKind::repeated, "FORMAT[,FORMAT...]", "",
                    "only operations asked in these formats; without it all that the device offers"},
                   {"--suite", ValueKind::text, "quick|standard|exhaustive", "quick", "how many cases to try"},
                   {"--seed", ValueKind::number, "N", "1", "the seed of the suite's random cases"},
                   kReading,
                   {"--strict", ValueKind::flag, "", "", "results that pass only under another reading fail"},
                   {"--json", ValueKind::text, "FILE", "", "write the report as JSON (shape: docs/json.md)"},
                   {"--junit", ValueKind::text, "FILE", "", "write the report as JUnit XML"},
                   {"--reproducer", ValueKind::text, "DIR", "",
                    "write one failing case per broken rule as a stand-alone shader"}},
     .run = check},
    {.name = "explain",
     .summary = "what is permitted, and why",
     .example = "halfulp explain d3d11 rsq -0",
     .arguments = {kBook, kOperation, kOperands, kFormat, kReading, kJson},
     .run = explain,
     .takes_values = true},
    {.name = "judge",
     .summary = "the verdict on one result; exit code 1 when it fails",
     .example = "halfulp judge d3d11 add 0x00000001 0 --result 0x00000001",
     .arguments = {kBook,
                   kOperation,
                   kOperands,
                   {"--result", ValueKind::text, "VALUE", "", "the result to judge, as an operand", true},
                   kFormat,
                   kReading,
                   {"--strict", ValueKind::flag, "", "", "a result that passes only under another reading fails"},
                   kJson},
     .run = judge,
     .takes_values = true},
    {.name = "evaluate",
     .summary = "the reference device's result",
     .example = "halfulp evaluate d3d11 mad 0x1.8p-3 -2 inf",
     .arguments = {kBook, kOperation, kOperands, kFormat, kJson},
     .run = evaluate,
     .takes_values = true},
    {.name = "rules",
     .summary = "a rulebook as a person or a program reads it; without BOOK the list of rulebooks",
     .example = "halfulp rules d3d11 --markdown",
     .arguments = {{"BOOK", ValueKind::text, "", "", "a rulebook by name, or the path of a .toml file"},
                   kJson,
                   {"--markdown", ValueKind::flag, "", "", "write Markdown"}},
     .run = rules},
    {.name = "compare",
     .summary = "where one rulebook permits what another forbids, with cases that show it",
     .example = "halfulp compare d3d11 metal1 rsq",
     .arguments = {kBook,
                   {"OTHER", ValueKind::text, "", "", "the rulebook to compare it with", true},
                   {"OPERATION", ValueKind::text, "", "", "an operation by name; without it all that both have"},
                   kFormat,
                   kJson},
     .run = compare},
    {.name = "convert",
     .summary = "convert raw pixels from one pixel format to another by a rulebook's rules",
     .example = "halfulp convert --from rgba32_float --to r11g11b10_float --rulebook d3d11 in.raw out.raw",
     .arguments = {{"IN", ValueKind::text, "", "", "the file to read, without a header; - for standard input", true},
                   {"OUT", ValueKind::text, "", "", "the file to write; - for standard output", true},
                   {"--from", ValueKind::text, "FORMAT", "",
                    "the pixel format of IN, by halfulp's, DXGI's, Vulkan's or Metal's name; see halfulp formats",
                    true},
                   {"--to", ValueKind::text, "FORMAT", "", "the pixel format of OUT", true},
                   {"--rulebook", ValueKind::text, "BOOK", "d3d11",
                    "the rulebook, by name or the path of a .toml file"},
                   {"--width", ValueKind::number, "PIXELS", "", "pixels in a row; without it there are no rows"},
                   {"--height", ValueKind::number, "ROWS", "", "rows; without it as many as IN has"},
                   {"--source-stride", ValueKind::number, "BYTES", "",
                    "bytes from row to row of IN; without it rows have no padding"},
                   {"--destination-stride", ValueKind::number, "BYTES", "",
                    "bytes from row to row of OUT; the padding is zero"}},
     .run = convert},
    {.name = "formats",
     .summary = "the pixel formats that convert reads and writes, with their names in DXGI, Vulkan and Metal",
     .example = "halfulp formats",
     .arguments = {kJson},
     .run = formats},
    {.name = "devices",
     .summary = "the devices that can be opened here",
     .example = "halfulp devices",
     .arguments = {kJson},
     .run = devices},
    {.name = "serve-device",
     .summary = "compute what the parent process asks for, over standard input and output",
     .example = "",
     .arguments = {{"NAME", ValueKind::repeated, "", "", "what the parent process gives", true}},
     .run = serve_device,
     .hidden = true},
};

}  // namespace

std::span<const Subcommand> subcommands() { return kSubcommands; }

}  // namespace halfulp::cli
