#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""validate.py BENCHMARKS PART FILE: the rows of PART are measured; the table and the JSON have the same ones."""
import json
import pathlib
import subprocess
import sys

BENCHMARKS, PART, FILE = sys.argv[1], sys.argv[2], pathlib.Path(sys.argv[3])
UNITS = {"judge": "verdicts", "pixels": "bytes", "arithmetic": "operations", "pipeline": "cases"}

FILE.unlink(missing_ok=True)
ran = subprocess.run([BENCHMARKS, "--quick", "--json", FILE, PART], capture_output=True, text=True, check=True)
assert ran.stderr == "", ran.stderr
rows = json.loads(FILE.read_text())
assert rows, "no rows"
lines = ran.stdout.splitlines()
for row in rows:
    assert set(row) == {"name", "rate_per_second", "unit", "instruction_set", "against"}, row
    assert PART in row["name"], row
    assert row["unit"] == UNITS[row["name"].split("/")[0]], row
    assert row["instruction_set"], row
    assert row["rate_per_second"] > 0, row
    assert row["against"], row
    for other in row["against"]:
        assert set(other) == {"name", "rate_per_second", "ratio"}, row
        assert abs(other["ratio"] * other["rate_per_second"] / row["rate_per_second"] - 1) < 1e-9, row
    assert sum(line.startswith(row["name"] + " ") for line in lines) == 1, row
assert max(map(len, lines)) <= 100, "lines of more than 100 columns"

nothing = subprocess.run([BENCHMARKS, "no such row"], capture_output=True, text=True, check=False)
assert nothing.returncode == 2 and "no row" in nothing.stderr and nothing.stdout == "", nothing
