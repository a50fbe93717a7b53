# Grognard. `make play` hosts games on this machine, `make test` proves everything.
#   make play PORT=8080 HOST=0.0.0.0 DATA=/srv/grognard

PYTHON ?= python3
# HOST, PORT and DATA are changed on make's own command line: a HOST or PORT that the shell exports for something
# else is not for us. GROGNARD_HOST, GROGNARD_PORT and GROGNARD_DATA of the environment are.
VENV := .venv
BIN := $(VENV)/bin
HOST := $(or $(GROGNARD_HOST),127.0.0.1)
PORT := $(or $(GROGNARD_PORT),5815)
DATA := $(or $(GROGNARD_DATA),data)
# More workers than cores: a test that waits for a browser or a process keeps nobody else from his.
WORKERS ?= $(shell expr $$(nproc) + 2)
SHELL := /bin/bash
# The tests start hundreds of processes: Python keeps what it has compiled, whatever the shell around us says.
unexport PYTHONDONTWRITEBYTECODE
PYTEST := $(BIN)/python -m pytest -q -rfER -p no:cacheprovider -n $(WORKERS) --dist worksteal

.PHONY: play test style tests check thorough behind-nginx bench lock pictures gallery library messages client release clean

play: $(VENV)/.play ## host games: prints the address and how to stop
	@exec $(BIN)/grognard serve --host "$(HOST)" --port "$(PORT)" --data "$(DATA)"

test: $(VENV)/.test ## lint, types, every test, the code blocks of README and docs
	@scripts/chromium
	@$(MAKE) --no-print-directory --jobs=2 style tests

style:
	$(BIN)/ruff check .
	$(BIN)/lint-imports --no-cache
	$(BIN)/oxlint --quiet --deny-warnings web/static/js
	$(BIN)/oxfmt --check --config scripts/oxfmt.json web/static/js web/static/css
	$(BIN)/mypy

tests: $(VENV)/.compiled
	$(PYTEST)

check: $(VENV)/.test style ## the quick part of the tests: lint, types, kernel and rules
	$(PYTEST) tests/laws tests/rules tests/kernel

thorough: $(VENV)/.test ## the acceptance checks over as many games as the design asks for; some twenty minutes
	@scripts/chromium
	GROGNARD_THOROUGH=1 $(BIN)/python -m pytest -q -p no:cacheprovider -n $(WORKERS) --dist load -k "test_u or thorough"

behind-nginx: $(VENV)/.test ## try the server behind a real nginx (apt-get install nginx-light openssl)
	$(BIN)/python -m scripts.behind_nginx

bench: $(VENV)/.test ## measure every bar and write benchmarks/results.md
	$(BIN)/python -m benchmarks

lock: $(VENV)/.test ## choose the newest allowed versions again
	$(BIN)/pip install --quiet uv
	$(BIN)/uv pip compile -q --upgrade --universal --python-version 3.11 --generate-hashes pyproject.toml -o requirements.lock
	$(BIN)/uv pip compile -q --upgrade --universal --python-version 3.11 --generate-hashes --extra test --extra postgres --extra gym --extra cluster pyproject.toml -o requirements-test.lock

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis *.egg-info

$(BIN)/pip:
	@scripts/venv "$(PYTHON)" "$(VENV)"

$(VENV)/.play: requirements.lock pyproject.toml | $(BIN)/pip
	@echo "Installing what Grognard needs into $(VENV) (once; about a minute) ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-deps -e .
	@touch $@

$(VENV)/.test: requirements-test.lock pyproject.toml | $(BIN)/pip
	@echo "Installing what the tests need into $(VENV) (once; about a minute) ..."
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes --no-compile -r requirements-test.lock
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-deps -e .
	@touch $@ $(VENV)/.play

# Once for all workers, who would each compile every module as they begin together. What fails here fails there.
$(VENV)/.compiled: $(VENV)/.test
	@$(BIN)/python -m pytest --collect-only -q -p no:cacheprovider >/dev/null || true
	@touch $@

messages: $(VENV)/.test ## gather the texts of the pages, bring the catalogues up to date and compile them
	$(BIN)/pybabel -q extract --mapping=babel.cfg --keyword=lazy_gettext --no-location --sort-output --output=/tmp/messages.pot .
	$(BIN)/pybabel -q update --input-file=/tmp/messages.pot --output-dir=web/translations --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date
	$(BIN)/pybabel -q compile --directory=web/translations

client: $(VENV)/.test ## write the typed client of the API (web/client) from the API's document
	$(BIN)/python -m scripts.client

release: $(VENV)/.test ## make release VERSION=0.2.0: version, changes, wheel and tag; nothing is pushed
	$(BIN)/python -m scripts.release "$(VERSION)"

pictures: $(VENV)/.test ## take the six pictures of README and docs again
	@scripts/chromium
	$(BIN)/python -m scripts.gallery --docs

gallery: $(VENV)/.test ## take pictures of every page into gallery/: light and dark, desktop and phone
	@scripts/chromium
	$(BIN)/python -m scripts.gallery

library: $(VENV)/.test ## let bots play the sample games of replays/library again
	$(BIN)/python -m scripts.library
