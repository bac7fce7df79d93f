"""The secretary makes a ruleset on a page, sees what the rules would say, and chooses who plays by it."""

from django.test import Client

from league.models import Division, OwnRuleset
from league.rules.rulesets import GROUPS
from scoring import LEAGUE
from tests.factories import Town, begin
from tests.test_translation import text_of

HOME = "/leagues/town/secretary/rulesets/"


def filled(**other: str) -> dict[str, str]:
    value = LEAGUE.to_dict()
    sent = {name: "on" if value[name] is True else str(value[name]) for group in GROUPS.values() for name in group}
    sent = {name: text for name, text in sent.items() if text != "False"}
    return {"title": "Bere Regis", **sent, **other}


def test_begins_with_the_nearest_of_those_there_are(office: Client) -> None:
    assert "No rulesets of your own" in text_of(office.get(HOME))
    page = office.get(f"{HOME}new/?from=five-card")
    assert 'name="dealt" value="5"' in page.content.decode()
    assert "61–60 counts 1 for the winner" in text_of(page)
    assert 'name="dealt" value="6"' in office.get(f"{HOME}new/?from=nothing").content.decode()


def test_what_the_rules_would_say_is_shown_and_nothing_kept(office: Client) -> None:
    page = office.post(f"{HOME}new/", filled(runs_upwards="on", dealt="5", laid_away="1", pack_to_crib="2"))
    said = text_of(page)
    assert page.status_code == 200
    assert "laid in another order they are no run" in said
    assert "4, 6, 5: the last card pegs 2." in said
    assert not OwnRuleset.objects.exists()


def test_what_cannot_be_played_is_told_at_its_field_and_nothing_is_lost(office: Client) -> None:
    page = office.post(f"{HOME}new/", filled(dealt="9", target="x", do="keep"))
    assert page.status_code == 422
    assert 'id="target-error"' in page.content.decode()
    assert 'name="dealt" value="9"' in page.content.decode()
    page = office.post(f"{HOME}new/", filled(dealt="9", title="", do="keep"))
    text = page.content.decode()
    assert (page.status_code, 'id="dealt-error"' in text, 'id="title-error"' in text) == (422, True, True)


def test_it_is_kept_changed_and_chosen(office: Client, town: Town) -> None:
    kept = office.post(f"{HOME}new/", filled(runs_upwards="on", do="keep"), follow=True)
    assert "Bere Regis, version 1 is kept." in text_of(kept)
    first = OwnRuleset.objects.get()
    again = office.post(f"{HOME}{first.pk}/", filled(runs_upwards="on", do="keep"))
    assert (again.status_code, "Nothing is different from version 1." in text_of(again)) == (409, True)
    office.post(f"{HOME}{first.pk}/", filled(do="keep"))
    assert [one.version for one in OwnRuleset.objects.all()] == [2, 1]
    page = "/leagues/town/secretary/seasons/2026-27/rulesets/"
    chosen = {"division": str(town.division.pk), "singles": "bere-regis:1", "doubles": "league"}
    shown = office.post(page, chosen | {"do": "show"})
    assert "What changes if you change this now" in text_of(shown)
    assert "Fixtures without a result, played like that from now on: " in text_of(shown)
    assert 'value="bere-regis:1" selected' in shown.content.decode()
    assert Division.objects.get().singles_own is None
    begin(town.fixtures[0])
    unexplained = office.post(page, chosen)
    assert (unexplained.status_code, f'id="reason-{town.division.pk}-error"' in unexplained.content.decode()) == (
        422,
        True,
    )
    assert 'value="bere-regis:1" selected' in unexplained.content.decode()
    chosen |= {"reason": "Agreed in January."}
    assert "Saved for Division 1." in text_of(office.post(page, chosen, follow=True))
    assert Division.objects.get().singles_own == first
    assert 'value="bere-regis:1" selected' in office.get(page).content.decode()
    assert "Division 1, 2026-27" in text_of(office.get(HOME))
    rules = text_of(office.get("/leagues/town/rules/"))
    assert "Played by: Bere Regis, version 1." in rules
    assert "Singles ruleset: Bere Regis (version 1) instead of League" in rules
    assert "Reason: Agreed in January." in rules
    wrong = office.post(page, chosen | {"singles": "none:9"})
    assert (wrong.status_code, "There is no such ruleset" in text_of(wrong)) == (422, True)
    assert f'id="singles-{town.division.pk}-error"' in wrong.content.decode()
    assert "Agreed in January." in text_of(wrong), "nothing that was filled in is lost"
    assert office.post(page, chosen | {"division": "0"}).status_code == 422


def test_a_title_is_shown_as_it_was_typed(office: Client, town: Town) -> None:
    office.post(f"{HOME}new/", filled(title="<b>{x}%s", do="keep"))
    own = OwnRuleset.objects.get()
    chosen = {
        "division": str(town.division.pk),
        "singles": f"{own.name}:1",
        "doubles": f"{own.name}:1",
        "reason": "{y}",
    }
    office.post("/leagues/town/secretary/seasons/2026-27/rulesets/", chosen)
    for page in (HOME, f"{HOME}{own.pk}/", "/leagues/town/rules/", "/leagues/town/secretary/journal/"):
        text = office.get(page).content.decode()
        assert "&lt;b&gt;{x}%s" in text
        assert "<b>{x}" not in text


def test_anothers_ruleset_is_not_there(office: Client) -> None:
    assert office.get(f"{HOME}99/").status_code == 404
