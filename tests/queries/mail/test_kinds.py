"""A kind of notice is declared so that a league's file can be read by it, or not at all."""

import pytest

from league.enums import NoticeKind
from league.queries.mail.kinds import KEY_PART, KINDS, NAMED, Kind
from league.queries.mail.messages import PARTS
from league.services.portability.league_import.keys import notice_key


@pytest.mark.parametrize(
    "key", ["{division}", "{Fixture}:*", "fixture:{fixtures}", "{fixture", "fixture}", "{}", "{a b}"]
)
def test_a_key_that_names_what_no_file_knows_is_refused_where_it_is_declared(key: str) -> None:
    """It was a KeyError in the import of a league, whenever somebody first took one along with such a notice."""
    with pytest.raises(ValueError, match=r"may name adjustment, appeal, .* in braces"):
        Kind((key,))
    with pytest.raises(ValueError, match="of a notice may name"):
        Kind(("{fixture}:*", key))


@pytest.mark.parametrize("name", NAMED)
def test_a_key_may_name_each_row_that_a_file_holds(name: str) -> None:
    assert Kind((f"of:{{{name}}}:*", f"{{{name}}}")).keys == (f"of:{{{name}}}:*", f"{{{name}}}")


@pytest.mark.parametrize("kind", NoticeKind)
def test_every_declared_key_is_rewritten_in_a_league_s_import(kind: NoticeKind) -> None:
    numbers = {model: {1: 501} for model in NAMED.values()}
    for shape in KINDS[kind].keys:
        key = "".join("1" if part[1] else "x" if part[2] else part[3] for part in KEY_PART.finditer(shape))
        there = notice_key(kind, key, numbers, league_id=7)
        assert not there.startswith("from-elsewhere")
        assert there.count("501") == sum(bool(part[1]) for part in KEY_PART.finditer(shape))


def test_a_kind_about_no_fixture_says_of_which_season_it_is() -> None:
    """Else its notices are sent although the season is hidden. An invitation and a head are of no season."""
    named = {
        kind: {part[1] for key in one.keys for part in KEY_PART.finditer(key) if part[1]}
        for kind, one in KINDS.items()
        if not one.fixture
    }
    lost = {kind for kind, names in named.items() if not names & set(PARTS)}
    assert lost == {NoticeKind.INVITATION, NoticeKind.JOURNAL_HEAD}
