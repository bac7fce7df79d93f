"""Tables to play at, lessons, trainers and the daily hand: an app beside the league."""
