#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""slurm.py HALFULP SCRIPT FOLDER: an array of SCRIPT on a real Slurm, two of whose tasks are killed midway and requeued,
gives the report of the whole run.

Starts munged, slurmctld and slurmd of its own in FOLDER, which only this machine reaches, and ends them."""
import contextlib
import json
import os
import pathlib
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time

HALFULP, SCRIPT, FOLDER = (pathlib.Path(argument).resolve() for argument in sys.argv[1:4])
SHARDS = 16
CHECK = ["--device", "reference", "--suite", "exhaustive", "--rulebook", "d3d11", "--format", "binary32",
         "--operation", "rcp,log2"]
RESULTS = FOLDER / "results"
# A job that is requeued waits as long as its credential lives, which is two minutes otherwise.
CONFIGURATION = """\
ClusterName=halfulp
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={controller_port}
SlurmdPort={daemon_port}
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket,cred_expire=10
SlurmUser={user}
SlurmdUser={user}
StateSaveLocation={folder}/controller
SlurmdSpoolDir={folder}/daemon
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
MailProg=/bin/true
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
NodeName={host} NodeAddr=127.0.0.1 CPUs={cpus}
PartitionName=all Nodes=ALL Default=YES
"""


def output(*command, code=0):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, check=False)
    assert done.returncode == code, f"{command} ended with {done.returncode}: {done.stdout}{done.stderr}"
    return done.stdout + done.stderr


def wait_for(what, condition, seconds):
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, f"no {what} within {seconds} s"
        time.sleep(0.1)
    return found


def free_ports(count):
    with contextlib.ExitStack() as sockets:
        taken = [sockets.enter_context(socket.socket()) for _ in range(count)]
        for one in taken:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in taken]


@contextlib.contextmanager
def daemon(name, *options):
    """A daemon of Debian's in the foreground, until the block ends."""
    path = shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin")
    with (FOLDER / f"{name}.log").open("w") as log:
        process = subprocess.Popen([path, *options], stdout=log, stderr=log)
        try:
            yield process
        finally:
            process.terminate()
            process.wait()


@contextlib.contextmanager
def cluster():
    """Slurm on this machine alone: its clients find it by SLURM_CONF."""
    host = socket.gethostname().split(".")[0]
    for name in ("controller", "daemon"):
        (FOLDER / name).mkdir()
    key = FOLDER / "munge.key"
    key.touch(mode=0o600)
    key.write_bytes(secrets.token_bytes(1024))
    controller_port, daemon_port = free_ports(2)
    configuration = FOLDER / "slurm.conf"
    configuration.write_text(CONFIGURATION.format(
        host=host, controller_port=controller_port, daemon_port=daemon_port, folder=FOLDER,
        user=pwd.getpwuid(os.getuid()).pw_name, cpus=os.cpu_count()))
    os.environ["SLURM_CONF"] = str(configuration)
    munge = [f"--{name}={FOLDER}/munge.{name.split('-')[0]}" for name in ("key-file", "socket", "pid-file", "seed-file")]
    with contextlib.ExitStack() as daemons:
        daemons.enter_context(daemon("munged", "--foreground", "--force", *munge))
        wait_for("socket of munged", (FOLDER / "munge.socket").exists, 10)
        daemons.enter_context(daemon("slurmctld", "-D"))
        daemons.enter_context(daemon("slurmd", "-D", "-N", host))
        wait_for("idle node", lambda: "idle" in subprocess.run(["sinfo", "--noheader", "--format=%t"],
                                                               capture_output=True, text=True, check=False).stdout, 60)
        yield


def states(job):
    """The state and the number of restarts of each task that Slurm knows of."""
    tasks = {}
    for line in output("scontrol", "show", "job", job, "--oneliner").splitlines():
        values = dict(word.split("=", 1) for word in line.split() if "=" in word)
        if values["ArrayTaskId"].isdigit():
            tasks[int(values["ArrayTaskId"])] = (values["JobState"], int(values["Restarts"]))
    return tasks


def processes(*words):
    """Whose command line ends with these words."""
    found = {}
    for path in pathlib.Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            line = (path / "cmdline").read_text().split("\0")[:-1]
            if line[-len(words):] == list(words):
                parent = int((path / "stat").read_text().rsplit(")", 1)[1].split()[1])
                found[int(path.name)] = parent
    return found


def task_midway(killed):
    """A task that runs and has a file of what it has judged: its number, its process and its script's."""
    for file in RESULTS.glob("shard-*.unfinished"):
        number = int(file.name.split("-")[1])
        found = processes("--shard", f"{number}/{SHARDS}", "--out", str(RESULTS), "--resume", "--threads", "1")
        if number not in killed and found:
            return number, *next(iter(found.items()))
    return None


def comparable(path):
    report = json.loads(path.read_text())

    def without_seconds(value):
        if isinstance(value, dict):
            return {key: without_seconds(one) for key, one in value.items() if key != "seconds"}
        if isinstance(value, list):
            return [without_seconds(one) for one in value]
        return value

    return without_seconds(report)


def run_array():
    os.environ.update(HALFULP=str(HALFULP), OUT=str(RESULTS))
    job = output("sbatch", "--parsable", f"--array=1-{SHARDS}", "--cpus-per-task=1", "--export=ALL",
                 f"--output={FOLDER}/task-%a.txt", SCRIPT, *CHECK).strip()

    # One task loses its process alone; of the other the script goes too, as when a machine fails.
    killed = []
    for with_script in (False, True):
        number, process, script = wait_for("task midway", lambda: task_midway(killed), 300)
        if with_script:
            os.kill(script, signal.SIGKILL)
        os.kill(process, signal.SIGKILL)
        killed.append(number)
    for number in killed:
        wait_for(f"failure of task {number}", lambda: states(job).get(number) == ("FAILED", 0), 60)
        assert (RESULTS / f"shard-{number}-of-{SHARDS}.unfinished").exists()
    refused = output(HALFULP, "merge", RESULTS, code=3)
    for number in killed:
        assert f"{number}/{SHARDS}" in refused, refused
    for number in killed:
        output("scontrol", "requeue", f"{job}_{number}")

    under_way = {"PENDING", "CONFIGURING", "RUNNING", "COMPLETING"}
    wait_for("end of all tasks", lambda: not under_way & {state for state, _ in states(job).values()}, 900)
    expected = {number: ("COMPLETED", int(number in killed)) for number in range(1, SHARDS + 1)}
    assert states(job) == expected, states(job)
    return killed


def main():
    shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True)
    with cluster():
        killed = run_array()
    output(HALFULP, "merge", RESULTS, "--json", FOLDER / "merged.json")
    output(HALFULP, "check", *CHECK, "--json", FOLDER / "whole.json")
    merged, whole = comparable(FOLDER / "merged.json"), comparable(FOLDER / "whole.json")
    assert merged == whole, f"{FOLDER}/merged.json is not {FOLDER}/whole.json"
    cases = sum(result["cases"] for result in whole["results"])
    print(f"{SHARDS} shards by Slurm, of which {killed} were killed and requeued: the report of {cases:,} cases is that "
          "of the whole run")


if __name__ == "__main__":
    main()
