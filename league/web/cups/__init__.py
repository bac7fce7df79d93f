"""The pages of knock-outs."""
