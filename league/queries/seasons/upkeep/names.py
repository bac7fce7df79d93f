from collections.abc import Mapping
from typing import Final

from django.db.models import Model

from league.rules.scheme_columns import COLUMNS
from league.translation import N_, Text

# By what they are called in the journal's data, which is the name of a column without its underscores.
_FIELDS: Final[Mapping[str, Text]] = {
    str(text): text
    for text in (
        N_("address"),
        N_("appeal days"),
        N_("appeals by"),
        N_("boards"),
        N_("cannot play on"),
        N_("catch up"),
        N_("catch up nights"),
        N_("catch up weeks"),
        N_("closed on"),
        N_("colour"),
        N_("confirm hours"),
        N_("ask days"),
        N_("currency"),
        N_("deadline hour"),
        N_("dispute days"),
        N_("doubles own"),
        N_("doubles rules"),
        N_("doubles ruleset"),
        N_("eligibility"),
        N_("evening"),
        N_("first week"),
        N_("fixture format"),
        N_("games per match"),
        N_("guest limit"),
        N_("guests"),
        N_("guests at once"),
        N_("high hand"),
        N_("home night"),
        N_("language"),
        N_("last round"),
        N_("late card"),
        N_("late card points"),
        N_("name"),
        N_("new dates"),
        N_("note"),
        N_("order"),
        N_("own evening"),
        N_("own start"),
        N_("place days"),
        N_("play until"),
        N_("play within"),
        N_("promoted teams"),
        N_("registration"),
        N_("registration days"),
        N_("registration until"),
        N_("relegated teams"),
        N_("reminder days"),
        N_("result hours"),
        N_("second factor"),
        N_("second half"),
        N_("short notice hours"),
        N_("shorten names"),
        N_("singles own"),
        N_("singles rules"),
        N_("singles ruleset"),
        N_("slug"),
        N_("start time"),
        N_("starts on"),
        N_("tie breaks"),
        N_("time zone"),
        N_("transfer limit"),
        N_("transfer until"),
        N_("unplayed policy"),
        N_("venue"),
        N_("vote days"),
        N_("weeks apart"),
        N_("withdrawal policy"),
        N_("won by"),
    )
}


def field_name(field: str) -> Text:
    """Name a field in words; a field that is gone, by its column."""
    if field in COLUMNS:
        return COLUMNS[field].label
    words = field.replace("_", " ")
    return _FIELDS.get(words) or Text("{field}", field=words)


def rows_name(model: type[Model], n: int) -> Text:
    """Name `n` rows of a model, without the number."""
    one, many = str(model._meta.verbose_name), str(model._meta.verbose_name_plural)
    return _rows(n).get(one) or Text("{rows}", rows=one if n == 1 else many)


def _rows(n: int) -> Mapping[str, Text]:
    found = (
        Text.plural("adjustment", "adjustments", n),
        Text.plural("appeal", "appeals", n),
        Text.plural("appearance", "appearances", n),
        Text.plural("availability", "availability", n),
        Text.plural("blackout", "blackouts", n),
        Text.plural("calendar feed", "calendar feeds", n),
        Text.plural("charge", "charges", n),
        Text.plural("call", "calls", n),
        Text.plural("conduct case", "conduct cases", n),
        Text.plural("daily name", "daily names", n),
        Text.plural("daily vote", "daily votes", n),
        Text.plural("division", "divisions", n),
        Text.plural("draw of lots", "draws of lots", n),
        Text.plural("entry", "entries", n),
        Text.plural("fixture", "fixtures", n),
        Text.plural("format", "formats", n),
        Text.plural("high hand", "high hands", n),
        Text.plural("invitation", "invitations", n),
        Text.plural("journal entry", "journal entries", n),
        Text.plural("journal head", "journal heads", n),
        Text.plural("late card", "late cards", n),
        Text.plural("league", "leagues", n),
        Text.plural("live score", "live scores", n),
        Text.plural("lot", "lots", n),
        Text.plural("match report", "match reports", n),
        Text.plural("notice", "notices", n),
        Text.plural("own page", "own pages", n),
        Text.plural("own ruleset", "own rulesets", n),
        Text.plural("player", "players", n),
        Text.plural("post", "posts", n),
        Text.plural("registration", "registrations", n),
        Text.plural("role", "roles", n),
        Text.plural("round", "rounds", n),
        Text.plural("rule change", "rule changes", n),
        Text.plural("season", "seasons", n),
        Text.plural("team", "teams", n),
        Text.plural("team code", "team codes", n),
        Text.plural("timetable", "timetables", n),
        Text.plural("venue", "venues", n),
        Text.plural("venue closure", "venue closures", n),
        Text.plural("waiting file", "waiting files", n),
        Text.plural("week", "weeks", n),
    )
    return {text.msgid: text for text in found}
