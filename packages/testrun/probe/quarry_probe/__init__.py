"""Reports what pytest collects and runs, and which repository code runs meanwhile. Standard library only."""

PROTOCOL = 3
