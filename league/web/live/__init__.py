"""Pages of scores that are being played: writing one, following it, tonight's fixtures, a screen for the pub."""
