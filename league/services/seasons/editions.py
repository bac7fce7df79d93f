"""The next editions of a season's cups and other competitions."""

from django.db.models import Model

from league.models import Division, IndividualLeague, KnockOut, Season, SittingRules
from league.services.seasons.drafts import copy_rules

# How a competition is entered, drawn and decided, each a row beside it.
RULES: tuple[type[Model], ...] = (KnockOut, SittingRules, IndividualLeague)
OF_AN_EDITION = ("id", "competition", "plate_of", "entries_close")


def copy_competitions(last: Season, season: Season) -> int:
    """Make the next edition of each competition, under its address and with its rules; return how many.

    Nobody is entered, and no day is set but an individual league's window, as long after the season's first week as
    before: that is for the competition's page.
    """
    later = season.first_week - last.first_week
    made = {}
    for old in Division.competitions.filter(season=last).order_by("order", "pk"):
        made[old.pk] = copy_rules(old, season=season)
        made[old.pk].save(force_insert=True)
    for model in RULES:
        fields = [field.attname for field in model._meta.concrete_fields if field.name not in OF_AN_EDITION]
        for rules in model._default_manager.filter(competition__in=made):
            columns = {name: getattr(rules, name) for name in fields}
            columns |= {name: columns[name] + later for name in ("opens_on", "closes_on") if name in columns}
            model(competition=made[rules.competition_id], **columns).save(force_insert=True)  # type: ignore[attr-defined]
    for plate in KnockOut.objects.filter(competition__in=made, plate_of__isnull=False).select_related("plate_of"):
        cup = made.get(plate.plate_of.competition_id)  # type: ignore[union-attr]
        if cup is not None:
            knock_out = KnockOut.objects.filter(competition=made[plate.competition_id])
            knock_out.update(plate_of=KnockOut.objects.get(competition=cup))
    return len(made)
