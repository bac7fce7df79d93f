"""The parts that every page shares, such as how large a request may be, and how often one may write."""
