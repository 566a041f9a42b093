"""Tests of Fate Foretold: `build` makes tables, `second` is an independent engine for comparison."""
