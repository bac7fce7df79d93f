"""The making of the API’s description: its names, who may call an operation, and what stands in it once."""

from typing import Any

from django.conf import settings
from drf_spectacular.openapi import AutoSchema

from league.api.conventions import TAGS


class Described(AutoSchema):
    """A `FixtureShape` is a Fixture to whoever reads the description."""

    def _get_serializer_name(self, serializer: Any, direction: Any, bypass_extensions: bool = False) -> str:
        name: str = super()._get_serializer_name(serializer, direction, bypass_extensions)
        return name.removesuffix("Shape")

    def get_auth(self) -> list[dict[str, list[str]]]:
        """Return what an operation asks for: a token of its scope, or a session; of what is public, nothing at all."""
        super().get_auth()  # registers the two schemes
        asked = getattr(getattr(self.view, self.method.lower(), None), "operation", None)
        if asked is None:
            return []
        return [{"token": [asked.scope.value]}, {"session": []}, *([{}] if asked.public else [])]

    def _get_paginator(self) -> Any:
        """Only what is read comes in pages; a write that answers with a list answers with all of it."""
        return super()._get_paginator() if self.method == "GET" else None


def complete(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    """Add the server, its address as the contact, and the tags that are used; name each error once."""
    used = {tag for methods in result["paths"].values() for operation in methods.values() for tag in operation["tags"]}
    result["info"]["contact"] = {"name": "Whoever runs this server", "url": settings.BASE_URL}
    result["servers"] = [{"url": settings.BASE_URL, "description": "This server."}]
    result["tags"] = [{"name": name, "description": said} for name, (said, _) in TAGS.items() if name in used]
    shared: dict[str, Any] = {}
    result["components"]["responses"] = shared
    for methods in result["paths"].values():
        for operation in methods.values():
            for code, answer in operation["responses"].items():
                if int(code) >= 400:
                    name = f"Error{code}"
                    operation["responses"][code] = {"$ref": f"#/components/responses/{name}"}
                    if shared.setdefault(name, answer) != answer:
                        raise ValueError(f"{operation['operationId']} tells its {code} otherwise than the rest do.")
    return result
