#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""man_pages.py TREE: the man pages installed in TREE render without a warning and say what --help says."""
import glob
import os
import re
import subprocess
import sys

SECTIONS = ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXAMPLES", "EXIT STATUS", "SEE ALSO"]
# The pages have no date: what they say depends on the version alone.
ALLOWED = "missing date"


def output(command, environment=None):
    done = subprocess.run(command, env=dict(os.environ, **(environment or {})), capture_output=True, text=True,
                          check=False)
    return done.stdout, done.stderr


def complaints(path):
    _, by_groff = output(["groff", "-man", "-ww", "-Tutf8", "-z", path])
    _, by_man = output(["man", "--warnings", "-l", path], {"LC_ALL": "C.UTF-8", "MANPAGER": "cat"})
    by_mandoc, _ = output(["mandoc", "-T", "lint", "-W", "warning", path])
    lines = (by_groff + by_man + by_mandoc).splitlines()
    return [line for line in lines if ALLOWED not in line]


def text_of(path):
    text, _ = output(["man", "-l", path], {"LC_ALL": "C.UTF-8", "MANPAGER": "cat", "MANWIDTH": "300"})
    return re.sub(".\b", "", text)


def main():
    tree = sys.argv[1]
    halfulp = f"{tree}/bin/halfulp"
    wrong = []
    listed = output([halfulp, "--help"])[0].split("Subcommands:")[1].split("Options:")[0]
    names = re.findall(r"^  ([a-z-]+)  ", listed, re.M)
    paths = {os.path.basename(path): path for path in glob.glob(f"{tree}/share/man/man1/*.1")}
    expected = {"halfulp.1"} | {f"halfulp-{name}.1" for name in names}
    if set(paths) != expected:
        wrong.append(f"pages are {sorted(paths)}, {sorted(expected)} expected")
    for page, path in sorted(paths.items()):
        wrong += complaints(path)
        text = text_of(path)
        sections = re.findall(r"^([A-Z][A-Z ]+)$", text, re.M)
        wrong += [f"{page}: no section {one}" for one in SECTIONS if one not in sections]
        subcommand = page.removesuffix(".1").removeprefix("halfulp").removeprefix("-")
        help_text = " ".join(output([halfulp, *([subcommand] if subcommand else []), "--help"])[0].split())
        options = set(re.findall(r"(?<![\w-])--?[a-z][a-z-]*(?: [A-Z|a-z/=,\[\].]+)?(?= )", help_text))
        options = {one.split()[0] for one in options}
        wrong += [f"{page}: does not tell {one}" for one in sorted(options) if one not in text]
        example = help_text.split("Example: ")[1] if subcommand else "halfulp explain d3d11 rsq -0"
        if example not in text:
            wrong.append(f"{page}: lacks the example {example!r}")
        for default in re.findall(r"\(default: ([^)]*)\)", help_text):
            if f"Default: {default}." not in text:
                wrong.append(f"{page}: lacks the default {default}")
        for other, section in re.findall(r"(halfulp[a-z-]*)\((\d)\)", text):
            if f"{other}.{section}" not in paths:
                wrong.append(f"{page}: refers to {other}({section}), which there is not")
    print("\n".join(wrong) or f"{len(paths)} man pages without a warning")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
