"""`wayproof corrupt` on real files: what it writes, what it refuses, and how it goes on after a stop."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np
import pytest

from wayproof.cli import main
from wayproof.corruptions import CORRUPTIONS
from wayproof.corruptions.stream import start


class Answer(NamedTuple):
    code: int
    out: str
    told: str


Run = Callable[..., Answer]


@pytest.fixture
def wayproof(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """The command line in this process, which saves the start of a new one."""

    def run(*arguments: object) -> Answer:
        monkeypatch.setattr(sys, "argv", ["wayproof", *map(str, arguments)])
        with pytest.raises(SystemExit) as ended:
            main()
        told = capsys.readouterr()
        return Answer(int(ended.value.code or 0), told.out, told.err)

    return run


def picture(seed: int = 0, size: tuple[int, int] = (48, 64)) -> np.ndarray:
    rows, columns = np.indices(size)
    return np.stack([rows * 3 + seed, columns * 2, rows + columns], axis=-1).astype(np.uint8)


def depth(seed: int = 0) -> np.ndarray:
    rows, columns = np.indices((48, 64))
    millimetres = 1000 + 20 * rows + 10 * columns + 37 * seed
    millimetres[:6] = 0
    return millimetres.astype(np.uint16)


def save(file: Path, stored: np.ndarray) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    assert cv2.imwrite(str(file), stored if stored.ndim == 2 else stored[:, :, ::-1])
    return file


def load(file: Path) -> np.ndarray:
    stored = cv2.imread(str(file), cv2.IMREAD_UNCHANGED)
    assert stored is not None
    return stored if stored.ndim == 2 else stored[:, :, ::-1]


def contents(folder: Path) -> dict[str, bytes]:
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    return {file.relative_to(folder).as_posix(): file.read_bytes() for file in files}


def test_a_picture_is_corrupted_as_the_stream_does_it(wayproof: Run, tmp_path: Path) -> None:
    save(tmp_path / "a.png", picture())
    done = wayproof(
        "corrupt", tmp_path / "a.png", tmp_path / "b.png", "--with", "gaussian_noise:level=3", "--seed", 7
    )
    assert done.code == 0
    assert np.array_equal(load(tmp_path / "b.png"), start("gaussian_noise", 0.6, seed=7)(picture()))


def test_several_corruptions_act_in_their_order(wayproof: Run, tmp_path: Path) -> None:
    save(tmp_path / "a.png", picture())
    names = ("brightness:0.5", "foreign_object:1")
    for name, chosen in (("b", names), ("c", names[::-1])):
        options = [word for one in chosen for word in ("--with", one)]
        assert wayproof("corrupt", tmp_path / "a.png", tmp_path / f"{name}.png", *options).code == 0
    assert load(tmp_path / "b.png")[24, 32].max() == 0
    assert load(tmp_path / "c.png")[24, 32].min() > 0


def test_the_answer_in_json_names_what_was_done(wayproof: Run, tmp_path: Path) -> None:
    save(tmp_path / "a.png", picture())
    done = wayproof(
        *("corrupt", tmp_path / "a.png", tmp_path / "b.png", "--with", "speckle_noise:0.5"),
        *("--profile", "parity", "--format", "json"),
    )
    answer = json.loads(done.out)
    assert answer["written"] == 1 and answer["seed"] == 0
    assert answer["corruptions"] == [
        {
            "name": "speckle_noise",
            "severity": 0.5,
            "profile": "parity",
            "modality": "rgb",
            "approximation": "",
        }
    ]


def test_severity_zero_copies_the_file_byte_for_byte(wayproof: Run, tmp_path: Path) -> None:
    save(tmp_path / "a.jpg", picture())
    assert wayproof("corrupt", tmp_path / "a.jpg", tmp_path / "b.jpg", "--with", "fog:0").code == 0
    assert (tmp_path / "a.jpg").read_bytes() == (tmp_path / "b.jpg").read_bytes()


def test_grey_stays_grey_and_transparency_stays(wayproof: Run, tmp_path: Path) -> None:
    save(tmp_path / "grey.png", picture()[:, :, 0])
    see_through = np.dstack([picture(), np.full((48, 64), 90, np.uint8)])
    cv2.imwrite(str(tmp_path / "rgba.png"), see_through)
    for name in ("grey", "rgba"):
        done = wayproof(
            "corrupt", tmp_path / f"{name}.png", tmp_path / f"{name}2.png", "--with", "gaussian_noise:0.5"
        )
        assert done.code == 0
    assert load(tmp_path / "grey2.png").ndim == 2
    assert (cv2.imread(str(tmp_path / "rgba2.png"), cv2.IMREAD_UNCHANGED)[:, :, 3] == 90).all()


def test_a_16_bit_png_is_depth_in_millimetres(wayproof: Run, tmp_path: Path) -> None:
    save(tmp_path / "a.png", depth())
    done = wayproof("corrupt", tmp_path / "a.png", tmp_path / "b.png", "--with", "gaussian_depth_noise:0.5")
    assert done.code == 0
    written = load(tmp_path / "b.png")
    expected = start("gaussian_depth_noise", 0.5)(depth().astype(np.float32) / np.float32(1000))
    assert written.dtype == np.uint16
    assert np.abs(written / 1000 - expected).max() <= 0.00051
    assert not written[:6].any()


@pytest.mark.parametrize("shape", [(48, 64), (48, 64, 1), (4, 48, 64)])
def test_arrays_of_floats_are_depth_in_metres(wayproof: Run, tmp_path: Path, shape: tuple[int, ...]) -> None:
    stored = np.linspace(0.5, 5, int(np.prod(shape)), dtype=np.float32).reshape(shape)
    np.save(tmp_path / "a.npy", stored)
    assert (
        wayproof("corrupt", tmp_path / "a.npy", tmp_path / "b.npy", "--with", "depth_lag:level=1").code == 0
    )
    written = np.load(tmp_path / "b.npy")
    expected = stored if len(shape) == 2 or shape[2] == 1 else np.concatenate([stored[:1], stored[:-1]])
    assert np.array_equal(written, expected)


def test_arrays_of_bytes_are_frames_of_one_episode(wayproof: Run, tmp_path: Path) -> None:
    frames = np.stack([picture(k) for k in range(3)])
    np.save(tmp_path / "a.npy", frames)
    assert (
        wayproof("corrupt", tmp_path / "a.npy", tmp_path / "b.npy", "--with", "speckle_noise:0.5").code == 0
    )
    stream = start("speckle_noise", 0.5)
    assert np.array_equal(
        np.load(tmp_path / "b.npy"), np.stack([stream(frame, step=k) for k, frame in enumerate(frames)])
    )


def test_instructions_in_a_text_keep_their_lines(wayproof: Run, tmp_path: Path) -> None:
    text = "Walk past the sofa and turn left.\n\nStop next to the bed.\n"
    (tmp_path / "a.txt").write_text(text)
    done = wayproof(
        "corrupt", tmp_path / "a.txt", tmp_path / "b.txt", "--with", "capitalise", "--format", "json"
    )
    assert json.loads(done.out)["texts"] == {"rewritten": 2}
    lines = (tmp_path / "b.txt").read_text().split("\n")
    assert len(lines) == 4 and lines[1] == lines[3] == ""
    assert "SOFA" in lines[0] and "BED" in lines[2]


def test_instructions_in_json_keep_everything_else(wayproof: Run, tmp_path: Path) -> None:
    entries = [
        {"id": 7, "instruction": "Turn left at the door.", "path": [[1, 2]]},
        {
            "id": 8,
            "instruction": "\u0926\u0930\u0935\u093e\u091c\u093c\u0947 \u092a\u0930",
            "language": "hi-IN",
        },
    ]
    (tmp_path / "a.json").write_text(json.dumps(entries))
    done = wayproof(
        *("corrupt", tmp_path / "a.json", tmp_path / "b.json", "--with", "style_verbose", "--seed", 2)
    )
    assert done.code == 0
    written = json.loads((tmp_path / "b.json").read_text())
    assert [entry["id"] for entry in written] == [7, 8] and written[0]["path"] == [[1, 2]]
    assert written[0]["instruction"] != entries[0]["instruction"]
    assert written[1] == entries[1]  # a language that this style does not serve


def recorded(folder: Path, count: int = 9) -> Path:
    for k in range(count):
        save(folder / "rgb" / f"{k:03}.png", picture(k))
        save(folder / "depth" / f"{k:03}.png", depth(k))
    (folder / "notes.md").write_text("of another kind")
    return folder


ON_BOTH = ("--with", "gaussian_noise:0.5", "--with", "depth_lag:level=3", "--seed", "3")


def test_a_folder_is_an_episode_per_subfolder(wayproof: Run, tmp_path: Path) -> None:
    recorded(tmp_path / "in")
    done = wayproof("corrupt", tmp_path / "in", tmp_path / "out", *ON_BOTH, "--format", "json")
    answer = json.loads(done.out)
    assert (answer["written"], answer["ignored"]) == (18, 1)
    assert "notes.md" in done.told
    stream = start("gaussian_noise", 0.5, seed=3, episode="rgb")
    for k in range(9):
        assert np.array_equal(load(tmp_path / "out/rgb" / f"{k:03}.png"), stream(picture(k), step=k))
        assert np.array_equal(load(tmp_path / "out/depth" / f"{k:03}.png"), depth(max(k - 3, 0)))


def test_a_stopped_folder_goes_on_to_the_same_result(wayproof: Run, tmp_path: Path) -> None:
    recorded(tmp_path / "in")
    wayproof("corrupt", tmp_path / "in", tmp_path / "whole", *ON_BOTH)
    wayproof("corrupt", tmp_path / "in", tmp_path / "torn", *ON_BOTH)
    for name in ("rgb/004.png", "depth/005.png", "depth/008.png"):
        (tmp_path / "torn" / name).unlink()
    done = wayproof("corrupt", tmp_path / "in", tmp_path / "torn", *ON_BOTH, "--format", "json")
    answer = json.loads(done.out)
    assert (answer["written"], answer["skipped"]) == (3, 15)
    assert contents(tmp_path / "torn") == contents(tmp_path / "whole")


def test_a_folder_made_with_other_options_is_not_mixed(wayproof: Run, tmp_path: Path) -> None:
    recorded(tmp_path / "in", 2)
    wayproof("corrupt", tmp_path / "in", tmp_path / "out", *ON_BOTH)
    before = contents(tmp_path / "out")
    done = wayproof("corrupt", tmp_path / "in", tmp_path / "out", "--with", "gaussian_noise:0.9")
    assert done.code == 3 and "made with other options" in done.told
    assert contents(tmp_path / "out") == before
    done = wayproof(
        "corrupt", tmp_path / "in", tmp_path / "out", "--with", "gaussian_noise:0.9", "--overwrite"
    )
    assert done.code == 0 and contents(tmp_path / "out") != before


def test_files_that_no_corruption_acts_on_are_copied(wayproof: Run, tmp_path: Path) -> None:
    recorded(tmp_path / "in", 2)
    done = wayproof(
        "corrupt", tmp_path / "in", tmp_path / "out", "--with", "gaussian_noise:1", "--format", "json"
    )
    assert (json.loads(done.out)["written"], json.loads(done.out)["copied"]) == (2, 2)
    assert contents(tmp_path / "out/depth") == contents(tmp_path / "in/depth")


def test_independent_files_get_patterns_of_their_own(wayproof: Run, tmp_path: Path) -> None:
    for k in range(3):
        save(tmp_path / "in" / f"{k}.png", depth())
    arguments = ("--with", "missing_depth:0.5")
    wayproof("corrupt", tmp_path / "in", tmp_path / "episode", *arguments)
    wayproof("corrupt", tmp_path / "in", tmp_path / "apart", *arguments, "--independent")
    for folder, kinds in (("episode", 1), ("apart", 3)):
        assert len({(tmp_path / folder / f"{k}.png").read_bytes() for k in range(3)}) == kinds


def test_a_file_is_not_overwritten_unless_asked(wayproof: Run, tmp_path: Path) -> None:
    save(tmp_path / "a.png", picture())
    (tmp_path / "b.png").write_bytes(b"precious")
    arguments = ("corrupt", tmp_path / "a.png", tmp_path / "b.png", "--with", "fog:0.5")
    done = wayproof(*arguments)
    assert done.code == 3 and "--overwrite" in done.told
    assert (tmp_path / "b.png").read_bytes() == b"precious"
    assert wayproof(*arguments, "--overwrite").code == 0
    assert load(tmp_path / "b.png").shape == (48, 64, 3)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("a.png", "b.png", "--with", "spattr_robustnav:0.5"), "Did you mean 'spatter_robustnav'"),
        (("a.png", "b.png", "--with", "fog:2"), "number from 0 to 1"),
        (("a.png", "b.png", "--with", "fog:level=9"), "not a level"),
        (("a.png", "b.png", "--with", "fog"), "without a severity"),
        (("a.png", "b.png", "--with", "fog:0.5", "--profile", "parety"), "Did you mean 'parity'"),
        (("a.png", "b.png", "--with", "motion_drift:0.5"), "acts on motions, which no file holds"),
        (("a.png", "b.png", "--with", "depth_lag:0.5"), "depth_lag acts on depth"),
        (("a.txt", "b.txt", "--with", "inject_white_box"), "system prompt"),
        (("a.png", "b.doc", "--with", "fog:0.5"), "cannot be written as '.doc'"),
        (("a.png", "a.png", "--with", "fog:0.5"), "both"),
        (("a.png", "b.png"), "--with"),
        (("absent.png", "b.png", "--with", "fog:0.5"), "no file or folder absent.png"),
        (("torn.png", "b.png", "--with", "fog:0.5"), "cannot be read as a picture"),
        (("torn.npy", "b.npy", "--with", "fog:0.5"), "cannot be read as a NumPy array"),
        (("torn.json", "b.json", "--with", "capitalise"), "is not valid JSON"),
        (("deep.json", "b.json", "--with", "capitalise"), "is not valid JSON"),
        (("wrong.json", "b.json", "--with", "capitalise"), "list of strings"),
        (("a.md", "b.md", "--with", "fog:0.5"), "ends in '.md'"),
        (("tiny.png", "b.png", "--with", "fog:0.5"), "tiny.png: "),
        (("empty", "out", "--with", "fog:0.5"), "holds no file that can be corrupted"),
        (("full", "full/out", "--with", "fog:0.5"), "lies inside the other"),
        (("full", "busy", "--with", "fog:0.5"), "busy is not empty"),
        (("full", "a.png", "--with", "fog:0.5"), "is a file and IN a folder"),
    ],
)
def test_wrong_use_of_corrupt_gets_a_sentence(
    wayproof: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], sentence: str
) -> None:
    monkeypatch.chdir(tmp_path)
    save(tmp_path / "a.png", picture())
    save(tmp_path / "tiny.png", picture()[:4, :4])
    save(tmp_path / "full" / "a.png", picture())
    (tmp_path / "empty").mkdir()
    for name, content in (
        *(
            ("torn.png", b"\x89PNG nothing"),
            ("torn.npy", b"\x93NUMPY"),
            ("torn.json", b"[1, "),
            ("deep.json", b"[" * 100_000 + b"]" * 100_000),
            ("a.md", b"#"),
        ),
        *(("wrong.json", b'{"a": 1}'), ("a.txt", b"Go left."), ("busy/mine.txt", b"precious")),
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    before = contents(tmp_path)
    done = wayproof("corrupt", *arguments)
    assert done.code == 3
    assert sentence in done.told and "Traceback" not in done.told
    assert done.out == ""
    assert contents(tmp_path) == before


def test_corruptions_are_listed_with_what_scripts_rely_on(wayproof: Run) -> None:
    rows = json.loads(wayproof("ls", "corruptions", "--format", "json").out)
    assert [row["name"] for row in rows] == CORRUPTIONS.names()
    for row in rows:
        assert set(row) >= {"name", "summary", "modality", "sources", "scope", "profiles"}
        assert isinstance(row["sources"], list) and row["summary"]


def test_a_video_without_the_extra_says_how_to_install_it(
    wayproof: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "imageio_ffmpeg", None)
    (tmp_path / "a.mp4").write_bytes(b"not looked at")
    done = wayproof("corrupt", tmp_path / "a.mp4", tmp_path / "b.mp4", "--with", "fog:0.5")
    assert done.code == 3 and "pip install 'wayproof[video]'" in done.told


# imageio-ffmpeg leaves pipes open for the garbage collector.
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_video_is_corrupted_frame_by_frame(wayproof: Run, tmp_path: Path) -> None:
    ffmpeg = pytest.importorskip("imageio_ffmpeg")
    writer = ffmpeg.write_frames(str(tmp_path / "a.mp4"), (64, 48), fps=10, quality=9, macro_block_size=1)
    writer.send(None)
    for k in range(6):
        writer.send(np.ascontiguousarray(picture(k)))
    writer.close()
    done = wayproof("corrupt", tmp_path / "a.mp4", tmp_path / "b.mp4", "--with", "foreign_object:1")
    assert done.code == 0, done.told
    frames = ffmpeg.read_frames(str(tmp_path / "b.mp4"))
    about = next(frames)
    stored = [np.frombuffer(content, np.uint8).reshape(48, 64, 3) for content in frames]
    assert about["size"] == (64, 48) and len(stored) == 6
    assert all(frame[24, 32].max() < 30 for frame in stored)
    assert [file.name for file in tmp_path.iterdir() if "partial" in file.name] == []


KILLED_AT = """
import os, signal, sys
from pathlib import Path
from wayproof.cli import main

last = sys.argv.pop(1)

def replace(partial, target, whole=Path.replace):
    if target.name == last:
        os.kill(os.getpid(), signal.SIGKILL)
    return whole(partial, target)

Path.replace = replace
main()
"""


def test_a_run_killed_in_the_middle_goes_on_to_the_same_result(wayproof: Run, tmp_path: Path) -> None:
    for k in range(12):
        save(tmp_path / "in" / f"{k:03}.png", picture(k))
    arguments = ("--with", "gaussian_noise:0.5", "--with", "fog:0.5")
    words = ["005.png", "corrupt", tmp_path / "in", tmp_path / "out", *arguments]
    killed = subprocess.run([sys.executable, "-c", KILLED_AT, *map(str, words)], check=False)
    assert killed.returncode == -signal.SIGKILL
    done = [file.name for file in sorted((tmp_path / "out").glob("0*.png"))]
    assert done == [f"{k:03}.png" for k in range(5)] and list((tmp_path / "out").glob(".*partial"))
    answer = json.loads(
        wayproof("corrupt", tmp_path / "in", tmp_path / "out", *arguments, "--format", "json").out
    )
    assert answer["skipped"] == 5 and answer["written"] == 7
    wayproof("corrupt", tmp_path / "in", tmp_path / "whole", *arguments)
    pictures = {
        name: content for name, content in contents(tmp_path / "out").items() if "partial" not in name
    }
    assert pictures == contents(tmp_path / "whole")
