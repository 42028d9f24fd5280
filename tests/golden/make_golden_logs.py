"""Writes golden_logs.json anew; with --check it only says what differs, networks included.

python tests/golden/make_golden_logs.py --check
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

HERE = Path(__file__).parent
FILE = HERE / "golden_logs.json"


def main(check: bool) -> int:
    from golden_cases import cases, played, told

    before = msgspec.json.decode(FILE.read_bytes())
    entries, different = [], 0
    for case in cases():
        found = {name: msgspec.json.encode(value).decode() for name, value in told(played(case)).items()}
        stood = {
            name: msgspec.json.encode(value).decode() for name, value in before.get(case.name, {}).items()
        }
        changed = [name for name in found if found[name] != stood.get(name)]
        different += bool(changed)
        print(case.name, f"differs in {', '.join(changed)}" if changed else "is the same", file=sys.stderr)
        fields = [f'  "{name}": {value}' for name, value in found.items()]
        entries.append(f' "{case.name}": {{\n' + ",\n".join(fields) + "\n }")
    if not check:
        FILE.write_text("{\n" + ",\n".join(entries) + "\n}\n", encoding="utf-8")
    return min(different, 1)


if __name__ == "__main__":
    sys.path.append(str(HERE.parent / "made"))
    sys.exit(main("--check" in sys.argv[1:]))
