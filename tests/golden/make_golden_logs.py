"""Writes golden_logs.json anew: `python tests/golden/make_golden_logs.py`. Look at the difference first."""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec
from golden_cases import cases, played, told

FILE = Path(__file__).with_name("golden_logs.json")


def main() -> None:
    entries = []
    for case in cases():
        print(case.name, file=sys.stderr)
        fields = [f"  {_json(name)}: {_json(value)}" for name, value in told(played(case)).items()]
        entries.append(f" {_json(case.name)}: {{\n" + ",\n".join(fields) + "\n }")
    FILE.write_text("{\n" + ",\n".join(entries) + "\n}\n", encoding="utf-8")


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


if __name__ == "__main__":
    main()
