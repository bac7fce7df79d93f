"""Store with each invitation the address as it was typed, and hold it to one open invitation to a role."""

from typing import Any

from django.db import migrations, models
from django.db.models import OuterRef, Q, Subquery
from django.db.models.functions import Lower


def fill(apps: Any, editor: Any) -> None:
    invitations = apps.get_model("league", "Invitation").objects
    users = apps.get_model("league", "User").objects.filter(pk=OuterRef("user"))
    invitations.filter(email="").update(email=Subquery(users.annotate(address=Lower("email")).values("address")))


class Migration(migrations.Migration):
    dependencies = [("league", "0021_name_keys")]
    operations = [
        migrations.RemoveConstraint(model_name="invitation", name="invitation_one_open_to_a_team"),
        migrations.RemoveConstraint(model_name="invitation", name="invitation_one_open_to_a_league"),
        migrations.AddField(
            model_name="invitation",
            name="email",
            field=models.EmailField(
                blank=True,
                default="",
                help_text="The address as it was typed, all that whoever invites may read of the account.",
                max_length=254,
            ),
            preserve_default=False,
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.UniqueConstraint(
                condition=Q(accepted_at=None, revoked_at=None) & ~Q(email=""),
                fields=("email", "league", "kind", "team"),
                name="invitation_one_open_to_a_team",
            ),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.UniqueConstraint(
                condition=Q(accepted_at=None, revoked_at=None, team=None) & ~Q(email=""),
                fields=("email", "league", "kind"),
                name="invitation_one_open_to_a_league",
            ),
        ),
    ]
