import type { Instance } from '@quarry/core'
import type { MinedInstance } from './summaries.ts'
import { instanceDirectory } from './write-instances.ts'

/** An instance as runs, status and explanations report it. */
export function minedInstance(out: string, instance: Instance): MinedInstance {
  return {
    instance_id: instance.instance_id,
    candidate: instance.candidate,
    directory: instanceDirectory(out, instance.instance_id),
    carved_lines: instance.lines.carved,
    fail_to_pass: instance.fail_to_pass.length,
    pass_to_pass: instance.pass_to_pass.length,
  }
}
