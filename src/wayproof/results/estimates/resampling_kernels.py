"""The hot loops of the bootstrap: draw units by uniform numbers and add them up or trim them."""

from __future__ import annotations

from wayproof.kernels import kernel
from wayproof.results.estimates.interval import Floats, Ints


@kernel
def sum_drawn(units: Floats, uniforms: Floats, starts: Ints, sizes: Ints, sums: Floats) -> None:
    """Row r of `sums` (rows, columns): the sum of as many units as there are, drawn by row r of `uniforms`.

    Draw j comes from the stratum of unit j, whose members are `sizes[j]` rows from `starts[j]` on.
    """
    for row in range(uniforms.shape[0]):
        for draw in range(uniforms.shape[1]):
            unit = starts[draw] + int(uniforms[row, draw] * sizes[draw])
            for column in range(units.shape[1]):
                sums[row, column] += units[unit, column]


@kernel
def trimmed_means_drawn(
    ordered: Floats,
    ranks: Ints,
    firsts: Ints,
    uniforms: Floats,
    starts: Ints,
    sizes: Ints,
    seen: Ints,
    means: Floats,
) -> None:
    """Per row of `uniforms`, the mean of the drawn values without a quarter at each end.

    `ordered` holds all values by size. Unit u has the values at the places `ranks[firsts[u] : firsts[u + 1]]`
    of it: one if units are episodes, many if they are scenes. Counting in `seen` how often each place was
    drawn saves the sorting.
    """
    for row in range(uniforms.shape[0]):
        seen[:] = 0
        drawn = 0
        for draw in range(uniforms.shape[1]):
            unit = starts[draw] + int(uniforms[row, draw] * sizes[draw])
            for member in range(firsts[unit], firsts[unit + 1]):
                seen[ranks[member]] += 1
                drawn += 1
        trimmed = drawn // 4
        passed, total = 0, 0.0
        for place in range(len(ordered)):
            first, last = max(passed, trimmed), min(passed + seen[place], drawn - trimmed)
            if last > first:
                total += (last - first) * ordered[place]
            passed += seen[place]
        means[row] = total / (drawn - 2 * trimmed)
