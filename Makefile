# Everything people and CI call. Each target sets up what it needs in .venv by itself.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
WORKERS ?= 2
MATE := 2R5/2R4p/5p1k/6n1/8/1P2QPPq/r7/6K1 w - - 0 1

SOURCES := Cargo.toml Cargo.lock $(shell find crates -name '*.rs' -o -name Cargo.toml 2>/dev/null)

.PHONY: help demo test browser postgres check docs notebooks dist dist-test bench soak fuzz loom signature clean build tools
.DEFAULT_GOAL := help

help:
	@echo "make demo       prove a mate, write its certificate, have two checkers read it"
	@echo "make test       every test"
	@echo "make browser    the tests of the explorer's page, in chromium"
	@echo "make postgres   the tests of stores in PostgreSQL, with a server of their own"
	@echo "make check      formatting, lints, types, stubs"
	@echo "make docs       the documentation site, in site/"
	@echo "make notebooks  run the notebooks; what they show goes to target/notebooks"
	@echo "make dist       a wheel and a source package, in dist"
	@echo "make dist-test  the same, inspected and installed where there is nothing else"
	@echo "make bench      speed, as ratios measured side by side"
	@echo "make soak       the tests that take longer"
	@echo "make fuzz       hostile files against the checkers and parsers, 60 seconds each"
	@echo "make loom       the table that threads share, in every order of events"
	@echo "make signature  one node count per algorithm and game"
	@echo "make clean      forget everything built"

# What must be on the machine before anything else.
tools:
	@command -v $(PYTHON) >/dev/null || { echo "Pnyx needs Python 3.10 or later: install it from your system's packages or python.org, or say where it is: make PYTHON=/path/to/python3"; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' || { echo "Pnyx needs Python 3.10 or later, and $(PYTHON) is $$($(PYTHON) --version): install a newer one and say make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "Pnyx needs Python's venv module: on Debian and Ubuntu, apt install python3-venv"; exit 1; }
	@command -v cargo >/dev/null || { echo "Pnyx needs Rust 1.95 or later: install it from https://rustup.rs"; exit 1; }
	@rustc --version | awk '{ split($$2, v, "."); exit !(v[1] > 1 || v[2] >= 95) }' || { echo "Pnyx needs Rust 1.95 or later, and this is $$(rustc --version): rustup update stable"; exit 1; }

$(VENV)/installed: pyproject.toml constraints.txt | tools
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python docs/tools/requirements.py dev > $(VENV)/dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -r $(VENV)/dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt --only-binary ray ray \
		|| echo "no Ray for this Python or system: what needs it is not tested"
	touch $@

$(VENV)/built: $(VENV)/installed $(SOURCES)
	env -u CONDA_PREFIX PIP_QUIET=1 VIRTUAL_ENV=$(CURDIR)/$(VENV) $(BIN)/maturin develop --release --quiet --locked
	touch $@

# What builds the documentation site.
$(VENV)/docs: $(VENV)/installed
	$(BIN)/python docs/tools/requirements.py docs > $(VENV)/docs.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -r $(VENV)/docs.txt
	touch $@

# What `make bench` measures beside us; what cannot be installed it leaves out.
$(VENV)/peers: $(VENV)/installed
	$(BIN)/python docs/tools/requirements.py bench > $(VENV)/bench.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -r $(VENV)/bench.txt || true
	touch $@

# Syzygy tables for up to four pieces, which the source package of python-chess holds; tests that need them are
# skipped where they cannot be fetched.
$(VENV)/tables: $(VENV)/installed
	rm -rf $(VENV)/syzygy && mkdir -p $(VENV)/syzygy
	$(BIN)/python -m pip download --quiet --disable-pip-version-check -c constraints.txt --no-deps --no-binary chess \
		--dest $(VENV)/syzygy chess && cd $(VENV)/syzygy && tar -xzf chess-*.tar.gz \
		&& mv chess-*/data/syzygy/regular/*.rtbw . && rm -rf chess-* || true
	touch $@

build: $(VENV)/built

demo: build
	$(BIN)/pnyx solve chess "$(MATE)" --goal mate --certificate demo.pnyx
	$(BIN)/pnyx check demo.pnyx

# Each worker begins with tests that belong together and share what they have made; who is done takes from the others.
test: build $(VENV)/tables $(VENV)/docs
	cargo test --locked --quiet --workspace
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -q -m "not soak"
	@$(MAKE) --no-print-directory check docs

# This variable silences the theme's notice about its successor.
docs: build $(VENV)/docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet
	$(BIN)/python docs/tools/offline.py site

# Root may install Chromium; other users get a message, and the tests of the page are skipped until it is installed.
browser: build
	@command -v chromium >/dev/null || { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null \
		&& apt-get update --quiet && apt-get install --quiet --yes chromium; } \
		|| echo "no chromium: install it from your system's packages"
	$(BIN)/python -m pytest -q tests/browser

# Root may install PostgreSQL; other users get a message. The server is private and ends with the tests.
postgres: build
	@ls /usr/lib/postgresql/*/bin/pg_ctl >/dev/null 2>&1 || command -v pg_ctl >/dev/null || { [ "$$(id -u)" = 0 ] \
		&& command -v apt-get >/dev/null && apt-get update --quiet && apt-get install --quiet --yes postgresql; } \
		|| echo "no PostgreSQL: install it from your system's packages"
	$(BIN)/python tests/support/with_postgres.py $(BIN)/python -m pytest -q -m postgres tests

check: build $(VENV)/docs
	cargo fmt --all --check
	cargo clippy --locked --quiet --workspace --all-targets -- -D warnings
	$(BIN)/ruff format --check
	$(BIN)/ruff check
	$(BIN)/mypy
	@set -e; for script in experiments/*/*.py; do echo "$(BIN)/mypy $$script"; $(BIN)/mypy "$$script"; done
	$(BIN)/python -m mypy.stubtest pnyx._core --mypy-config-file pyproject.toml

notebooks: build
	$(BIN)/python notebooks/execute.py --out target/notebooks

dist: build
	rm -rf dist
	env -u CONDA_PREFIX $(BIN)/maturin sdist --out dist
	env -u CONDA_PREFIX VIRTUAL_ENV=$(CURDIR)/$(VENV) $(BIN)/maturin build --release --quiet --locked \
		--interpreter $(BIN)/python --out dist
	@ls -l dist

dist-test: dist
	PNYX_DIST=dist $(BIN)/python -m pytest -q tests/house/test_dist.py

bench: build $(VENV)/peers
	cargo bench --locked --quiet -p pnyx-search
	$(BIN)/python benches/certificates.py
	$(BIN)/python benches/open_spiel.py
	$(BIN)/python benches/minimax_peers.py
	$(BIN)/python benches/mates.py
	$(BIN)/python benches/tables.py
	$(BIN)/python benches/lock_step.py
	$(BIN)/python benches/threads.py
	$(BIN)/python benches/cluster.py

soak: build
	cargo test --locked --release --quiet -p pnyx-search --test exact_soak -- --ignored --nocapture
	$(BIN)/python -m pytest -n $(WORKERS) -q -m soak

fuzz: tools
	PNYX_FUZZ_SECONDS=$${PNYX_FUZZ_SECONDS:-60} cargo test --locked --release --quiet -p pnyx-fuzz -- --nocapture

# All of the library is built in another way, so it has a folder of its own.
loom: tools
	CARGO_TARGET_DIR=target/loom RUSTFLAGS="--cfg loom" \
		cargo test --locked --quiet -p pnyx-search --lib table::shared::models

signature: build
	@$(BIN)/python tests/search/signature.py

clean:
	cargo clean
	rm -rf $(VENV) site demo.pnyx dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find python -name '*.so' -delete
