"""The secretary's evening: reminding captains, and confirming what is clear."""
