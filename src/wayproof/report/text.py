"""Numbers and untrusted text, made safe for people to read.

Instructions, names and error texts come from files and agents. Before they appear on a page,
invisible characters are made visible and long text is cut; the page's templates then escape the rest.
"""

from __future__ import annotations

import unicodedata

LONGEST_TEXT = 1200  # characters of any foreign text on a page
LONGEST_NAME = 80
MINUS, DASH = "\N{MINUS SIGN}", "\N{EN DASH}"


def shown(text: str, longest: int = LONGEST_TEXT) -> str:
    r"""An untrusted text made harmless: control and direction marks visible, white space plain, length cut.

    >>> shown("go\x07 to\n the \u202edoor")
    'go␇ to the ⟨202E⟩door'
    """
    kept = text[: longest + 1]
    plain = " ".join("".join(_visible(mark) for mark in kept).split())
    if len(text) > longest:
        return f"{plain[:longest]} … ({len(text):,} characters in all)"
    return plain


def name(text: str) -> str:
    """An untrusted name, for tables."""
    return shown(text, LONGEST_NAME)


def words(identifier: str) -> str:
    """An identifier of ours for people: `point_goal` becomes "point goal"."""
    return identifier.replace("_", " ")


def percent(share: float | None, digits: int = 1) -> str:
    return "?" if share is None else f"{100 * share:.{digits}f} %"


def points(change: float | None, digits: int = 1) -> str:
    """A change of a share in percentage points, with its sign.

    >>> points(-0.575).replace(MINUS, "minus "), points(0.05, 0), points(-0.0001)
    ('minus 57.5', '+5', '0.0')
    """
    if change is None:
        return "?"
    text = f"{abs(100 * change):.{digits}f}"
    if float(text) == 0.0:
        return text
    return (MINUS if change < 0 else "+") + text


def span(low: float | None, high: float | None, digits: int = 0) -> str:
    """Bounds of a share in per cent; empty where they are not known.

    >>> span(0.8256, 0.99999)
    '83 to 100'
    """
    if low is None or high is None:
        return ""
    return f"{100 * low:.{digits}f} to {100 * high:.{digits}f}"


def change_span(low: float | None, high: float | None, digits: int = 0) -> str:
    """Bounds of a change in points."""
    return "" if low is None or high is None else f"{points(low, digits)} to {points(high, digits)}"


def number(value: float | None, digits: int = 2) -> str:
    if value is None:
        return "?"
    text = f"{value:,.{digits}f}"
    return text.replace("-", MINUS)


def number_span(low: float | None, high: float | None, digits: int = 2) -> str:
    return "" if low is None or high is None else f"{number(low, digits)} to {number(high, digits)}"


def counted(count: int, noun: str, plural: str | None = None) -> str:
    """A number and its noun.

    >>> counted(1, "scene"), counted(1200, "episode"), counted(2, "body", "bodies")
    ('1 scene', '1,200 episodes', '2 bodies')
    """
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"


def listed(names: list[str], most: int = 6) -> str:
    """Names in a sentence; the rest is counted.

    >>> listed(["a", "b", "c"]), listed(["a", "b", "c"], 2)
    ('a, b and c', 'a, b and 1 more')
    """
    if len(names) > most:
        return f"{', '.join(names[:most])} and {len(names) - most} more"
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def _visible(mark: str) -> str:
    """Control marks as their pictures, other invisible ones as their number; white space stays."""
    code = ord(mark)
    if mark in "\t\n\r ":
        return " "
    if code < 0x20:
        return chr(0x2400 + code)
    if code == 0x7F:
        return "\N{SYMBOL FOR DELETE}"
    # Joiners shape Hindi and Telugu and hide nothing.
    if mark in "\u200c\u200d":
        return mark
    if unicodedata.category(mark) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"):
        return f"⟨{code:04X}⟩"
    return mark
