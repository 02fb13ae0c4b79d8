import { UserError } from '@quarry/core'
import { readFile } from 'node:fs/promises'
import { z } from 'zod'

const PredictionLine = z.object({
  instance_id: z.string(),
  model_name_or_path: z.string().optional(),
  /** Null and '' both mean: no answer. */
  model_patch: z.string().nullable(),
})

/** A patch for one instance, to be applied to its start tree. */
export interface Prediction {
  readonly instanceId: string
  readonly model: string
  readonly patch: Uint8Array
}

/**
 * Reads predictions as JSON lines of `{instance_id, model_name_or_path, model_patch}`.
 *
 * @param known ids of the instances that can be scored
 * @throws UserError naming file, line and field for what does not fit, for an id twice, and for unknown ids
 */
export async function readPredictions(
  file: string,
  known: ReadonlySet<string>,
): Promise<ReadonlyMap<string, Prediction>> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new UserError(`cannot read the predictions ${file}`, {
      code: 'predictions-unreadable',
      cause: error,
    })
  })
  const predictions = new Map<string, Prediction>()
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    const prediction = readLine(line, `${file}:${index + 1}`)
    if (predictions.has(prediction.instanceId))
      throw invalid(`${file}:${index + 1}: a second prediction for ${prediction.instanceId}; keep one`)
    if (!known.has(prediction.instanceId))
      throw invalid(
        `${file}:${index + 1}: there is no instance ${prediction.instanceId} here; 'quarry status' lists them`,
      )
    predictions.set(prediction.instanceId, prediction)
  }
  return predictions
}

function readLine(line: string, where: string): Prediction {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    throw invalid(`${where}: not JSON; one object per line is needed`)
  }
  const parsed = PredictionLine.safeParse(value)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw invalid(`${where}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'not a prediction'}`)
  }
  return {
    instanceId: parsed.data.instance_id,
    model: parsed.data.model_name_or_path ?? 'unknown',
    patch: new TextEncoder().encode(parsed.data.model_patch ?? ''),
  }
}

function invalid(message: string): UserError {
  return new UserError(message, { code: 'predictions-invalid' })
}
