"""A setting is declared once and reaches everything. What is asked of one is asked of all: no name stands here."""

import datetime as dt
import io
import json
import zipfile
from dataclasses import asdict, replace
from decimal import Decimal
from itertools import product
from types import ModuleType
from typing import Any

import pytest
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import CheckConstraint, TextChoices
from django.test import Client

from league import enums
from league.enums import Night
from league.models import JournalEntry, League, Season
from league.queries.seasons.setting_changes import entry_changes
from league.rules.languages import LANGUAGES
from league.rules.match_terms import uniform
from league.rules.rulebook import league_rules
from league.rules.settings import (
    Choice,
    Clock,
    Day,
    Flag,
    Language,
    LeagueSettings,
    Nights,
    Number,
    Points,
    SeasonSettings,
    Setting,
    Settings,
    Weeks,
    declared,
    stored,
)
from league.rules.settings.declaration import setting
from league.rules.wording import clock, spelt
from league.services.disputes.rulebook import own_rules
from league.services.portability.exports import export_league
from league.services.portability.exports.spreadsheets import write_spreadsheets
from league.services.seasons import leagues, seasons
from league.web.seasons.settings_forms import SettingsForm
from tests.api.program import Program
from tests.factories import Town
from tests.forms import untouched
from tests.second_factors import add_app

FIRST = dt.date(2026, 9, 14)
ROWS: dict[type[Settings], type[League | Season]] = {LeagueSettings: League, SeasonSettings: Season}
SERVICES: dict[type[Settings], ModuleType] = {LeagueSettings: leagues, SeasonSettings: seasons}
of_each = pytest.mark.parametrize("of", ROWS)


def others(of: type[Settings], name: str, *, than: Any = None, opens: dt.date = FIRST) -> list[Any]:
    """Some values that a setting can have, but for the one it has: its default, or that of `than`."""
    kind = declared(of)[name].kind
    match kind:
        case Number():
            found: list[Any] = [kind.least, kind.least + 1, kind.most, *([None] if kind.optional else [])]
        case Points():
            found = [kind.least, Decimal("0.50"), kind.most]
        case Choice():
            found = [option.word for option in kind.options]
        case Language():
            found = list(LANGUAGES)
        case Flag():
            found = [False, True]
        case Day():
            found = [None, opens + dt.timedelta(days=40)]
        case Clock():
            found = [None, dt.time(19, 30)]
        case Nights():
            found = [(1, 5), (2,)]
        case Weeks():
            monday = opens - dt.timedelta(days=opens.weekday())
            found = [((monday + dt.timedelta(weeks=n)).isoformat(),) for n in (3, 5)]
    return [value for value in found if value != getattr(than or of(), name)]


def as_json(value: Any) -> Any:
    return json.loads(json.dumps(value, default=str))


@pytest.fixture
def draft(town: Town) -> Season:
    """The town's season before it is published, when every setting of it can be changed."""
    Season.objects.update(published_at=None)
    return Season.objects.select_related("league").get()


# The column


@of_each
def test_it_has_a_column_of_its_kind(of: type[Settings]) -> None:
    for name in declared(of):
        one, row = declared(of)[name], ROWS[of]
        column: Any = row._meta.get_field(name)
        assert getattr(stored(of, row()), name) == getattr(of(), name), "a new row has the default"
        assert (column.null, column.blank) == (one.kind.optional, one.kind.optional or isinstance(one.kind, Weeks))
        assert column.help_text.startswith(one.about.removesuffix("."))
        if isinstance(one.kind, Choice):
            assert list(column.choices) == one.kind.choices
            assert column.max_length >= max(len(option.word) for option in one.kind.options)


@of_each
@pytest.mark.django_db
def test_its_table_refuses_what_it_cannot_be(of: type[Settings]) -> None:
    assert refused(ROWS[of]()) == set()
    for name, one in declared(of).items():
        if isinstance(one.kind, Number | Points | Choice):
            row = ROWS[of]()
            setattr(row, name, "zz" if isinstance(one.kind, Choice) else one.kind.most + 1)
            assert len(refused(row)) == 1, name


def refused(row: Any) -> set[str]:
    """The names of the checks of a table that refuse a row for its settings."""
    found = set()
    for check in row._meta.constraints:
        if isinstance(check, CheckConstraint) and not check.name.endswith("_has_a_name"):
            try:
                check.validate(type(row), row)
            except ValidationError:
                found.add(check.name)
    return found


def test_an_enumeration_that_names_words_of_a_choice_names_all_of_them() -> None:
    named = [one for one in vars(enums).values() if isinstance(one, type) and issubclass(one, TextChoices)]
    for of in ROWS:
        for name, one in declared(of).items():
            if isinstance(one.kind, Choice):
                words = set(one.kind.choices)
                for enumeration in named:
                    said = set(enumeration.choices)
                    assert not said & words or said == words, f"{enumeration.__name__} leaves out words of {name}"


# The pages


@of_each
def test_its_field_of_the_form_takes_another_value(of: type[Settings]) -> None:
    for name in declared(of):
        one, now = declared(of)[name], of()
        for value in others(of, name):
            form = SettingsForm(now)
            assert f'name="{name}"' in str(form[name])
            assert form.fields[name].label == one.label
            # A number is shown as the reader's language writes it, and is one until then.
            shown = form[name].value()
            assert (str(shown) if isinstance(one.kind, Points) else shown) == typed(one, getattr(now, name))
            assert one.hint in form.fields[name].help_text
            sent = untouched(form) | {name: typed(one, value)}
            if value is None or value is False:
                del sent[name]
            filled = SettingsForm(now, sent)
            assert filled.is_valid(), filled.errors
            assert stored(of, filled.settings()) == replace(now, **{name: value})


def typed(one: Setting, value: Any) -> Any:
    """Return a value as its field has it."""
    if isinstance(one.kind, Points):
        return f"{value.normalize():f}"
    if isinstance(one.kind, Weeks):
        return "; ".join(f"{dt.date.fromisoformat(day):%d/%m/%Y}" for day in value)
    return value


@of_each
@pytest.mark.django_db
def test_its_page_and_the_admin_show_it(of: type[Settings], draft: Season) -> None:
    office = Client()
    office.force_login(draft.league.roles.get(kind="secretary").user)
    desk = f"/leagues/{draft.league.slug}/secretary/"
    page = office.get(f"{desk}seasons/{draft.slug}/settings/" if of is SeasonSettings else f"{desk}settings/league/")
    assert {bound.name for bound in page.context["form"]} == set(declared(of))
    shown = admin.site._registry[ROWS[of]].get_readonly_fields(None, ROWS[of].objects.get())  # type: ignore[arg-type]
    assert set(declared(of)) <= set(shown)


@of_each
def test_the_rules_page_says_it_or_its_declaration_says_why_not(of: type[Settings]) -> None:
    for name in declared(of):
        one = declared(of)[name]
        if one.covered_by:
            assert declared(of)[one.covered_by].rule is not None
        said = [
            page(base) != page(replace(base, **{name: v}))
            for base in around(of, one)
            for v in others(of, name, than=base)
        ]
        assert any(said) is not bool(one.no_rule)


def page(settings: Settings) -> list[tuple[str, ...]]:
    return [section.rules for section in league_rules(uniform(("singles",)), settings=[settings])]


def around(of: type[Settings], one: Setting) -> list[Settings]:
    """The settings with each choice, and each number that may be left empty, of a setting's group as it can be.

    Some settings matter only with some of them.
    """
    among = {name: each.kind for name, each in declared(of).items() if each.group == one.group}
    words: dict[str, list[Any]] = {
        name: [option.word for option in kind.options] for name, kind in among.items() if isinstance(kind, Choice)
    }
    for name, kind in among.items():
        if isinstance(kind, Number) and getattr(of(), name) is None:
            words[name] = [None, kind.least]
    return [replace(of(), **dict(zip(words, chosen, strict=True))) for chosen in product(*words.values())]


@of_each
@pytest.mark.django_db
def test_the_rules_page_goes_by_the_row(of: type[Settings], town: Town) -> None:
    usual = {each: each() for each in ROWS}
    for name in declared(of):
        season = Season.objects.select_related("league").get()
        value = others(of, name)[0]
        setattr(season if of is SeasonSettings else season.league, name, value)
        both = {**usual, of: replace(of(), **{name: value})}
        assert [section.rules for section in own_rules(town.division, season)][1:3] == [
            section.rules for section in league_rules(uniform(("singles",)), settings=list(both.values()))
        ][1:3]


# The API, the journal, the exports


@of_each
@pytest.mark.django_db
def test_its_operation_tells_it(of: type[Settings], draft: Season) -> None:
    office = Program(draft.league.roles.get(kind="secretary").user)
    answer = office.get(f"seasons/{draft.slug}/settings/" if of is SeasonSettings else "settings/")
    assert json.loads(answer.content) == as_json(asdict(stored(of, draft if of is SeasonSettings else draft.league)))


@of_each
@pytest.mark.django_db
def test_a_change_of_it_is_kept_and_stands_in_the_journal(of: type[Settings], draft: Season, now: dt.datetime) -> None:
    secretary = draft.league.roles.get(kind="secretary").user
    add_app(secretary)
    for name in declared(of):
        row = ROWS[of].objects.get()
        value = others(of, name, opens=draft.first_week)[0]
        SERVICES[of].change_settings(row, {name: value}, by=secretary, now=now)
        assert getattr(stored(of, ROWS[of].objects.get()), name) == value
        entry = JournalEntry.objects.latest("pk")
        assert entry.data == {name: {"from": as_json(getattr(of(), name)), "to": as_json(value)}}
        assert name.replace("_", " ") in entry.what
        [told] = entry_changes(entry)
        assert (told.old, told.new) == (in_words(of, name, getattr(of(), name)), in_words(of, name, value))


def in_words(of: type[Settings], name: str, value: Any) -> str:
    kind = declared(of)[name].kind
    if value is None:
        return "none"
    match kind:
        case Choice():
            return kind.option(value).label
        case Language():
            return LANGUAGES[value]
        case Flag():
            return "yes" if value else "no"
        case Points():
            return f"{value.normalize():f}"
        case Nights():
            return ", ".join(Night(night).label for night in value)
        case Day():
            return spelt(value)
        case Clock():
            return clock(value)
        case Weeks():
            return ", ".join(spelt(dt.date.fromisoformat(day)) for day in value) or "none"
    return str(value)


@of_each
def test_a_value_that_it_cannot_have_is_refused(of: type[Settings]) -> None:
    for name in declared(of):
        kind = declared(of)[name].kind
        wrong: dict[type, Any] = {
            Number: getattr(kind, "most", 0) + 1, Points: Decimal("0.005"), Choice: "zz",
            Language: "zz", Flag: None, Nights: (),
        }  # fmt: skip
        if type(kind) in wrong:
            assert [problem.field for problem in kind.problems(wrong[type(kind)], name)] == [name]
        assert kind.problems(getattr(of(), name), name) == []


@of_each
@pytest.mark.django_db
def test_the_file_of_a_league_holds_it(of: type[Settings], town: Town, now: dt.datetime) -> None:
    out = io.BytesIO()
    export_league(town.league, out, by=None, now=now)
    with zipfile.ZipFile(out) as archive:
        [row] = archive.read(f"{ROWS[of]._meta.model_name}.jsonl").decode().splitlines()
    assert set(declared(of)) <= set(json.loads(row))


@pytest.mark.long
@pytest.mark.django_db
def test_spreadsheets_of_a_season_hold_it_or_say_that_they_leave_it_out(draft: Season) -> None:
    def written() -> dict[str, bytes]:
        out = io.BytesIO()
        write_spreadsheets(draft, out)
        with zipfile.ZipFile(out) as archive:
            return {name: archive.read(name) for name in ("season.csv", "README.txt")}

    usual = written()
    for name in declared(SeasonSettings):
        value = others(SeasonSettings, name)[0]
        setattr(draft, name, list(value) if isinstance(value, tuple) else value)
        assert written() != usual, name
        draft.refresh_from_db()


# The declaration itself


def test_a_declaration_has_a_sentence_for_the_rules_page_or_one_reason_for_none() -> None:
    said: dict[str, Any] = {"label": "Dogs", "about": "Dogs.", "group": "Who may play"}
    for wrong in ({}, {"no_rule": "Nobody asks.", "rule": lambda _: "No dogs."}):
        with pytest.raises(ValueError, match="Dogs"):
            setting(Flag(), False, **said, **wrong)
    assert setting(Flag(), False, **said, no_rule="Nobody asks.").default is False
