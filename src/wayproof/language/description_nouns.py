"""The nouns of a language for things, and all that each is true of: an armchair is a "chair" too."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from wayproof.language.description_aspects import aspects, is_of
from wayproof.scenes.scene import Instance


@dataclass(frozen=True)
class Noun:
    """A noun, the kinds of things it is true of, and the modifier that it tells by itself ("recliner")."""

    word: str
    kinds: tuple[str, ...]
    modifier: str | None = None


@dataclass(frozen=True)
class NounTable:
    """Nouns by category or "category/shape"; `wider`: what a noun is true of, where that is not just these.

    `kinds` are nouns for a category with one of its modifiers. A category without an entry has no noun,
    unless `open_ended`, when it is called by its own name.
    """

    nouns: Mapping[str, tuple[str, ...]]
    wider: Mapping[str, tuple[str, ...]]
    kinds: Mapping[str, tuple[str, str]]
    open_ended: bool = False

    def nouns_for(self, instance: Instance) -> tuple[Noun, ...]:
        """All nouns that name an instance, plain ones first; none if the language has no word for it."""
        narrow, category = f"{instance.category}/{instance.shape}", instance.category
        own_name = (category.replace("_", " "),) if self.open_ended else ()
        words = self.nouns.get(narrow, self.nouns.get(category, own_name))
        plain = [Noun(word, self._true_of(word, category)) for word in words]
        modifiers = aspects(instance).modifiers
        telling = [
            Noun(word, (of,), modifier)
            for word, (of, modifier) in self.kinds.items()
            if of == category and modifier in modifiers
        ]
        return (*plain, *telling)

    def _true_of(self, word: str, category: str) -> tuple[str, ...]:
        if word in self.wider:
            return self.wider[word]
        return tuple(kind for kind, words in self.nouns.items() if word in words) or (category,)


def named_by(noun: Noun, instance: Instance) -> bool:
    """Whether a noun is true of an instance."""
    return is_of(instance, noun.kinds) and (
        noun.modifier is None or noun.modifier in aspects(instance).modifiers
    )
