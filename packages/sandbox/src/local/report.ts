import type { SandboxReport } from '@quarry/core'
import { watchesMemory, type Machine } from './machine.ts'

/** What protects the host here, and what this machine does not give. */
export function report(machine: Machine): SandboxReport {
  const inForce: string[] = []
  const missing: { what: string; how: string }[] = []
  describeUser(machine, inForce, missing)
  describeIsolation(machine, inForce, missing)
  describeLimits(machine, inForce, missing)
  const how =
    machine.isolation === 'namespaces' ? 'namespaces of the kernel' : 'plain processes, without namespaces'
  return {
    kind: 'local',
    summary: `local sandbox: foreign code runs as ${machine.user.name} in ${how}, supervised by ${machine.supervisorPython}`,
    inForce,
    missing,
  }
}

type Missing = { what: string; how: string }[]

function describeUser(machine: Machine, inForce: string[], missing: Missing): void {
  inForce.push(`foreign code runs as the ordinary user ${machine.user.name}, and cannot gain privileges`)
  if (machine.user.change === 'setuid' || machine.isolation === 'namespaces') return
  missing.push({
    what: `foreign code runs as you, ${machine.user.name}, and can read and write your files`,
    how: 'allow user namespaces (sysctl kernel.unprivileged_userns_clone=1, or kernel.apparmor_restrict_unprivileged_userns=0), or run Quarry as root, which then uses the user nobody',
  })
}

function describeIsolation(machine: Machine, inForce: string[], missing: Missing): void {
  if (machine.isolation === 'none') {
    missing.push({
      what: `no mount, process and network namespaces (${machine.namespacesMissing ?? 'unknown reason'}): the host's files can be read, tests reach the network, trees lie under changing paths`,
      how: 'use Linux with util-linux (unshare) as root, or with user namespaces allowed; in a container, give it CAP_SYS_ADMIN',
    })
    return
  }
  inForce.push(
    'the host is hidden but for /usr, /etc and the interpreter, all read-only',
    'only loopback while tests run',
    'every command has its own processes; all are ended with it, and with Quarry',
    machine.overlay
      ? 'every command starts from pristine files (overlay file system)'
      : 'every command starts from pristine files (copied)',
  )
  describeTree(machine, missing)
}

function describeTree(machine: Machine, missing: Missing): void {
  if (machine.overlay && machine.user.change === 'user-namespace') {
    missing.push({
      what: 'directories of the tree cannot be renamed by tests (overlay in a user namespace)',
      how: 'run Quarry as root, which then uses the user nobody for foreign code',
    })
  }
  if (machine.overlay) return
  missing.push({
    what: 'no overlay file system: the tree is copied for every command, which takes time and memory',
    how: 'load the kernel module overlay (modprobe overlay)',
  })
}

const groupsNeeded =
  'run Quarry where it may make control groups (as root, or below a delegated group of systemd: systemd-run --user --scope -p Delegate=yes)'

function describeMemory(machine: Machine, inForce: string[], missing: Missing): void {
  if ((machine.groups?.unified ?? machine.groups?.memory ?? null) !== null) {
    inForce.push('limit on memory, files written by tests included (control group)')
  } else if (watchesMemory(machine)) {
    inForce.push('limit on memory (watched)')
    missing.push({
      what: 'memory is watched, not limited by the kernel: a burst may pass the limit for a moment',
      how: groupsNeeded,
    })
  } else {
    missing.push({
      what: 'memory is limited per process only, and running out of it looks like a failure of the program',
      how: groupsNeeded,
    })
  }
}

function describeLimits(machine: Machine, inForce: string[], missing: Missing): void {
  inForce.push('limit on time: the whole process tree is ended')
  const processes = machine.groups?.unified ?? machine.groups?.pids ?? null
  describeMemory(machine, inForce, missing)
  inForce.push(
    processes !== null ? 'limit on processes (control group)' : 'limit on processes (per user, RLIMIT_NPROC)',
  )
  if (machine.isolation === 'namespaces') inForce.push('limit on what tests write to disk')
  missing.push({
    what:
      machine.isolation === 'namespaces'
        ? 'while an environment is built, disk is limited per file only'
        : 'disk is limited per file only',
    how: 'put the temporary folder (TMPDIR) on a file system of limited size, or use the Docker sandbox',
  })
}
