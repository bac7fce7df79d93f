"""What a page may cost whoever opens it on a phone of 390 × 844, in one place; the tests of the browser hold it.

Figures of pages are of the demo league, signed in as the demo's people are called.
"""

from dataclasses import dataclass

# Bytes on the wire, cold: a phone at a pub's edge of the network reads a table in a second.
MOST_BYTES = {"home": 60_000, "division": 50_000}
MOST_FONT_BYTES = 40_000
MOST_REQUESTS = 8
MOST_SHIFT = 0.02
# Seconds until something is seen, at 150 ms, 1.6 Mb/s and a processor four times slower, at best: 1.2 on a machine that
# does nothing else, where a plain page of another server takes PLAIN. How much longer that one takes here and now, the
# league's pages may too, and a machine that is shared twice that. What does not depend on the machine is what a browser
# must have before it shows anything, besides the page itself: its stylesheet and at most one script.
FIRST_PAINT, SHARED, PLAIN = 1.2, 2, 0.4
MOST_BLOCKING = 2
# Teams of a division's table that are seen without scrolling.
LEAST_TEAMS = 8
# Taps of a sheet of 27 games with its scores, and fields of a league of ten teams from nothing.
MOST_TAPS, MOST_FIELDS = 95, 35


@dataclass(frozen=True, slots=True)
class Budget:
    """A page's, at 390 px.

    Attributes:
        path: below the league's address, or the server's where it begins with a stroke; `{evening}` is the night to
            enter, `{played}` the last one played, `{division}` the first one's table.
        who: as the demo calls them; "" a stranger.
        links: on the whole page, folded ones too.
        height: in px, as it opens.
        action: the selector of what the visitor came for; its lower edge is at most `down` px from the top.
    """

    path: str
    who: str
    links: int
    height: int
    action: str = ""
    down: int = 700
    visible: int = 42  # links, as it opens


PAGES = (
    Budget("", "", 30, 1_800),
    Budget("", "captain", 30, 1_700, ".due-first", 250),
    Budget("", "secretary", 30, 1_700, ".due-first", 250),
    Budget("", "player", 30, 1_700),
    Budget("fixtures/{evening}/", "captain", 26, 1_200, "main .actions .button, main a.button", 500, visible=18),
    # A full card: 28 players, whose names are links once, in their fold.
    Budget("fixtures/{played}/", "", 54, 6_000, visible=24),
    Budget("my/", "captain", 30, 1_800, "main a.button", 500),
    Budget("fixtures/{evening}/sheet/", "captain", 18, 2_200, "main details[open] label", 844),
    Budget("fixtures/{evening}/score/", "captain", 14, 900, ".score-form button", 500),
    Budget("secretary/", "secretary", 75, 2_000, ".due-first", 300),
    Budget("rules/", "", 35, 1_900),
    Budget("{division}", "", 60, 1_700, ".standings tbody tr", 400),
    Budget("/play/", "", 12, 900, "main form button", 250),
    Budget("/play/", "player", 12, 900, "main form button", 250),
    Budget("/play/lessons/", "", 32, 1_150, "main a.button", 250),
    Budget("/play/lessons/", "player", 32, 1_150, "main a.button", 250),
    # The whole pack is seen above the tabs.
    Budget("/hand/", "", 18, 1_600, ".picker-pack", 784),
    Budget("hand/", "player", 20, 1_600, ".picker-pack", 784),
    Budget("calls/new/?fixture={evening}", "referee", 16, 1_850, ".picker-pack", 784),
    Budget("fixtures/{evening}/disputes/new/?about=call", "captain", 16, 2_250, ".picker-pack", 784),
    Budget("secretary/people/", "secretary", 110, 4_400),
    Budget("secretary/settings/", "secretary", 30, 1_800),
    Budget("secretary/settings/league/", "secretary", 20, 2_500),
    Budget("secretary/seasons/{season}/settings/", "secretary", 20, 2_500),
    Budget("secretary/{division_settings}", "secretary", 20, 2_500),
    Budget("messages/settings/", "secretary", 30, 2_400, visible=14),
)
