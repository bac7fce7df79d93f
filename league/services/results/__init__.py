"""The life of a result: it is submitted, confirmed or disputed, corrected, decided on."""
