"""Whether what a phrase says is true of a thing, by the ground truth of its scene."""

from __future__ import annotations

from collections.abc import Iterable

from wayproof.language.phrase_reader import Phrase, Said, phrase_words
from wayproof.scenes.scene import Instance, Scene, things

CLEAR = ("glass", "silver")  # clear glass is drawn silver, and nobody calls it that


def matching(scene: Scene, phrase: Phrase) -> tuple[int, ...]:
    """Ids of all things of the scene of which everything in the phrase is true, in order."""
    return tuple(thing.id for thing in things(scene) if true_of(scene, phrase, thing))


def true_of(scene: Scene, phrase: Phrase, thing: Instance) -> bool:
    """Whether the thing is called so, looks so, and stands where the phrase says."""
    return called(thing, phrase.noun) and not false_words(thing, phrase) and carried(scene, phrase, thing)


def called(thing: Instance, noun: str) -> bool:
    """Whether the noun names the thing: by its category's own name, or by the table's."""
    listed = phrase_words().nouns.get(noun)
    return _is_one_of(thing, listed) if listed else thing.category.replace("_", " ") == noun


def false_words(thing: Instance, phrase: Phrase) -> tuple[Said, ...]:
    """What the phrase says of the thing itself, or of its parts, and is not true."""
    return tuple(said for said in phrase.said if not _holds(said, thing))


def carried(scene: Scene, phrase: Phrase, thing: Instance) -> bool:
    """Whether the thing is carried by what the phrase says, if it says so."""
    if phrase.carrier is None:
        return True
    if thing.support is None or thing.relation != phrase.relation:
        return False
    carrier = next(one for one in scene.instances if one.id == thing.support)
    return true_of(scene, phrase.carrier, carrier)


def _holds(said: Said, thing: Instance) -> bool:
    words, look = phrase_words(), thing.attributes
    if said.part and not _is_one_of(thing, words.parts[said.part]):
        return False
    if said.feature == "colour":
        return look.colour == words.colours[said.word] and (look.material, look.colour) != CLEAR
    if said.feature == "texture":
        return look.pattern == words.textures[said.word]
    if said.feature == "material":
        return look.material == words.materials[said.word]
    if said.feature == "size":
        return look.size == words.sizes[said.word]
    if said.feature == "state":
        return look.state in words.states[said.word]
    if said.feature == "number":
        return look.number.get(said.word) == said.count
    return _is_of_kind(said.word, thing)


def _is_of_kind(word: str, thing: Instance) -> bool:
    plain = word.replace("-", "_")
    by_name = plain in thing.shape or thing.attributes.modifier in (word, plain)
    return by_name or _is_one_of(thing, phrase_words().kinds[word])


def _is_one_of(thing: Instance, listed: Iterable[str]) -> bool:
    kind = thing.attributes.modifier or thing.shape
    names = {thing.category, f"{thing.category}/{thing.shape}", f"{thing.category}:{kind}"}
    return not names.isdisjoint(listed)
