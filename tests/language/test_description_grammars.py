"""The grammars of descriptions: word order and agreement in four languages, and tables without gaps."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

import wayproof.language
from wayproof.language.descriptions import LANGUAGES, Constraints, grammar_of
from wayproof.scenes.finishes import COLOURS
from wayproof.scenes.furniture import FURNITURE, HOME, home_categories
from wayproof.scenes.scene import Attributes, Instance
from wayproof.seeding import generator_for

FOLDER = Path(wayproof.language.__file__).parent
THINGS, ENGLISH_WORDS, HINDI_WORDS, TELUGU_WORDS = (
    tomllib.loads((FOLDER / f"description_{name}.toml").read_text())
    for name in ("things", "english", "hindi", "telugu")
)
NATIVE = {"hi-IN": HINDI_WORDS, "te-IN": TELUGU_WORDS}
languages = pytest.mark.parametrize("language", LANGUAGES)


def _thing(category: str, shape: str) -> Instance:
    here = (0.0, 0.0, 0.0)
    return Instance(1, category, shape, Attributes(), None, None, None, here, here, here, 0.0)


# ---- grammars ----


def _sentences(language: str, said: Constraints) -> set[str]:
    assert grammar_of(language).can_say(said)
    return {grammar_of(language).sentence(said, generator_for(k)) for k in range(80)}


ENGLISH = [
    (
        Constraints("dresser", ("dresser",), size="small", colour="brown", number=("drawer", 3)),
        {"Find the small brown dresser with three drawers.", "Go to the small brown three-drawer dresser."},
    ),
    (
        Constraints("stack of books", ("book/stack",), colour="red", number=("book", 4)),
        {"Find the red stack of four books.", "Go to the red stack of four books."},
    ),
    (
        Constraints(
            "keys",
            ("keys",),
            support=Constraints("cabinet", ("cabinet",), material="wood"),
            relation="on",
        ),
        {"Find the keys on the wooden cabinet.", "Go to the keys that are on the wooden cabinet."},
    ),
    (
        Constraints("mirror", ("mirror",), modifier="oval", colour="gold", finish_of="frame"),
        {"Find the oval mirror with a gold frame."},
    ),
    (
        Constraints(
            "bed", ("bed",), texture="striped", colour="blue", finish_of="bedding", modifier="double"
        ),
        {"Go to the double bed with blue striped bedding."},
    ),
    (Constraints("toilet", ("toilet",), state="open", state_of="lid"), {"Find the toilet with an open lid."}),
]


@pytest.mark.parametrize(("said", "some"), ENGLISH, ids=lambda value: getattr(value, "noun", ""))
def test_english_puts_words_in_their_order(said: Constraints, some: set[str]) -> None:
    assert some <= _sentences("en-US", said)


def test_english_has_at_most_one_phrase_with_with() -> None:
    both = Constraints("bed", ("bed",), colour="blue", finish_of="bedding", number=("drawer", 2))
    assert not grammar_of("en-US").can_say(both)


HINDI = [
    # feminine, masculine in -ā, and plural nouns: plain before ढूँढें and oblique before के पास
    (
        Constraints("कुर्सी", ("chair",), colour="brown", material="wood"),
        {"भूरी लकड़ी की कुर्सी ढूँढें।", "भूरी लकड़ी की कुर्सी के पास जाएँ।"},
    ),
    (
        Constraints("सोफ़ा", ("couch",), colour="black", size="large", material="leather"),
        {"बड़ा काला चमड़े का सोफ़ा ढूँढें।", "बड़े काले चमड़े के सोफ़े के पास जाएँ।"},
    ),
    (Constraints("जूते", ("shoes",), colour="blue"), {"नीले जूते ढूँढें।", "नीले जूतों के पास जाएँ।"}),
    (Constraints("चाबियाँ", ("keys",), colour="gold"), {"सुनहरी चाबियाँ खोजें।", "सुनहरी चाबियों तक जाएँ।"}),
    (
        Constraints("अलमारी", ("wardrobe",), state="open", colour="white", number=("door", 2)),
        {"दो दरवाज़ों वाली खुली सफ़ेद अलमारी ढूँढें।"},
    ),
    (Constraints("फ़्रिज", ("refrigerator",), number=("door", 1)), {"एक दरवाज़े वाले फ़्रिज तक जाएँ।"}),
    (
        Constraints(
            "फूलदान",
            ("vase",),
            colour="green",
            support=Constraints("सोफ़ा", ("couch",), colour="yellow"),
            relation="on",
        ),
        {"पीले सोफ़े पर रखा हरा फूलदान ढूँढें।", "पीले सोफ़े पर रखे हरे फूलदान के पास जाएँ।"},
    ),
    (
        Constraints("आईना", ("mirror",), size="small", modifier="round"),
        {"छोटा गोल आईना खोजें।", "छोटे गोल आईने तक जाएँ।"},
    ),
    (
        Constraints("मोमबत्ती", ("candle",), state="lit"),
        {"जलती हुई मोमबत्ती खोजें।"},
    ),
]
TELUGU = [
    (
        Constraints("కుర్చీ", ("chair",), colour="brown", material="wood"),
        {"గోధుమ రంగు చెక్క కుర్చీని కనుగొనండి.", "గోధుమ రంగు చెక్క కుర్చీ దగ్గరకు వెళ్ళండి."},
    ),
    (Constraints("మంచం", ("bed",), size="large"), {"పెద్ద మంచాన్ని వెతకండి.", "పెద్ద మంచం వద్దకు వెళ్ళండి."}),
    (Constraints("బూట్లు", ("shoes",)), {"బూట్లను కనుగొనండి.", "బూట్ల దగ్గరకు వెళ్ళండి."}),
    (
        Constraints("బీరువా", ("cabinet",), colour="white", number=("door", 2)),
        {"రెండు తలుపులు ఉన్న తెలుపు రంగు బీరువాను కనుగొనండి."},
    ),
    (
        Constraints(
            "పుస్తకం", ("book/single",), state="open", support=Constraints("సోఫా", ("couch",)), relation="on"
        ),
        {"సోఫా మీద ఉన్న తెరిచి ఉన్న పుస్తకాన్ని కనుగొనండి."},
    ),
    (
        Constraints("జాడీ", ("jar",), support=Constraints("బీరువా", ("cabinet",)), relation="in"),
        {"బీరువాలో ఉన్న జాడీని కనుగొనండి."},
    ),
    (  # after a noun without a last vowel an ending does not melt into it
        Constraints("జాడీ", ("jar",), support=Constraints("బుక్‌షెల్ఫ్", ("bookshelf",)), relation="in"),
        {"బుక్‌షెల్ఫ్\u200cలో ఉన్న జాడీని కనుగొనండి."},
    ),
]


@pytest.mark.parametrize(
    ("language", "said", "some"),
    [("hi-IN", *case) for case in HINDI] + [("te-IN", *case) for case in TELUGU],
    ids=lambda value: getattr(value, "noun", ""),
)
def test_hindi_and_telugu_inflect_as_they_should(language: str, said: Constraints, some: set[str]) -> None:
    assert some <= _sentences(language, said)


@pytest.mark.parametrize("language", NATIVE)
def test_parts_are_not_told_where_there_is_no_grammar_for_them(language: str) -> None:
    noun = next(iter(NATIVE[language]["forms"]))
    assert not grammar_of(language).can_say(Constraints(noun, (), colour="red", finish_of="shade"))
    assert not grammar_of(language).can_say(Constraints(noun, (), texture="geometric"))
    assert not grammar_of(language).can_say(Constraints(noun, (), number=("shelf", 3)))


# ---- tables ----


AT_HOME = [kind for kind in FURNITURE if kind.place == HOME]


def _kinds_known() -> set[str]:
    shapes = {
        f"{category.name}/{shape}"
        for category in AT_HOME
        for shape in (*category.shapes, *category.held_out_shapes)
    }
    return {*home_categories(), *shapes}


def test_the_tables_name_only_things_that_there_are() -> None:
    table, english = THINGS, ENGLISH_WORDS
    named = {*table["finish_of"], *table["state_of"], *table["lamps"]["categories"]}
    for group in (table["unsaid"], table["modifiers"], english["wider"]):
        named |= {kind for kinds in group.values() for kind in kinds}
    named |= {*english["nouns"], *english["nouns_in_india"], *(of for of, _ in english["kinds"].values())}
    for native in NATIVE.values():
        named |= {*native["nouns"], *(kind for kinds in native["wider"].values() for kind in kinds)}
    assert named - _kinds_known() == set()


@languages
def test_each_noun_is_true_of_the_thing_that_it_is_used_for(language: str) -> None:
    for category in AT_HOME:
        for shape in (*category.shapes, *category.held_out_shapes):
            thing = _thing(category.name, shape)
            for noun in grammar_of(language).nouns(thing):
                assert {category.name, f"{category.name}/{shape}"} & set(noun.kinds), noun


def test_nearly_every_thing_of_our_houses_has_an_english_noun() -> None:
    without = {
        f"{category.name}/{shape}"
        for category in AT_HOME
        for shape in (*category.shapes, *category.held_out_shapes)
        if not grammar_of("en-US").nouns(_thing(category.name, shape))
    }
    assert without == {"towel/folded"}


@pytest.mark.parametrize(("language", "least"), [("hi-IN", 90), ("te-IN", 75)])
def test_words_of_other_languages_are_complete(language: str, least: int) -> None:
    table = NATIVE[language]
    used = {word for words in table["nouns"].values() for word in words}
    assert used == set(table["forms"])
    assert set(table["wider"]) <= used
    assert set(table["colour"]) == set(COLOURS)
    assert len(table["nouns"]) >= least
    script = {"hi-IN": (0x0900, 0x097F), "te-IN": (0x0C00, 0x0C7F)}[language]
    for word in used:
        assert all(script[0] <= ord(sign) <= script[1] or sign in " \u200c" for sign in word), word


def test_hindi_adjectives_have_one_or_three_forms_with_the_right_endings() -> None:
    table = NATIVE["hi-IN"]
    for group in ("colour", "size", "texture", "material", "state", "modifier"):
        for forms in table[group].values():
            assert len(forms) in (1, 3)
            if len(forms) == 3:
                masculine, changed, feminine = forms
                assert masculine.endswith(("ा", "आ")) and changed.endswith(("े", "ए"))
                assert feminine.endswith(("ी", "ई"))
    genders = {form[0] for form in table["forms"].values()}
    assert genders == {"m", "f", "mp", "fp"}
