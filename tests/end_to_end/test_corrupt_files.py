"""`wayproof corrupt` on the files that people have: R2R, VLN-CE, photos, .npz, EXR, torn ones."""

from __future__ import annotations

import csv
import gzip
import io
import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from PIL import Image
from typer.testing import CliRunner

from wayproof.cli import app
from wayproof.corruptions.picture_files import as_it_lay, upright
from wayproof.corruptions.stream import start
from wayproof.vocabulary import Context

REAL_R2R = Path(__file__).resolve().parents[3] / "shared/data/r2r/R2R_train_sample.json"
WALK = "Walk past the sofa and turn left. Stop next to the bed."


def corrupt(source: Path, target: Path, *faults: str, code: int = 0) -> dict[str, Any]:
    """The answer in JSON."""
    words = [word for fault in faults for word in ("--with", fault)]
    done = CliRunner().invoke(app, ["corrupt", str(source), str(target), *words, "--format", "json"])
    assert done.exit_code == code, done.output
    return json.loads(done.stdout)


def outcomes(target: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(Path(f"{target}.outcomes.csv").read_text())))


def grey_steps(size: tuple[int, int] = (24, 32)) -> np.ndarray:
    rows, columns = np.indices(size)
    return np.stack([rows * 8, columns * 7, rows + columns], axis=-1).astype(np.uint8)


def r2r_twin() -> list[dict[str, Any]]:
    return [
        {"scan": "abc", "path_id": 7, "path": ["u", "v"], "heading": 1.5, "instructions": [WALK, "Hm."]},
        {"scan": "abc", "path_id": 8, "path": ["v"], "heading": 0.0, "instructions": [f"{WALK} "]},
    ]


def test_r2r_keeps_all_but_the_words_and_every_fallback_is_marked(tmp_path: Path) -> None:
    (tmp_path / "r2r.json").write_text(json.dumps(r2r_twin()))
    answer = corrupt(tmp_path / "r2r.json", tmp_path / "out.json", "style_formal")
    written = json.loads((tmp_path / "out.json").read_text())
    assert written[0]["instructions"][0] != WALK and written[0]["instructions"][1] == "Hm."
    for before, after in zip(r2r_twin(), written, strict=True):
        assert {**before, "instructions": 0} == {**after, "instructions": 0}
    rows = outcomes(tmp_path / "out.json")
    assert [(row["place"], row["outcome"], row["written_by"]) for row in rows] == [
        ("[0].instructions[0]", "rewritten", "rules"),
        ("[0].instructions[1]", "fell back", "nobody"),
        ("[1].instructions[0]", "rewritten", "rules"),
    ]
    assert rows[1]["reason"]
    assert [one["place"] for one in answer["unchanged_texts"]] == ["[0].instructions[1]"]
    assert answer["texts"] == {"fell back": 1, "rewritten": 2}


@pytest.mark.skipif(not REAL_R2R.exists(), reason="needs ../shared/data/r2r")
def test_the_real_r2r_file_is_read_and_marked_text_by_text(tmp_path: Path) -> None:
    corrupt(REAL_R2R, tmp_path / "out.json", "style_formal")
    before, after = (json.loads(file.read_text()) for file in (REAL_R2R, tmp_path / "out.json"))
    old = [text for entry in before for text in entry["instructions"]]
    new = [text for entry in after for text in entry["instructions"]]
    rows = outcomes(tmp_path / "out.json")
    assert len(rows) == len(old) == len(new) > 100
    assert [one == two for one, two in zip(old, new, strict=True)] == [
        row["written_by"] == "nobody" for row in rows
    ]
    assert sum(row["outcome"] == "rewritten" for row in rows) > len(rows) / 2


def test_vln_ce_files_stay_gzipped_and_lose_what_spells_the_old_words(tmp_path: Path) -> None:
    told = [
        {"instruction_text": WALK, "instruction_tokens": [3, 4, 0], "language": "en-IN"},
        {"instruction_text": "बाएँ मुड़ें।", "instruction_tokens": [5], "language": "hi-IN"},
    ]
    episodes = [{"episode_id": k, "instruction": one} for k, one in enumerate(told)]
    document = {"episodes": episodes, "instruction_vocab": {"word_list": ["walk"]}}
    (tmp_path / "val.json.gz").write_bytes(gzip.compress(json.dumps(document).encode()))
    corrupt(tmp_path / "val.json.gz", tmp_path / "out.json.gz", "style_verbose")
    written = json.loads(gzip.decompress((tmp_path / "out.json.gz").read_bytes()))
    first, second = (episode["instruction"] for episode in written["episodes"])
    assert first["instruction_text"] != WALK and "instruction_tokens" not in first
    assert second == told[1]
    assert written["instruction_vocab"] == document["instruction_vocab"]
    assert [row["outcome"] for row in outcomes(tmp_path / "out.json.gz")] == [
        "rewritten",
        "language not served",
    ]


def test_what_lies_deep_beside_the_texts_stays(tmp_path: Path) -> None:
    # Deeper than Python copies by itself, not deeper than JSON is read.
    (tmp_path / "a.json").write_text(f'[{{"instruction": "{WALK}", "more": {"[" * 400}{"]" * 400}}}]')
    corrupt(tmp_path / "a.json", tmp_path / "b.json", "capitalise:1")
    before, after = (json.loads((tmp_path / name).read_text())[0] for name in ("a.json", "b.json"))
    assert after["instruction"] != before["instruction"] and after["more"] == before["more"]


def test_lines_of_a_text_are_named_by_their_number(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(f"\n{WALK}\nHm.\n")
    corrupt(tmp_path / "a.txt", tmp_path / "b.txt", "style_novice", "capitalise")
    assert [(row["place"], row["corruption"], row["outcome"]) for row in outcomes(tmp_path / "b.txt")] == [
        ("line 2", "style_novice", "rewritten"),
        ("line 2", "capitalise", "rewritten"),
        ("line 3", "style_novice", "fell back"),
        ("line 3", "capitalise", "rewritten"),
    ]


def test_a_torn_file_of_a_folder_is_reported_and_the_others_are_done(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    for k in (1, 3):
        cv2.imwrite(str(folder / f"{k}.png"), grey_steps())
    (folder / "2.png").write_bytes((folder / "1.png").read_bytes()[:60])
    np.save(folder / "4.npy", np.ones((16, 16)))
    (folder / "4.npy").write_bytes((folder / "4.npy").read_bytes()[:200])
    answer = corrupt(folder, tmp_path / "out", "gaussian_noise:0.5", code=1)
    assert sorted(answer["failed"]) == ["2.png", "4.npy"] and answer["written"] == 2
    assert "cannot be read as a picture" in answer["failed"]["2.png"]
    assert sorted(file.name for file in (tmp_path / "out").glob("*.*g")) == ["1.png", "3.png"]
    third = cv2.imread(str(tmp_path / "out/3.png"))[:, :, ::-1]
    # The torn file was a step too: the noise of those after it does not change.
    assert np.array_equal(third, start("gaussian_noise", 0.5)(grey_steps()[:, :, ::-1], step=2))


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_photo_on_its_side_is_seen_as_pillow_turns_it(orientation: int) -> None:
    from PIL import ImageOps

    photo = Image.fromarray(grey_steps())
    photo.getexif()[0x0112] = orientation
    stream = io.BytesIO()
    photo.save(stream, "png", exif=photo.getexif())
    seen = np.asarray(ImageOps.exif_transpose(Image.open(stream)))
    assert np.array_equal(upright(grey_steps(), orientation), seen)
    assert np.array_equal(as_it_lay(seen, orientation), grey_steps())


@pytest.mark.parametrize("ending", ["png", "jpg"])
def test_the_orientation_of_a_photo_is_kept_and_the_fault_acts_upright(tmp_path: Path, ending: str) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    exif[0x010E] = "our street"
    picture = cv2.GaussianBlur(grey_steps((48, 64)), (5, 5), 0)
    Image.fromarray(picture).save(tmp_path / f"a.{ending}", exif=exif, quality=95)
    corrupt(tmp_path / f"a.{ending}", tmp_path / f"b.{ending}", "lower_fov:1")
    written = Image.open(tmp_path / f"b.{ending}")
    assert dict(written.getexif()) == {0x0112: 6}
    expected = start("lower_fov", 1.0)(upright(picture, 6), context=Context(reading="rgb"))
    assert np.abs(upright(np.asarray(written), 6).astype(int) - expected).mean() < (
        4 if ending == "jpg" else 1e-9
    )


def test_whole_millimetres_in_an_array_are_depth(tmp_path: Path) -> None:
    stored = np.full((2, 16, 20), 2000, np.uint16)
    np.save(tmp_path / "a.npy", stored)
    corrupt(tmp_path / "a.npy", tmp_path / "b.npy", "depth_quantisation:1")
    written = np.load(tmp_path / "b.npy")
    expected = start("depth_quantisation", 1.0)(np.full((16, 20), 2, np.float32))
    assert written.dtype == np.uint16 and np.abs(written / 1000 - expected).max() < 0.0006


@pytest.mark.parametrize("hole", [np.inf, np.nan, -1.0, 0.0])
@pytest.mark.parametrize("severity", ["0", "0.01", "1"])
def test_a_depth_map_says_no_reading_as_it_did_at_every_severity(
    tmp_path: Path, hole: float, severity: str
) -> None:
    stored = np.full((16, 20), 3.0, np.float32)
    stored[:8] = hole
    np.save(tmp_path / "a.npy", stored)
    corrupt(tmp_path / "a.npy", tmp_path / "b.npy", f"gaussian_depth_noise:{severity}")
    corrupt(tmp_path / "a.npy", tmp_path / "c.npy", f"missing_depth:{severity}")
    noisy, missing = np.load(tmp_path / "b.npy"), np.load(tmp_path / "c.npy")
    assert np.array_equal(noisy[:8], stored[:8], equal_nan=True)
    assert np.isfinite(noisy[8:]).all() and (noisy[8:] > 0).all()
    assert set(np.unique(missing).tolist()) <= {3.0, 10.0, hole} or np.isnan(hole)
    assert np.isfinite(missing).all() or not np.isfinite(hole)


def test_an_archive_of_arrays_is_an_episode_of_several_sensors(tmp_path: Path) -> None:
    frames = np.stack([grey_steps()] * 3)
    arrays = {
        "rgb": frames,
        "rgb_left": frames,
        "depth": np.full((3, 24, 32), 2.0, np.float32),
        "gps": np.zeros((3, 2), np.float32),
        "compass": np.zeros((3, 1), np.float32),
        "pose": np.zeros((3, 4, 4)),
        "actions": np.arange(3),
    }
    np.savez(tmp_path / "a.npz", **arrays)
    faults = ("gaussian_noise:0.5", "depth_lag:level=1", "gps_noise:0.5", "compass_noise:1")
    corrupt(tmp_path / "a.npz", tmp_path / "b.npz", *faults)
    written = np.load(tmp_path / "b.npz")
    assert sorted(written) == sorted(arrays)
    changed = {name for name in arrays if not np.array_equal(arrays[name], written[name])}
    assert changed == {"rgb", "rgb_left", "gps", "compass"}  # a depth that stands still may lag
    stream = start("gaussian_noise", 0.5)
    assert np.array_equal(written["rgb"][2], stream(frames[2], step=2))
    assert not np.array_equal(written["rgb"], written["rgb_left"])
    assert len({tuple(row) for row in written["gps"]}) == 3


def test_depth_in_open_exr_keeps_its_channels(tmp_path: Path) -> None:
    exr = pytest.importorskip("OpenEXR")
    depth = np.linspace(0.5, 5, 24 * 32, dtype=np.float32).reshape(24, 32)
    header = {"compression": exr.ZIP_COMPRESSION, "type": exr.scanlineimage}
    for name, channels in (("z", {"Z": depth}), ("rgb", {"R": depth, "G": depth, "B": depth * 2})):
        with exr.File(header, channels) as made:
            made.write(str(tmp_path / f"{name}.exr"))
    corrupt(tmp_path / "z.exr", tmp_path / "out.exr", "gaussian_depth_noise:0.5")
    written = exr.File(str(tmp_path / "out.exr"), separate_channels=True).channels()
    assert list(written) == ["Z"]
    assert np.array_equal(written["Z"].pixels, start("gaussian_depth_noise", 0.5)(depth))
    (tmp_path / "torn.exr").write_bytes((tmp_path / "z.exr").read_bytes()[:400])
    for name, sentence in (("rgb", "which differ"), ("torn", "cannot be read as an OpenEXR file")):
        files = [str(tmp_path / f"{name}.exr"), str(tmp_path / "no.exr")]
        done = CliRunner().invoke(app, ["corrupt", *files, "--with", "gaussian_depth_noise:0.5"])
        assert sentence in str(done.exception)
