"""The secretary takes his league along, on a phone."""

import io
import zipfile
from pathlib import Path

import pytest
