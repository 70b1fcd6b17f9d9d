# `make` or `make help` lists what can be done. Python 3.11 or later and make are all that must be there.
PYTHON ?= python3
HOST ?= 127.0.0.1
PORT ?= 8000
WORKERS ?= 2
ARGS ?=
export HOST PORT
unexport PYTHONDONTWRITEBYTECODE  # else each of the many processes that the tests start would compile all of it anew

BIN := .venv/bin
PIP := -m pip install --quiet --disable-pip-version-check --require-hashes
RUNTIME := .venv/.runtime
DEVELOPMENT := .venv/.development
PEERS := .venv-peers/.peers
WORDS := $(patsubst %.po,%.mo,$(wildcard locale/*/LC_MESSAGES/*.po))

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help install run test whole prove mutants lint format types cases conformance bench held pictures lock check migrations words clean

help: ## List the targets
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 20

install: $(RUNTIME) $(WORDS) ## Make .venv from the lock, and compile the catalogs (nothing is done when nothing has changed)
	@echo "Installed. Next: make run"

run: $(RUNTIME) $(WORDS) ## Play: everything in one process at http://HOST:PORT (127.0.0.1:8000) until Ctrl-C
	@$(BIN)/python manage.py migrate --noinput --verbosity 0
	@if [ "$(SAMPLE)" != none ]; then $(BIN)/python manage.py load_sample --if-empty; fi
	@$(BIN)/python manage.py serve

test: $(DEVELOPMENT) $(WORDS) ## Run the tests, but for those marked long; ARGS="-k charge" chooses, WORKERS=0 runs them one by one
	@$(BIN)/python -m pytest -n $(WORKERS) -m "not long" $(ARGS)

whole: $(DEVELOPMENT) $(WORDS) ## Run every test, the browser's too, and the whole of those of which the others try a share (about an hour)
	@KRIEGSPIEL_WHOLE=1 $(BIN)/python -m pytest -n $(WORKERS) $(ARGS)

prove: whole ## Search at length (about two hours): make whole, promises by the clock, tests marked prove, every property with 20 times its examples, mutants
	@KRIEGSPIEL_PROVE=1 $(BIN)/python -m pytest -n 0 -m timed $(ARGS)
	@KRIEGSPIEL_PROVE=1 $(BIN)/python -m pytest -n $(WORKERS) -m "prove or hypothesis" $(ARGS)
	@$(MAKE) --no-print-directory mutants ARGS=--write

mutants: $(DEVELOPMENT) $(WORDS) ## Put small faults into the rules and see which are found; ARGS="--seed 7 --count 50", --write keeps the score
	@$(BIN)/python -m tests.prove.mutants $(ARGS)

lint: $(DEVELOPMENT) ## Look for faults and for unformatted code
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/oxlint campaigns

format: $(DEVELOPMENT) ## Mend what can be mended of them
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .
	@$(BIN)/oxlint --fix campaigns

types: $(DEVELOPMENT) ## Check the types
	@$(BIN)/mypy

cases: $(RUNTIME) ## Run the public test cases of the rulebooks
	@$(BIN)/python -m rules cases tests/cases

conformance: $(RUNTIME) ## Write docs/conformance from a run of the cases
	@$(BIN)/python docs/conformance/make.py

held: $(DEVELOPMENT) $(WORDS) ## Count what fifteen walks cost, against bench/held.toml; ARGS='--write "why"' raises it
	@$(BIN)/python bench/held.py $(ARGS)

bench: $(DEVELOPMENT) $(PEERS) $(WORDS) ## Measure adjudication, queries and pages
	@$(BIN)/python bench/run.py $(ARGS)

pictures: $(DEVELOPMENT) $(WORDS) ## Take every page as a picture for docs/pictures, on a desk and on a phone (needs chromium)
	@$(BIN)/python docs/pictures/make.py $(ARGS)

check: lint types cases test ## All that a change must pass
	@$(BIN)/python manage.py makemigrations --check --dry-run

migrations: $(DEVELOPMENT) $(WORDS) ## Write the migrations that the models need
	@$(BIN)/python manage.py makemigrations

words: $(RUNTIME) ## Bring the catalogs of all languages up to date, and tell what is not translated; ARGS=--check only looks
	@$(BIN)/python manage.py words $(ARGS)
	@$(MAKE) --no-print-directory install >/dev/null

UV ?= uv
lock: ## Write the lock files anew from requirements/*.in (needs uv); UPGRADE=--upgrade takes newer releases
	@cd requirements && for name in runtime bucket development peers; do \
	  $(UV) pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --quiet \
	    $(UPGRADE) --output-file $$name.txt $$name.in || exit 1; done

clean: ## Remove the environments and the caches (not var/, where the game is)
	rm -rf .venv .venv-peers .mypy_cache .pytest_cache .ruff_cache $(WORDS)

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or later is needed; PYTHON=... chooses one")'
	@$(PYTHON) -m venv --clear .venv

$(RUNTIME): requirements/runtime.txt | $(BIN)/python
	@echo "Installing what the product needs into .venv (about half a minute)"
	@$(BIN)/python $(PIP) --requirement requirements/runtime.txt
	@$(BIN)/python -c 'import pathlib, sysconfig; pathlib.Path(sysconfig.get_path("purelib"), "kriegspiel.pth").write_text(str(pathlib.Path.cwd()))'
	@touch $@

%.mo: %.po | $(RUNTIME)
	@$(BIN)/pybabel --quiet compile --input-file $< --output-file $@ --locale $(notdir $(patsubst %/LC_MESSAGES/,%,$(dir $<)))

$(DEVELOPMENT): requirements/development.txt $(RUNTIME)
	@echo "Installing what the tests need into .venv (about half a minute)"
	@$(BIN)/python $(PIP) --requirement requirements/development.txt
	@touch $@

$(PEERS): requirements/peers.txt
	@$(PYTHON) -m venv --clear .venv-peers
	@.venv-peers/bin/python $(PIP) --requirement requirements/peers.txt
	@touch $@
