from django.db.models import TextChoices

from league.translation import N_


class Side(TextChoices):
    HOME = "home", N_("Home")
    AWAY = "away", N_("Away")

    @property
    def other(self) -> "Side":
        return Side.AWAY if self is Side.HOME else Side.HOME


class MatchKind(TextChoices):
    SINGLES = "singles", N_("Singles")
    DOUBLES = "doubles", N_("Doubles")
    TREBLES = "trebles", N_("Trebles")
    TEAM = "team", N_("Team match")


class MatchEnds(TextChoices):
    """`rules.formats` has the same words."""

    ALL = "all", N_("All its games are played")
    BEST = "best", N_("Best of so many")
    FIRST = "first", N_("First to win so many")


class GamesWritten(TextChoices):
    """The part of each game, or of a match, that is written down; `rules.formats` has the same words."""

    SCORES = "scores", N_("The loser’s score")
    WINNERS = "winners", N_("Who won it")
    TOTALS = "totals", N_("How many each side won")
    PEGGED = "pegged", N_("How many each side won, and the points pegged")


# The games of such a match have no rows.
COUNTED_GAMES = (GamesWritten.TOTALS, GamesWritten.PEGGED)


class RulesetName(TextChoices):
    """Named rulesets of the scoring engine; a test compares the two lists."""

    LEAGUE = "league", N_("League")
    HOYLE = "hoyle", N_("Hoyle")
    HOYLE_61 = "hoyle-61", N_("Hoyle, once around")
    SIX_CARD = "six-card", N_("Six-card")
    SIX_CARD_61 = "six-card-61", N_("Six-card, 61 up")
    FIVE_CARD = "five-card", N_("Five-card")
    FIVE_CARD_STARTER_FIRST = "five-card-starter-first", N_("Five-card, starter first")
    SEVEN_CARD = "seven-card", N_("Seven-card")
    THREE_HANDED = "three-handed", N_("Three-handed")
    HOME_COMPUTER = "home-computer", N_("Home computer")
    HOME_COMPUTER_61 = "home-computer-61", N_("Home computer, once around")
    ACC = "acc", N_("American Cribbage Congress")
