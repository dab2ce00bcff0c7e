#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""completions.py SHELL TREE: presses the tab key in a real shell that has what is installed in TREE."""
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import tempfile
import termios
import time

# What is typed, and the words that the shell then offers (one: it completes to that).
CASES = [
    ("halfulp che", ["check"]),
    ("halfulp co", ["compare", "convert", "completion"]),
    ("halfulp serve", []),
    ("halfulp check --ope", ["--operands", "--operation"]),
    ("halfulp check --s", ["--seed", "--shard", "--strict", "--suite"]),
    ("halfulp check --device ",
     ["reference", "host", "host:flush", "vulkan", "vulkan-fragment", "opencl", "cuda", "d3d11", "d3d12", "exec:"]),
    ("halfulp check --device host:", ["host:flush"]),
    ("halfulp check --device reference:d3d10.", ["reference:d3d10.1"]),
    ("halfulp check --rulebook d3d", ["d3d10", "d3d10.1", "d3d11", "d3d12"]),
    ("halfulp check --rulebook d3d11,metal2", ["d3d11,metal2.1", "d3d11,metal2.1-fast"]),
    ("halfulp check --operation rs", ["rsq"]),
    ("halfulp check --rulebook metal1 --operation rs", ["rsqrt"]),
    ("halfulp check --operation add,rs", ["add,rsq"]),
    ("halfulp check --suite ", ["quick", "standard", "exhaustive"]),
    ("halfulp check --suite=st", ["--suite=standard"]),
    ("halfulp explain d3d11 r",
     ["rcp", "reciprocal", "rgb9e5_to_binary32_blue", "rgb9e5_to_binary32_green",
      "rgb9e5_to_binary32_red", "round_ne", "round_ni", "round_pi", "round_z", "rsq"]),
    ("halfulp explain metal1 fra", ["fract"]),
    ("halfulp explain d3d11 add --reading ti", ["tie="]),
    ("halfulp explain d3d11 add --reading tie=b", ["tie=both"]),
    ("halfulp convert --from r11", ["r11g11b10_float"]),
    ("halfulp convert --from VK_FORMAT_B10G", ["VK_FORMAT_B10G11R11_UFLOAT_PACK32"]),
    ("halfulp verify results --json rep", ["report.json"]),
    ("halfulp explain d3d11 add --reading tie=", ["tie=both", "tie=even"]),
    ("halfulp merge res", ["results"]),
    ("halfulp rules ./mi", ["./mine.toml"]),
    ("halfulp completion f", ["fish"]),
]
ENVIRONMENT = {"TERM": "dumb", "LC_ALL": "C.UTF-8", "HISTFILE": "", "COLUMNS": "200", "LINES": "200"}
PROMPT = "READY> "
SECONDS = 60


class Terminal:
    """A shell on a terminal of its own, which shows PROMPT when it awaits a line."""

    def __init__(self, command, environment, folder):
        process, self.descriptor = pty.fork()
        if process == 0:
            os.chdir(folder)
            os.execvpe(command[0], command, environment)
        fcntl.ioctl(self.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", 200, 300, 0, 0))
        self.text = ""

    def type(self, text):
        os.write(self.descriptor, text.encode())

    def read_until(self, mark):
        """What was written before the mark; what is behind it stays."""
        end = time.monotonic() + SECONDS
        while mark not in self.text:
            if not select.select([self.descriptor], [], [], max(0, end - time.monotonic()))[0]:
                sys.exit(f"no {mark!r} within {SECONDS} s; so far:\n{self.text}")
            self.text += os.read(self.descriptor, 65536).decode(errors="replace")
            self.text = re.sub("\x1b\\[[?0-9;]*[A-Za-z]|[\r\a]", "", self.text)
        before, _, self.text = self.text.partition(mark)
        return before

    def words(self, typed):
        """The words that are offered when the tab key is pressed behind what was typed."""
        self.read_until(PROMPT)
        # Then Ctrl-A, ": ", Ctrl-E: the line becomes one that does nothing and is shown as it was completed.
        self.type(typed + "\t\x01: \x05 #END\n")
        lines = self.read_until("#END\n").split("\n")
        completed = lines[-1].rpartition(": halfulp ")[2].split()[-1]
        listed = [line.split(" -- ")[0].strip() for line in lines[1:-1] if PROMPT not in line]
        if listed:
            return listed
        return [] if completed == typed.split()[-1] else [completed]


def bash(tree, environment, folder):
    with open(f"{folder}/.bashrc", "w", encoding="utf-8") as file:
        file.write(f"PS1='{PROMPT}'; bind 'set show-all-if-ambiguous on'; bind 'set enable-bracketed-paste off'\n"
                   "bind 'set completion-display-width 0'; bind 'set bell-style none'\n"
                   f"source {tree}/share/bash-completion/completions/halfulp\n")
    terminal = Terminal(["bash", "--noprofile", "--rcfile", f"{folder}/.bashrc", "-i"], environment, folder)

    def words(typed):
        # bash shows only what follows the last colon or equals sign.
        word = typed.split(" ")[-1]
        before = word[: max(word.rfind(":"), word.rfind("=")) + 1]
        return [one if one.startswith(before) else before + one for one in terminal.words(typed)]

    return words


def zsh(tree, environment, folder):
    with open(f"{folder}/.zshrc", "w", encoding="utf-8") as file:
        file.write(f"PS1='{PROMPT}' PROMPT_EOL_MARK='' LISTMAX=0; setopt nobeep no_list_ambiguous\n"
                   f"fpath=({tree}/share/zsh/site-functions $fpath); autoload -U compinit; compinit -u -D\n")
    terminal = Terminal(["zsh", "--no-globalrcs", "-i"], dict(environment, ZDOTDIR=folder), folder)
    return terminal.words


def fish(tree, environment, folder):
    def words(typed):
        script = f"source {tree}/share/fish/vendor_completions.d/halfulp.fish; complete -C '{typed}'"
        output = subprocess.run(["fish", "--no-config", "-c", script], env=environment, cwd=folder, check=True,
                                capture_output=True, text=True, timeout=SECONDS).stdout
        return [line.split("\t")[0] for line in output.splitlines()]

    return words


def main():
    shell, tree = sys.argv[1], os.path.abspath(sys.argv[2])
    environment = dict(ENVIRONMENT, PATH=f"{tree}/bin:{os.environ['PATH']}", HOME="/nonexistent")
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(f"{folder}/results")
        for name in ["report.json", "mine.toml"]:
            with open(f"{folder}/{name}", "w", encoding="utf-8"):
                pass
        words = {"bash": bash, "zsh": zsh, "fish": fish}[shell](tree, environment, folder)
        for typed, expected in CASES:
            found = [word.rstrip("/") for word in words(typed)]  # zsh takes the slash of a folder back
            if sorted(found) != sorted(expected):
                wrong.append(f"{typed!r}: {shell} offers {sorted(found)}, {sorted(expected)} expected")
    print("\n".join(wrong) or f"{len(CASES)} command lines completed by {shell}")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
