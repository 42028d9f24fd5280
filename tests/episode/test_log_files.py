"""Logs on disk: what goes in comes out, and what is torn, foreign or later is told apart."""

from __future__ import annotations

import struct
import zlib
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from acting import Guided
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields, replace

from wayproof.episode.rollout import rollout
from wayproof.errors import BrokenFile, InvalidInput
from wayproof.log import Claim, EpisodeLog, Steps, decode_log, encode_log, protocol_hash, record_digest
from wayproof.log_files import MAGIC, framed, read_logs, scan, write_logs
from wayproof.results.episode_scores import episode_scores
from wayproof.simulator.body import body_under, load_body
from wayproof.simulator.worlds import world_named
from wayproof.tasks import TASKS
from wayproof.tasks.point_goal import HABITAT
from wayproof.view.index import row_of


@cache
def _logs() -> tuple[EpisodeLog, ...]:
    world = world_named("houses-v1/train/1/2-rooms", body_under(HABITAT, load_body("locobot")), lit=False)
    episodes = (TASKS["point_goal"].draw(world, HABITAT, 5, k).episode for k in range(3))
    return tuple(rollout(world, HABITAT, episode, Guided("gps")) for episode in episodes)


@cache
def _file() -> bytes:
    return MAGIC + b"".join(framed(encode_log(log)) for log in _logs())


def test_logs_come_back_as_they_were(tmp_path: Path) -> None:
    write_logs(tmp_path / "a.waylog", _logs()[:2])
    write_logs(tmp_path / "sub" / "b.waylog", _logs()[2:])
    back = list(read_logs(tmp_path))
    assert [record_digest(log) for log in back] == [record_digest(log) for log in _logs()]
    for log, other in zip(back, _logs(), strict=True):
        assert log.episode == other.episode and log.protocol_hash == other.protocol_hash
        assert all(
            np.array_equal(getattr(log.steps, name), getattr(other.steps, name))
            for name in ("pose", "action", "distance_m", "act_s")
        )


@given(cut=st.integers(0, 10**6))
def test_whatever_is_cut_off_the_end_the_whole_records_stay_and_the_tear_is_told(cut: int) -> None:
    data = _file()
    kept = data[: len(data) - 1 - cut % (len(data) - 1)]
    found = scan(kept, where="x")
    ends = [0, len(MAGIC)]
    for log in _logs():
        ends.append(ends[-1] + len(framed(encode_log(log))))
    whole = sum(1 for end in ends[2:] if end <= len(kept))
    assert len(found.records) == whole
    assert found.good_bytes == max(end for end in ends if end <= len(kept))
    assert bool(found.torn) == (len(kept) not in ends)


@given(place=st.integers(0, 10**6), bit=st.integers(0, 7))
def test_a_flipped_bit_is_never_taken_for_a_record(place: int, bit: int) -> None:
    data = bytearray(_file())
    data[len(MAGIC) + place % (len(data) - len(MAGIC))] ^= 1 << bit
    found = scan(bytes(data), where="x")
    left = [record.data for record in found.records]
    assert found.torn or found.damage
    assert len(left) == len(_logs()) - 1  # it costs its own record and no other
    assert set(left) < {encode_log(log) for log in _logs()}


def test_a_first_line_that_is_damaged_costs_no_record() -> None:
    found = scan(b"w" + _file()[1:], where="x")
    assert len(found.records) == 3 and found.damage[0].start == 0 and "first line" in found.damage[0].why


@given(junk=st.binary(min_size=1, max_size=300), after=st.integers(0, 2))
def test_junk_between_records_is_named_and_the_records_stay(junk: bytes, after: int) -> None:
    frames = [framed(encode_log(log)) for log in _logs()]
    head = MAGIC + b"".join(frames[:after])
    found = scan(head + junk + b"".join(frames[after:]), where="x")
    assert [record.data for record in found.records] == [encode_log(log) for log in _logs()]
    assert (found.damage[0].start, found.damage[0].length) == (len(head), len(junk))


def test_made_up_heads_do_not_keep_a_reader_busy() -> None:
    """Each of 400 000 heads claims all that follows: checked one by one that is 10^12 bytes."""
    count = 400_000
    heads = b"".join(
        struct.pack("<II", 10 * (count - number) - 8, 0) + b"\x78\x9c" for number in range(count)
    )
    found = scan(MAGIC + heads, where="x")
    assert found.records == [] and found.torn


def _with(log: EpisodeLog, **steps: np.ndarray) -> EpisodeLog:
    return replace(log, steps=replace(log.steps, **steps))


@pytest.mark.parametrize("name", [field.name for field in fields(Steps) if "_bytes" not in field.name])
def test_an_array_that_does_not_fit_the_others_is_refused_with_a_sentence(name: str) -> None:
    log = _logs()[0]
    value = getattr(log.steps, name)
    if isinstance(value, dict):
        value = {"gps": np.zeros(2, np.uint32)}
        broken = [_with(log, **{name: value})]
    else:
        longer = np.concatenate([value, np.zeros((2, *value.shape[1:]), value.dtype)])
        broken = [
            _with(log, **{name: longer}),
            _with(log, **{name: value.astype(np.int16)}),
            _with(log, **{name: value[None]}),
        ]
    for one in broken:
        with pytest.raises(BrokenFile, match="not an episode log: "):
            decode_log(encode_log(one))


def test_numbers_that_point_at_nothing_are_refused() -> None:
    log = _logs()[0]
    count = len(log.steps.action)
    for broken, told in (
        (_with(log, action=np.full(count, 200, np.uint8)), "action 200"),
        (_with(log, goal=np.full(count + 1, 7, np.uint8)), "goal 7 of 1"),
        (replace(log, trace=({},)), "traces of 1 steps"),
        (replace(log, claims=(Claim(10**6, 0, True),)), "a claim at step 1000000"),
        (replace(log, claims=(Claim(0, 3, True),)), "of goal 3"),
    ):
        with pytest.raises(BrokenFile, match=told):
            decode_log(encode_log(broken))


@given(place=st.integers(0, 10**6), value=st.integers(0, 255))
def test_a_changed_byte_of_a_log_is_refused_or_leaves_one_that_can_be_scored(place: int, value: int) -> None:
    """Behind a checksum that is right, as whoever makes a log by hand has it."""
    plain = bytearray(zlib.decompress(encode_log(_logs()[0])))
    plain[place % len(plain)] = value
    try:
        log = decode_log(zlib.compress(bytes(plain)))
    except BrokenFile:
        return
    row_of(log, "key", 0)
    episode_scores(log, None)


@given(data=st.binary(max_size=200))
def test_foreign_bytes_are_a_broken_file_and_nothing_else(data: bytes) -> None:
    for given_bytes in (data, zlib.compress(data)):
        with pytest.raises(BrokenFile):
            decode_log(given_bytes)


def test_a_torn_file_a_missing_one_and_an_empty_folder_get_a_sentence(tmp_path: Path) -> None:
    torn = tmp_path / "torn.waylog"
    torn.write_bytes(_file()[:-3])
    with pytest.raises(
        BrokenFile, match="torn.waylog at byte .* ends within a record; resuming the run repairs it"
    ):
        list(read_logs(torn))
    with pytest.raises(InvalidInput, match="there is no file"):
        list(read_logs(tmp_path / "none.waylog"))
    (tmp_path / "empty").mkdir()
    with pytest.raises(InvalidInput, match="holds no episode logs"):
        list(read_logs(tmp_path / "empty"))
    (tmp_path / "text.waylog").write_text("hello, this is no log")
    with pytest.raises(BrokenFile, match="not a file of episode logs"):
        list(read_logs(tmp_path / "text.waylog"))


def test_a_log_of_a_later_version_is_refused() -> None:
    with pytest.raises(BrokenFile, match="log version 99"):
        decode_log(encode_log(replace(_logs()[0], version=99)))


def test_the_protocol_hash_changes_with_each_number_and_not_with_remarks() -> None:
    comparable = _logs()[0].comparable
    other = replace(comparable, task=replace(comparable.task, success_distance_m=0.3))
    remarked = replace(comparable, task=replace(comparable.task, sources={"x": "y"}))
    assert protocol_hash(other) != protocol_hash(comparable) == protocol_hash(remarked)


def test_the_digest_of_a_record_ignores_how_long_the_agent_took() -> None:
    log = _logs()[0]
    slower = replace(log, steps=replace(log.steps, act_s=log.steps.act_s + 1), software={"wayproof": "9"})
    bumped = replace(log, steps=replace(log.steps, bumped=~log.steps.bumped))
    assert record_digest(slower) == record_digest(log) != record_digest(bumped)
