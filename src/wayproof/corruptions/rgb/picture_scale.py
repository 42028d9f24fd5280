"""Sizes in pixels that mean the same in pictures of every size: a blur of 10 pixels is another one at 640.

ImageNet-C gives its radii in pixels of pictures of 224 x 224. The profile `fixed` takes them in proportion to
the longer side of the picture, `parity` as they are.
"""

from __future__ import annotations

REFERENCE_PX = 224
IN_PROPORTION = f"pixels of {REFERENCE_PX} across; fixed scales them with the longer side of the picture"


def scale_of(height: int, width: int, *, parity: bool = False) -> float:
    """How many pixels of such a picture one of ImageNet-C's is.

    >>> scale_of(168, 224), scale_of(480, 640, parity=True), scale_of(448, 224)
    (1.0, 1.0, 2.0)
    """
    return 1.0 if parity else max(height, width) / REFERENCE_PX
