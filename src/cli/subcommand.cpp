// SPDX-License-Identifier: Apache-2.0
#include "cli/subcommand.hpp"

namespace halfulp::cli {
namespace {

constexpr ArgumentRow kBook = {
    "BOOK", ValueKind::text, "", "", "a rulebook by name (d3d11), or the path of a .toml file", true};
constexpr ArgumentRow kOperation = {
    "OPERATION", ValueKind::text, "", "", "an operation by name: add, rsq, hlsl:round, ...", true};
constexpr ArgumentRow kOperands = {"OPERAND",
                                   ValueKind::repeated,
                                   "",
                                   "",
                                   "a decimal, a hex float (0x1.8p-3), inf, -inf, nan, -0, of codes a fraction "
                                   "(127/255), or bits: 0x and all hex digits (0x3f800000)",
                                   true};
constexpr ArgumentRow kTimeout = {
    "--device-timeout", ValueKind::number, "SECONDS", "60",
    "how long the device may take for one block of cases before it counts as hung, at most 86400"};
constexpr ArgumentRow kFormatOfCase = {
    "--format", ValueKind::text, "FORMAT", "",
    "the format in which the operation is asked: without it binary32, or the one that a conversion is from"};
constexpr ArgumentRow kReading = {"--reading", ValueKind::repeated, "ID=OPTION", "",
                                  "choose a reading where the document is ambiguous (see halfulp rules BOOK)"};
constexpr ArgumentRow kBooks = {"--rulebook", ValueKind::repeated, "BOOK[,BOOK...]", "d3d11",
                                "the rulebooks to judge by"};
constexpr ArgumentRow kStrict = {"--strict", ValueKind::flag, "", "",
                                 "results that pass only under another reading fail"};
constexpr ArgumentRow kStrictOfCase = {"--strict", ValueKind::flag, "", "",
                                       "a result that passes only under another reading fails"};
constexpr ArgumentRow kContract = {"--contract", ValueKind::flag, "", "",
                                   "of an expression: a product and a sum may be fused, mad or fma"};
constexpr ArgumentRow kReassociate = {"--reassociate", ValueKind::flag, "", "",
                                      "of an expression: sums and products of 3 to 5 terms may be in any order"};
constexpr ArgumentRow kVerbose = {"--verbose", ValueKind::flag, "", "",
                                  "all ways of computing each operation, and all that is known of each broken rule"};
constexpr ArgumentRow kReportHtml = {"--html", ValueKind::text, "FILE", "",
                                     "write the report as a web page with charts, one file"};
constexpr ArgumentRow kReportJson = {"--json", ValueKind::text, "FILE", "",
                                     "write the report as JSON (shape: docs/json.md)"};
constexpr ArgumentRow kReportJunit = {"--junit", ValueKind::text, "FILE", "", "write the report as JUnit XML"};
constexpr ArgumentRow kBaseline = {
    "--baseline", ValueKind::text, "FILE", "",
    "what --write-baseline or --json wrote of an earlier run: what fails there too is known, and only new failures are "
    "printed and give exit code 1"};
constexpr ArgumentRow kWriteBaseline = {"--write-baseline", ValueKind::text, "FILE", "",
                                        "write a line for each failure, for review and --baseline (docs/howto/ci.md)"};
constexpr ArgumentRow kWaivers = {"--waivers", ValueKind::text, "FILE", "",
                                  "a TOML file of failures that are excused, and why (docs/howto/ci.md); with "
                                  "--strict a waiver that excuses nothing fails"};
constexpr ArgumentRow kToday = {"--today", ValueKind::text, "YYYY-MM-DD", "",
                                "the day on which waivers are read; without it today's, in UTC"};
constexpr ArgumentRow kFailures = {
    "--failures", ValueKind::text, "FILE", "",
    "write every case that fails, or passes under another reading only: .csv, .jsonl or .npy (docs/failures.md)"};
constexpr ArgumentRow kFailuresLimit = {"--failures-limit", ValueKind::number, "N", "",
                                        "at most this number of cases of each rule and way in that file"};
constexpr ArgumentRow kFailuresRanges = {"--failures-ranges", ValueKind::flag, "", "",
                                         "neighbouring operands that break one rule are one range in that file"};
constexpr ArgumentRow kJson = {"--json", ValueKind::flag, "", "", "write JSON (shapes: docs/json.md)"};

const std::vector<Subcommand> kSubcommands = {
    {.name = "check",
     .summary = "run a device's operations and judge every result",
     .example = "halfulp check --device vulkan --rulebook d3d10,d3d11 --operation add,rsq --json report.json",
     .arguments =
         {{"--device", ValueKind::text, "DEV", "vulkan",
           "reference[:BOOK], host[:flush], vulkan[:INDEX or part of the name], vulkan-fragment[:INDEX or part of the "
           "name] (docs/devices/vulkan.md), opencl[:PLATFORM[/DEVICE[/MODE]]] (docs/devices/opencl.md), "
           "cuda[:WHICH[/MODE]] "
           "(docs/devices/cuda.md), d3d12 (docs/devices/d3d12.md), or exec:PROGRAM, a program of yours "
           "(docs/howto/exchange.md); several, separated "
           "by commas, are shown side by side"},
          kTimeout,
          kBooks,
          {"--operation", ValueKind::repeated, "OPERATION[,OPERATION...]", "",
           "operations, separated by commas; without it all that the device offers"},
          {"--format", ValueKind::repeated, "FORMAT[,FORMAT...]", "",
           "only operations asked in these formats; without it all that the device offers"},
          {"--suite", ValueKind::text, "quick|standard|exhaustive", "quick", "which cases to try"},
          {"--operands", ValueKind::text, "FILE", "",
           "instead of a suite the cases of a file, of the one operation asked for: its lines are those of try"},
          {"--cases", ValueKind::text, "N", "",
           "cases of each operation: the suite's, then random ones (1e12), or a sample of the suite's; without "
           "it as many as the suite has"},
          {"--time", ValueKind::text, "TIME", "", "how long to judge at most: 8h, 90m, 1h30m"},
          {"--threads", ValueKind::number, "N", "", "threads; without it one for each core, but two at least"},
          {"--seed", ValueKind::number, "N", "1", "the seed of the suite's random cases"},
          kReading,
          kStrict,
          kVerbose,
          kReportHtml,
          kReportJson,
          kReportJunit,
          kBaseline,
          kWriteBaseline,
          kWaivers,
          kToday,
          kFailures,
          kFailuresLimit,
          kFailuresRanges,
          {"--reproducer", ValueKind::text, "DIR", "",
           "write one failing case per broken rule as a stand-alone shader, of a texture as a program in C, both as "
           "tests of Amber and VkRunner too; of an OpenCL or CUDA device as a program in C, of Direct3D in C++"},
          {"--out", ValueKind::text, "DIR", "",
           "keep what was judged in this folder, so that a killed run can be continued"},
          {"--shard", ValueKind::text, "I/N", "",
           "judge the I-th of N parts of the run; its result goes to --out (see halfulp merge)"},
          {"--resume", ValueKind::flag, "", "", "continue what --out holds of this run, or begin if it holds nothing"}},
     .run = check,
     .description = "Runs what the device offers of the operations on the suite's operands, judges every result "
                    "against each rulebook, and prints one screen: the verdict, the causes of failures, each with "
                    "a rule's sentence, a case and the command that judges it again, and the failures that no "
                    "cause explains. With --verbose it prints a table of the operations and of the ways in which "
                    "the device computes them, and all that is known of each broken rule.\n\n"
                    "A device that crashes or hangs costs its own cases, never the run. A long run is kept in a "
                    "folder with --out and goes on with --resume; --shard splits it over machines.",
     .see_also = {"show", "merge", "verify", "explain", "judge", "devices", "rules"}},
    {.name = "show",
     .summary = "a JSON report on one screen, or all of it on one operation",
     .example = "halfulp show report.json rcp",
     .arguments = {{"REPORT", ValueKind::text, "", "", "a report that check, verify or merge wrote with --json", true},
                   {"OPERATION", ValueKind::text, "", "", "show all that the report has on this operation"},
                   kVerbose,
                   {"--rulebook", ValueKind::repeated, "BOOK[,BOOK...]", "",
                    "the files of the report's rulebooks that are not embedded"},
                   {"--extract", ValueKind::text, "FILE", "",
                    "write what show and matrix need of the report, 100 kB of 4 MB (docs/json.md)"},
                   kWriteBaseline},
     .run = show,
     .description = "Prints what check printed when it wrote the report. With an operation or --verbose it prints "
                    "the whole text: the permitted sets in it are those of this halfulp's rulebooks.",
     .see_also = {"check", "diff"}},
    {.name = "merge",
     .summary = "the report of a run whose shards 'check --shard' judged",
     .example = "halfulp merge results --json report.json",
     .arguments = {{"DIR", ValueKind::text, "", "", "the folder with the results of all shards", true},
                   kVerbose,
                   kReportHtml,
                   kReportJson,
                   kReportJunit,
                   kBaseline,
                   kWriteBaseline,
                   kWaivers,
                   kToday},
     .run = merge,
     .description = "Reads the results that 'check --shard I/N --out DIR' left in the folder and prints the "
                    "report of the whole run, exactly that of a run without shards. Shards that are missing, "
                    "there twice, corrupt or of another run are named with the command that makes them again.",
     .see_also = {"check"}},
    {.name = "diff",
     .summary = "what broke, healed, grew, came or went from one report of check to another; exit code 1 when worse",
     .example = "halfulp diff before.json after.json",
     .arguments = {{"BEFORE", ValueKind::text, "", "", "a report that check, verify or merge wrote with --json", true},
                   {"AFTER", ValueKind::text, "", "", "a later one, or one of another device", true},
                   {"--strict", ValueKind::flag, "", "",
                    "worse is also: an error that grew, what needs another reading, is no longer offered or judged"},
                   {"--html", ValueKind::text, "FILE", "", "write the difference as a web page, one file"},
                   kJson},
     .run = diff,
     .description = "Compares two reports of one device, or of two: rules that broke or healed, errors that grew or "
                    "shrank, operations that came or went. Counts and errors are compared only where suite, seed, "
                    "cases, rulebooks and readings are the same; what differs is printed first.",
     .see_also = {"check", "merge", "verify"}},
    {.name = "matrix",
     .summary = "many devices side by side, from a report of each: verdicts, causes and failing operations",
     .example = "halfulp matrix lavapipe.json swiftshader.json",
     .arguments = {{"REPORT", ValueKind::repeated, "", "",
                    "reports that check, verify or merge wrote with --json, one for each column", true},
                   {"--html", ValueKind::text, "FILE", "", "write the table as a web page, one file"},
                   {"--markdown", ValueKind::text, "FILE", "", "write the table as Markdown"}},
     .run = matrix,
     .description = "Prints a table with a column for each report. Its rows are the verdicts by each rulebook, the "
                    "causes that any of the reports has, and the operations that fail in any of them. Counts and "
                    "errors can be compared where suite, seed, cases, rulebooks and readings are the same; the "
                    "table says where they are not.",
     .see_also = {"check", "diff", "show"}},
    {.name = "vectors",
     .summary = "write operands for a program that computes elsewhere: files in a folder, or lines",
     .example = "halfulp vectors --operation add,rsq --suite standard -o vectors",
     .arguments = {{"--operation", ValueKind::repeated, "OPERATION[,OPERATION...]", "",
                    "operations, separated by commas", true},
                   {"--format", ValueKind::repeated, "FORMAT[,FORMAT...]", "binary32",
                    "the formats in which they are asked; conversions have their own"},
                   {"--suite", ValueKind::text, "quick|standard|exhaustive", "quick", "how many cases to write"},
                   {"--seed", ValueKind::number, "N", "1", "the seed of the suite's random cases"},
                   {"--files", ValueKind::text, "raw|npy", "raw", "raw little-endian arrays, or NumPy's .npy"},
                   {"--output", ValueKind::text, "DIR", "",
                    "the folder to write; without it one case a line, in hexadecimal digits", false, "-o"}},
     .run = vectors,
     .description = "With --output it writes a file for each operand, manifest.json, and results.json to fill in. "
                    "Copy the folder to where the device is, have a program of yours compute the results, and "
                    "judge them with verify. Without --output it writes one case a line, the operands in "
                    "hexadecimal digits, for a program on a pipe: such lines are of one operation in one format.",
     .see_also = {"verify", "check", "formats"}},
    {.name = "verify",
     .summary = "judge results that were computed elsewhere, with the report of check",
     .example = "halfulp verify vectors results --rulebook metal4 --json report.json",
     .arguments =
         {{"VECTORS", ValueKind::text, "", "-",
           "the folder that vectors wrote; or a table of cases with a header (operation,x,y,z,result), or lines "
           "of operands and result in hexadecimal digits; - for standard input"},
          {"RESULTS", ValueKind::text, "", "", "the folder with results.json; without it VECTORS"},
          kBooks,
          {"--operation", ValueKind::repeated, "OPERATION[,OPERATION...]", "",
           "the operation of the lines, or an expression as range takes it: 'x * y + z'; of a folder or a table with "
           "several only these"},
          {"--format", ValueKind::repeated, "FORMAT[,FORMAT...]", "",
           "the format of the lines (binary32 without it); of a folder only these formats"},
          kReading,
          kStrict,
          kContract,
          kReassociate,
          kVerbose,
          kReportHtml,
          kReportJson,
          kReportJunit,
          kBaseline,
          kWriteBaseline,
          kWaivers,
          kToday,
          kFailures,
          kFailuresLimit,
          kFailuresRanges},
     .run = verify,
     .description = "Judges the results in a folder that vectors wrote and a program completed, in a table, or in "
                    "lines that hold operands and a result; the lines of TestFloat are read too. Where some of an "
                    "input cannot be read, the rest is judged and reported as incomplete.\n\n"
                    "Of an expression a table has a column for each operand (of a vector n.x, n.y) and 'result'; or a "
                    "column that has the expression as its name. --operation is not needed then.",
     .see_also = {"vectors", "judge", "check"}},
    {.name = "explain",
     .summary = "what is permitted, and why",
     .example = "halfulp explain d3d11 rsq -0",
     .arguments = {kBook,
                   kOperation,
                   kOperands,
                   kFormatOfCase,
                   kReading,
                   {"--draw", ValueKind::flag, "", "", "draw the permitted set on a line of the format's values"},
                   kJson},
     .run = explain,
     .takes_values = true,
     .description = "Prints the exact result, the set of permitted results as values and as bits, the rules that "
                    "made it, and where a document is ambiguous what its other readings would permit.",
     .see_also = {"judge", "evaluate", "rules", "compare"}},
    {.name = "judge",
     .summary = "the verdict on one result, or on each line of a table; exit code 1 when one fails",
     .example = "halfulp judge d3d11 add 0x00000001 0 --result 0x00000001",
     .arguments = {kBook,
                   {"OPERATION", ValueKind::text, "", "",
                    "an operation by name: add, rsq, dp3, ...; of a table that has no such column, that of its lines; "
                    "or an expression as range takes it: 'sqrt(x * x + y * y)'"},
                   {"OPERAND", ValueKind::repeated, "", "",
                    "a decimal, a hex float (0x1.8p-3), inf, -inf, nan, -0, of codes a fraction (127/255), or bits: 0x "
                    "and all hex digits (0x3f800000); of an expression's vector (0, 0.6, 0.8)"},
                   {"--result", ValueKind::text, "VALUE", "", "the result to judge, as an operand"},
                   {"--file", ValueKind::text, "FILE", "",
                    "a table of cases instead of one: values separated by commas, semicolons, tabs or blanks under a "
                    "header (operation,x,y,z,result,expected,tolerance); - for standard input"},
                   kFormatOfCase,
                   kReading,
                   kStrictOfCase,
                   kContract,
                   kReassociate,
                   kJson},
     .run = judge,
     .takes_values = true,
     .description = "Says whether the rulebook permits the result for these operands; if not, which rule it "
                    "breaks or under which other reading it passes. A result may be written as a decimal, a hex "
                    "float or bits. The operands of an expression are its names in the order in which they come.\n\n"
                    "A word of several components is judged component by component: pack_rgba8_unorm, "
                    "unpack_R11G11B10_FLOAT and so on by the names of pixel formats ('halfulp formats'), "
                    "packUnorm4x8, f32tof16 and so on by those of the languages. The numbers that unpack gives are a "
                    "vector: --result '(0, 0.5, 1, 1)'.\n\n"
                    "Of a table it judges each result, and of each line that has a value in the column 'expected' "
                    "whether a test that expects it, within the column 'tolerance', is right by the rulebook: "
                    "accepts what is permitted and nothing else; too strict: rejects what is permitted; or too "
                    "lax: accepts what is forbidden. Expectations that are not right give exit code 1.",
     .see_also = {"explain", "evaluate", "range", "verify", "check"}},
    {.name = "range",
     .summary = "what a whole expression may return",
     .example = "halfulp range d3d11 x*x+y x=3 y=-9",
     .arguments =
         {kBook,
          {"EXPRESSION", ValueKind::text, "", "",
           "an expression as HLSL, GLSL, MSL, WGSL, OpenCL C and CUDA write it: 'let r = rsqrt(x); r * r * x', "
           "'length(float2(x, y))'",
           true},
          {"CONDITION", ValueKind::repeated, "", "",
           "what operands are: 'x = 0.5', 'x in [0, 1]', 'x in (0, 1]', 'x in finite', 'x in all', 'n = (0, 0.6, "
           "0.8)', 'n.xyz in [-1, 1]'; several with ; between"},
          {"--where", ValueKind::repeated, "CONDITION", "", "the same"},
          {"--against", ValueKind::text, "BOOK", "",
           "a second rulebook: prints its results too, and where one permits what the other forbids"},
          {"--result", ValueKind::text, "VALUE", "",
           "a result to judge, of a vector (1, 0, 0); exit code 1 where no execution gives it"},
          kContract,
          kReassociate,
          kFormatOfCase,
          kReading,
          kStrictOfCase,
          {"--boxes", ValueKind::number, "N", "4096", "into how many boxes ranges of operands are split at most"},
          {"--cases", ValueKind::number, "N", "100000",
           "how many cases of operations are decided at most for the exact set of given operands"},
          {"--html", ValueKind::text, "FILE", "",
           "write a web page, with a figure where one operand is in a range of numbers"},
          kJson},
     .run = range,
     .takes_values = true,
     .description = "Takes each step of the expression by the rulebook's own rule for it. Of given operands it prints "
                    "every result that a conforming implementation may return, what each step may be, which steps "
                    "make the result wide, and the result without rounding. Of ranges of operands it prints bounds "
                    "that no conforming implementation leaves, and the least and the greatest result that it found.\n\n"
                    "A function for which the rulebook has no rule is what 'halfulp rules --names' makes it of. A name "
                    "that stands for a value stands for one value; what is written twice is computed twice.",
     .see_also = {"explain", "judge", "compare"}},
    {.name = "try",
     .summary = "ask a device for the results of given operands, and judge them; exit code 1 when one fails",
     .example = "halfulp try vulkan d3d11 log2 0x00000001",
     .arguments = {{"DEV", ValueKind::text, "", "",
                    "the device, as check takes it: reference, host, vulkan:1, vulkan-fragment, opencl, cuda, d3d12, "
                    "exec:PROGRAM",
                    true},
                   kBook,
                   kOperation,
                   {"OPERAND", ValueKind::repeated, "", "", "the operands of one case, as judge takes them"},
                   {"--operands", ValueKind::text, "FILE", "",
                    "a file of cases: operands as above, one case a line; # begins a comment; - for standard input"},
                   kFormatOfCase,
                   kReading,
                   kStrictOfCase,
                   kTimeout,
                   kJson},
     .run = try_cases,
     .takes_values = true,
     .description = "Computes the operation on the device in each way that it offers, and says of each result "
                    "whether the rulebook permits it. Of one case it prints all results, what is permitted, and "
                    "the sentence of each rule that a result breaks; of a file of cases the results that do not "
                    "pass. OPERATION may be an expression, 'sqrt(x * x + y * y)': the device computes each step by "
                    "itself, and the result is judged as that of the whole.",
     .see_also = {"judge", "explain", "range", "check", "devices"}},
    {.name = "evaluate",
     .summary = "the reference device's result",
     .example = "halfulp evaluate d3d11 mad 0x1.8p-3 -2 inf",
     .arguments = {kBook, kOperation, kOperands, kFormatOfCase, kJson},
     .run = evaluate,
     .takes_values = true,
     .description = "Prints what the built-in reference device computes: always a permitted result, and the same "
                    "on every machine.",
     .see_also = {"explain", "judge"}},
    {.name = "rules",
     .summary = "a rulebook as a person or a program reads it; without BOOK the list of rulebooks",
     .example = "halfulp rules d3d11 --markdown",
     .arguments = {{"BOOK", ValueKind::text, "", "", "a rulebook by name, or the path of a .toml file"},
                   {"OPERATION", ValueKind::text, "", "", "only what it says of this operation"},
                   {"--names", ValueKind::flag, "", "",
                    "in place of rules what functions of HLSL, SM4/5 assembly, DXIL, GLSL, SPIR-V, MSL, WGSL, "
                    "OpenCL C and CUDA are here; BOOK is then a language (hlsl, sm5, dxil, glsl, spirv, msl, wgsl, "
                    "opencl, cuda) or a name"},
                   kJson,
                   {"--markdown", ValueKind::flag, "", "", "write Markdown"}},
     .run = rules,
     .description = "Prints every rule in force: its id, what it permits, the sentence that it comes from, and "
                    "the readings where a document is ambiguous. The option --reading of other subcommands "
                    "chooses among those. Operations go by the names that --names lists: rsq, rsqrt, inversesqrt; "
                    "with the language in front where languages differ: hlsl:round, sm5:log.",
     .see_also = {"explain", "compare"}},
    {.name = "table",
     .summary = "special cases at a glance: what is permitted for infinities, zeros, denormals and NaN",
     .example = "halfulp table d3d11",
     .arguments = {kBook,
                   {"OPERATION", ValueKind::text, "", "", "all classes of operands of this operation"},
                   kFormatOfCase,
                   kReading,
                   {"--html", ValueKind::text, "FILE", "", "write the table as a web page, one file"},
                   {"--markdown", ValueKind::flag, "", "", "print Markdown"},
                   kJson},
     .run = table,
     .description = "Prints a table of all operations by classes of operands: each cell is what the rulebook permits "
                    "there. Of an operation with two operands the table has the pairs that differ between APIs; "
                    "with OPERATION it has all.",
     .see_also = {"explain", "rules"}},
    {.name = "compare",
     .summary = "where one rulebook permits what another forbids, with cases that show it",
     .example = "halfulp compare d3d11 metal1 rsq",
     .arguments = {kBook,
                   {"OTHER", ValueKind::text, "", "", "the rulebook to compare it with", true},
                   {"OPERATION", ValueKind::text, "", "", "an operation by name; without it all that both have"},
                   {"--allows", ValueKind::flag, "", "",
                    "answer whether all that BOOK permits OTHER permits; BOOK may be an expression then"},
                   kFormatOfCase,
                   {"--reading", ValueKind::repeated, "ID=OPTION", "",
                    "choose a reading in those of the two rulebooks that have it (see halfulp rules BOOK)"},
                   {"--html", ValueKind::text, "FILE", "", "with --allows: write a page of the answers too"},
                   kJson},
     .run = compare,
     .description = "Tries the quick suite's operands of each operation that both rulebooks have and prints, for "
                    "each direction, how many of them have a result that the one permits and the other forbids, "
                    "with examples and the rules that part them. That they agree on the cases tried says nothing "
                    "of others.\n\nWith --allows the question is one of lowering: may what BOOK permits be used where "
                    "OTHER is asked? Of an operation of one operand of at most 32 bits all operands are decided, else "
                    "the cases of the quick suite. OPERATION may be several, separated by commas. In place of BOOK an "
                    "expression of the operation's operands, \"x * rcp(y)\", takes each step by the rules of OTHER, "
                    "\"metal4-fast: x * rcp(y)\" by those of another rulebook. Exit code 1: not for every operand.",
     .see_also = {"explain", "rules"}},
    {.name = "convert",
     .summary = "convert raw pixels from one pixel format to another by a rulebook's rules",
     .example = "halfulp convert --from rgba32_float --to r11g11b10_float --rulebook d3d11 in.raw out.raw",
     .arguments = {{"IN", ValueKind::text, "", "", "the file to read, without a header; - for standard input", true},
                   {"OUT", ValueKind::text, "", "", "the file to write; - for standard output", true},
                   {"--from", ValueKind::text, "PIXELFORMAT", "",
                    "the pixel format of IN, by halfulp's, DXGI's, Vulkan's or Metal's name; see halfulp formats",
                    true},
                   {"--to", ValueKind::text, "PIXELFORMAT", "", "the pixel format of OUT", true},
                   {"--rulebook", ValueKind::text, "BOOK", "d3d11",
                    "the rulebook, by name or the path of a .toml file"},
                   {"--width", ValueKind::number, "PIXELS", "", "pixels in a row; without it there are no rows"},
                   {"--height", ValueKind::number, "ROWS", "", "rows; without it as many as IN has"},
                   {"--source-stride", ValueKind::number, "BYTES", "",
                    "bytes from row to row of IN; without it rows have no padding"},
                   {"--destination-stride", ValueKind::number, "BYTES", "",
                    "bytes from row to row of OUT; the padding is zero"}},
     .run = convert,
     .description = "Pixels follow each other without a header. With --width the data has rows, which may have "
                    "padding (--source-stride, --destination-stride). The rulebook decides how values are "
                    "rounded, clamped and encoded. Memory is bounded whatever the size.",
     .see_also = {"formats", "rules"}},
    {.name = "formats",
     .summary = "the pixel formats that convert reads and writes, with their names in DXGI, Vulkan and Metal",
     .example = "halfulp formats",
     .arguments = {kJson},
     .run = formats,
     .description = "Convert takes any of these names; case does not count.",
     .see_also = {"convert"}},
    {.name = "devices",
     .summary = "the devices that can be opened here",
     .example = "halfulp devices",
     .arguments = {kJson},
     .run = devices,
     .description = "Prints the names that --device takes, with what each device says of itself. Programs of "
                    "yours are devices too: exec:PROGRAM.",
     .see_also = {"check"}},
    {.name = "completion",
     .summary = "the script by which a shell completes halfulp's command lines",
     .example = "halfulp completion bash",
     .arguments = {{"SHELL", ValueKind::text, "bash|zsh|fish", "", "the shell: bash, zsh or fish", true}},
     .run = completion,
     .description = "An installed halfulp has completions already. Where it is not installed, load them by hand:\n\n"
                    "bash: source <(halfulp completion bash). zsh: source <(halfulp completion zsh), after compinit. "
                    "fish: halfulp completion fish | source."},
    {.name = "complete",
     .summary = "how a command line may go on, for the scripts of completion",
     .example = "",
     .arguments = {{"WORD", ValueKind::repeated, "", "", "the words up to the cursor", true}},
     .run = complete,
     .hidden = true},
    {.name = "share",
     .summary = "write man pages and completions, for the installation",
     .example = "",
     .arguments = {{"DIR", ValueKind::repeated, "", "", "the folder to write to", true}},
     .run = share,
     .hidden = true},
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
