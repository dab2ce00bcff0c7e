// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "report/command_line.hpp"

namespace halfulp::cli {

using report::shell_word;

/// Writes to standard output. A reader that has gone away (a broken pipe) is no error; a full disk is one, which
/// finish_output() throws.
void write_output(std::string_view text);

/// Writes out what is buffered.
void flush_output();

/// Writes out what is buffered. Throws Error(kInput) when any of it could not be written but for a broken pipe.
void finish_output();

/// Whether standard output still takes what is written; false once its reader has gone or a write has failed.
[[nodiscard]] bool output_is_open();

/// Writes a line for people to standard error.
void write_diagnostic(std::string_view text);

/// Whether standard output may have colours: it is a terminal, and NO_COLOR is unset or empty.
[[nodiscard]] bool output_has_colours();

/// Whether standard error is a terminal that can show a progress bar.
[[nodiscard]] bool has_progress_terminal();

/// Throws Error(kInput), as write_file() would after a long run, when a file cannot be written. Returns whether it made
/// the file, which is empty then.
bool require_writable(const std::string& path);

/// Writes a file as a whole: throws Error(kInput) naming the path when that fails, and what it had is kept. Another
/// thing than a file (/dev/stdout) is written to.
void write_file(const std::string& path, std::string_view text);

}  // namespace halfulp::cli
