"""Pages to learn the game: lessons, trainers and the daily hand."""
