"""The pages on which a result is entered, answered, corrected and decided on."""
