"""Rulesets of the league's own, as the API says and takes them."""

from rest_framework import serializers

from league.api.fields import Found, TextField
from league.api.shapes import shape
from league.models import OwnRuleset

OwnRulesetShape = shape(
    OwnRuleset,
    "id name version title made_at",
    "A version of a ruleset that the league made. It never changes.",
    "OwnRuleset",
    made_by=Found(TextField(), lambda made: str(made.made_by or ""), "Empty where they are known no more."),
    rules=Found(serializers.DictField(), lambda made: made.value, "Every field of it, by its name."),
)
