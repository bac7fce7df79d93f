"""A season’s making: its settings, its timetable, its teams."""
