"""Cribbage on small whole numbers, for a million deals at a time: ranks 0 (ace) to 12 (king), cards 4 × rank + suit.

It imports nothing but the standard library and itself, by relative names, and runs on Python 3.9 too: the tables
are made by `bin/strategy-tables` under PyPy where there is one, which has no newer Python. The tests hold it
to `scoring.show` and `scoring.pegging`.
"""
