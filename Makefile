# Everything a person does with Croupier, in a few words. `make run` and `make test` need only Python and make.
PYTHON ?= python3
BIN := .venv/bin

SITE := src/croupier/web/docs/site

.PHONY: run demo site image test check thorough lint slow torture bench lock audit-deps clean

# The room opens first. Its documentation, where it is missing or its pages have changed, is built beside it by a process of
# low priority, one at a time, whose id is in $(SITE).pid; what it said stays in $(SITE).log if it fails. /docs says how it stands.
define site-beside
@$(MAKE) --question $(SITE)/index.html >/dev/null 2>&1 || kill -0 $$(cat $(SITE).pid 2>/dev/null) 2>/dev/null || { \
    echo "The documentation is being built meanwhile; in a minute or two it is at /docs."; \
    nice -n 19 sh -c 'echo $$$$ >$(SITE).pid; $(MAKE) --silent site >$(SITE).log 2>&1; rm $(SITE).pid' </dev/null & }
endef

run: .venv/.installed
	$(site-beside)
	@$(BIN)/croupier serve

# A room that plays by itself, in a folder of its own: croupier-demo.
demo: .venv/.installed
	$(site-beside)
	@$(BIN)/croupier demo

# The documentation that the room serves at /docs; any broken link ends it. It goes into a wheel that is built afterwards.
# What was there before is served until the new one is whole. Not --quiet: MkDocs would count no warnings, and end at none.
site: .venv/.installed-docs
	NO_MKDOCS_2_WARNING=1 PYTHONPATH=.venv/docs $(BIN)/python -m mkdocs build --site-dir build/site
	@rm -rf $(SITE) $(SITE).log && mv build/site $(SITE)

# Of all that is installed only what is imported is compiled, once, and kept.
run demo site: export PYTHONDONTWRITEBYTECODE :=

$(SITE)/index.html: mkdocs.yml $(shell find docs handbook -type f -not -name '*.pyc') CHANGELOG.md CONTRIBUTING.md SECURITY.md
	@$(MAKE) --no-print-directory --silent site

image: site
	docker build --tag croupier .

# One worker begins with the browser, one with the lab (tests/conftest.py); a third was no quicker on two cores. What
# `make check` adds waits for pages a third of its time: there three keep two cores busy. One's own work needs none:
# `make test T=tests/web/test_pit.py`, `make test K="royal or envy"`, and `make check` with the same for the rest of it.
test: WORKERS ?= 2
thorough: WORKERS ?= 3
PYTEST = $(BIN)/python -m pytest $(if $(T)$(K),,-n $(WORKERS)) $(if $(K),-k '$(K)') $(T)

test thorough: export PYTHONDONTWRITEBYTECODE :=
# Large tables come and go in the lab's tests: memory that is kept need not be asked for, page by page, again (glibc).
test thorough: export MALLOC_MMAP_THRESHOLD_ := 1073741824
test thorough: export MALLOC_TRIM_THRESHOLD_ := 1073741824

# Every ruling, law, role, crash and page once; it ends with what it left out.
test: .venv/.installed-dev
	$(PYTEST)

# What `make test` leaves out: every size of screen, both databases throughout, axe-core on every page, longer walks.
# With --jobs=2 one core checks the types while the other writes the pages and begins with the tests.
check: $(if $(T)$(K),,lint) thorough

thorough: $(if $(T)$(K),,site) .venv/.installed-dev
	$(PYTEST) --thorough

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
	rm -rf .venv build $(SITE) $(SITE).pid $(SITE).log .mypy_cache .ruff_cache .pytest_cache .hypothesis

.venv/bin/python:
	@$(PYTHON) -m venv .venv

# By uv, in a tenth of the time. It does not read pip's settings, so where it fails pip is asked.
pip = $(BIN)/pip install --quiet --disable-pip-version-check
install = { { test -x $(BIN)/uv || $(pip) uv; } && $(BIN)/uv pip install --python $(BIN)/python $(1); } >/dev/null 2>&1 || \
	$(pip) --no-compile $(1)

.venv/.installed: pyproject.toml | .venv/bin/python
	@echo "Installing what the room needs into .venv; this takes some seconds, the first time only."
	@$(call install,-e '.[web]')
	@touch $@

# What builds the documentation lies apart from the room's packages, which do not change while a room runs. Where the tests'
# packages are installed it is among them.
.venv/.installed-docs: pyproject.toml .venv/.installed
	@rm -rf .venv/docs
	@$(BIN)/python -c "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['project']['optional-dependencies']['docs'], sep='\n')" >.venv/docs.txt
	@test -e .venv/.installed-dev || { $(call install,--target .venv/docs -r .venv/docs.txt); }
	@touch $@

.venv/.installed-dev: pyproject.toml | .venv/bin/python
	@$(call install,-e '.[dev]')
	@$(BIN)/python -m compileall -q -j 0 src  # once, and not by both workers of the tests at the same time
	@touch .venv/.installed $@

.venv/.installed-supply: pyproject.toml | .venv/bin/python
	@$(call install,'pip-audit>=2.7' 'uv>=0.5')
	@touch $@
