/** Raised when the same snapshot and settings may give another environment; part of every tag. */
export const environmentVersion = 3
