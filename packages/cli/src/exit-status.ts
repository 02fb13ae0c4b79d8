/** What the shell sees: ran · nothing came out, or infrastructure trouble · the person's mistake · interrupted. */
export const exitStatus = { ran: 0, failed: 1, userError: 2, interrupted: 130 } as const
export type ExitStatus = (typeof exitStatus)[keyof typeof exitStatus]
