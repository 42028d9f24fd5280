"""Examples in docstrings are true."""

import doctest
import importlib
from pathlib import Path

import pytest

import wayproof

PACKAGE = Path(wayproof.__file__).parent
WITH_EXAMPLES = [file for file in sorted(PACKAGE.rglob("*.py")) if ">>> " in file.read_text()]


@pytest.mark.parametrize("file", WITH_EXAMPLES, ids=lambda file: file.relative_to(PACKAGE).as_posix())
def test_examples_in_docstrings_are_true(file: Path) -> None:
    name = ".".join(("wayproof", *file.relative_to(PACKAGE).with_suffix("").parts))
    result = doctest.testmod(importlib.import_module(name))
    assert result.attempted > 0 and result.failed == 0
