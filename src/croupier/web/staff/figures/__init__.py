"""The figures on a page: a chooser, a table with totals, one chart, and a sheet to take away."""
