"""Tests of Fate Foretold: `build` constructs tables, `second` is another engine that plays along."""
