import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa } from 'execa'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { carveAll } from './carving.ts'

const fixtures = fileURLToPath(new URL('../fixtures/carve', import.meta.url))
const Cut = z.strictObject({ delete: z.array(z.string()), hollow: z.array(z.string()) })

async function filesBelow(folder: string): Promise<Map<string, Uint8Array>> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf-8' }).filter((path) =>
    /\.pyi?$/.test(path),
  )
  return new Map(
    await Promise.all(
      paths
        .toSorted()
        .map(async (path) => [path, new Uint8Array(await readFile(join(folder, path)))] as const),
    ),
  )
}

function asText(files: ReadonlyMap<string, Uint8Array>): Record<string, string> {
  return Object.fromEntries([...files].map(([path, bytes]) => [path, new TextDecoder().decode(bytes)]))
}

/** Each folder is a small repository before and after, with the cut between them. */
test.each(readdirSync(fixtures))('%s', async (leaf) => {
  const before = await filesBelow(join(fixtures, leaf, 'before'))
  const cut = Cut.parse(JSON.parse(await readFile(join(fixtures, leaf, 'cut.json'), 'utf-8')))
  const after = new Map(before)
  for (const file of carveAll(before, cut)) after.set(file.path, file.bytes)
  expect(asText(after)).toEqual(asText(await filesBelow(join(fixtures, leaf, 'after'))))
  const { stdout } = await execa('python3', ['-c', compileProgram], { input: JSON.stringify(asText(after)) })
  expect(JSON.parse(stdout)).toEqual([])
})

const compileProgram = `
import json, sys
refused = []
for path, text in json.load(sys.stdin).items():
    try:
        compile(text, path, 'exec')
    except SyntaxError as error:
        refused.append([path, str(error)])
json.dump(refused, sys.stdout)
`
