"""What a foreign surface is made of, guessed from what its makers called it."""

from __future__ import annotations

import re

# Our words for materials, each with what model makers write, in their languages. The first that fits counts.
WORDS: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("glass", ("glass", "vidrio", "verre", "cristal", "crystal", "mirror", "pane")),
    ("leather", ("leather", "cuir", "cuero", "skai")),
    ("wicker", ("wicker", "rattan", "osier", "basket")),
    (
        "metal",
        ("metal", "metall", "chrome", "aluminum", "aluminium", "alu", "steel", "iron", "inox", "brass")
        + ("copper", "gold", "silver", "zinc", "screw", "hinge", "gonds", "metalic", "bronze"),
    ),
    (
        "wood",
        ("wood", "oak", "teak", "teck", "pine", "walnut", "timber", "bois", "madera", "parquet", "plank")
        + ("laminat", "laminate", "wenge", "beech", "cherry", "mahogany", "alder", "pear", "bamboo", "bark"),
    ),
    ("plastic", ("plastic", "plastico", "plastique", "pvc", "acrylic", "vinyl")),
    ("rubber", ("rubber", "tire", "tires", "gomme", "tyre")),
    ("ceramic", ("ceramic", "porcelain", "porcelana", "faience", "enamel", "pottery", "clay", "terracotta")),
    ("stone", ("marble", "granite", "stone", "concrete", "marmol", "slate", "brick", "cement", "rock")),
    (
        "fabric",
        ("fabric", "cloth", "textile", "cushion", "pillow", "mattress", "sheet", "tissu", "tela", "burlap")
        + ("towel", "carpet", "rug", "curtain", "velvet", "linen", "wool", "cotton", "duvet", "blanket")
        + ("upholstery", "couch", "sofa", "quilt", "canvas"),
    ),
    ("plant", ("leaf", "leaves", "plant", "stem", "flower", "petal", "foliage", "branch", "branches")),
    ("paper", ("paper", "cardboard", "carton", "page", "pages")),
    ("wax", ("wax", "candle")),
    ("food", ("bread", "cake", "fruit", "meat")),
)
GLOSS: dict[str, float] = {"glass": 0.95, "metal": 0.7, "ceramic": 0.6, "stone": 0.5, "plastic": 0.3}
PLAIN_GLOSS = 0.15

_FORMS = {form: word for word, forms in WORDS for form in forms}
_ORDER = {word: rank for rank, (word, _) in enumerate(WORDS)}


def material_word(*texts: str) -> str | None:
    """The material that names speak of; an earlier name beats a later one, None where none tells.

    >>> material_word("black-metal"), material_word("Material.003", "Oak chair"), material_word("Cube")
    ('metal', 'wood', None)
    """
    for text in texts:
        parted = re.sub(r"([a-z])([A-Z])", r"\1 \2", text)
        spoken = re.findall(r"[a-z]+", parted.lower())
        found = [_FORMS[word] for word in spoken if word in _FORMS]
        if found:
            return min(found, key=_ORDER.__getitem__)
    return None
