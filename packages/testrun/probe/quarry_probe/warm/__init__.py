"""Many test files from one process that has paid for the imports: each one runs in a fork of it."""
