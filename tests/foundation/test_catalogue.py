import sys
from pathlib import Path

import pytest

from wayproof.catalogue import Catalogue
from wayproof.errors import UnknownName, WayproofError


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    folder = tmp_path / "sample_catalogue_package"
    folder.mkdir()
    (folder / "__init__.py").write_text(
        "from wayproof.catalogue import Catalogue\nTHINGS = Catalogue('thing', 'sample_catalogue_package')\n"
    )
    (folder / "one.py").write_text("from sample_catalogue_package import THINGS\nTHINGS.add('one', 1)\n")
    (folder / "two.py").write_text("from sample_catalogue_package import THINGS\nTHINGS.add('two', 2)\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield "sample_catalogue_package"
    for name in [name for name in sys.modules if name.startswith("sample_catalogue_package")]:
        del sys.modules[name]


def test_components_are_found_by_listing_the_folder(package: str) -> None:
    things = __import__(package).THINGS
    assert things.names() == ["one", "two"]
    assert list(things) == [1, 2]
    assert things["two"] == 2
    assert "one" in things and "three" not in things
    assert len(things) == 2


def test_an_unknown_name_is_refused_with_a_guess(package: str) -> None:
    with pytest.raises(UnknownName, match="Did you mean 'two'"):
        __import__(package).THINGS["twoo"]


def test_a_name_can_be_given_only_once() -> None:
    catalogue: Catalogue[int] = Catalogue("thing", "nowhere")
    catalogue.add("a", 1)
    with pytest.raises(WayproofError, match="two things are named 'a'"):
        catalogue.add("a", 2)


def test_a_component_that_cannot_be_imported_fails_every_time(package: str, tmp_path: Path) -> None:
    (tmp_path / package / "zbroken.py").write_text("raise RuntimeError('broken')\n")
    things = __import__(package).THINGS
    for _ in range(2):
        with pytest.raises(RuntimeError, match="broken"):
            things.names()
