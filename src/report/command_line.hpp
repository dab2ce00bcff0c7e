// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "halfulp/rulebook.hpp"
#include "report/report.hpp"

namespace halfulp::report {

/// The text as one word of a shell's command line.
[[nodiscard]] std::string shell_word(std::string_view text);

/// The command line that judges a case of that result again. `book`: the rulebook's name or path; `readings`: those
/// chosen that it has.
[[nodiscard]] std::string judge_command(std::string_view book, const Result& result, const Witness& witness,
                                        const Readings& readings);

/// The command line that asks the device for that case and judges what it gives; of recorded results judge_command().
[[nodiscard]] std::string case_command(const DeviceDescription& device, std::string_view book, const Result& result,
                                       const Witness& witness, const Readings& readings);

}  // namespace halfulp::report
