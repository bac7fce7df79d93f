"""The sentences of the rules page about who may play, as a season has them."""

import datetime as dt
from typing import Protocol

from league.rules.wording import fixtures, spelt
from scoring.text import N_, NOTHING, Text


class Playing(Protocol):
    """The settings of a season that say who may play."""

    @property
    def registration(self) -> str: ...
    @property
    def registration_days(self) -> int: ...
    @property
    def registration_until(self) -> dt.date | None: ...
    @property
    def transfer_limit(self) -> int | None: ...
    @property
    def transfer_until(self) -> dt.date | None: ...
    @property
    def guests(self) -> str: ...
    @property
    def guest_limit(self) -> int | None: ...
    @property
    def guests_at_once(self) -> int | None: ...


def registered_before(season: Playing) -> Text:
    """Say how long before they play somebody is registered."""
    if not season.registration_days or season.registration == "open":
        return NOTHING
    return Text.plural(
        "They are registered for {n} day before they first play; those registered when the season begins play at once.",
        "They are registered for {n} days before they first play; those registered when the season begins play at "
        "once.",
        n=season.registration_days,
    )


def last_registered(season: Playing) -> Text:
    """Say from when on nobody new is registered."""
    last = season.registration_until if season.registration != "open" else None
    return Text("Nobody new is registered after {day}.", day=spelt(last)) if last is not None else NOTHING


def transfers(season: Playing) -> Text:
    """Say how often, and until when, a player changes team."""
    limit, last = season.transfer_limit, season.transfer_until
    if limit == 0:
        return N_("Nobody changes team during the season.")
    if limit is None:
        times = N_("any number of times")
    elif limit == 1:
        times = N_("once")
    else:
        times = Text("{n} times", n=limit)
    if last is None:
        return Text("The secretary transfers a player to another team: {times} in a season.", times=times)
    return Text(
        "The secretary transfers a player to another team: {times} in a season, and not after {day}.",
        times=times,
        day=spelt(last),
    )


def guests(season: Playing) -> Text:
    """Say who besides its own players plays for a team."""
    if season.guests in ("none", "free-agents") and season.registration == "open":
        return N_("Whoever is registered plays for that team alone.")
    if season.guests == "none":
        return N_("Nobody plays for a team that they are not registered for.")
    if season.guests == "free-agents":
        freely = N_("A player of the league who has no team may help out as a guest.")
        at_most = N_("A player of the league who has no team may help out as a guest in {fixtures} a season at most.")
    elif season.guests == "anybody":
        freely = N_("Any player of the league may help out as a guest, but not against their own.")
        at_most = N_(
            "Any player of the league may help out as a guest in {fixtures} a season at most, but not against their "
            "own."
        )
    else:
        freely = N_("A player of another team may help out as a guest, but not against their own.")
        at_most = N_(
            "A player of another team may help out as a guest in {fixtures} a season at most, but not against their "
            "own."
        )
    return freely if season.guest_limit is None else Text(at_most, fixtures=fixtures(season.guest_limit))


def guests_at_once(season: Playing) -> Text:
    """Say how many guests a team may have in one fixture."""
    if season.guests_at_once is None or season.guests == "none":
        return NOTHING
    return Text.plural(
        "A team has {n} guest in a fixture at most.",
        "A team has {n} guests in a fixture at most.",
        n=season.guests_at_once,
    )
