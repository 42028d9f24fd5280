# Every target works alone on a clean machine with python3, pip and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
WORKERS ?= 2

.PHONY: quickstart test test-all check bounds bench docs clean

$(VENV)/.installed: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --upgrade pip
	$(BIN)/pip install --quiet --editable '.[view]'
	touch $@

$(VENV)/.installed-dev: $(VENV)/.installed
	$(BIN)/pip install --quiet --editable '.[dev]'
	touch $@

quickstart: $(VENV)/.installed ## make a house, look at it, walk through it
	$(BIN)/wayproof quickstart

test: $(VENV)/.installed-dev ## the fast suite; what fails is repeated alone, and FLAKY if it passes then
	$(BIN)/wayproof warm
	.ci/test -n $(WORKERS) -m "not slow"

test-all: $(VENV)/.installed-dev ## everything, slow drills included
	$(BIN)/wayproof warm
	.ci/test -n $(WORKERS)

check: $(VENV)/.installed-dev ## format, lint, types, architecture
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest -q -n 0 tests/architecture

bounds: $(VENV)/.installed-dev ## the fast suite with every index of every kernel checked; slow, for a new kernel
	NUMBA_BOUNDSCHECK=1 NUMBA_CACHE_DIR=$(abspath $(VENV))/bounds $(BIN)/pytest -q -n $(WORKERS) -m "not slow"

bench: $(VENV)/.installed-dev ## our speed beside named peers, as ratios
	$(BIN)/wayproof bench

docs: $(VENV)/.installed-dev ## regenerate reference pages and pictures
	$(BIN)/python docs/make_docs.py

clean:
	rm -rf $(VENV) quickstart
