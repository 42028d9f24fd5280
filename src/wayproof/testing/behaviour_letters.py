"""How an episode was walked, as a string of letters, one for each window of steps.

BehAVExplor clusters windows of speed, acceleration and rotation of a vehicle. A robot that steps and turns
by fixed amounts has three things to cluster: how much it got on, which way it turned, whether it collided; so
a letter is one of 18 combinations, without learnt clusters. Distances between two strings are BehAVExplor's.
"""

from __future__ import annotations

import math

import numpy as np

from wayproof.log import EpisodeLog

WINDOW = 10  # steps
STRAIGHT_RAD = math.radians(30.0)  # turned less than this in a window is straight on
SLOW, FAST = 0.3, 0.7  # of the steps in a window that got on


def behaviour_of(log: EpisodeLog) -> str:
    """A letter for each window; an episode shorter than one has a single, shorter window."""
    pose, bumped = log.steps.pose, log.steps.bumped
    moved = np.linalg.norm(np.diff(pose[:, [0, 2]], axis=0), axis=1) > 0.05
    turned = (np.diff(pose[:, 3]) + math.pi) % math.tau - math.pi
    letters = []
    for first in range(0, max(1, len(moved) - WINDOW + 1), WINDOW):
        part = slice(first, first + WINDOW)
        share = float(moved[part].mean()) if len(moved[part]) else 0.0
        around = float(turned[part].sum())
        speed = 0 if share < SLOW else 1 if share < FAST else 2
        side = 0 if abs(around) < STRAIGHT_RAD else 1 if around > 0 else 2
        letters.append(chr(ord("a") + speed * 6 + side * 2 + int(bumped[1:][part].any())))
    return "".join(letters)


def behaviour_distance(one: str, other: str) -> float:
    """Places at which two strings differ and the difference in length, as a share of the longer one.

    >>> behaviour_distance("aab", "aac"), behaviour_distance("a", "aab"), behaviour_distance("", "")
    (0.3333333333333333, 0.6666666666666666, 0.0)
    """
    longest = max(len(one), len(other))
    if not longest:
        return 0.0
    differ = sum(a != b for a, b in zip(one, other, strict=False))
    return (differ + abs(len(one) - len(other))) / longest
