# The verbs are all one needs to know; `make help` lists them. Everything goes into .venv, and
# each step leaves a stamp there, so that it runs again only when something it reads has changed.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
DONE   := $(VENV)/done
PIP    := $(BIN)/python -m pip -qq --disable-pip-version-check install

PYX     := $(shell find src -name '*.pyx')
NATIVE  := $(PYX) $(shell find src -name '*.pxd')
HEADERS := $(shell find src -name '*.h')
CODE    := $(wildcard setup.py src tests tools benchmarks examples)
SOURCES := $(NATIVE) $(HEADERS) pyproject.toml $(shell find $(CODE) -name '*.py' -o -name '*.pyi')
PAGES   := mkdocs.yml $(shell find docs -type f 2>/dev/null)
WEB     := $(wildcard web/*.json web/*.ts web/*.js web/*.html) $(shell find web/src web/public web/build -type f)

# The machine's own npm, if it is new enough for Vite; else the one of requirements/node.lock.
OWN_NPM := $(shell command -v npm >/dev/null && node -p \
	'const [a, b] = process.versions.node.split("."); a > 22 || (a == 22 && b >= 12) || (a == 20 && b >= 19)' \
	2>/dev/null | grep true)
NPM     := cd web && $(if $(OWN_NPM),,PATH="$(abspath $(BIN)):$$PATH") npm --silent

.DEFAULT_GOAL := help
.PHONY: help play test test-long check bench docs dist lock clean

help: ## this list
	@sed -n 's/^\([a-z-]*\):.*## /\1 /p' Makefile | awk '{ v = $$1; $$1 = ""; printf "make %-10s%s\n", v, $$0 }'

play: $(DONE)/install $(DONE)/client ## open the table in the browser; HOST=0.0.0.0 for the local network
	@$(BIN)/jaipur serve --open $(if $(HOST),--host $(HOST)) $(if $(PORT),--port $(PORT))

test: check $(DONE)/client $(DONE)/test-web ## check, then every test but the long ones
	@$(BIN)/python -m pytest -q -n 2

test-long: $(DONE)/install $(DONE)/dev $(DONE)/cluster ## the tests that take minutes or hours
	@$(BIN)/python -m pytest -m long

check: $(DONE)/check $(DONE)/check-web ## format, lint, types, stubs, imports

bench: $(DONE)/install $(DONE)/bench ## measure the speed, beside that of others
	@$(BIN)/python benchmarks/run.py
	@$(BIN)/python benchmarks/envs.py

docs: site/index.html ## the site, in site/

dist: $(DONE)/dist ## a wheel and an sdist in dist/; the wheel is tried without a compiler

lock: $(DONE)/dev ## pin the dependencies anew; UPGRADE=1 takes the newest
	@$(COMPILE) -o requirements/play.lock pyproject.toml requirements/play.in
	@$(COMPILE) -o requirements/dev.lock pyproject.toml requirements/play.in requirements/dev.in
	@$(COMPILE) -o requirements/bench.lock requirements/bench.in
	@$(COMPILE) -o requirements/cluster.lock requirements/cluster.in
	@$(COMPILE) -o requirements/node.lock requirements/node.in
	@! grep -n '://' requirements/*.lock  # no registry stands in a lock

clean: ## remove all that make has made
	rm -rf $(VENV) build dist site src/*.egg-info web/node_modules src/jaipur/server/client
	rm -rf .benchmarks .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find src -name '*.so' -delete

COMPILE = UV_CUSTOM_COMPILE_COMMAND='make lock' $(BIN)/uv pip compile --quiet --universal \
	--python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links \
	$(if $(UPGRADE),--upgrade)

$(DONE)/venv:
	@command -v $(PYTHON) >/dev/null || \
		{ echo "jaipur needs Python 3.11 or newer, and there is no '$(PYTHON)' here." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and \
		"jaipur needs Python 3.11 or newer, and this is %d.%d: try make PYTHON=python3.11." \
		% sys.version_info[:2])'
	@echo 'Setting up in $(VENV); this takes a minute, once.'
	@$(PYTHON) -m venv $(VENV) || \
		{ echo "jaipur needs Python's venv module (Debian: apt install python3-venv)." >&2; exit 1; }
	@mkdir -p $(DONE) && touch $@

$(DONE)/play: requirements/play.lock | $(DONE)/venv
	@$(PIP) --require-hashes -r $<
	@touch $@

$(DONE)/dev: requirements/dev.lock | $(DONE)/play
	@$(PIP) --require-hashes -r $<
	@touch $@

$(DONE)/bench: requirements/bench.lock | $(DONE)/play
	@$(PIP) --require-hashes -r $<
	@touch $@

$(DONE)/cluster: requirements/cluster.lock | $(DONE)/play
	@$(PIP) --require-hashes -r $<
	@touch $@

$(DONE)/node: requirements/node.lock | $(DONE)/venv
	@$(if $(OWN_NPM),:,$(PIP) --require-hashes -r $<)
	@touch $@

$(DONE)/web: web/package-lock.json web/.npmrc $(DONE)/node
	@$(NPM) ci
	@touch $@

$(DONE)/client: $(WEB) $(DONE)/web
	@$(NPM) run build -- --logLevel warn
	@touch $@

$(DONE)/check-web: $(WEB) $(DONE)/web
	@$(NPM) run format:check
	@$(NPM) run lint
	@$(NPM) run check -- --output human
	@touch $@

$(DONE)/test-web: $(WEB) $(DONE)/web
	@$(NPM) test -- --reporter=dot
	@touch $@

$(DONE)/build: $(NATIVE) $(HEADERS) setup.py $(DONE)/play
	@test $@ -nt setup.py -a $@ -nt $(DONE)/play || rm -rf build/cython
	@$(BIN)/python setup.py -q build_ext --inplace -j 2
	@touch $@

$(DONE)/install: pyproject.toml $(DONE)/build
	@test $(DONE)/install -nt pyproject.toml || $(PIP) --no-build-isolation --no-deps -e .
	@touch $@

$(DONE)/check: $(SOURCES) $(DONE)/install $(DONE)/dev
	@$(BIN)/ruff format --check --quiet $(CODE)
	@$(BIN)/ruff check --quiet $(CODE)
	@PATH="$(BIN):$$PATH" cython-lint $(NATIVE)  # it calls pycodestyle
	@$(BIN)/mypy $(filter-out setup.py,$(CODE))
	@$(BIN)/python -m mypy.stubtest --allowlist tools/stubtest.txt --ignore-unused-allowlist \
		--ignore-disjoint-bases $(subst /,.,$(PYX:src/%.pyx=%))
	@$(BIN)/python tools/import_tree.py build/imports
	@cd build/imports && ../../$(BIN)/lint-imports --no-logo --no-cache --config ../../pyproject.toml
	@touch $@

site/index.html: $(PAGES) $(SOURCES) $(DONE)/install $(DONE)/dev
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict
	@! grep -rnE --include='*.html' '(src|<link [^>]*href)="?(https?:)?//' site
	@touch $@

$(DONE)/dist: $(SOURCES) README.md LICENSE MANIFEST.in $(DONE)/dev $(DONE)/client
	@rm -rf dist
	@$(BIN)/python -m build --quiet --no-isolation
	@$(BIN)/python tools/try_wheel.py dist/*.whl
	@touch $@
