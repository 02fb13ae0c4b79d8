/** The recorded seed first, then its neighbours: what differs between them depends on the order of sets. */
export function hashSeeds(recorded: number, count: number): number[] {
  return Array.from({ length: count }, (_, index) => (recorded + index) % 2 ** 32)
}
