/** Milliseconds of CPU time that this process has used: the machine may be busy with other things. */
export function cpuTime(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}
