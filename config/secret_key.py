"""An embedded installation's secret key: made at its first start, kept beside its database, read by its owner alone."""

import os
import secrets
import tempfile
from pathlib import Path

SHORTEST = 50


def load_secret_key(database: Path) -> str:
    """Return the key beside a database; make it where there is none, and take everybody else's rights to it away.

    Processes that start at once get one key. Where the database's folder is missing no database can be opened either,
    and the process has a key of its own.
    """
    path = database.with_name(f"{database.name}.secret-key")
    if not path.parent.is_dir():
        return secrets.token_urlsafe(SHORTEST)
    if path.exists() and len(path.read_text().strip()) < SHORTEST:
        # Cut short by a full disk, or blanked by hand: a blank key would sign everything alike.
        path.unlink(missing_ok=True)
    if not path.exists():
        _write_new_key(path)
    path.chmod(0o600)
    return path.read_text().strip()


def _write_new_key(path: Path) -> None:
    """Write a whole key under its name at once; the file of a process that was quicker stays."""
    # mkstemp makes a file of mode 0600.
    handle, name = tempfile.mkstemp(prefix=f"{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(SHORTEST) + "\n")
            file.flush()
            os.fsync(file.fileno())
        os.link(name, path)
    except FileExistsError:
        pass
    finally:
        Path(name).unlink(missing_ok=True)
