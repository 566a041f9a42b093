"""The page that the link of a turn mail opens."""
