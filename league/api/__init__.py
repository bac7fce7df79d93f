"""The way in for programs: `/api/v1/`. What the pages can do, for the same people, through the same services.

Each address is a class of `views`, each method of it an *operation*: it names its action in `access.ACTIONS`, the scope
a token needs, and every answer it can give. A subject's module has its shapes, which are what is
sent and answered, and its views; `league_views` is the way into a league.
"""
