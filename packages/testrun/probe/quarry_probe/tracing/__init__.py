"""Which repository code runs, who called it, and during which test point."""
