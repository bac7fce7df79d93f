"""Knock-outs: the draw, the bracket it makes, who meets whom as ties are decided, and how a tie is decided.

Values in, values out. An entrant is known here by a key, a whole number.
"""
