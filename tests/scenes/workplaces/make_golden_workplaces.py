"""Write golden_workplaces.json: run after a change that is meant to make new workplaces; review the diff."""

from __future__ import annotations

import json
from pathlib import Path

from wayproof.navigation.fitness.many_houses import BUILDERS
from wayproof.scenes.digest import content_hash

NAMES = ("offices-v1/val/1", "offices-v1/test/1", "shops-v1/val/1", "shops-v1/test/1")


def main() -> None:
    hashes = {}
    for name in NAMES:
        world, split, seed = name.split("/")
        hashes[name] = content_hash(BUILDERS[world](int(seed), split=split).scene)
    (Path(__file__).parent / "golden_workplaces.json").write_text(json.dumps(hashes, indent=2) + "\n")


if __name__ == "__main__":
    main()
