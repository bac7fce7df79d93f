"""What Markdown becomes: nothing that runs, loads or breaks a page, and quickly whatever is typed."""

import re

import pytest

from league.rules.news import check_text, clean_text, first_words, pictures_within, to_html


def test_text_is_commonmark_with_its_lines_kept() -> None:
    made = to_html("**Bold** and *not*\nsecond line\n\n- one\n- two\n\n> said\n\n`code`\n\n3. third")
    assert made == (
        "<p><strong>Bold</strong> and <em>not</em><br>\nsecond line</p>\n<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n"
        '<blockquote>\n<p>said</p>\n</blockquote>\n<p><code>code</code></p>\n<ol start="3">\n<li>third</li>\n</ol>\n'
    )


@pytest.mark.parametrize(
    ("text", "levels"),
    [
        ("# One\n\n## Two\n\n# Three", [2, 3, 2]),
        ("### One\n\n# Two", [2, 2]),
        ("# One\n\n##### Two\n\n###### Three", [2, 3, 4]),
        ("One\n===\n\nTwo\n---", [2, 3]),
        ("".join(f"{'#' * n} h\n\n" for n in range(1, 7)), [2, 3, 4, 5, 6, 6]),
    ],
)
def test_headings_are_lowered_and_skip_no_level(text: str, levels: list[int]) -> None:
    assert [int(level) for level in re.findall(r"<h([1-6])>", to_html(text))] == levels


def test_headings_begin_where_the_page_says() -> None:
    assert to_html("# A\n\n## B", 4) == "<h4>A</h4>\n<h5>B</h5>\n"


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "<style>*{}</style>",
        '<a href="javascript:alert(1)">x</a>',
        "<iframe src='https://e.example'></iframe>",
        "[x](javascript:alert(1))",
        "[x](JaVaScRiPt:alert(1))",
        "[x](java\tscript:alert(1))",
        "[x](java&#115;cript:alert(1))",
        "[x](vbscript:x)",
        "[x](data:text/html;base64,PHNjcmlwdD4=)",
        "[x](file:///etc/passwd)",
        "![x](javascript:alert(1))",
        "![x](https://e.example/x.png)",
        '![x](https://e.example/x.png "onload=alert(1)")',
        "<javascript:alert(1)>",
        '[x](https://e.example "\\" onmouseover=\\"alert(1)")',
        "```html\n<script>alert(1)</script>\n```",
        "**<b onclick=alert(1)>x</b>**",
        "[a]: javascript:alert(1)\n\n[a]",
        "&lt;script&gt;alert(1)&lt;/script&gt;",
    ],
)
def test_nothing_runs_or_is_loaded(text: str) -> None:
    made = to_html(text)
    tags = {name.lower() for name in re.findall(r"</?([a-zA-Z0-9]+)", made)}
    assert tags <= {"p", "a", "code", "pre", "strong", "br"}
    attributes = set(re.findall(r"<[^>]*?\s([a-z]+)=", made))
    assert attributes <= {"href", "title", "rel"}
    for address in re.findall(r'<a href="([^"]*)"', made):
        assert address.startswith("https://e.example"), made


def test_a_link_tells_search_engines_and_the_page_it_opens_nothing() -> None:
    assert to_html("[x](https://e.example)") == (
        '<p><a href="https://e.example" rel="nofollow ugc noopener">x</a></p>\n'
    )
    assert 'href="mailto:a@b.example"' in to_html("[x](mailto:a@b.example)")
    assert 'href="tel:+441632960001"' in to_html("[x](tel:+441632960001)")
    assert 'href="/leagues/x/"' in to_html("[x](/leagues/x/)")


def test_a_picture_is_a_link_with_its_words() -> None:
    link = '<a href="https://e.example/x.png" rel="nofollow ugc noopener">'
    assert to_html("![The board](https://e.example/x.png)") == f"<p>{link}The board</a></p>\n"
    assert to_html("![](https://e.example/x.png)") == f"<p>{link}https://e.example/x.png</a></p>\n"
    # No link stands within another.
    within = to_html("[![The board](https://e.example/x.png)](https://e.example)")
    assert within == '<p><a href="https://e.example" rel="nofollow ugc noopener">The board</a></p>\n'


def test_a_picture_that_is_pasted_in_is_found() -> None:
    assert pictures_within("![x](data:image/png;base64,iVBORw0KGgo=)")
    assert not pictures_within("![x](https://e.example/x.png) and `![x](data:image/png;base64,iVBO)`")


def test_an_address_is_written_once_however_often_it_is_referred_to() -> None:
    text = f"[a]: https://e.example/{'x' * 9000}\n\n" + "[a] " * 2700
    assert len(to_html(text)) < 2 * len(text)


PIECES = (
    ">", "> ", "[", "]", "![", "[a](", "[a](b", "`", "``", "*", "**", "_", "*a ", "*a **b ", "a**b", "**a", "<", "<a",
    "<!--", "- ", "- a\n", "1. ", "&", "&#1;", "\\", "# a\n", "a\n=", "a\n", "a  \n", "***\n", "```\n", "`a` ", "\t",
    "<http://a", "*_", "[a]:", "[a]: b\n", "(", "|", "~", "[a](<b", "> a\n", "&amp;", "\u202e", "\0", "[]()", "!",
    "[![", "](", "\r", "~~~\n", "    a\n", "<https://a.b>", "*a_", "**a*", "a*b_",
)  # fmt: skip
SHAPES = {repr(piece): (piece * 20_000)[:20_000] for piece in PIECES} | {
    "10,000 quotes": ">" * 10_000 + "a",
    "10,000 brackets": "[" * 10_000 + "]" * 10_000,
    "links in brackets": "[" * 5000 + "a" + "](b)" * 3700,
    "pictures in brackets": "![" * 4000 + "a" + "](b)" * 3000,
    "backticks of every length": "".join("`" * n + "a" for n in range(1, 198)),
    "lists within lists": "".join(" " * n + "- a\n" for n in range(190)),
    "strong in strong": "**a" * 3300 + "b**" * 3300,
    "both in both": "*_a" * 3300 + "b_*" * 3300,
    "brackets in an address": "[a](" + "(" * 9000 + ")" * 9000 + ")",
    "a long title": '[a](b "' + "c" * 19_000,
    "many addresses": "".join(f"[{n}]: x\n" for n in range(1800)),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_whatever_is_typed_stays_of_a_size_or_is_refused(shape: str) -> None:
    text = clean_text(SHAPES[shape])
    if not check_text(text):
        assert len(first_words(text, 100)) <= 102
        assert len(to_html(text)) < 20 * 20_000


@pytest.mark.long
def test_no_shape_but_brackets_by_the_thousand_is_refused() -> None:
    refused = {shape: {problem.code for problem in check_text(clean_text(text))} for shape, text in SHAPES.items()}
    assert set().union(*refused.values()) == {"links", "text"}
    assert all(SHAPES[shape].count("[") > 1000 or "\0" in SHAPES[shape] for shape, codes in refused.items() if codes)


def test_the_first_words_have_no_marks() -> None:
    text = "# Finals\n\nThe **finals** are [here](https://e.example), `at` the\nAnchor ![board](https://e.example/x)"
    assert first_words(text, 200) == "Finals The finals are here, at the Anchor board"
    assert first_words("one two three", 8) == "one two …"
    assert first_words("x" * 300, 10) == "x" * 10 + " …"
    assert first_words("word " * 1000, 4000).endswith(" …")
    assert first_words("", 10) == ""
