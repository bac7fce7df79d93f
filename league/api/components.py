"""How the description names what is sent and answered: as the league does, without what the code adds to it."""

from typing import Any

from drf_spectacular.openapi import AutoSchema


class Described(AutoSchema):
    """A `FixtureShape` is a Fixture to whoever reads the description."""

    def _get_serializer_name(self, serializer: Any, direction: Any, bypass_extensions: bool = False) -> str:
        name: str = super()._get_serializer_name(serializer, direction, bypass_extensions)
        return name.removesuffix("Shape")
