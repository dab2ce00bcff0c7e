#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""drivers.py HALFULP RECORDS DRIVERS FOLDER PROGRAM WINE: what the drivers of this machine break is what the records of
the same versions say, and the table of all of them.

RECORDS is docs/devices. DRIVERS has a folder for each driver that is unpacked there: `mesa`, with a file `environment`,
and, where root could unpack it, `wine`. Reports are written to FOLDER. PROGRAM is halfulp-d3d11.exe, WINE the folder of
the installed Wine's files."""
import json
import os
import pathlib
import subprocess
import sys

HALFULP, RECORDS, DRIVERS, FOLDER, PROGRAM, WINE = (pathlib.Path(argument).resolve() for argument in sys.argv[1:7])
SCRIPTS = pathlib.Path(__file__).resolve().parent.parent / "wine"
SWIFTSHADER = {"VK_DRIVER_FILES": "/usr/lib/chromium/vk_swiftshader_icd.json"}
# What a report says of the version of what it judged.
VERSIONS = ("driver", "driver version", "driver number", "platform version", "Vulkan driver below", "its version")


def environment(folder):
    lines = (DRIVERS / folder / "environment").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines)


def direct3d11():
    """By the installed Wine, and by the newer one."""
    found = []
    for stage, suffix in (("compute", ""), ("pixel", "_pixel")):
        for renderer in ("gl", "vulkan"):
            wine = f"{SCRIPTS}/wine.sh {WINE} env WINE_D3D_CONFIG=renderer={renderer} wine"
            found.append((f"wined3d_{renderer}{suffix}", f"exec:{wine} {PROGRAM} --stage {stage}", {}))
        if not (DRIVERS / "wine").exists():
            continue
        for name, by in (("wine10_gl", "gl"), ("wine10_vulkan", "vulkan"), ("dxvk", "dxvk")):
            wine = f"{SCRIPTS}/newer_wine.sh {DRIVERS}/wine {by}"
            found.append((f"{name}{suffix}", f"exec:{wine} {PROGRAM} --stage {stage}", {}))
    return found


def rows():
    mesa = environment("mesa")
    return [
        ("lavapipe", "vulkan:llvmpipe", {}),
        ("lavapipe_fragment", "vulkan-fragment:llvmpipe", {}),
        ("lavapipe_backports", "vulkan:llvmpipe", mesa),
        ("lavapipe_backports_fragment", "vulkan-fragment:llvmpipe", mesa),
        ("swiftshader", "vulkan:0", SWIFTSHADER),
        ("swiftshader_fragment", "vulkan-fragment:0", SWIFTSHADER),
        ("d3d12", "d3d12", {}),
        ("d3d12_backports", "d3d12", mesa),
        ("wine_d3d12", f"exec:{SCRIPTS}/wine.sh {WINE} env WINE_D3D_CONFIG=renderer=vulkan wine {PROGRAM} --api d3d12", {}),
        *direct3d11(),
    ]


def run(*command, codes=(0,), **variables):
    ended = subprocess.run([HALFULP, *command], env={**os.environ, **variables}, stdout=subprocess.PIPE, text=True)
    if ended.returncode not in codes:
        sys.exit(f"halfulp {' '.join(map(str, command))}: exit code {ended.returncode}\n{ended.stdout}")
    return ended.stdout


def read(path):
    report = json.loads(path.read_text())
    facts = report["device"]["facts"]
    broken = {
        f"{result['operation']} ({result['format']}) breaks {rule['rule']}"
        for result in report["results"] + report["variants"]
        for rule in result["broken"]
    }
    causes = {
        f"{place['operation']} ({place['format']}) {cause['statement']}"
        for cause in report["causes"]
        for place in cause["where"]
    }
    unexplained = {f"{row['operation']} ({row['format']}) is not explained" for row in report["unexplained"]}
    return {name: facts[name] for name in VERSIONS if name in facts}, broken | causes | unexplained


def check(name, device, variables):
    """The differences from the record, None where the record has another version."""
    report = FOLDER / f"{name}.report.json"
    extract = FOLDER / f"{name}.json"
    run("check", "--device", device, "--json", report, codes=(0, 1), **variables)
    run("show", report, "--extract", extract)
    recorded_versions, recorded = read(RECORDS / f"{name}.json")
    versions, found = read(extract)
    if versions != recorded_versions:
        print(f"{name}: another version than the record's, so not compared: {versions}, recorded {recorded_versions}")
        return None
    differences = [f"only now: {line}" for line in sorted(found - recorded)]
    differences += [f"only in the record: {line}" for line in sorted(recorded - found)]
    print(f"{name}: {len(found)} statements, {len(differences)} of them not as recorded")
    for line in differences:
        print(f"  {line}")
    return differences


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    outcomes = {name: check(name, device, variables) for name, device, variables in rows()}
    print(run("matrix", *(FOLDER / f"{name}.json" for name in outcomes)))
    if any(outcomes.values()) or all(outcome is None for outcome in outcomes.values()):
        sys.exit("the records of docs/devices are not what these drivers do")


main()
