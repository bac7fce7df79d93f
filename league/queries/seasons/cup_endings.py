"""How the cups of a season ended, for the end of the season."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from league.models import Draw, Entrant, KnockOut, Season, Tie
from league.queries.cups import cups_of, final_of
from league.translation import Text


@dataclass(frozen=True, slots=True)
class CupEnding:
    """How a cup of a season ended, or where it stands.

    Attributes:
        due: ties whose sides are known and that nobody has won.
        to_come: how many ties wait for those.
        entered: somebody has entered.
    """

    knock_out: KnockOut
    final: Tie | None
    due: tuple[Tie, ...]
    to_come: int
    entered: bool

    @property
    def champion(self) -> Entrant | None:
        return self.final.winner if self.final is not None else None

    @property
    def runner_up(self) -> Entrant | None:
        final = self.final
        if final is None or final.winner is None:
            return None
        return final.bottom if final.winner == final.top else final.top

    @property
    def unfinished(self) -> bool:
        """Whether somebody has entered, and it has no winner or a tie is open."""
        return self.entered and (self.champion is None or bool(self.due))

    @property
    def open_text(self) -> Text:
        """What the cup waits for, without the names of who plays."""
        n, cup = len(self.due) + self.to_come, self.knock_out.competition.name
        if n:
            return Text.plural("{cup}: {n} tie to decide", "{cup}: {n} ties to decide", n, cup=cup)
        return Text("{cup}: no winner yet", cup=cup)


def cup_endings(season: Season) -> list[CupEnding]:
    """How each cup of a season ended (four queries; one where there is no cup)."""
    return endings_of(cups_of(season))


def endings_of(cups: Sequence[KnockOut]) -> list[CupEnding]:
    """How these cups ended (three queries; none without a cup)."""
    if not cups:
        return []
    here = {"knock_out__in": cups}
    ties, draws = defaultdict[int, list[Tie]](list), defaultdict[int, list[Draw]](list)
    joined = ("top__team", "bottom__team", "winner__team")
    for tie in Tie.objects.filter(**here).select_related(*joined).order_by("number"):
        ties[tie.knock_out_id].append(tie)
    for draw in Draw.objects.filter(**here, void_because="", drawn_at__isnull=False).order_by("round", "pk"):
        draws[draw.knock_out_id].append(draw)
    competitions = [cup.competition_id for cup in cups]
    entered = set(Entrant.objects.filter(competition__in=competitions).values_list("competition", flat=True))
    found = []
    for cup in cups:
        open_ties = [tie for tie in ties[cup.pk] if tie.winner_id is None]
        due = tuple(tie for tie in open_ties if tie.top is not None and tie.bottom is not None)
        final = final_of(cup, ties[cup.pk], draws[cup.pk])
        found.append(CupEnding(cup, final, due, len(open_ties) - len(due), cup.competition_id in entered))
    return found
