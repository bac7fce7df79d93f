"""French: what a sentence needs once its gaps are filled."""

import pytest
from django.template import engines
from django.utils.translation import override

from league.rules.languages import elide
from league.translation import translated
from scoring.text import Text


@pytest.mark.parametrize(
    ("written", "right"),
    [
        ("la feuille de Anchor compte", "la feuille d’Anchor compte"),
        ("De Étoile à Ours", "D’Étoile à Ours"),
        ("les points que Olive marque", "les points qu’Olive marque"),
        ("la fiche de <b>Anchor</b>", "la fiche d’<b>Anchor</b>"),
        ("jusque Août", "jusqu’Août"),
        ("l’équipe de Bell", "l’équipe de Bell"),
        ("une suite de onze", "une suite de onze"),
        ("de York, de Harbour, de 8", "de York, de Harbour, de 8"),
        ("de A à H", "de A à H"),
        ("de olive@example.org à Ann", "de olive@example.org à Ann"),
        ("aide Anchor, quoique Anchor", "aide Anchor, quoique Anchor"),
    ],
)
def test_de_and_que_before_a_vowel(written: str, right: str) -> None:
    assert elide(written) == right
    assert elide(right) == right


def test_a_name_in_a_french_text_or_page_is_joined_as_french_has_it() -> None:
    text = Text("{team}’s sheet counts", team="Anchor")
    page = engines["django"].from_string(
        "{% blocktranslate %}Take over scoring from {{ writer }}{% endblocktranslate %}"
    )
    with override("fr"):
        assert translated(text) == "la feuille d’Anchor compte"
        assert page.render({"writer": "Ann & Bob"}) == "Prendre le relais d’Ann &amp; Bob"
    with override("en"):
        assert translated(text) == "Anchor’s sheet counts"
