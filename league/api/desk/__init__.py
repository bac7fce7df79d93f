"""The secretary's desk: read, captains reminded, results confirmed."""
