#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""validate.py HALFULP SOURCE FOLDER: the command writes what schemas/ and docs/json.md say, and nothing else."""
import copy
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import jsonschema

HALFULP, SOURCE, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
DEVICE_THAT_DIES = "printf 'halfulp-device 1\\noffer add binary32\\nready\\n'; sleep 0.1; exit 1"
CHECK = ["check", "--json", "report.json"]
FEW = ["--cases", "5000"]

# The schema, the command, what it reads from standard input, its exit code. A report is written to report.json.
COMMANDS = [
    ("explain", ["explain", "d3d11", "rsq", "-0", "--json"], 0),
    ("explain", ["explain", "d3d11", "dp3", "1", "2", "3", "4", "5", "6", "--json"], 0),
    ("explain", ["explain", "metal1", "sin", "1e30", "--json"], 0),
    ("explain", ["explain", "d3d11", "mov", "nan", "--json"], 0),
    ("explain", ["explain", "d3d11", "add", "1", "0x1p-24", "--reading", "tie=even", "--json"], 0),
    ("explain", ["explain", "metal1", "srgb8_to_binary32", "10/255", "--json"], 0),
    ("judge", ["judge", "d3d11", "add", "1", "1", "--result", "2", "--json"], 0),
    ("judge", ["judge", "d3d11", "add", "1", "1", "--result", "3", "--json"], 1),
    ("judge", ["judge", "d3d11", "add", "1", "0x1.8p-24", "--result", "1", "--json"], 0),
    ("judge", ["judge", "metal1-fast", "add", "nan", "1", "--result", "3", "--json"], 0),
    ("judge", ["judge", "metal1", "add", "1", "0x1.8p-24", "--result", "1", "--json"], 0),
    ("judged_word", ["judge", "glsl4.6", "packUnorm4x8", "0", "0.5", "1", "nan", "--result", "0xffff8001", "--json"], 1),
    ("judged_word", ["judge", "d3d11", "f32tof16", "1", "--result", "0x00013c00", "--json"], 1),
    ("judged_table", ["judge", "d3d11", "--file", "table.csv", "--json"], 3),
    ("expression_results", ["judge", "metal4-fast", "let r = rsqrt(x); r * r * x", "--file", "expression.csv", "--json"], 1),
    ("expression_results", ["judge", "d3d10", "1 / x * 1", "--file", "expression.csv", "--json"], 1),
    (None, ["verify", "header.csv", "--json", "expression.json"], 3),
    ("try", ["try", "host", "d3d11", "mul", "0x00800000", "0.5", "--json"], 1),
    ("try", ["try", "vulkan", "d3d11", "add", "1", "1", "--json"], 0),
    ("try", ["try", "exec:" + DEVICE_THAT_DIES, "d3d11", "add", "1", "1", "--json"], 4),
    ("range", ["try", "host", "d3d11", "x < y ? -x : normalize(n).x", "1", "2", "(3, 4)", "--json"], 0),
    ("evaluate", ["evaluate", "d3d11", "lt", "1", "2", "--json"], 0),
    ("evaluate", ["evaluate", "metal4", "sin", "0.5", "--format", "binary16", "--json"], 0),
    ("range", ["range", "metal4-fast", "let r = rsqrt(x); r * r * x", "--where", "x = 3", "--against", "d3d11", "--result", "5",
               "--json"], 1),
    ("range", ["range", "d3d11", "rcp(x)", "--where", "x in all", "--boxes", "20", "--json"], 0),
    ("rules", ["rules", "--json"], 0),
    ("names", ["rules", "--names", "--json"], 0),
    ("rulebook", ["rules", "d3d11", "--json"], 0),
    ("rulebook", ["rules", "metal2.1-fast", "--json"], 0),
    ("table", ["table", "d3d11", "--json"], 0),
    ("table", ["table", "metal1", "pow", "--reading", "msl.special=c99_required", "--json"], 0),
    ("compare", ["compare", "d3d11", "metal1", "rsq", "--json"], 0),
    ("compare", ["compare", "d3d11", "metal1", "--json"], 0),
    ("allows", ["compare", "--allows", "x * y + z", "d3d11", "mad", "--json"], 0),
    ("allows", ["compare", "--allows", "d3d11", "metal1", "rsq,mul,min,binary32_to_unorm8", "--json"], 1),
    ("devices", ["devices", "--json"], 0),
    ("formats", ["formats", "--json"], 0),
    ("report", [*CHECK, "--device", "reference", "--operation", "add,rsq,binary32_to_unorm8", *FEW], 0),
    ("report", [*CHECK, "--device", "reference", "--rulebook", "metal1", "--strict", "--operation", "add,mul", *FEW],
     0),
    ("report", [*CHECK, "--device", "host", "--operation", "add,rsq,lt", *FEW], 1),
    ("report", [*CHECK, "--device", "host", "--operation", "binary32_to_binary16", *FEW], None),
    ("report", [*CHECK, "--device", "host", "--rulebook", "metal1-fast,d3d10", "--operation", "add,div", *FEW], 1),
    ("report", [*CHECK, "--device", "host", "--reading", "d3d11.addsubmul=learn_page_truncate", "--operation", "add",
                *FEW], 1),
    ("report", [*CHECK, "--device", "vulkan", "--operation", "min,add,binary32_to_unorm8", *FEW], None),
    ("report", [*CHECK, "--device", "exec:" + DEVICE_THAT_DIES, "--operation", "add"], 4),
    ("report", [*CHECK, "--device", "reference", "--operation", "sin", "--suite", "exhaustive", "--time", "1s"], 0),
    (None, ["check", "--device", "reference", "--operation", "rsq,add", *FEW, "--json", "before.json"], 0),
    (None, ["check", "--device", "host", "--operation", "rsq,sin", *FEW, "--json", "after.json"], 1),
    ("difference", ["diff", "before.json", "after.json", "--json"], 1),
    ("difference", ["diff", "after.json", "before.json", "--json"], None),
    ("report", [*CHECK, "--device", "host", "--operation", "rsq", *FEW, "--baseline", "after.json", "--waivers",
                "waivers.toml", "--today", "2027-01-01"], None),
    (None, ["check", "--device", "host", "--operation", "rsq", "--shard", "1/2", "--out", "shards"], None),
    (None, ["check", "--device", "host", "--operation", "rsq", "--shard", "2/2", "--out", "shards"], None),
    ("report", ["merge", "shards", "--json", "report.json"], 1),
    ("report", ["verify", "--operation", "add", "--json", "report.json", "lines.txt"], 0),
    ("report", ["verify", "--operation", "add", "--json", "report.json", "torn.txt"], 3),
    (None, ["vectors", "--operation", "neg,binary32_to_unorm8", "-o", "vectors"], 0),
]
FILES = {
    "table.csv": """operation,x,result,expected,tolerance
rcp,2,0.4,0.5,
rsq,4,0.5,0.5,0.1%
rcp,0,inf,0,
sinpi,1,0,,
binary32_to_binary16,0x33000001,0x0001,,
rcp,two,0.5,,
""",
    "expression.csv": "x,result\n3,0x3eaaaaac\n3,1\n3,2\n",
    "header.csv": 'x,y,"sqrt(x * x + y * y)"\n3,4,5\n3,4,0x40\n',
    "lines.txt": "3f800000 40000000 40400000\n",
    "torn.txt": "3f800000 40000000 40400000\n3f8000",
    "waivers.toml": """[[waiver]]
rule = "D3D-FLUSH-OPERANDS"
reason = "kept"
[[waiver]]
rule = "D3D-RSQ"
reason = "old"
expires = 2026-01-01
""",
}
OUTCOMES = {"pass", "fail", "reading", "lost"}
# Objects whose members are names that the rulebook, the device or the run has.
MAPS = {"binades", "facts", "readings", "chosen", "under", "rulebooks"}

problems = []


def load_schemas():
    schemas = {}
    for path in sorted((SOURCE / "schemas").glob("*.schema.json")):
        schema = json.loads(path.read_text())
        jsonschema.Draft202012Validator.check_schema(schema)
        if schema["$id"] != path.name:
            problems.append(f"{path.name}: its $id is {schema['$id']}")
        schemas[path.name] = schema
    return schemas


SCHEMAS = load_schemas()


def validator_of(name):
    file = f"{name}.schema.json"
    resolver = jsonschema.RefResolver(file, SCHEMAS[file], store=SCHEMAS)
    return jsonschema.Draft202012Validator(SCHEMAS[file], resolver=resolver)


def complaints(name, document):
    return [f"{'/'.join(map(str, one.absolute_path))}: {one.message:.300}"
            for one in validator_of(name).iter_errors(document)]


def run(schema, arguments, exit_code):
    report = FOLDER / "report.json"
    report.unlink(missing_ok=True)
    # Vulkan drivers leak what is their own.
    environment = os.environ | ({"ASAN_OPTIONS": "detect_leaks=0"} if arguments[0] == "devices" else {})
    done = subprocess.run([HALFULP, *arguments], cwd=FOLDER, env=environment, capture_output=True, text=True,
                          check=False)
    if exit_code is not None and done.returncode != exit_code:
        problems.append(f"{arguments}: exit code {done.returncode}, {exit_code} expected; {done.stderr}")
    if schema is None:
        return None
    text = report.read_text() if schema == "report" and report.exists() else done.stdout
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        problems.append(f"{arguments}: {error}; {done.stderr}")
        return None


def objects_of(value, path=()):
    """The paths of all objects whose members are fixed."""
    if isinstance(value, dict):
        if path and (path[-1] in MAPS or path[-2:] in [("nearest", "operations"), ("toward_zero", "operations")]):
            return
        yield path
    children = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, child in children:
        yield from objects_of(child, (*path, key))


def kinds_of(document):
    return {tuple(key for key in path if isinstance(key, str)) for path in objects_of(document)}


def shortened(value):
    """Of each long list the two items that say most."""
    if isinstance(value, dict):
        return {key: shortened(child) for key, child in value.items()}
    if isinstance(value, list):
        chosen = value if len(value) <= 3 else sorted(value, key=lambda one: -len(kinds_of(one)))[:2]
        return [shortened(one) for one in chosen]
    return value


def at(document, path):
    for key in path:
        document = document[key]
    return document


def check_strictness(name, document):
    """A member more or a member less is refused, in each kind of object once."""
    seen = set()
    validator = validator_of(name)
    for path in objects_of(document):
        kind = tuple(key for key in path if isinstance(key, str))
        if kind in seen:
            continue
        seen.add(kind)
        wrong = copy.deepcopy(document)
        at(wrong, path)["undocumented"] = 1
        if validator.is_valid(wrong):
            problems.append(f"{name}: an undocumented member of /{'/'.join(map(str, path))} is not refused")
        for member in at(document, path):
            wrong = copy.deepcopy(document)
            del at(wrong, path)[member]
            optional = name in ("manifest", "results")  # people write these
            if not optional and validator.is_valid(wrong):
                problems.append(f"{name}: /{'/'.join(map(str, path))} without '{member}' is not refused")
            wrong = copy.deepcopy(document)
            at(wrong, path)[member] = {"wrong": [None]}
            if kind + (member,) not in seen and validator.is_valid(wrong) and member not in MAPS:
                problems.append(f"{name}: a wrong type of /{'/'.join(map(str, (*path, member)))} is not refused")


# One document of each kind that is wrong in what a type does not say.
def wrong_values():
    return {
        "explain": ("permitted", "ranges", 0, 0, "0xFF800000"),
        "judge": ("verdict", "perhaps"),
        "judged_word": ("components", 0, "judgement", "verdict", "perhaps"),
        "judged_table": ("expectations", "lines", 0, "fit", "loose"),
        "expression_results": ("rulebooks", 0, "failures", 0, "component", 4),
        "try": ("results", 0, "judgement", "verdict", "perhaps"),
        "evaluate": ("result", "3f000000"),
        "report": ("results", 0, "cases", -1),
        "rules": ("rulebooks", 0, "hash", "a00a"),
        "names": ("functions", 0, "names", []),
        "rulebook": ("rules", 0, "status", "guessed"),
        "table": ("grids", 0, "columns", []),
        "compare": ("only", [[]]),
        "allows": ("answers", 0, "verdict", "perhaps"),
        "range": ("rulebooks", 0, "boxes", 0),
        "difference": ("rules", 0, "change", "exploded"),
        "devices": ("devices", 0, "kind", "abacus"),
        "formats": ("pixel_formats", 0, "bytes_per_pixel", 0),
        "manifest": ("byte_order", "big"),
        "results": ("results", 0, "file", "../secret.bin"),
    }


def check_outputs():
    samples = {}
    outcomes = set()
    for name, text in FILES.items():
        (FOLDER / name).write_text(text)
    documents = [(schema, " ".join(arguments), run(schema, arguments, code)) for schema, arguments, code in COMMANDS]
    documents.append(("manifest", "manifest.json", json.loads((FOLDER / "vectors/manifest.json").read_text())))
    documents.append(("expression_results", "expression.json", json.loads((FOLDER / "expression.json").read_text())))
    documents.append(("results", "results.json", json.loads((FOLDER / "vectors/results.json").read_text())))
    for name, origin, document in documents:
        if document is None:
            continue
        problems.extend(f"{origin}: {one}" for one in complaints(name, document)[:5])
        if name == "report":
            outcomes |= {result["outcome"] for result in document["results"] + document["variants"]}
        # The sample with the most kinds of objects says most.
        kinds = len(kinds_of(document))
        if kinds > samples.get(name, (0, None))[0]:
            samples[name] = (kinds, shortened(document))
    if not OUTCOMES <= outcomes:
        problems.append(f"no report has the outcomes {OUTCOMES - outcomes}")
    for name, path in wrong_values().items():
        _, document = samples[name]
        check_strictness(name, document)
        wrong = copy.deepcopy(document)
        at(wrong, path[:-2])[path[-2]] = path[-1]
        if not complaints(name, wrong):
            problems.append(f"{name}: {path} is not refused")
    untried = {name.removesuffix(".schema.json") for name in SCHEMAS} - samples.keys() - {"common"}
    if untried:
        problems.append(f"no output was validated against {untried}")
    return len(documents)


# ---- The pages

# The schema of a section's first table; of other tables by the word behind "member of".
PAGES = {
    "docs/json.md": {
        "explain": "explain", "judge": "judge",
        "judge of a word": "judged_word",
        "judge --file": "judged_table", "verify of an expression": "expression_results", "range": "range", "try": "try", "evaluate": "evaluate", "check": "report", "rules": "rulebook",
        "diff": "difference", "compare": "compare", "compare --allows": "allows", "devices": "devices", "formats": "formats",
        "names": "names", "table": "table",
    },
    "docs/howto/exchange.md": {"manifest.json": "manifest", "results.json": "results"},
}
TABLE = r"^\| member( of \w+ \w+)? \| meaning \|\n\|---\|---\|\n((?:\|.*\n)*)"
FIRST_TABLE = {"formats": "pixel_format"}


def definition(name, word):
    schema = SCHEMAS[f"{name}.schema.json"]
    return schema["$defs"][word] if word in schema.get("$defs", {}) else schema


def members(schema, name):
    """All names of members that a schema has, at any depth, with those of what it refers to in common."""
    found = set()
    for key, value in schema.items() if isinstance(schema, dict) else ():
        if key == "properties":
            found |= set(value)
            for one in value.values():
                found |= members(one, name)
        elif key == "$ref":
            file, _, path = value.partition("#/$defs/")
            if path:  # else a whole document, which has its own section
                found |= members(SCHEMAS[file or f"{name}.schema.json"]["$defs"][path], name if not file else file.removesuffix(".schema.json"))
        elif isinstance(value, dict):
            found |= members(value, name)
        elif isinstance(value, list):
            for one in value:
                found |= members(one, name)
    return found


def keys(value):
    if isinstance(value, dict):
        return set(value).union(*map(keys, value.values()))
    return set().union(*map(keys, value)) if isinstance(value, list) else set()


def check_page(page, sections):
    text = (SOURCE / page).read_text()
    for title, name in sections.items():
        found = re.search(rf"^##+ {re.escape(title)}\n(.*?)(?=^##+ |\Z)", text, re.M | re.S)
        if not found:
            problems.append(f"{page}: no section '{title}'")
            continue
        section = found[1]
        named = set()
        for block in re.findall(r"^```json\n(.*?)^```", section, re.M | re.S):
            document = json.loads(re.sub(r'"sha256": "[0-9a-f]+\.\.\."', '"sha256": "' + "0" * 64 + '"', block))
            problems.extend(f"{page}, {title}: {one}" for one in complaints(name, document))
            named |= keys(document)
        prose = re.sub(r"^```.*?^```", "", section, flags=re.M | re.S)
        named |= {word for one in re.findall(r"`([a-z0-9_.]+)`", prose) for word in one.split(".")}
        for header, body in re.findall(TABLE, section, re.M):
            word = header.split()[-1] if header else FIRST_TABLE.get(title, "")
            known = members(definition(name, word), name)
            for row in body.splitlines():
                for member in re.findall(r"`([a-z0-9_.]+)`", row.split("|")[1]):
                    if not set(member.split(".")) <= known:
                        problems.append(f"{page}, {title}: '{member}' is in no schema of {name} {word}")
        unnamed = members(SCHEMAS[f"{name}.schema.json"], name) - named
        if unnamed:
            problems.append(f"{page}, {title}: does not name {sorted(unnamed)}")


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    count = check_outputs()
    for page, sections in PAGES.items():
        check_page(page, sections)
    print("\n".join(problems) or f"{count} documents, {len(SCHEMAS)} schemas, the pages say the same")
    sys.exit(1 if problems else 0)


main()
