import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const supervisorDirectory = fileURLToPath(new URL('../../supervisor', import.meta.url))

/** What comes before it is not Quarry's: Podman passes the body of the request to attach on to the container. */
const marker = '\nquarry-agent\n'

/** Reads the agent's files from standard input, after the marker and a length, and becomes the agent. */
export const bootstrap = `
import json, os, runpy, sys
def read(length):
    received = b""
    while len(received) < length:
        piece = os.read(0, length - len(received))
        if not piece:
            raise SystemExit(0)
        received += piece
    return received
seen = b""
while not seen.endswith(${JSON.stringify(marker)}.encode()):
    seen += read(1)
top = "/quarry/agent"
for name, text in json.loads(read(int.from_bytes(read(4), "big"))).items():
    with open(os.path.join(top, name), "w") as file:
        file.write(text)
sys.path.insert(0, top)
runpy.run_path(os.path.join(top, "agent.py"), run_name="__main__")
`

let files: Promise<Buffer> | null = null

/** The agent's modules as one JSON object, name to text; read once. */
function agentFiles(): Promise<Buffer> {
  files ??= readAgentFiles()
  return files
}

async function readAgentFiles(): Promise<Buffer> {
  const names = (await readdir(supervisorDirectory)).filter((name) => name.endsWith('.py'))
  const texts = await Promise.all(
    names.map(async (name) => [name, await readFile(`${supervisorDirectory}/${name}`, 'utf8')] as const),
  )
  return Buffer.from(JSON.stringify(Object.fromEntries(texts)))
}

/** What the bootstrap reads. */
export async function bootstrapInput(): Promise<Uint8Array[]> {
  const agent = await agentFiles()
  const length = Buffer.alloc(4)
  length.writeUInt32BE(agent.length)
  return [Buffer.from(marker), length, agent]
}
