# Every command of the project. `make help` lists them; CI calls the same ones.
.DEFAULT_GOAL := help
PY := .venv/bin/python
PORT ?= 8000
RULESET ?= acc
PAIRS ?= 100
MEASURE ?= tests/bench
# Every command starts several processes, and each would compile the code anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help run new demo-reset shell test test-fast e2e exhaustive mutants bench races image bare drill roundtrip thousand fuzz release-dumps migrations-lint faults match strategy-tables lint format types layers schema migrations-check deploy-check docs figures messages catalogues house wheel screenshots check advisories lock setup access-doc

##@ Using it
help: ## List these commands
	@awk 'BEGIN {FS = ":.*## "} /^##@/ {printf "\n%s\n", substr($$0, 5)} /^[a-z0-9-]+:.*## / {printf "  make %-18s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: setup ## Set up, load the demo league and serve it (PORT=8000)
	@PORT=$(PORT) bin/serve

new: setup ## Serve a server that is empty, to set up a league of your own (var/new.sqlite3, kept until you delete it)
	@PORT=$(PORT) bin/serve new

demo-reset: setup ## Throw the embedded database away and load the demo league afresh
	@rm -f var/muggins.sqlite3 var/muggins.sqlite3-wal var/muggins.sqlite3-shm
	@$(PY) manage.py load_demo --migrate

shell: setup ## A Python shell on the embedded database
	@$(PY) manage.py shell

##@ Building it
test: setup ## Every test, on SQLite and, where they answer, on PostgreSQL and Redis
	@bin/test

test-fast: setup ## The tests of a few minutes, on SQLite only: no browser, no processes, nothing exhaustive or long
	@$(PY) -m pytest -q -m "not e2e and not bench and not faults and not fuzz and not thousand and not exhaustive and not long" \
	  -n auto --dist worksteal --ignore=tests/processes

e2e: setup ## The tests that drive a real browser
	@$(PY) -m pytest -q -n auto --dist worksteal -m e2e tests/e2e

exhaustive: setup ## Every hand there is, against the published counts (a part of `test` too)
	@$(PY) -m pytest -q -m exhaustive tests/scoring

mutants: setup ## Change each constant and comparison of the rules; list what no test notices
	@bin/mutants

bench: setup ## The measurements, each a ratio within one run (MEASURE=tests/bench)
	@bin/peers && $(PY) -m pytest -q -m "bench and not races and not roundtrip" -s $(MEASURE)

thousand: setup ## A thousand random seasons, each timetable held against a checker of its own, and games of the computer's players; some minutes
	@$(PY) -m pytest -q -m thousand tests/timetable tests/scoring/strategy

races: setup ## Captains who press at the same second, a thousand times, and all others who may meet, forty times (needs PostgreSQL)
	@MUGGINS_TEST_ON=services $(PY) -m pytest -q -m races -s tests/bench
	@MUGGINS_TEST_ON=services MUGGINS_TEST_TIMES=40 $(PY) -m pytest -q -n auto --dist worksteal $$(find tests -name '*_at_once.py')

fuzz: setup ## Call every operation of the API as everybody, with whatever its description allows (CALLS=20000, SEED=29; a short form: CALLS=2000)
	@MUGGINS_TEST_ON=embedded MUGGINS_FUZZ_CALLS=$(or $(CALLS),20000) MUGGINS_FUZZ_SEED=$(or $(SEED),29) $(PY) -m pytest -q -m fuzz --show-capture=no tests/fuzz

image: ## Build the image and ask it for a page, where a Docker engine answers (NOT BUILT elsewhere)
	@bin/image

bare: setup ## Bring a bare Debian to a served league by the commands of docs/operations.md (root; 4 minutes; OPTIONS="--suite trixie --proxy caddy")
	@bin/bare $(OPTIONS)

drill: setup ## Back up the database of the settings, restore it into a new one and compare (docs/backup.md)
	@$(PY) manage.py drill

drill-demo: setup ## The same with the demo, in a database of its own
	@folder=$$(mktemp -d) && trap 'rm -rf "$$folder"' EXIT && \
	export MUGGINS_SQLITE=$$folder/demo.sqlite3 DJANGO_SETTINGS_MODULE=config.settings.local && \
	$(PY) manage.py migrate -v 0 && $(PY) manage.py load_demo -v 0 >/dev/null && $(PY) manage.py drill

roundtrip: setup ## A league of a hundred thousand games, exported and taken in on an empty server (needs PostgreSQL)
	@MUGGINS_TEST_ON=services $(PY) -m pytest -q -m roundtrip -s tests/bench

faults: setup ## Kill workers and Redis while mail goes out and fixtures are placed; count what is lost (minutes)
	@MUGGINS_TEST_ON=services $(PY) -m pytest -q -m faults tests/faults

match: setup ## The computer's players against each other, each strength against the one below (RULESET=acc PAIRS=100)
	@bin/match $(RULESET) $(PAIRS)

strategy-tables: setup ## Make what the computer's players know anew; long for all games (GAMES="six five", OPTIONS="--deals 100000")
	@bin/strategy-tables $(GAMES) $(OPTIONS)

##@ Checking it
check: lint types layers schema migrations-check migrations-lint deploy-check docs figures ## All the checks below

lint: setup ## ruff: style and mistakes
	@.venv/bin/ruff check . && .venv/bin/ruff format --check .

format: setup ## Let ruff mend what it can
	@.venv/bin/ruff check --fix . && .venv/bin/ruff format .

types: setup ## mypy
	@.venv/bin/mypy

layers: setup ## import-linter: who may import whom
	@.venv/bin/lint-imports --no-logo

schema: setup ## The API's description can be made, without a warning, and Spectral and Redocly find nothing wrong (npm)
	@bin/check-schema

migrations-check: setup ## Every model change has its migration
	@$(PY) manage.py makemigrations --check --dry-run

migrations-lint: setup ## No migration since the last release holds people up or breaks the version before (django-migration-linter; needs PostgreSQL)
	@bin/lint-migrations

deploy-check: setup ## Django's deployment checks, on the production settings
	@bin/deploy-check

docs: setup ## Make the documentation's pages under var/docs; every link, anchor and page of docs/ is checked
	@bin/docs

figures: setup ## Count lines, docstrings, dataclasses and names that say nothing
	@$(PY) bin/figures

wheel: setup ## Build the engine's wheel, muggins-scoring, under var/wheel
	@$(PY) -m pip wheel -q --no-deps --no-build-isolation -w var/wheel ./scoring

screenshots: setup ## Take the pictures of docs/images anew, from the demo league on a fixed evening (Chromium)
	@bin/screenshots

messages: setup ## Bring the catalogues of locale/ up to the texts of the sources (GNU gettext), and compile them
	@$(PY) manage.py makemessages --all -v0 && $(PY) bin/catalogues --english

catalogues: setup ## Compile the catalogues of locale/ after translating (needs no gettext)
	@$(PY) bin/catalogues

house: ## Draw docs/images/house.svg anew, with the subjects that docs/architecture.md names
	@bin/house

##@ Keeping it
release-dumps: setup ## Store the world of a new release for the tests of upgrades (SQLite and PostgreSQL; docs/upgrading.md)
	@for on in embedded services; do MUGGINS_TEST_ON=$$on $(PY) -m pytest -q -s -n 0 tests/upgrade/store_release.py; done

advisories: setup ## Hold every pinned package against the published advisories (asks the network; docs/dependencies.md)
	@bin/advisories

access-doc: setup ## Write docs/access.md anew from the code
	@$(PY) manage.py access_doc > docs/access.md.new && mv docs/access.md.new docs/access.md

setup: ## Make .venv match requirements/dev.txt (does nothing when it does)
	@bin/setup requirements/dev.txt

lock: setup ## Rewrite requirements/ from pyproject.toml; UPGRADE=name lifts that pin alone
	@UPGRADE="$(UPGRADE)" bin/lock
