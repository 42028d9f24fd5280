"""Write golden_hashes.json: run after a change that is meant to make new houses, and review the diff."""

from __future__ import annotations

import json
from pathlib import Path

from wayproof.scenes.digest import content_hash
from wayproof.scenes.houses.house import build_house

HOUSES = ("train/0", "train/1", "val/0", "val/7", "test/0")


def main() -> None:
    hashes = {}
    for name in HOUSES:
        split, seed = name.split("/")
        hashes[name] = content_hash(build_house(int(seed), split=split).scene)
    (Path(__file__).parent / "golden_hashes.json").write_text(json.dumps(hashes, indent=2) + "\n")


if __name__ == "__main__":
    main()
