# make demo   the whole way on the collection that ships with the package
# make test   all tests
# make check  format, lint, types, import boundaries, spelling
# Each installs what it needs into .venv, once. PYTHON=/path/to/python chooses the interpreter.

BIN := .venv/bin
JOBS ?= $(shell getconf _NPROCESSORS_ONLN 2>/dev/null || echo 1)

.PHONY: help demo test check format mutation clean

help:
	@sed -n 's/^# //p' Makefile
	@echo "make format    put the code into the house's format"
	@echo "make mutation  change the measures one operator at a time; every change must fail a test"
	@echo "make clean     remove everything that make made"

demo: .venv/.installed
	$(BIN)/plurank demo

test: .venv/.installed-dev
	$(BIN)/python -m pytest -n $(JOBS) --dist loadgroup $(ARGS)

check: .venv/.installed-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/codespell
	$(BIN)/python -m pytest -q tests/test_house.py

format: .venv/.installed-dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# For maintainers, before a release: about an hour. Survivors are listed.
mutation: .venv/.installed-dev
	$(BIN)/python tools/mutate.py $(ARGS)

clean:
	rm -rf .venv build dist plurank-demo .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +

.venv/.installed: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/.installed-dev: pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[test,check]'
	@touch .venv/.installed $@

.venv/bin/python:
	@for python in $(PYTHON) python3.13 python3.12 python3.11 python3 python; do \
	    "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
	    "$$python" -c 'import ensurepip, venv' 2>/dev/null || { bare="$$python"; continue; }; \
	    echo "$$python -m venv .venv"; \
	    "$$python" -m venv .venv && exit 0; \
	    rm -rf .venv; exit 1; \
	done; \
	if [ -n "$$bare" ]; then \
	    echo "make: $$bare cannot make a virtual environment; install its venv module (Debian: python3-venv)" >&2; \
	else \
	    echo "make: found no Python 3.11 or newer; install one, or name it with PYTHON=/path/to/python" >&2; \
	fi; exit 1
