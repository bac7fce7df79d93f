"""The stylesheets that pages link; and the dark scheme: other colours, and nothing else (tests/e2e/looking.py rests on
that).
"""

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command

from config.stylesheets import StylesheetFinder, joined
from league.enums import TeamColour

SCHEME = "prefers-color-scheme"
DARK = re.compile(r"@media screen and \(prefers-color-scheme: dark\) \{\s*:root \{(?P<said>[^{}]*)\}\s*\}")
COLOURED = re.compile(r"--[\w-]+: (#[0-9a-f]{6}|(0 \d+px \d+px rgb\(0 0 0 / \d+%\)(, )?)+)|color-scheme: dark")


def test_the_dark_scheme_changes_colours_and_nothing_else() -> None:
    said = DARK.search((settings.ROOT / "static/css/tokens.css").read_text())
    assert said is not None
    lines = [line.strip() for line in said["said"].split(";") if line.strip()]
    assert len(lines) > 30
    assert [line for line in lines if not COLOURED.fullmatch(line)] == []


def test_nothing_else_asks_for_the_scheme() -> None:
    asking = {
        str(path.relative_to(settings.ROOT)): path.read_text().count(SCHEME)
        for folder, ends in (("static", ("css", "js")), ("templates", ("html",)))
        for end in ends
        for path in (settings.ROOT / folder).rglob(f"*.{end}")
        if SCHEME in path.read_text()
    }
    # The colour of a telephone's own bar, once for each scheme; and letters, which are no pages.
    assert asking == {"static/css/tokens.css": 1, "templates/base.html": 2, "templates/email/base.html": 1}


def test_every_source_is_in_one_stylesheet() -> None:
    sources = sorted(path.stem for path in settings.STYLES.glob("*.css"))
    assert sorted(name for names in settings.STYLESHEETS.values() for name in names) == sources


def test_no_rule_takes_the_name_of_a_side_alone() -> None:
    """Scores, seats and pegs are of class `home` or `away`: a rule of that name lays them out too."""
    alone = re.compile(r"(?:^|[,{}])\s*\.(?:home|away)\s*(?=[,{>])", re.MULTILINE)
    found = {path.name for path in settings.STYLES.glob("*.css") if alone.search(path.read_text())}
    assert found == set()


def test_templates_link_stylesheets_and_not_their_sources() -> None:
    linked = {
        name
        for path in (settings.ROOT / "templates").rglob("*.html")
        for name in re.findall(r"css/[\w-]+\.css", path.read_text())
    }
    assert linked == set(settings.STYLESHEETS)


def test_what_is_joined_says_what_its_sources_say() -> None:
    for path, names in settings.STYLESHEETS.items():
        sources = "".join((settings.STYLES / f"{name}.css").read_text() for name in names)
        told = re.sub(r"\s+", " ", re.sub(r"/\*[^*]*\*+(?:[^/*][^*]*\*+)*/", " ", sources)).strip()
        assert re.sub(r"\s+", " ", joined(path)).strip() == told
        assert not re.search(r"""["'][^"'\n]*/\*[^"'\n]*["']""", sources)


def test_the_script_of_every_page_is_its_sources_one_after_another() -> None:
    [(path, names)] = settings.SCRIPTS.items()
    texts = [(settings.ROOT / "static/js" / f"{name}.js").read_text() for name in names]
    assert joined(path) == "\n".join(texts)
    assert Path(StylesheetFinder().find(path)).read_text() == joined(path)


def test_a_stylesheet_follows_its_sources(settings: Any, tmp_path: Path) -> None:
    settings.STYLES, settings.STYLESHEETS_ROOT = tmp_path / "sources", tmp_path / "made"
    settings.STYLESHEETS, settings.SCRIPTS = {"css/all.css": ("first", "second")}, {}
    settings.STYLES.mkdir()
    (settings.STYLES / "first.css").write_text("/* First. */\na {\n  color: red;\n}\n")
    (settings.STYLES / "second.css").write_text("b {\n  color: blue;\n}\n")
    finder = StylesheetFinder()
    assert Path(finder.find("css/all.css")).read_text() == "a {\ncolor: red;\n}\nb {\ncolor: blue;\n}\n"
    (settings.STYLES / "second.css").write_text("b {\n  color: green;\n}\n")
    [(path, storage)] = finder.list(None)
    assert Path(storage.path(path)).read_text().endswith("b {\ncolor: green;\n}\n")
    assert finder.find("css/first.css") == []
    assert finder.find("css/all.css", find_all=True) == [storage.path("css/all.css")]
    (settings.STYLES / "first.css").unlink()
    with pytest.raises(FileNotFoundError, match=r"first\.css"):
        finder.find("css/all.css")


@pytest.mark.long
def test_collected_stylesheets_bear_their_contents_name(settings: Any, tmp_path: Path) -> None:
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = {
        **settings.STORAGES, "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}
    }  # fmt: skip
    call_command("collectstatic", interactive=False, verbosity=0)
    for path in settings.STYLESHEETS:
        address = staticfiles_storage.url(path)
        assert re.fullmatch(r"/static/css/\w+\.[0-9a-f]{12}\.css", address)
        assert (tmp_path / address.removeprefix("/static/")).with_suffix(".css.gz").exists()


LIGHT = re.compile(r"\n:root \{(?P<said>[^{}]*)\}")
THEMES = re.compile(r':root\[data-theme="(\w+)"\] \{([^{}]*)\}')


def _values(said: str) -> dict[str, str]:
    lines = re.sub(r"/\*.*?\*/", "", said, flags=re.DOTALL).split(";")
    return {name.strip(): value.strip() for name, _, value in (line.partition(":") for line in lines if line.strip())}


def test_a_theme_that_is_chosen_has_the_colours_of_the_scheme() -> None:
    tokens = (settings.ROOT / "static/css/tokens.css").read_text()
    dark, light = DARK.search(tokens), LIGHT.search(tokens)
    assert dark is not None
    assert light is not None
    chosen = {
        name: _values(said) for name, said in THEMES.findall((settings.ROOT / "static/css/themes.css").read_text())
    }
    of_dark = _values(dark["said"])
    assert chosen["dark"] == {"color-scheme": "dark"} | of_dark
    assert chosen["light"] == {"color-scheme": "light"} | {name: _values(light["said"])[name] for name in of_dark}


# What a team's disc stands on: pages, tables and lists, what is sunken, and the reader's own row.
GROUNDS = ("--ground", "--surface", "--sunken", "--brass-soft")


def _light_of(colour: str) -> float:
    """Return the relative luminance of a colour, as WCAG 2 has it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _contrast(one: str, other: str) -> float:
    dark, light = sorted((_light_of(one), _light_of(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_teams_colour_stands_out_from_what_it_is_shown_on(theme: str) -> None:
    said = dict(THEMES.findall((settings.ROOT / "static/css/themes.css").read_text()))
    values = _values(said[theme])
    colours = {name.removeprefix("--team-"): value for name, value in values.items() if name.startswith("--team-")}
    assert list(colours) == TeamColour.values
    assert len(set(colours.values())) == len(colours)
    faint = {
        (name, ground): round(_contrast(value, values[ground]), 2)
        for name, value in colours.items()
        for ground in GROUNDS
        if _contrast(value, values[ground]) < 3
    }
    assert faint == {}
    assert _contrast("#000000", "#ffffff") == 21


def test_the_main_button_of_a_form_comes_first() -> None:
    """Who goes through a page by keyboard, or by thumb, meets what the page is for before the way out."""
    rows = re.compile(r'class="actions">.*?</(?:p|div|form)>', re.DOTALL)
    ways_out = re.compile(r'<a class="button quiet"[^<]*<?[^<]*</a>.*?<button(?! type="button")', re.DOTALL)
    late = [
        str(path.relative_to(settings.ROOT))
        for path in (settings.ROOT / "templates").rglob("*.html")
        for row in rows.findall(path.read_text())
        if ways_out.search(row)
    ]
    assert late == []
