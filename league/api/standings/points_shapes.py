"""Points, exactly."""

from decimal import Decimal
from fractions import Fraction
from typing import Any

from rest_framework import serializers


class PointsField(serializers.DecimalField):
    """A fraction told with its two decimals: a division gives no finer ones."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_digits=12, decimal_places=2, **kwargs)

    def to_representation(self, value: Any) -> Any:
        if isinstance(value, Fraction):
            value = Decimal(value.numerator) / Decimal(value.denominator)
        return super().to_representation(value)
