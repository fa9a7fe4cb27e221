"""What all tables belong to."""

from __future__ import annotations

from sqlalchemy import MetaData

__all__ = ["metadata"]

metadata = MetaData()
