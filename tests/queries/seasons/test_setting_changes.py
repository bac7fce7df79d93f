"""Settings as people read them, and those that no page can work with."""

from league.models import Division, League
from league.queries.seasons.setting_changes import faults_of, format_changes
from tests.factories import Town
from tests.security.test_admin_writes import stored


def test_a_setting_that_is_no_choice_is_told_as_it_was_written() -> None:
    [change] = format_changes({"address": {"from": "High St", "to": "Low St"}})
    assert (change.old, change.new) == ("High St", "Low St")


def test_a_setting_that_pages_can_do_without_has_no_word_of_what_they_do_meanwhile(town: Town) -> None:
    stored(town.division, slug="Division One")
    stored(town.division, tie_breaks=["luck"])
    faults = {fault.field: str(fault.message) for fault in faults_of(League.objects.get())}
    assert faults["tie_breaks"].endswith("Tables leave it out until then.")
    assert not faults["slug"].endswith("until then.")
    assert Division.objects.get().slug == "Division One"
