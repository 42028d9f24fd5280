"""Untrusted text made fit to be shown: nothing invisible or endless; and how two texts differ."""

from __future__ import annotations

import re
import unicodedata
from difflib import SequenceMatcher

Piece = tuple[str, str]  # "same", "gone" or "new", and the text

MOST_TOKENS = 1500  # of the part in which two texts differ; longer ones are marked as a whole
_TOKEN = re.compile(r"\s+|\w+|[^\w\s]")
_INVISIBLE = ("Cc", "Cf", "Co", "Cn", "Cs")


def visible(text: str) -> str:
    """The text with every control, direction and other invisible character written out.

    >>> visible("go" + chr(0) + " on" + chr(0x202E))
    'go␀ on⟨U+202E⟩'
    """
    return "".join(map(_shown, text)) if not text.isprintable() else text


def shortened(text: str, longest: int) -> str:
    """The beginning of a text on one line, as people may see it."""
    line = " ".join(text[: 4 * longest].split())
    return visible(line if len(line) <= longest and len(text) <= 4 * longest else f"{line[: longest - 1]}…")


def differences(before: str, after: str) -> list[Piece]:
    """What stayed, what went and what came, in order; words are never cut.

    >>> differences("walk to the red chair", "walk to chair")
    [('same', 'walk to '), ('gone', 'the red '), ('same', 'chair')]
    """
    one, other = _TOKEN.findall(before), _TOKEN.findall(after)
    head = _common(one, other)
    tail = _common(one[head:][::-1], other[head:][::-1])
    left, right = one[head : len(one) - tail], other[head : len(other) - tail]
    pieces = [
        ("same", "".join(one[:head])),
        *_between(left, right),
        ("same", "".join(one[len(one) - tail :])),
    ]
    joined: list[Piece] = []
    for kind, text in pieces:
        if text and joined and joined[-1][0] == kind:
            joined[-1] = (kind, joined[-1][1] + text)
        elif text:
            joined.append((kind, text))
    return [(kind, visible(text)) for kind, text in joined]


def _between(left: list[str], right: list[str]) -> list[Piece]:
    if len(left) > MOST_TOKENS or len(right) > MOST_TOKENS:
        return [("gone", "".join(left)), ("new", "".join(right))]
    pieces: list[Piece] = []
    for _, i0, i1, j0, j1 in SequenceMatcher(None, left, right, autojunk=False).get_opcodes():
        if left[i0:i1] == right[j0:j1]:
            pieces.append(("same", "".join(left[i0:i1])))
        else:
            pieces += [("gone", "".join(left[i0:i1])), ("new", "".join(right[j0:j1]))]
    return pieces


def _common(one: list[str], other: list[str]) -> int:
    """How many tokens two lists begin with together."""
    for count, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return count
    return min(len(one), len(other))


def _shown(character: str) -> str:
    code = ord(character)
    if character == "\n" or unicodedata.category(character) not in _INVISIBLE:
        return character
    if code < 0x20:
        return chr(0x2400 + code)  # the pictures of control characters
    return "␡" if code == 0x7F else f"⟨U+{code:04X}⟩"
