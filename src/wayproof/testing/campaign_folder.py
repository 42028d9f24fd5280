"""The folder of a campaign: its settings, its journal, and the suite that its failures become.

settings.json     what was asked for; whoever resumes must ask for the same
journal.jsonl     a line for each result
suite.toml        the distinct failures as a suite, with
episodes.json.gz  its episodes
summary.json      the numbers
report.html       the page
"""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from wayproof.errors import BrokenFile, InvalidInput, StorageFailure
from wayproof.run.store import LOCK
from wayproof.storage import write_atomically
from wayproof.testing.case_result import CaseResult
from wayproof.testing.cases.case import Case
from wayproof.testing.cases.gene_pool import GenePool

SETTINGS, JOURNAL = "settings.json", "journal.jsonl"


class Settings(msgspec.Struct, frozen=True):
    """What decides a campaign; the number of workers does not."""

    agent: str
    budget: int
    seed: int
    strategy: str
    scenes: tuple[str, ...]
    faults: tuple[str, ...]
    lights: tuple[str, ...] = ()
    people: bool = False
    constraints: bool = False
    confounders: bool = False
    symbolic: bool = False
    rig: str | None = None
    words: str = "grammar"
    most_rollouts: int = 16
    version: int = 2

    @property
    def pool(self) -> GenePool:
        """What the genes of its cases may be."""
        return GenePool(
            self.scenes,
            self.faults,
            self.lights,
            people=self.people,
            constraints=self.constraints,
            confounders=self.confounders,
            symbolic=self.symbolic,
        )


def open_campaign(folder: Path, settings: Settings) -> None:
    """Begin a campaign in a folder, or make sure that the one in it is the same; a budget may grow."""
    file = folder / SETTINGS
    if file.exists():
        try:
            before = msgspec.json.decode(file.read_bytes(), type=Settings)
        except msgspec.DecodeError as error:
            raise BrokenFile(f"{file}: {error}; choose another folder") from None
        same = msgspec.structs.replace(before, budget=settings.budget)
        if same != settings or settings.budget < before.budget:
            changed = [
                f"{name} {getattr(before, name)!r}, not {getattr(settings, name)!r}"
                for name in Settings.__struct_fields__
                if getattr(before, name) != getattr(settings, name)
            ]
            raise InvalidInput(
                f"{folder} holds another campaign: {'; '.join(changed)}. Repeat it as it was (the budget may "
                "grow), or choose another folder with -o"
            )
    elif any(one.name != LOCK for one in folder.iterdir()):
        raise InvalidInput(f"{folder} holds other files; choose an empty or a new folder with -o")
    write_atomically(file, msgspec.json.format(msgspec.json.encode(settings), indent=2))


def read_settings(folder: Path) -> Settings:
    """The settings of a campaign folder."""
    try:
        return msgspec.json.decode((folder / SETTINGS).read_bytes(), type=Settings)
    except (FileNotFoundError, NotADirectoryError):
        raise InvalidInput(f"{folder} is no folder of `wayproof test`: it has no {SETTINGS}") from None
    except msgspec.DecodeError as error:
        raise BrokenFile(f"{folder / SETTINGS}: {error}") from None


class _Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A result; `smallest_of`: of the case that a failing one was made smaller to."""

    result: CaseResult
    smallest_of: str = ""


class Journal:
    """The results so far. A last line that was torn by a kill is dropped and run again."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / JOURNAL
        self._results: dict[str, CaseResult] = {}
        self._smallest: dict[str, CaseResult] = {}
        self._read()

    def result(self, case: Case) -> CaseResult | None:
        """What came of a case, if it was run before."""
        found = self._results.get(case.id)
        if found is not None and found.case != case:
            raise InvalidInput(
                f"{self._file}: {case.id} was another case when it was run; agent, scenes or software have "
                "changed since. Choose another folder with -o"
            )
        return found

    def smallest(self, case_id: str) -> CaseResult | None:
        return self._smallest.get(case_id)

    def add(self, result: CaseResult) -> None:
        self._results[result.case.id] = result
        self._append(_Line(result))

    def add_smallest(self, case_id: str, result: CaseResult) -> None:
        self._smallest[case_id] = result
        self._append(_Line(result, case_id))

    def results(self) -> list[CaseResult]:
        """All results in the order of their cases."""
        return [self._results[name] for name in sorted(self._results)]

    def _append(self, line: _Line) -> None:
        try:
            with self._file.open("ab") as stream:
                stream.write(msgspec.json.encode(line) + b"\n")
                stream.flush()
                os.fsync(stream.fileno())
        except OSError as error:
            raise StorageFailure(
                f"could not write {self._file}: {error.strerror}. Free space or choose another place."
            ) from error

    def _read(self) -> None:
        content = self._file.read_bytes() if self._file.exists() else b""
        whole, _, torn = content.rpartition(b"\n")
        for number, text in enumerate(whole.splitlines(), 1):
            try:
                line = msgspec.json.decode(text, type=_Line)
            except msgspec.DecodeError as error:
                raise BrokenFile(
                    f"{self._file}: line {number}: {error}; delete the line to run it again"
                ) from None
            kept = self._smallest if line.smallest_of else self._results
            kept[line.smallest_of or line.result.case.id] = line.result
        if torn:
            write_atomically(self._file, whole + b"\n" if whole else b"")
