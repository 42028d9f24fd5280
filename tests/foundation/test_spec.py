from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayproof.errors import BrokenFile, InvalidInput
from wayproof.spec import from_plain, read_json, read_toml, to_plain
from wayproof.vocabulary import Episode, Goal, Pose


class Inner(msgspec.Struct, frozen=True):
    size_m: float


class Outer(msgspec.Struct, frozen=True):
    name: str
    parts: tuple[Inner, ...] = ()
    main: Inner | None = None


def test_a_misspelt_field_gets_the_nearest_name() -> None:
    with pytest.raises(InvalidInput, match=r"suite x: no field named 'nme'. Did you mean 'name'\?"):
        from_plain({"nme": "a"}, Outer, where="suite x")


def test_a_misspelt_field_deep_inside_is_refused_too() -> None:
    with pytest.raises(InvalidInput, match=r"parts: no field named 'size'"):
        from_plain({"name": "a", "parts": [{"size_m": 1.0}, {"size": 2.0}]}, Outer, where="file")
    with pytest.raises(InvalidInput, match=r"main: no field named 'sise_m'. Did you mean 'size_m'"):
        from_plain({"name": "a", "main": {"sise_m": 1.0}}, Outer, where="file")


def test_a_wrong_type_names_the_field() -> None:
    with pytest.raises(InvalidInput, match=r"file: Expected `float`, got `str` - at `\$.main.size_m`"):
        from_plain({"name": "a", "main": {"size_m": "big"}}, Outer, where="file")


@pytest.mark.parametrize(("reader", "text"), [(read_toml, "name = "), (read_json, '{"name": ')])
def test_a_torn_file_is_named(tmp_path: Path, reader, text: str) -> None:
    file = tmp_path / "torn"
    file.write_text(text)
    with pytest.raises(BrokenFile, match="torn is not valid"):
        reader(file, Outer)


def test_a_missing_file_and_a_folder_are_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="there is no file"):
        read_toml(tmp_path / "absent.toml", Outer)
    with pytest.raises(InvalidInput, match="is a folder"):
        read_toml(tmp_path, Outer)


def test_toml_becomes_frozen_data(tmp_path: Path) -> None:
    file = tmp_path / "ok.toml"
    file.write_text('name = "a"\n[[parts]]\nsize_m = 2\n')
    assert read_toml(file, Outer) == Outer("a", (Inner(2.0),))


points = st.tuples(*[st.floats(-50, 50)] * 3)
episodes = st.builds(
    Episode,
    id=st.text(max_size=5),
    scene=st.text(max_size=5),
    task=st.sampled_from(["point_goal", "object_goal"]),
    start=st.builds(Pose, *[st.floats(-50, 50)] * 4),
    goals=st.lists(st.builds(Goal, kind=st.just("point"), position_m=st.none() | points), max_size=3).map(
        tuple
    ),
    instruction=st.none() | st.text(max_size=20),
)


@given(episodes)
def test_an_episode_survives_plain_data(episode: Episode) -> None:
    plain = msgspec.json.decode(msgspec.json.encode(to_plain(episode)))
    assert from_plain(plain, Episode, where="episode") == episode
