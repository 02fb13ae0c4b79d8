import type { Command, CommandResult } from '@quarry/core'
import { groupName, removeGroups } from './groups.ts'
import { watchesMemory, type Machine } from './machine.ts'
import type { Place } from './place.ts'
import type { Specification } from './specification.ts'
import { supervise } from './supervise.ts'
import { baseVariables } from '../common/variables.ts'

/** Runs one command in a place, as the test user. */
export async function runCommand(
  machine: Machine,
  place: Place,
  command: Command,
  signal: AbortSignal,
): Promise<CommandResult> {
  const name = groupName()
  const specification = specify(machine, place, command, name)
  try {
    return await supervise(machine.supervisorPython, specification, command, signal)
  } catch (error) {
    await removeGroups(machine.groups, name)
    throw error
  }
}

function specify(machine: Machine, place: Place, command: Command, group: string): Specification {
  const { name, uid, gid, change } = machine.user
  const mapped = machine.isolation === 'namespaces' && change === 'user-namespace'
  return {
    isolation: machine.isolation,
    network: place.network,
    root: machine.directories.mountPoint,
    user: {
      name,
      uid,
      gid,
      change: change === 'user-namespace' && !mapped ? 'none' : change,
      inner_uid: mapped ? 0 : uid,
      inner_gid: mapped ? 0 : gid,
    },
    argv: command.argv,
    cwd: command.cwd ?? place.paths.testbed,
    variables: { ...baseVariables(place.paths, name), ...command.variables },
    limits: { ...place.limits, ...command.limits },
    groups: machine.groups === null ? null : { ...machine.groups, name: group },
    rlimits: unlimitedOtherwise(machine),
    watch_memory: watchesMemory(machine),
    binds: place.binds,
    scratch: place.scratch,
    overlay: place.overlay,
    fresh: place.fresh,
  }
}

function unlimitedOtherwise(machine: Machine): Specification['rlimits'] {
  const { unified = null, memory = null, pids = null } = machine.groups ?? {}
  const memoryIsFree = !watchesMemory(machine) && unified === null && memory === null
  const processesAreFree = unified === null && pids === null
  return [...(memoryIsFree ? ['memory' as const] : []), ...(processesAreFree ? ['processes' as const] : [])]
}
