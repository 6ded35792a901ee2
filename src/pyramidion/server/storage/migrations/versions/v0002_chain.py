"""Journals become hash chains, and the server gets a key with which it seals records."""

from __future__ import annotations

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("head", sa.String(64)))
    seals = op.create_table("seals", sa.Column("secret", sa.String(64), primary_key=True))
    op.bulk_insert(seals, [{"secret": secrets.token_hex(32)}])


def downgrade() -> None:
    op.drop_table("seals")
    op.drop_column("tables", "head")
