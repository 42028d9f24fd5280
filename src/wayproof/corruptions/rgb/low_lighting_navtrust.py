"""NavTrust's low lighting: darkness that deepens across the frame, as in a room with one far lamp."""

from __future__ import annotations

import numpy as np

from wayproof.corruptions import Corrupt, Setting, corruption
from wayproof.corruptions.rgb.frame_form import WHITE, Floats, Pixels, colour_for, on_frames
from wayproof.corruptions.rgb.lens_layers import Layer, blend, kept_by_size, layer_of
from wayproof.corruptions.rgb.raw_sensor import GAMMA
from wayproof.corruptions.setting import listed
from wayproof.vocabulary import Context

# NavTrust says only that the darkening is a gradient and not even. A stop halves the light.
DEEPEST_STOPS = (1.5, 3.0, 4.5, 6.5, 9.0)  # ours: at the darkest place; the eye does not see half a stop
LEAST = 0.4  # ours: the stops at the lightest place, as a share of those at the darkest


@corruption(
    modality="rgb",
    sources=("navtrust",),
    scope="episode",
    constants={
        "light lost at the darkest place": f"{listed(DEEPEST_STOPS)} stops, each of which halves the light "
        "(ours: dusk at 0.5, nearly black at 1)",
        "light lost at the lightest place": f"{LEAST} of these stops (ours: dim there too, but to be seen)",
        "gamma": f"{GAMMA} between frame and light (ours)",
        "gradient": "in a random direction or around a random place, as likely; drawn per episode (ours)",
    },
)
def low_lighting_navtrust(setting: Setting, rng: np.random.Generator) -> Corrupt:
    """A darkening mask with a gradient whose direction or centre is drawn once per episode."""
    deepest_stops = setting.between(*DEEPEST_STOPS, zero=0.0)

    def draw(rng: np.random.Generator, height: int, width: int, channels: int) -> Layer:
        keep = light_left(rng, height, width, deepest_stops) ** np.float32(1.0 / GAMMA)
        return layer_of(keep, np.zeros_like(keep), colour_for(channels, WHITE))

    layer_for = kept_by_size(rng, draw)

    def corrupt(frame: Pixels, rng: np.random.Generator, context: Context) -> Pixels:
        return blend(frame, layer_for(frame))

    return on_frames(corrupt)


def light_left(rng: np.random.Generator, height: int, width: int, deepest_stops: float) -> Floats:
    """Share of the linear light that arrives at each pixel (h, w), so many stops less where it is darkest."""
    y = ((np.arange(height) + 0.5) / height)[:, None]
    x = ((np.arange(width) + 0.5) / width)[None, :]
    around_place, angle_rad = bool(rng.random() < 0.5), rng.uniform(0.0, 2 * np.pi)
    centre_x, centre_y = rng.uniform(0.2, 0.8, 2)
    if around_place:
        ramp = np.hypot(x - centre_x, y - centre_y)
    else:
        ramp = x * np.cos(angle_rad) + y * np.sin(angle_rad)
    ramp = (ramp - ramp.min()) / (ramp.max() - ramp.min())
    # Smooth at both ends, so that no edge of the mask can be taken for one of the room.
    ramp = ramp * ramp * (3 - 2 * ramp)
    return np.asarray(0.5 ** (deepest_stops * (LEAST + (1.0 - LEAST) * ramp)), np.float32)
