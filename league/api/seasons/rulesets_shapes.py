"""Rulesets of the league's own, as the API says and takes them."""

from typing import Any

from rest_framework import serializers

from league.api.fields import Found, TextField
from league.api.shapes import example, shape
from league.models import OwnRuleset
from league.rules.format_rows import LONGEST
from league.rules.reasons import LONGEST_REASON

OwnRulesetShape = shape(
    OwnRuleset,
    "id name version title made_at",
    "A version of a ruleset that the league made. It never changes.",
    "OwnRuleset",
    made_by=Found(TextField(), lambda made: str(made.made_by or ""), "Empty where they are known no more."),
    rules=Found(serializers.DictField(), lambda made: made.value, "Every field of it, by its name."),
)


@example("Bere Regis", title="Bere Regis", rules={"dealt": 5, "laid_away": 1, "pack_to_crib": 2, "runs_upwards": True})
class OwnRulesetIn(serializers.Serializer[Any]):
    """A ruleset to be made. A field that is left out is as the league rules that come with Muggins have it."""

    title = serializers.CharField(max_length=60, help_text="What the league calls it.")
    of = serializers.CharField(
        max_length=40, required=False, help_text="The name of the ruleset of which this is the next version."
    )
    rules = serializers.DictField(help_text="The fields by their names.")


@example("House rules in singles", singles="house-rules:2", reason="The captains agreed on it in January.")
class PlayByIn(serializers.Serializer[Any]):
    """The rulesets of a division, each one that comes with Muggins, or name and version of one of the league's own."""

    singles = serializers.CharField(max_length=60, required=False)
    doubles = serializers.CharField(max_length=60, required=False, help_text="Of pairs and teams.")
    reason = serializers.CharField(
        max_length=LONGEST_REASON,
        allow_blank=True,
        default="",
        help_text="Public; asked for once the season is published: its captains are told.",
    )


@example("Three pairs matches, five games each, winners only", fixture_format="D5w D5w D5w", reason="The meeting.")
class FormatIn(serializers.Serializer[Any]):
    """A division's format as one line of text, and why it changes."""

    fixture_format = serializers.CharField(
        max_length=LONGEST, help_text="Its matches in order, as spreadsheets have it."
    )
    reason = serializers.CharField(
        max_length=LONGEST_REASON,
        allow_blank=True,
        default="",
        help_text="It may be left out as long as the division has no results.",
    )
