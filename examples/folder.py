#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Computes a folder of vectors with NumPy: folder.py VECTORS RESULTS

  halfulp vectors --operation add,sqrt,lt --files npy -o vectors
  examples/folder.py vectors results
  halfulp verify vectors results --rulebook metal4
"""
import hashlib
import json
import pathlib
import sys

import numpy

OPERATIONS = {
    "add": (numpy.add, "numpy.add"),
    "mul": (numpy.multiply, "numpy.multiply"),
    "sqrt": (numpy.sqrt, "numpy.sqrt"),
    "lt": (numpy.less, "numpy.less"),
}

vectors, results = map(pathlib.Path, sys.argv[1:3])
manifest = json.loads((vectors / "manifest.json").read_text())
results.mkdir(exist_ok=True)
entries = []
for one in manifest["operations"]:
    if one["operation"] not in OPERATIONS:
        continue
    function, instruction = OPERATIONS[one["operation"]]
    if any(not operand["file"].endswith(".npy") for operand in one["operands"]):
        sys.exit(f"error: {vectors}: its arrays are no .npy; write it with `halfulp vectors --files npy`")
    operands = [numpy.load(vectors / operand["file"]) for operand in one["operands"]]
    with numpy.errstate(all="ignore"):
        values = function(*operands)
    path = results / one["result"]["file"]
    numpy.save(path, values)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    entries.append({"operation": one["operation"], "format": one["format"], "instruction": instruction,
                    "file": path.name, "sha256": digest})
(results / "results.json").write_text(json.dumps({
    "format": "halfulp results", "version": 1, "vectors": manifest["id"], "device": "NumPy",
    "facts": {"numpy": numpy.__version__, "python": sys.version.split()[0]}, "results": entries}, indent=2))
