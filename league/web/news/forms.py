"""Forms of the news: a post, a page of the league's own, a match report."""

import hashlib
import uuid
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.enums import NewsState
from league.models import OwnPage, Post
from league.rules.news import LONGEST_SLUG, MOST_ORDER
from league.rules.problems import LONGEST_REASON
from league.services.news.posts import NewPage, NewPost

# Longer than anything that is kept, and short enough to be looked at: what is too long is refused with its length.
TYPED = 400_000
HOW = _(
    "Markdown: a blank line between paragraphs, **bold**, *italics*, # Heading, - list, [words](https://…) for a link. "
    "Pictures can’t be uploaded or pasted: a picture’s address is shown as a link."
)
Sent = Mapping[str, Any] | None


class _Typed(forms.CharField):
    """A text that the service checks: what is too long comes back as it was typed, and is not cut."""

    def __init__(self, **said: Any) -> None:
        rows = said.pop("rows")
        super().__init__(required=False, strip=False, widget=forms.Textarea(attrs={"rows": rows}), **said)

    def clean(self, value: Any) -> Any:
        # The null character is the service's to refuse, with all else that is wrong.
        return str(value or "")[:TYPED]


class _Versioned(forms.Form):
    """A form that rests on the version that was looked at; of a new thing it has a key, so that it is sent once."""

    version = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0, max_value=10**8)
    key = forms.CharField(widget=forms.HiddenInput, max_length=40, required=False)

    @property
    def seen(self) -> int:
        """Return the version that was looked at; 0 where none is told, which is never that of a row."""
        return int(self.cleaned_data.get("version") or 0)

    def said(self) -> str:
        """Return a word for the form and all that stands in it: the same form sent twice has the same."""
        said = "\n".join(f"{name}={str(self.data.get(name, ''))[:TYPED]}" for name in (*self.fields, "do"))
        return f"news-{hashlib.sha256(said.encode()).hexdigest()}"


class PostForm(_Versioned):
    title = forms.CharField(label=_("Title"), required=False, max_length=1000)
    text = _Typed(label=_("Text"), rows=14, help_text=HOW)
    pinned = forms.BooleanField(
        label=_("Pin it"),
        required=False,
        help_text=_("Above the other posts, and as a line at the top of the home page."),
    )

    def new(self, state: str) -> NewPost:
        said = self.cleaned_data
        return NewPost(said["title"], said["text"], state, said["pinned"])


class PageForm(_Versioned):
    title = forms.CharField(label=_("Title"), required=False, max_length=1000)
    slug = forms.CharField(
        label=_("Word in its address"), required=False, max_length=LONGEST_SLUG * 4,
        help_text=_("Small letters, digits and hyphens, such as “contacts”."),
    )  # fmt: skip
    text = _Typed(label=_("Text"), rows=14, help_text=HOW)
    order = forms.IntegerField(
        label=_("Place in the list"), initial=0, min_value=0, max_value=MOST_ORDER,
        help_text=_("Pages of a lower number come first."),
        error_messages={"required": _("Choose a number, such as 0.")},
    )  # fmt: skip

    def new(self, state: str) -> NewPage:
        said = self.cleaned_data
        return NewPage(said["slug"], said["title"], said["text"], said["order"], state)


class ReportForm(_Versioned):
    text = _Typed(label=_("Match report"), rows=12, help_text=HOW)


class HideForm(forms.Form):
    reason = forms.CharField(
        label=_("Why it is hidden"), max_length=LONGEST_REASON, help_text=_("Its captain reads it."),
        error_messages={"required": _("Say why it is hidden; its captain reads it.")},
    )  # fmt: skip


def form_of(thing: Post | OwnPage | None, kind: type[PostForm] | type[PageForm], sent: Sent) -> PostForm | PageForm:
    """Return the form of a post or a page, as it stands or as it was sent."""
    first: dict[str, Any] = {"key": uuid.uuid4().hex, "version": 0}
    if thing is not None:
        first = {name: getattr(thing, name) for name in kind.base_fields if name != "key"}
    return kind(sent, initial=first)


# What a button says is to become of it. Saving leaves its state; of a new one that is a draft.
STATES = {"publish": NewsState.PUBLISHED, "withdraw": NewsState.WITHDRAWN}
