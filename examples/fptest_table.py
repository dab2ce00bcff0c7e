#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""fptest_table.py [FILE...]: the tests of IBM's FPGen suite (.fptest) as a table that halfulp judges:

    python3 fptest_table.py Basic-Types-Inputs.fptest | halfulp judge metal4 --file -

A test is a line: the operation, the rounding, perhaps the traps that are enabled, operands, `->`, the result, perhaps
the exceptions: `b32+ =0 i +1.000000P0 +Zero -> +1.000000P0`. Digits behind the point are those of the fraction's bits,
not of the number: 0x1.fffffep127 is +1.7FFFFFP127. Taken are the tests in binary32 that round to nearest even and
deliver no trap. What is left out is counted on standard error."""
import collections
import fileinput
import sys

OPERATIONS = {"+": ("add", 2), "-": ("sub", 2), "*": ("mul", 2), "/": ("div", 2), "*+": ("fma", 3), "V": ("sqrt", 1)}
WORDS = {"+Inf": "inf", "-Inf": "-inf", "+Zero": "0", "-Zero": "-0", "Q": "nan", "S": "0x7fa00000"}


def bits(text):
    """A number as bits: `-1.000000P-126` as 0x80800000."""
    if text in WORDS:
        return WORDS[text]
    lead, rest = text[1:].split(".")
    fraction, exponent = rest.split("P")
    biased = int(exponent) + 127 if lead == "1" else 0
    return f"0x{(text[0] == '-') << 31 | biased << 23 | int(fraction, 16):08x}"


def row(line):
    """The table's line for a test, or the reason for which there is none."""
    words = line.split()
    operation, rounding = words[0], words[1]
    if not operation.startswith("b32") or operation[3:] not in OPERATIONS:
        return None, f"operation {operation}"
    name, arity = OPERATIONS[operation[3:]]
    if rounding != "=0":
        return None, f"rounding {rounding}"
    arrow = words.index("->")
    operands, traps = words[arrow - arity:arrow], "".join(words[2:arrow - arity])
    result, exceptions = words[arrow + 1], "".join(words[arrow + 2:])
    underflow = "uvw" if "u" in traps else ""
    if set(exceptions) & set(traps + underflow):
        return None, "a trap is delivered"
    if result == "#":
        return None, "no result"
    fields = [name, *map(bits, operands), *[""] * (3 - arity), bits(result)]
    return ",".join(fields), ""


left_out = collections.Counter()
print("operation,x,y,z,expected,test")
for text in fileinput.input():
    if "->" not in text:  # a heading
        continue
    fields, reason = row(text)
    if fields:
        print(f'{fields},"{text.strip()}"')
    else:
        left_out[reason] += 1
for reason, count in left_out.most_common():
    print(f"left out: {count} ({reason})", file=sys.stderr)
