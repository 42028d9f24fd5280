"""Says a styled instruction plainly again: no greetings, no courtesies, the verbs of everyday directions.

The canonical form is that of R2R and RxR alike: imperative sentences, one after the other. Only words that
mark a style are touched, so a plain instruction stays as it is.
"""

from __future__ import annotations

import re

from wayproof.mitigations.words.injected_commands import SENTENCE

# A sentence without any of these says nothing of a route.
ROUTE_WORD = re.compile(
    r"\b(?:walk|go|going|turn|left|right|straight|stop|wait|halt|enter|exit|leave|pass|head|proceed|"
    r"advance|move|continue|cross|step|take|make|stroll|past|into|through|toward|towards|along|door|"
    r"doorway|room|bedroom|bathroom|kitchen|hallway|hall|corridor|office|until|front|beside|next to|"
    r"near|behind|face|facing|you are in|hold position|come to)\b",
    re.IGNORECASE,
)
CHAT = re.compile(
    r"\b(?:hi|hey|hello|thanks?|thank you|great|well done|fun|easy|simple|hard|best|grateful|"
    r"appreciated|friend|okay|attention|directions|good day|done|that's (?:it|all)|ready|set|"
    r"no further action|nothing further|complete|completes|the way|kind request|kindly take note|"
    r"kind regards|much obliged|at your service|allow me|like this)\b",
    re.IGNORECASE,
)
LABEL = re.compile(r"^\s*(?:[A-Z][a-z]+ ){1,3}?[a-z]+:\s*")
ORDER = (
    r"first of all|first off|first|to start off|to start|to begin with|to begin|at the outset|"
    r"initially|next|okay, now|now|after that|after this|from there|from that point|"
    r"from the starting position|from your current position|thereafter|subsequently|upon completion|"
    r"once that's done|once complete|having done so|following this|finally|lastly|last of all|last|"
    r"in conclusion|to conclude|to finish up|to finish|as the final step|whenever you're ready|"
    r"firstly|afterwards|thereupon|following that|this done|once done|once there|from here|at last|"
    r"okay|so then"
)
COURTESY = (
    r"please|kindly|just(?! (?:before|after|past|inside|outside|beyond|to))|go ahead and|you'll want to|"
    r"you will want to|you can|you need to|you have to|"
    r"you should(?! (?:now|be|see))|you shall|you are (?:kindly )?(?:requested|asked) to|you are to|"
    r"ensure that you|feel free to"
)
LEAD_IN = re.compile(rf"^(?:(?:{ORDER}),? |(?:and )?then,? |(?:{COURTESY}) )+", re.IGNORECASE)
INNER = re.compile(rf"(\b(?:and|then|,)) (?:(?:{COURTESY}) )+", re.IGNORECASE)
MARK = re.compile(
    rf"\b(?:{COURTESY}|execute|perform|proceed|advance|navigate|progress|travel|stroll|wander|halt|pause|remain|hold|depart|"
    r"vacate|pop (?:into|through|over)|maintain course|effect|"
    r"adjacent to|immediately beside|directly in front|upon|subsequently|thereafter|at the outset|"
    r"having done so|in conclusion|to conclude|as the final step|come to (?:a|rest)|reverse)\b"
    r"|^\s*(?:[A-Z][a-z]+ ){1,3}?[a-z]+:",
    re.IGNORECASE,
)
WORDS: tuple[tuple[str, str], ...] = (
    (
        r"\b(?:execute|perform) a u-turn\b|\breverse (?:your )?direction\b|\bturn yourself around\b",
        "turn around",
    ),
    (
        r"\b(?:execute|perform|effect|do) an? ((?:slight|sharp|soft|hard) )?(left|right)(?: turn)?\b",
        r"make a \1\2 turn",
    ),
    (r"\b(?:come to a (?:halt|stop)|come to rest|hold position|hold|halt|pause|remain)\b", "stop"),
    (
        r"\b(?:proceed|advance|navigate|stroll|wander|progress|travel)(?: over)? "
        r"(?=past|through|to|into|out|across|up|down)",
        "walk ",
    ),
    (r"\b(?:proceed onwards?|maintain course|proceed|advance|stroll|wander)\b", "continue"),
    (r"\b(?:depart from|vacate)\b", "leave"),
    (r"\bpop (?:over )?(?=into|through|to)", "walk "),
    (r"\b(?:adjacent to|immediately beside)\b", "next to"),
    (r"\bdirectly in front of\b", "in front of"),
    (r"\bupon reaching\b", "when you reach"),
    (r"(?:, and|,| and)? (?:subsequently|thereafter) ", " and then "),
)


def plain_style(text: str) -> tuple[str, int]:
    """The text in plain imperatives, and how many of its sentences were changed or dropped.

    >>> plain_style("Hi there! First off, go ahead and stroll past the sofa. You're doing great!")
    ('Walk past the sofa.', 3)
    >>> plain_style("Walk past the sofa and stop.")
    ('Walk past the sofa and stop.', 0)
    """
    kept, count = [], 0
    for sentence in SENTENCE.findall(text):
        if CHAT.search(sentence) and not ROUTE_WORD.search(sentence):
            count += 1
            continue
        plain = _plain(sentence)
        count += plain != sentence
        kept.append(plain)
    changed = "".join(kept).strip()
    return (changed, count) if count and changed else (text, 0)


def _plain(sentence: str) -> str:
    """One sentence in plain words; "then" and "next" alone are no style."""
    if not MARK.search(sentence):
        return sentence
    body = LABEL.sub("", sentence)
    changed = INNER.sub(r"\1 ", LEAD_IN.sub("", body))
    for pattern, words in WORDS:
        changed = re.sub(pattern, words, changed, flags=re.IGNORECASE)
    changed = re.sub(r"  +", " ", changed).lstrip()
    if changed == sentence.lstrip():
        return sentence
    return changed[:1].upper() + changed[1:]
