# Everything a person does with Croupier, in a few words. `make run` and `make test` need only Python and make.
PYTHON ?= python3
BIN := .venv/bin

SITE := src/croupier/web/docs/site

.PHONY: run site image test again check lint slow torture bench lock audit-deps clean

run: .venv/.installed
	@$(MAKE) --no-print-directory $(SITE)/index.html || echo "The documentation could not be built; the room opens without it."
	@$(BIN)/croupier serve

# The documentation that the room serves at /docs; any broken link ends it. It goes into a wheel that is built afterwards.
# Not --quiet: MkDocs would count no warnings, and end at none.
site: .venv/.installed
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build

$(SITE)/index.html: mkdocs.yml $(shell find docs handbook -type f -not -name '*.pyc') CHANGELOG.md CONTRIBUTING.md SECURITY.md
	@echo "Building the documentation; this takes some seconds, and only when its pages have changed."
	@$(MAKE) --no-print-directory --silent site

image: site
	docker build --tag croupier .

# A file of tests always whole: what a file shares (a room, a browser) is made once. Files come in the order in which they
# are collected; xdist's own, by their number of tests, leaves the longest to the end. One worker more than the two cores of
# the gate: workers also wait, for a browser, a server that starts, a clock, a database.
WORKERS ?= 3
test: export PYTHONDONTWRITEBYTECODE :=
test: .venv/.installed-dev
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadfile --no-loadscope-reorder

# What failed in the last run, once more and one at a time; for a few only, since many are no accident of a busy machine.
again: .venv/.installed-dev
	@failed=$$(grep -c '": true' .pytest_cache/v/cache/lastfailed); \
	if [ $$failed -gt 5 ]; then echo "$$failed tests failed; that is not the machine" >&2; exit 1; fi
	$(BIN)/python -m pytest --last-failed --last-failed-no-failures none -v

check: lint site test

lint: .venv/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

slow: .venv/.installed-dev
	$(BIN)/python -m pytest -m slow

# Some ten minutes of it; MUCH=20 for hours, PARTS="kills fuzz" for some of it, SEED=7 for the same again.
torture: .venv/.installed-dev
	$(BIN)/python -m torture --much $(or $(MUCH),1) $(if $(SEED),--seed $(SEED)) $(PARTS)

bench: .venv/.installed-dev
	$(BIN)/python -m benchmarks

# What a server installs, every file of it by its hash: `pip install --require-hashes -r requirements.lock`.
# Only after a change of pyproject.toml, or with UPGRADE=1 for newer versions of everything.
lock: .venv/.installed-supply
	$(BIN)/python -m supply.lock $(if $(UPGRADE),--upgrade)

audit-deps: .venv/.installed-supply
	$(BIN)/python -m supply.audit

clean:
	rm -rf .venv build $(SITE) .mypy_cache .ruff_cache .pytest_cache .hypothesis

.venv/bin/python:
	@echo "Making .venv and installing into it; this takes a minute or two, the first time only."
	@$(PYTHON) -m venv .venv

.venv/.installed: pyproject.toml | .venv/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[web,docs]'
	@touch $@

.venv/.installed-dev: pyproject.toml | .venv/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check -e '.[dev]'
	@touch .venv/.installed $@

.venv/.installed-supply: pyproject.toml | .venv/bin/python
	$(BIN)/pip install --quiet --disable-pip-version-check 'pip-audit>=2.7' 'uv>=0.5'
	@touch $@
