import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wayproof.scenes.finishes import COLOURS, FAMILIES
from wayproof.scenes.packs.colour_words import LEAST_MAXIMUM, METALLIC, colour_words, lifted
from wayproof.scenes.packs.material_words import WORDS, material_word


def _word(rgb: tuple[int, int, int], *, metal: bool = False) -> str:
    return colour_words(np.array([rgb], np.uint8), metal=metal)[0]


@pytest.mark.parametrize("name", [name for name in COLOURS if name not in METALLIC])
def test_our_own_shades_are_called_by_their_own_names(name: str) -> None:
    assert {_word(shade) for shade in COLOURS[name]} == {name}


@pytest.mark.parametrize("name", METALLIC)
def test_metal_words_are_for_metal_alone(name: str) -> None:
    assert {_word(shade, metal=True) for shade in COLOURS[name]} == {name}
    assert not {_word(shade) for shade in COLOURS[name]} & set(METALLIC)


@pytest.mark.parametrize(
    ("rgb", "word"),
    [
        ((255, 0, 0), "red"),
        ((0, 255, 0), "green"),
        ((0, 0, 255), "blue"),
        ((255, 255, 0), "yellow"),
        ((255, 128, 0), "orange"),
        ((128, 0, 128), "purple"),
        ((255, 192, 203), "pink"),
        ((255, 255, 255), "white"),
        ((0, 0, 0), "black"),
        ((128, 128, 128), "grey"),
        ((90, 56, 30), "brown"),
        ((222, 205, 170), "beige"),
        ((128, 128, 140), "grey"),  # a hint of blue is still grey
    ],
)
def test_vivid_colours_that_model_makers_use_have_the_name_that_people_use(
    rgb: tuple[int, int, int], word: str
) -> None:
    assert _word(rgb) == word


@given(st.tuples(*[st.floats(0.0, 1.0)] * 3))
def test_lifting_leaves_nothing_darker_than_our_black_and_changes_no_bright_colour(
    rgb: tuple[float, float, float],
) -> None:
    out = lifted(rgb)
    assert max(out) >= LEAST_MAXIMUM
    if max(rgb) * 255 >= LEAST_MAXIMUM:
        assert out == pytest.approx([255 * value for value in rgb], abs=0.5 + 1e-9)


def test_material_words_are_ours() -> None:
    assert {word for word, _ in WORDS} <= set(FAMILIES)


@pytest.mark.parametrize(
    ("texts", "word"),
    [
        (("whitePlastic", ""), "plastic"),
        (("Material.003", "WoodFine0031.jpg", "Bed"), "wood"),
        (("cristal_blanco",), "glass"),
        (("metal_brass_polish",), "metal"),
        (("01-Default", "", "Leather sofa"), "leather"),
        (("seat", "", "Chair"), None),
        (("ironing",), None),  # words count whole
    ],
)
def test_materials_are_heard_in_names(texts: tuple[str, ...], word: str | None) -> None:
    assert material_word(*texts) == word
