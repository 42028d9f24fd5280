"""Contracts over the catalogue of texture recipes."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from wayproof.errors import UnknownName
from wayproof.scenes.finishes import COLOURS, FAMILIES, Finish
from wayproof.scenes.textures import TEXTURES, Texture, texture_for
from wayproof.scenes.textures.mipmaps import mip_levels

ALL = [pytest.param(entry, id=entry.name) for entry in TEXTURES]
REPEATING = [pytest.param(entry, id=entry.name) for entry in TEXTURES if entry.tiles]
PLAIN_MATERIALS = [
    "plain",
    "wood_grain",
    "wood_planks",
    "wood_parquet",
    "herringbone",
    "brushed",
    "hammered",
    "woven",
    "leather",
    "glazed",
    "glassy",
    "marble",
    "granite",
    "wicker",
    "carpet",
    "plaster",
    "terry",
    "cardboard",
    "bark",
    "tile",
    "brick",
]
WITH_FIGURES = [
    "striped",
    "checked",
    "dotted",
    "floral",
    "geometric",
    "speckled",
    "terrazzo",
    "leafy",
    "wallpaper",
    "newsprint",
    "basketball",
]
PICTURES = [
    "art",
    "book_cover",
    "clock_face",
    "keyboard",
    "label",
    "mirror",
    "ornament",
    "outdoor_view",
    "photo",
    "screen",
]


def painted(entry: Texture, colour: str, second: str, variant: int = 0) -> NDArray[np.uint8]:
    rgb, second_rgb = COLOURS[colour][0], COLOURS[second][0]
    return texture_for(Finish("any", entry.name, colour, rgb, second_rgb, variant=variant))


@pytest.mark.parametrize("entry", ALL)
@pytest.mark.parametrize("variant", range(4))
def test_a_recipe_paints_a_square_of_its_size(entry: Texture, variant: int) -> None:
    picture = painted(entry, "blue", "beige", variant)
    assert picture.dtype == np.uint8
    assert picture.shape == (entry.size_px, entry.size_px, 3)
    assert entry.size_px & (entry.size_px - 1) == 0
    assert picture.flags.c_contiguous


@pytest.mark.parametrize("entry", ALL)
def test_a_recipe_has_a_summary(entry: Texture) -> None:
    assert entry.summary.endswith(".")


@pytest.mark.parametrize("entry", ALL)
def test_the_same_finish_gives_the_same_pixels(entry: Texture) -> None:
    first = painted(entry, "red", "white").copy()
    texture_for.__globals__["_painted"].cache_clear()
    assert (painted(entry, "red", "white") == first).all()


@pytest.mark.parametrize("entry", ALL)
def test_a_texture_cannot_be_changed(entry: Texture) -> None:
    with pytest.raises(ValueError, match="read-only"):
        painted(entry, "green", "white")[0, 0] = 0


@pytest.mark.parametrize("entry", REPEATING)
@pytest.mark.parametrize("axis", [0, 1])
def test_a_repeating_texture_has_no_seam(entry: Texture, axis: int) -> None:
    picture = painted(entry, "grey", "white").astype(float)
    steps = np.abs(picture - np.roll(picture, 1, axis)).mean(axis=(1 - axis, 2))
    # The step over the edge is entry 0; joints and stripes may fall anywhere, so it is compared with all.
    assert steps[0] <= 1.2 * steps.max(where=np.arange(len(steps)) > 0, initial=0.5)
    smooth = np.sort(steps[1:])[-max(len(steps) // 4, 2)]
    assert steps[0] <= 3.0 * smooth + 2.0 or steps[0] <= np.sort(steps[1:])[-2]


@pytest.mark.parametrize("entry", REPEATING)
@pytest.mark.parametrize(
    ("colour", "second"), [("red", "white"), ("blue", "yellow"), ("green", "beige"), ("white", "blue")]
)
def test_the_named_colour_rules(entry: Texture, colour: str, second: str) -> None:
    own, other = (np.asarray(COLOURS[name][0], float) for name in (colour, second))
    for variant in range(4):
        pixels = painted(entry, colour, second, variant).reshape(-1, 3).astype(float)
        nearer = np.abs(pixels - own).sum(axis=1) < np.abs(pixels - other).sum(axis=1)
        assert nearer.mean() > 0.55
        assert np.abs(np.median(pixels, axis=0) - own).max() < 45


@pytest.mark.parametrize("name", ["striped", "checked", "dotted", "floral", "geometric", "terrazzo"])
def test_a_two_coloured_pattern_shows_the_second_colour(name: str) -> None:
    pixels = painted(TEXTURES[name], "blue", "yellow").reshape(-1, 3).astype(float)
    distance = np.abs(pixels - COLOURS["yellow"][0]).sum(axis=1)
    assert 0.02 < (distance < 90).mean() < 0.5


@pytest.mark.parametrize("name", ["striped", "checked", "dotted"])
def test_a_pattern_of_two_like_colours_is_still_seen(name: str) -> None:
    pixels = painted(TEXTURES[name], "red", "red").astype(float).mean(axis=2)
    assert pixels.std() > 15


@pytest.mark.parametrize("name", PLAIN_MATERIALS)
def test_contrast_stays_moderate_on_plain_materials(name: str) -> None:
    assert painted(TEXTURES[name], "grey", "grey").astype(float).mean(axis=2).std() < 30


def test_the_catalogue_holds_the_patterns_that_furniture_and_houses_use() -> None:
    assert set(TEXTURES.names()) >= {*PLAIN_MATERIALS, *WITH_FIGURES, *PICTURES}


def test_pictures_are_those_that_do_not_repeat() -> None:
    assert {entry.name for entry in TEXTURES if not entry.tiles} == set(PICTURES)


def test_every_pattern_of_every_material_has_a_recipe() -> None:
    wanted = {p for family in FAMILIES.values() for p in family.patterns + family.held_out_patterns}
    assert wanted <= set(TEXTURES.names())


def test_an_outdoor_view_has_the_sky_on_top() -> None:
    view = painted(TEXTURES["outdoor_view"], "blue", "white").astype(float)
    top, bottom = view[:40].mean(axis=(0, 1)), view[-20:].mean(axis=(0, 1))
    assert top[2] > top[1] > 120
    assert bottom[1] > bottom[2]


def test_an_unknown_pattern_names_the_nearest() -> None:
    with pytest.raises(UnknownName, match="Did you mean 'striped'"):
        texture_for(Finish("fabric", "stripped", "red", (1, 2, 3), (4, 5, 6)))


def test_another_process_paints_the_same_pixels() -> None:
    def digest_of_all() -> str:
        digest = hashlib.sha256()
        for entry in TEXTURES:
            digest.update(painted(entry, "orange", "purple", 2).tobytes())
        return digest.hexdigest()

    code = (
        "import hashlib\n"
        "from wayproof.scenes.textures import TEXTURES, texture_for\n"
        "from wayproof.scenes.finishes import COLOURS, Finish\n"
        "digest = hashlib.sha256()\n"
        "for entry in TEXTURES:\n"
        "    a, b = COLOURS['orange'][0], COLOURS['purple'][0]\n"
        "    digest.update(texture_for(Finish('any', entry.name, 'orange', a, b, variant=2)).tobytes())\n"
        "print(digest.hexdigest())\n"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "77"}
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment
    )
    assert answer.stdout.strip() == digest_of_all()


@given(arrays(np.uint8, st.sampled_from([(1, 1, 3), (2, 2, 3), (16, 16, 3), (64, 64, 3)])))
def test_mip_levels_halve_down_to_one_texel_and_keep_the_mean(texture: NDArray[np.uint8]) -> None:
    levels = mip_levels(texture)
    assert [level.shape[0] for level in levels] == [texture.shape[0] >> k for k in range(len(levels))]
    assert levels[-1].shape == (1, 1, 3)
    # Each halving rounds a texel by at most a half.
    drift = np.abs(levels[-1][0, 0] - texture.reshape(-1, 3).mean(axis=0))
    assert (drift <= 0.5 * (len(levels) - 1) + 1e-9).all()


def test_a_mip_texel_is_the_rounded_mean_of_four() -> None:
    texture = np.array([[0, 1], [2, 3]], np.uint8)[..., None].repeat(3, axis=2)
    assert mip_levels(texture)[1][0, 0].tolist() == [2, 2, 2]
