"""What a description says, as data: the things that satisfy it are found from this, never from its text."""

from __future__ import annotations

import msgspec

from wayproof.language.description_aspects import aspects, is_of, true_finish
from wayproof.language.description_nouns import Noun
from wayproof.scenes.scene import Instance, Scene, things

# The linguistic features by which LangNavBench tells descriptions apart, and what it has where none is used.
TAGS = ("colour", "size", "texture", "state", "number", "material", "modifier", "support")
NO_TAG = "none"


class Constraints(msgspec.Struct, frozen=True, omit_defaults=True):
    """A noun and what must be true of a thing besides; None: nothing is said of it."""

    noun: str
    kinds: tuple[str, ...]  # what the noun is true of: "book", "book/stack"
    colour: str | None = None
    size: str | None = None
    texture: str | None = None
    state: str | None = None
    number: tuple[str, int] | None = None  # ("door", 2)
    material: str | None = None
    modifier: str | None = None
    support: Constraints | None = None  # what carries it
    relation: str | None = None  # "on" or "in", with respect to the support
    finish_of: str = ""  # the part that colour, texture and material are of
    state_of: str = ""  # the part that is open or closed

    @property
    def has_finish(self) -> bool:
        """Whether colour, texture or material is said."""
        return (self.colour, self.texture, self.material) != (None, None, None)


def only_noun(noun: Noun) -> Constraints:
    """The constraints of a noun alone."""
    return Constraints(noun.word, noun.kinds, modifier=noun.modifier)


def satisfies(scene: Scene, constraints: Constraints, instance: Instance) -> bool:
    """Whether everything that the constraints say is true of an instance of the scene."""
    if not is_of(instance, constraints.kinds):
        return False
    wanted, said = constraints, aspects(instance)
    for name in ("size", "state"):
        if getattr(wanted, name) not in (None, getattr(said, name)):
            return False
    for name in ("colour", "texture", "material"):
        # What would be odd to say of a thing is still true of it: a spray bottle is a plastic bottle, too.
        if getattr(wanted, name) not in (None, true_finish(instance, name)):
            return False
    if wanted.has_finish and wanted.finish_of != said.finish_of:
        return False
    if wanted.state is not None and wanted.state_of != said.state_of:
        return False
    if wanted.number is not None and wanted.number not in said.numbers:
        return False
    if wanted.modifier is not None and wanted.modifier not in said.modifiers:
        return False
    if wanted.support is None:
        return True
    if instance.support is None or instance.relation != wanted.relation:
        return False
    return satisfies(scene, wanted.support, instance_of(scene, instance.support))


def matches(scene: Scene, constraints: Constraints) -> tuple[int, ...]:
    """Ids of all things of the scene that satisfy the constraints, in order."""
    return tuple(thing.id for thing in things(scene) if satisfies(scene, constraints, thing))


def tags_of(constraints: Constraints) -> tuple[str, ...]:
    """The features that a description uses, of the thing or of what carries it, in the order of TAGS."""
    carried_by = constraints.support
    used = {name for name in TAGS if getattr(constraints, name) is not None}
    if carried_by is not None:
        used |= {name for name in TAGS if getattr(carried_by, name) is not None}
    return tuple(name for name in TAGS if name in used) or (NO_TAG,)


def instance_of(scene: Scene, number: int) -> Instance:
    """The instance with an id: scenes list them in the order of their ids, from 1."""
    found = scene.instances[number - 1]
    return found if found.id == number else next(item for item in scene.instances if item.id == number)
