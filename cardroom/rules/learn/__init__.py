"""Learning the game: lessons, trainers and the daily hand. Pure: the engine `scoring` judges every answer."""
