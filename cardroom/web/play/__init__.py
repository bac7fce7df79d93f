"""The pages on which people play: the start, the table, a deal that is verified, a finished game and its analysis."""
