"""A run that is killed again and again must end as if nothing had happened.

A suite is run on two workers; at random moments a worker or the whole run is killed with SIGKILL, and the
stored files are cut at random bytes. Resumed each time, the final records must equal those of an undisturbed
run: nothing lost, nothing twice.

Run: python examples/kill_drill.py [KILLS] [SEED]
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from wayproof.log import key_of, record_digest
from wayproof.log_files import MAGIC, stored_files, stored_logs
from wayproof.seeding import generator_for

SUITE = """
name = "drill"
version = 1
summary = "many short episodes"
conditions = [{faults = ["motor_failure"]}, {faults = ["gaussian_depth_noise:0.6"]}]
camera = {width_px = 48, height_px = 36}

[[episodes]]
task = "point_goal"
protocol = "robustnav"
split = "train"
rooms = 2
count = 24
episodes_per_house = 6
"""
LONGEST_WAIT_S = 12.0
QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


def command(folder: Path, suite: Path) -> list[str]:
    words = ["run", str(suite), "--agent", "oracle", "--workers", "2", "-o", str(folder)]
    return [sys.executable, "-m", "wayproof", *words]


def digests(folder: Path) -> dict[str, str]:
    """What each episode came to; one that is stored twice is an error."""
    found: dict[str, str] = {}
    for log in stored_logs(folder):
        if key_of(log) in found:
            raise SystemExit(f"{key_of(log)} is stored twice")
        found[key_of(log)] = record_digest(log)
    return found


def workers_of(folder: Path) -> list[int]:
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


def cut_a_tail(folder: Path, rng) -> int:
    """Tear some bytes off the end of one file, as a crash of the machine would."""
    files = [file for file in stored_files(folder) if file.stat().st_size > len(MAGIC)]
    if not files:
        return 0
    file = files[int(rng.integers(len(files)))]
    cut = int(rng.integers(1, min(4000, file.stat().st_size)))
    os.truncate(file, file.stat().st_size - cut)
    return cut


def disturb(folder: Path, suite: Path, kills: int, seed: int) -> int:
    """Run and kill in turn, then let it finish; how often it was killed before it was done."""
    done = 0
    for number in range(kills):
        rng = generator_for(seed, "drill", number)
        process = subprocess.Popen(command(folder, suite), **QUIET)
        time.sleep(float(rng.uniform(0.5, LONGEST_WAIT_S)))
        hands = workers_of(folder)
        if hands:  # first a worker: the run must go on without it
            os.kill(hands[int(rng.integers(len(hands)))], signal.SIGKILL)
            time.sleep(float(rng.uniform(0.0, 1.0)))
        done += process.poll() is None
        process.kill()
        process.wait()
        cut = cut_a_tail(folder, rng)
        files = len(stored_files(folder))
        print(f"kill {number + 1}: worker and run, {cut} bytes cut, {files} files", flush=True)
    subprocess.run(command(folder, suite), check=True, **QUIET)
    return done


def main() -> None:
    kills = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    with tempfile.TemporaryDirectory() as place:
        suite = Path(place) / "drill.toml"
        suite.write_text(SUITE)
        calm, wild = Path(place) / "calm", Path(place) / "wild"
        subprocess.run(command(calm, suite), check=True, **QUIET)
        killed = disturb(wild, suite, kills, seed)
        undisturbed, drilled = digests(calm), digests(wild)
        if drilled != undisturbed:
            odd = [key for key in undisturbed if drilled.get(key) != undisturbed[key]]
            raise SystemExit(f"{len(odd)} of {len(undisturbed)} records differ or are missing, as {odd[0]}")
        print(f"{len(drilled)} records equal the undisturbed run's after {killed} kills")


if __name__ == "__main__":
    main()
