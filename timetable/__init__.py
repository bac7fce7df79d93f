"""Making a season's timetable: who meets whom in which week and where (R52). See `values` for the words."""
