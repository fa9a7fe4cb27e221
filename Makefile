# `make help` lists the targets for people. Everything is installed into .venv, and
# each step leaves a stamp there, so that it runs again only when something it reads has changed.

PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
DONE   := $(VENV)/done
PIP    := $(BIN)/python -m pip -qq --disable-pip-version-check install

PYX     := $(shell find src -name '*.pyx')
NATIVE  := $(PYX) $(shell find src -name '*.pxd') $(wildcard training/*.pyx)
HEADERS := $(shell find src -name '*.h')
CODE    := $(wildcard setup.py src training tests tools benchmarks examples)
SOURCES := $(NATIVE) $(HEADERS) pyproject.toml $(shell find $(CODE) -name '*.py' -o -name '*.pyi')
HOSTED  := CITATION.cff Containerfile compose.yaml $(wildcard .github/workflows/*.yml)
PAGES   := mkdocs.yml $(shell find docs -type f 2>/dev/null)
WEB     := $(wildcard web/*.json web/*.ts web/*.js web/*.html) $(shell find web/src web/public web/build -type f)

# The machine's own npm, if it is new enough for Vite; else the one of requirements/node.lock.
OWN_NPM := $(shell command -v npm >/dev/null && node -p \
	'const [a, b] = process.versions.node.split("."); a > 22 || (a == 22 && b >= 12) || (a == 20 && b >= 19)' \
	2>/dev/null | grep true)
NPM     := cd web && $(if $(OWN_NPM),,PATH="$(abspath $(BIN)):$$PATH") npm --silent

.DEFAULT_GOAL := help
.PHONY: help play test test-long check bench docs dist dist-abi3 lock clean

help: ## this list
	@sed -n 's/^\([a-z0-9-]*\):.*## /\1 /p' Makefile | awk '{ v = $$1; $$1 = ""; printf "make %-10s%s\n", v, $$0 }'

play: $(DONE)/install $(DONE)/client ## open the table in the browser; HOST=0.0.0.0 for the local network
	@$(BIN)/jaipur serve --open $(if $(HOST),--host $(HOST)) $(if $(PORT),--port $(PORT))

test: check $(DONE)/client $(DONE)/test-web ## check, then every test but the long ones
	@$(BIN)/python tools/install_system.py
	@$(BIN)/python -m pytest -q -n 2 -rs

test-long: $(DONE)/install $(DONE)/dev $(DONE)/cluster ## the tests that take minutes or hours
	@$(BIN)/python tools/install_system.py
	@$(BIN)/python -m pytest -m long -rs

check: $(DONE)/check $(DONE)/check-web ## format, lint, types, stubs, imports

bench: $(DONE)/install $(DONE)/bench ## measure the speed, beside that of others
	@$(BIN)/python benchmarks/run.py
	@$(BIN)/python benchmarks/envs.py

docs: site/index.html ## the site, in site/

dist: $(DONE)/dist ## a wheel, an sdist and what they are made of in dist/; the wheel is tried

dist-abi3: $(DONE)/dist-abi3 ## one more wheel in dist/, for this Python and all later ones

lock: $(DONE)/dev ## pin the dependencies anew; UPGRADE=1 takes the newest
	@$(COMPILE) -o requirements/play.lock pyproject.toml --group build
	@$(COMPILE) -o requirements/dev.lock pyproject.toml -c requirements/play.lock --group dev \
		--extra postgres --extra gymnasium --extra pettingzoo --extra openspiel --extra arrow
	@$(COMPILE) -o requirements/bench.lock --group bench -c requirements/dev.lock
	@$(COMPILE) -o requirements/cluster.lock --group cluster -c requirements/dev.lock
	@$(COMPILE) -o requirements/node.lock --group node
	@! grep -n '://' requirements/*.lock  # no registry stands in a lock

clean: ## remove all that make has made
	rm -rf $(VENV) build dist site src/*.egg-info web/node_modules src/jaipur/server/client
	rm -rf .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find src -name '*.so' -delete

COMPILE = UV_CUSTOM_COMPILE_COMMAND='make lock' $(BIN)/uv pip compile --quiet --universal \
	--python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links \
	$(if $(UPGRADE),--upgrade)

# On Linux auditwheel names the oldest C library that a wheel runs with; it calls patchelf.
REPAIR = mkdir -p dist && if [ "$$(uname)" = Linux ]; \
	then PATH="$(abspath $(BIN)):$$PATH" auditwheel repair -w dist build/wheel/*.whl >build/repair.log 2>&1 \
	|| { cat build/repair.log; exit 1; }; \
	else mv build/wheel/*.whl dist; fi

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

$(DONE)/check: $(SOURCES) $(HOSTED) $(DONE)/install $(DONE)/dev
	@$(BIN)/ruff format --check --quiet $(CODE)
	@$(BIN)/ruff check --quiet $(CODE)
	@PATH="$(BIN):$$PATH" cython-lint $(NATIVE)  # it calls pycodestyle
	@$(BIN)/mypy $(filter-out setup.py,$(CODE))
	@$(BIN)/python -m mypy.stubtest --allowlist tools/stubtest.txt --ignore-unused-allowlist \
		--ignore-disjoint-bases $(subst /,.,$(PYX:src/%.pyx=%))
	@$(BIN)/python tools/import_tree.py build/imports
	@$(BIN)/validate-pyproject pyproject.toml >/dev/null
	@$(BIN)/check-jsonschema -q --builtin-schema vendor.github-workflows .github/workflows/*.yml
	@$(BIN)/check-jsonschema -q --builtin-schema vendor.compose-spec compose.yaml
	@$(BIN)/check-jsonschema -q --builtin-schema vendor.citation-file-format CITATION.cff
	@$(BIN)/hadolint Containerfile
	@cd build/imports && ../../$(BIN)/lint-imports --no-logo --no-cache --config ../../pyproject.toml
	@touch $@

site/index.html: $(PAGES) $(SOURCES) $(DONE)/install $(DONE)/dev
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --quiet --strict
	@! grep -rnE --include='*.html' '(src|<link [^>]*href)="?(https?:)?//' site
	@touch $@

$(DONE)/dist: $(SOURCES) README.md LICENSE MANIFEST.in requirements/play.lock $(DONE)/dev $(DONE)/client
	@rm -rf dist build/wheel
	@$(BIN)/python -m build --quiet --no-isolation --outdir build/wheel
	@$(REPAIR)
	@mv build/wheel/*.tar.gz dist
	@$(if $(OWN_NPM),,PATH="$(abspath $(BIN)):$$PATH") $(BIN)/python tools/make_sbom.py dist
	@$(BIN)/python tools/try_wheel.py dist/*.whl
	@touch $@

$(DONE)/dist-abi3: $(DONE)/dist
	@rm -rf dist/*-abi3-*.whl build/wheel
	@JAIPUR_ABI3=1 $(BIN)/python -m build --quiet --no-isolation --wheel --outdir build/wheel
	@$(REPAIR)
	@$(BIN)/python tools/try_wheel.py dist/*-abi3-*.whl
	@touch $@
