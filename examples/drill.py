"""A drill: runs are killed, damaged, starved of disk and of agents, attacked by agents, and files are fuzzed.

After each round the run is resumed, and its records must equal those of an undisturbed run. Counted are
episodes that were lost, doubled or false (other than undisturbed), tracebacks that a user would have seen,
and hostile agents that found the truth or beat `random`. All must be 0; the exit code is 1 otherwise.

Run: python examples/drill.py [MINUTES] [SEED]     every drill is done once at least
"""

import os
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import hostile_agents

from wayproof.errors import WayproofError
from wayproof.log import key_of, record_digest
from wayproof.log_files import MAGIC, stored_files, stored_logs
from wayproof.metrics.success import success
from wayproof.results.run_folder import read_run
from wayproof.seeding import generator_for
from wayproof.view.index import RunIndex
from wayproof.wire.sandbox import sandbox_version

SUITE = """
name = "drill"
version = 1
summary = "many short episodes"
conditions = [CONDITIONS]
camera = {width_px = 48, height_px = 36}

[[episodes]]
task = "point_goal"
protocol = "robustnav"
split = "train"
rooms = 2
count = COUNT
episodes_per_house = 6
"""
CONDITIONS = '{faults = ["motor_failure"]}, {faults = ["gaussian_depth_noise:0.6"]}'
KILLS_A_ROUND = 3
LONGEST_WAIT_S = 8.0
SMALL_DISK_BYTES = 24_000  # the largest file that a run may write on the "full disk"
MUTATIONS_A_ROUND = 300
SIGNALS_SINCE = 6  # the version of Landlock that refuses signals to other processes


class Drill:
    """A place for runs, an undisturbed one of each agent to compare with, and the figures so far."""

    def __init__(self, place, seed):
        self.place, self.seed, self.figures = place, seed, Counter()
        self.suite, self.short = place / "drill.toml", place / "short.toml"
        self.suite.write_text(SUITE.replace("CONDITIONS", CONDITIONS).replace("COUNT", "12"))
        self.short.write_text(SUITE.replace("CONDITIONS", "").replace("COUNT", "6"))
        self._calm = {}

    def command(self, folder, agent="oracle", *more, suite=None):
        words = [
            "run",
            str(suite or self.suite),
            "--agent",
            agent,
            "--workers",
            "2",
            "-o",
            str(folder),
            *more,
        ]
        return [sys.executable, "-m", "wayproof", *words]

    def run(self, folder, agent="oracle", *more, suite=None, limited=False):
        """Run to the end or to the first error; what it said. A traceback is counted."""
        limit = (SMALL_DISK_BYTES, SMALL_DISK_BYTES)
        done = subprocess.run(
            self.command(folder, agent, *more, suite=suite),
            capture_output=True,
            text=True,
            check=False,
            preexec_fn=(lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limit)) if limited else None,
        )
        self.figures["tracebacks"] += "Traceback" in done.stderr
        return done

    def calm(self, agent="oracle"):
        """The folder of an undisturbed run of an agent."""
        if agent not in self._calm:
            folder = self.place / f"calm-{agent}"
            done = self.run(folder, agent)
            if done.returncode:
                raise SystemExit(f"the undisturbed run failed: {done.stderr}")
            self._calm[agent] = folder
        return self._calm[agent]

    def compare(self, folder, agent="oracle"):
        """Count what is lost, doubled or false in a run that is finished."""
        wanted = {key_of(log): record_digest(log) for log in stored_logs(self.calm(agent))}
        found = Counter()
        for log in stored_logs(folder):
            found[key_of(log)] += 1
            self.figures["false"] += wanted.get(key_of(log)) != record_digest(log)
        self.figures["lost"] += sum(key not in found for key in wanted)
        self.figures["doubled"] += sum(count > 1 for count in found.values())
        self.figures["episodes compared"] += len(wanted)


def workers_of(folder):
    """Process numbers of the run's workers, by their command lines."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            try:
                words = (entry / "cmdline").read_bytes().split(b"\0")
            except OSError:
                continue  # it has just ended
            if b"wayproof.run.worker" in words and str(folder).encode() in words:
                found.append(int(entry.name))
    return found


def kills(drill, folder, rng):
    """SIGKILL to a worker, then to the run, then bytes torn off a file's end; resumed each time."""
    for _ in range(KILLS_A_ROUND):
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        process = subprocess.Popen(drill.command(folder), **quiet)
        time.sleep(float(rng.uniform(0.5, LONGEST_WAIT_S)))
        hands = workers_of(folder)
        if hands:
            os.kill(hands[int(rng.integers(len(hands)))], signal.SIGKILL)
            time.sleep(float(rng.uniform(0.0, 1.0)))
        drill.figures["kills"] += 1 + bool(hands)
        process.kill()
        process.wait()
        files = [file for file in stored_files(folder) if file.stat().st_size > len(MAGIC)]
        if files:
            file = files[int(rng.integers(len(files)))]
            os.truncate(file, file.stat().st_size - int(rng.integers(1, min(4000, file.stat().st_size))))
    drill.run(folder)
    drill.compare(folder)


def damage(drill, folder, rng):
    """Flipped bits, zeros and junk in the files of a finished run: named by `score`, mended by resuming."""
    shutil.copytree(drill.calm(), folder)
    for file in stored_files(folder):
        data = bytearray(file.read_bytes())
        for _ in range(int(rng.integers(1, 4))):
            at = int(rng.integers(len(data)))
            kind = int(rng.integers(3))
            if kind == 0:
                data[at] ^= 1 << int(rng.integers(8))
            elif kind == 1:
                data[at : at + 100] = bytes(len(data[at : at + 100]))
            else:
                data[at:at] = rng.bytes(50)
            drill.figures["places damaged"] += 1
        file.write_bytes(data)
    words = [sys.executable, "-m", "wayproof", "score", str(folder)]
    said = subprocess.run(words, capture_output=True, text=True, check=False)
    drill.figures["tracebacks"] += "Traceback" in said.stderr
    drill.figures["damage not named"] += "damaged" not in said.stdout + said.stderr
    drill.run(folder)
    drill.compare(folder)


def full_disk(drill, folder, rng):
    """Files may not grow beyond a few records: the run stops with a sentence, and goes on with more space."""
    done = drill.run(folder, limited=True)
    drill.figures["full disks"] += 1
    drill.figures["full disk not said"] += done.returncode != 1 or "could not write" not in done.stderr
    drill.run(folder)
    drill.compare(folder)


def dead_agents(drill, folder, rng):
    """The server of a remote agent is killed: the run stops with exit code 1, and goes on with a new one."""
    with socket.socket() as held:  # the port stays ours while nobody listens on it
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(("127.0.0.1", 0))
        port = held.getsockname()[1]
        address = f"ws://127.0.0.1:{port}"
        server = served(port)
        words = drill.command(folder, address, "--reconnect", "1")
        run = subprocess.Popen(words, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        while run.poll() is None and not workers_of(folder):
            time.sleep(0.1)
        time.sleep(float(rng.uniform(1.0, LONGEST_WAIT_S)))
        end(server)
        drill.figures["agents killed"] += 1
        drill.figures["tracebacks"] += "Traceback" in run.communicate()[1]
        drill.figures["runs stopped without their agent"] += run.returncode == 1
        server = served(port)
        drill.run(folder, address)
        end(server)
    drill.compare(folder, "random")


def served(port):
    """The agent `random` in a process of its own; it says so when it listens."""
    words = [sys.executable, "-m", "wayproof", "serve", "random", "--port", str(port)]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    said = process.stderr.readline()
    if str(port) not in said:
        raise SystemExit(f"the agent could not be served: {said}")
    return process


def end(server):
    """Kill a server."""
    server.kill()
    server.communicate()


def fuzz(drill, folder, rng):
    """Bytes of every file of a run changed at random: readers give a result or a sentence, nothing else."""
    shutil.copytree(drill.calm(), folder)
    files = sorted(file for file in folder.rglob("*") if file.is_file() and file.stat().st_size)
    for _ in range(MUTATIONS_A_ROUND):
        file = files[int(rng.integers(len(files)))]
        content = file.read_bytes()
        data = bytearray(content)
        for _ in range(int(rng.integers(1, 8))):
            data[int(rng.integers(len(data)))] = int(rng.integers(256))
        file.write_bytes(data)
        drill.figures["files fuzzed"] += 1
        try:
            read_run(folder, keep_logs=False)
            RunIndex(folder, "run").read_new()
        except WayproofError:
            drill.figures["refused with a sentence"] += 1
        except Exception as error:
            drill.figures["tracebacks"] += 1
            print(f"  {file.name}: {type(error).__name__}: {error}", flush=True)
        file.write_bytes(content)


def hostile(drill, folder, rng):
    """Agents look for the truth in memory, descriptors, texts, the run folder and their seed, in vain."""
    if not sandbox_version():
        drill.figures["rounds without a sandbox to attack"] += 1
        return
    names = [kind.__name__ for kind in hostile_agents.HOSTILE]
    if sandbox_version() < SIGNALS_SINCE:
        names.remove("SignalSender")
    drill.run(folder / "random", "random", suite=drill.short)
    for name in names:
        place = folder / name
        os.environ["GUESSED_FOLDER"] = str(place)
        drill.run(place, f"{hostile_agents.__file__}:{name}", suite=drill.short)
        judge(drill, place, folder / "random")


def judge(drill, folder, beside):
    """Count what a hostile agent found, by what it printed, and whether it did better than the run beside."""
    logs = list(stored_logs(folder))
    by_chance = sum(bool(success(log)) for log in stored_logs(beside))
    drill.figures["hostile agents"] += 1
    drill.figures["hostile agents that found something"] += "FOUND" in (folder / "workers.txt").read_text()
    drill.figures["hostile agents that beat random"] += sum(bool(success(log)) for log in logs) > by_chance
    drill.figures["hostile agents that failed"] += any(log.outcome.reason == "agent_error" for log in logs)


# Each is a function (drill, folder, rng) that adds to drill.figures; the folder does not exist yet.
DRILLS = {
    "kills": kills,
    "damage": damage,
    "full disk": full_disk,
    "dead agents": dead_agents,
    "hostile agents": hostile,
    "fuzz": fuzz,
}
MUST_BE_ZERO = (
    "lost",
    "doubled",
    "false",
    "tracebacks",
    "damage not named",
    "full disk not said",
    "hostile agents that found something",
    "hostile agents that beat random",
    "hostile agents that failed",
)


def main():
    minutes = float(sys.argv[1]) if len(sys.argv) > 1 else 30.0
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    began_s = time.monotonic()
    with tempfile.TemporaryDirectory() as place:
        drill, rounds = Drill(Path(place), seed), 0
        while not rounds or time.monotonic() - began_s < 60.0 * minutes:
            for name, disturb in DRILLS.items():
                folder = drill.place / "wild"
                disturb(drill, folder, generator_for(seed, "drill", name, rounds))
                shutil.rmtree(folder, ignore_errors=True)
                print(f"{time.monotonic() - began_s:6.0f} s  {name}: {dict(drill.figures)}", flush=True)
            rounds += 1
        figures = {name: drill.figures[name] for name in (*MUST_BE_ZERO, *sorted(drill.figures))}
        print(f"{rounds} rounds in {(time.monotonic() - began_s) / 60:.1f} minutes")
        for name, count in figures.items():
            print(f"{count:8d}  {name}")
        sys.exit(1 if any(figures[name] for name in MUST_BE_ZERO) else 0)


if __name__ == "__main__":
    main()
