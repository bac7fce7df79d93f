"""Rows that were there before get their numbers: a uid for what moves between servers, and the journal its chain."""

import datetime as dt
import hashlib
import json
import uuid

from django.db import migrations


def give_uids(apps, schema_editor):
    for model in ("User", "Player", "Team", "Fixture"):
        rows = list(apps.get_model("league", model).objects.all())
        for row in rows:
            row.uid = uuid.uuid4()
        apps.get_model("league", model).objects.bulk_update(rows, ["uid"], batch_size=500)


def chain_journals(apps, schema_editor):
    """As `rules.chain.entry_hash` had it when chains began."""
    entries = apps.get_model("league", "JournalEntry").objects
    head = apps.get_model("league", "JournalHead").objects
    for league in apps.get_model("league", "League").objects.all():
        previous, number = "", 0
        for entry in entries.filter(league=league).select_related("by", "fixture").order_by("pk").iterator(500):
            number += 1
            refs = {"by": str(entry.by.uid)} if entry.by else {}
            if entry.fixture:
                refs["fixture"] = str(entry.fixture.uid)
            at = entry.at.astimezone(dt.UTC).isoformat()
            said = [previous, number, at, entry.kind, entry.key, entry.what, entry.why, entry.data, refs]
            text = json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
            entry.number, entry.refs, entry.previous = number, refs, previous
            entry.hash = previous = hashlib.sha256(text.encode()).hexdigest()
            entry.save()
        head.create(league=league, number=number, hash=previous)


class Migration(migrations.Migration):

    dependencies = [("league", "0005_results_everyone_trusts")]

    operations = [
        migrations.RunPython(give_uids, migrations.RunPython.noop, elidable=True),
        migrations.RunPython(chain_journals, migrations.RunPython.noop, elidable=True),
    ]
