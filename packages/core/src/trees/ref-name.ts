/** The name as git allows it below `refs/quarry/`: what it forbids becomes `%` and the code, so that names stay apart. */
export function refName(name: string): string {
  return `refs/quarry/${name.split('/').map(refComponent).join('/')}`
}

function refComponent(part: string): string {
  return part.replace(/[^A-Za-z0-9_.-]|^\.|\.(?=\.|lock$|$)/gu, (character) =>
    [...Buffer.from(character)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''),
  )
}
