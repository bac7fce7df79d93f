"""`python -m scoring`: hands, calls, discards, written games and rulesets, from the shell.

Exit codes: 0 for an answer, 1 for a record with a fault, 2 for what cannot be answered, each problem a line on standard
error. docs/shell.md shows every command.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NoReturn, TextIO

from scoring import shell
from scoring.errors import Problem, ScoringError
from scoring.ruleset import LEAGUE, RULESETS, Ruleset, parse_ruleset
from scoring.strategy import shell as strategy_shell
from scoring.text import N_, Text

EXAMPLE = '"JD 5H 5C 5S"'
LONGEST_FILE = 1_000_000  # bytes
RULESET_FILE = ".json"
FINE, BAD_INPUT, INTERRUPTED = 0, 2, 130  # 130 is what a shell reports for Ctrl-C
# A terminal without these characters can read what they stand for.
PLAIN = str.maketrans(dict(zip("“”‘’–×♣♦♥♠", "\"\"''-xCDHS", strict=True)) | {"…": "..."})
Answering = Callable[[argparse.Namespace], shell.Answer]


def main(argv: Sequence[str] | None = None) -> int:
    """Answer one command, by default the one in `sys.argv`. Returns the exit code and raises nothing."""
    try:
        return _answer(argv)
    except ScoringError as error:
        for problem in error.problems:
            _write(sys.stderr, f"scoring: {_one_line(problem.message)}")
        return BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except SystemExit:  # how argparse ends once it has shown its help
        return FINE


def _answer(argv: Sequence[str] | None) -> int:
    options, rest = _parser().parse_known_args(argv)
    if rest:
        message = Text(
            "{command} did not expect {words}; the cards of a hand go in quotes: {example}",
            command=options.command,
            words=" ".join(rest),
            example=EXAMPLE,
        )
        raise ScoringError(Problem("arguments", message))
    answering: Answering = options.answering
    answer = answering(options)
    text = json.dumps(answer.document, indent=2) if options.json else "\n".join(map(_one_line, answer.lines))
    if not _write(sys.stdout, text):
        raise ScoringError(Problem("output", N_("the answer could not be written")))
    return answer.code


class _Parser(argparse.ArgumentParser):
    """argparse, with its complaints and its help going the way of every other line."""

    def error(self, message: str) -> NoReturn:
        raise ScoringError(
            Problem("arguments", Text("{message}; {prog} --help tells more", message=message, prog=self.prog))
        )

    def print_help(self, file: object = None) -> None:
        _write(sys.stdout, self.format_help().rstrip())


def _parser() -> _Parser:
    parser = _Parser(prog="python -m scoring", description="Cribbage, counted and judged.", allow_abbrev=False)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", required=True)

    def command(name: str, does: str, answering: Answering) -> _Parser:
        # An abbreviated option would change its meaning with the next option that begins like it.
        added = commands.add_parser(name, help=does, description=does, allow_abbrev=False)
        added.add_argument("--json", action="store_true", help="one JSON document instead of words")
        added.set_defaults(answering=answering)
        return added

    count = command("count", "count a hand or crib, with or without its starter", _count)
    _add_cards(count, starter="?", usual=None)
    call = command("call", "judge a called hand or crib: who pegs what, and why", _call)
    _add_cards(call, starter=None)
    call.add_argument("--declared", required=True, metavar="N", help="the score that was announced")
    call.add_argument("--claimed", metavar="N", help="the total that the challenger says it is")
    call.add_argument("--leaves", action="store_true", help="the challenger declines what was missed")
    discard = command("discard", "what to lay away: every choice, the best first", _discard)
    discard.add_argument("cards", help='the cards dealt, in quotes: "JD 5H 5C 5S 9C KD"')
    discard.add_argument("--dealer", action="store_true", help="the crib is the player's own")
    discard.add_argument("--starter", metavar="CARD", help="the starter, where it is turned first")
    _add_ruleset(discard)
    replay = command("replay", "go through a written game: every peg with its reason, every fault", _replay)
    replay.add_argument("file", help="the record or deal sheet; - is standard input")
    replay.add_argument("--ruleset", metavar="NAME", help="the rules where it names none, or a ruleset file")
    best = command("best", "what to do in a position: every choice, the best first", _best)
    best.add_argument("position", help='a line "game/1; …", as the text of a game; - is standard input')
    best.add_argument("--player", metavar="NAME", help="who is to choose; by default who is in turn")
    analyse = command("analyse", "go through a written game: what each decision cost", _analyse)
    analyse.add_argument("file", help="the record; - is standard input")
    rules = command("rules", "list the named rulesets, or show one field by field", _rules)
    rules.add_argument("name", nargs="?", help="a named ruleset, or a ruleset file")
    return parser


def _add_cards(command: argparse.ArgumentParser, *, starter: str | None, usual: str | None = LEAGUE.name) -> None:
    """The arguments of a shown hand; `starter` is how many there are, None for exactly one."""
    command.add_argument("hand", help=f"the cards kept, in quotes: {EXAMPLE}")
    command.add_argument("starter", nargs=starter, help="the starter: 5D")
    command.add_argument("--crib", action="store_true", help="the cards are the crib, not a hand")
    _add_ruleset(command, usual)


def _add_ruleset(command: argparse.ArgumentParser, usual: str | None = LEAGUE.name) -> None:
    said = "league" if usual else "none, and one to six cards"
    command.add_argument("--ruleset", default=usual, metavar="NAME", help=f"a ruleset, or its file (default: {said})")


def _count(options: argparse.Namespace) -> shell.Answer:
    rules = None if options.ruleset is None else _rules_of(options.ruleset)
    return shell.count(options.hand, options.starter, crib=options.crib, rules=rules)


def _call(options: argparse.Namespace) -> shell.Answer:
    return shell.call(
        options.hand,
        options.starter,
        options.declared,
        options.claimed,
        takes=not options.leaves,
        crib=options.crib,
        rules=_rules_of(options.ruleset),
    )


def _discard(options: argparse.Namespace) -> shell.Answer:
    return shell.discard(options.cards, options.starter, dealer=options.dealer, rules=_rules_of(options.ruleset))


def _replay(options: argparse.Namespace) -> shell.Answer:
    otherwise = None if options.ruleset is None else parse_ruleset(_rules_of(options.ruleset))
    folder = os.path.dirname(options.file) if options.file != "-" else ""
    return shell.replayed(_read(options.file), otherwise, _Rulesets(folder, otherwise))


def _best(options: argparse.Namespace) -> shell.Answer:
    position = _read("-").strip() if options.position == "-" else options.position
    return strategy_shell.best(position, options.player)


def _analyse(options: argparse.Namespace) -> shell.Answer:
    return strategy_shell.analysed(_read(options.file))


def _rules(options: argparse.Namespace) -> shell.Answer:
    return shell.rules_list() if options.name is None else shell.rules_table(_rules_of(options.name))


class _Rulesets(Mapping[str, Ruleset]):
    """The rulesets that a record may name: the engine's, the one of `--ruleset`, and files in the record's folder."""

    def __init__(self, folder: str, given: Ruleset | None) -> None:
        self.folder = folder
        self.named = dict(RULESETS) if given is None else {**RULESETS, given.name: given}

    def __getitem__(self, name: str) -> Ruleset:
        if not name.endswith(RULESET_FILE):
            return self.named[name]
        return parse_ruleset(_rules_of(os.path.join(self.folder, name)))

    def __iter__(self) -> Iterator[str]:
        return iter(self.named)

    def __len__(self) -> int:
        return len(self.named)


def _rules_of(name: str) -> str:
    """A ruleset's name as it is, or what its file says. Raises ScoringError where that is no JSON object."""
    if not name.endswith(RULESET_FILE):
        return name
    text = _read(name)
    if not text.lstrip().startswith("{"):
        wrong = N_("{file}: a ruleset file is a JSON object, as “rules NAME --json” writes one")
        raise ScoringError(Problem("ruleset", Text(wrong, file=name)))
    return text


def _read(name: str) -> str:
    """The text of a file, or of standard input. Raises ScoringError where there is none."""
    try:
        # Bytes, so that no locale decides how they are read.
        with open(0 if name == "-" else name, "rb", closefd=name != "-") as file:
            content = file.read(LONGEST_FILE + 1)
        if len(content) <= LONGEST_FILE:
            return content.decode("utf-8-sig")
        wrong = Text("it is too long; a record has no more than {longest_file:,} bytes", longest_file=LONGEST_FILE)
    except UnicodeDecodeError as error:
        wrong = Text("byte {place} is not UTF-8; save the record as UTF-8 text", place=error.start + 1)
    except (OSError, ValueError) as error:
        wrong = Text("it cannot be read: {why}", why=getattr(error, "strerror", None) or error)
    raise ScoringError(
        Problem("file", Text("{file}: {wrong}", file=N_("standard input") if name == "-" else name, wrong=wrong))
    )


def _write(stream: TextIO | None, text: str) -> bool:
    """Write lines, in characters that the stream has. False where it took none; a reader who has gone is no matter."""
    if stream is None:  # closed before we began
        return True
    encoding = stream.encoding or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        text = text.translate(PLAIN).encode(encoding, "replace").decode(encoding)
    try:
        stream.write(f"{text}\n")
        stream.flush()
    except OSError as error:
        # The interpreter writes what is left as it ends, and would complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        return isinstance(error, BrokenPipeError)
    return True


def _one_line(message: str) -> str:
    """The message with line breaks, and whatever else could upset a terminal, written out."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in message)


if __name__ == "__main__":
    sys.exit(main())
