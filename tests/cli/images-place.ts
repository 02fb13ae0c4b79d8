import { contentHash, type Environment, openArtifactStore, openGitTreeStore } from '@quarry/core'
import { defaultDockerSettings, openDockerSandbox } from '@quarry/sandbox'
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeTestImages } from '../sandbox/engine.ts'
import { baseImage, imagePrefix, testLimits } from '../sandbox/openers.ts'
import { snapshotOf } from '../support/snapshot.ts'
import { never, text } from '../sandbox/subject.ts'

/** A workspace with images of its own on the engine. */
export interface ImagesPlace {
  readonly home: string
  readonly prefix: string
  /** Makes the image of an environment; nothing is in it but its tag. */
  build(tag: string, title: string): Promise<void>
  /** Prints the tag that is in an environment, by running it. */
  runIn(tag: string): Promise<string>
  /** Records results that name an environment: of a repository, with one instance. */
  record(tag: string, repository: string, instanceId: string): Promise<void>
  close(): Promise<void>
}

export async function openImagesPlace(): Promise<ImagesPlace> {
  const home = await realpath(await mkdtemp(join(tmpdir(), 'quarry-test-')))
  const prefix = imagePrefix(home)
  const docker = { baseImage: baseImage('{version}'), python: '3.11', imagePrefix: prefix, imageGigabytes: 2 }
  await writeFile(join(home, 'pipeline.config.ts'), `export default ${JSON.stringify({ docker })}\n`)
  const trees = await openGitTreeStore(join(home, 'trees.git'))
  const settings = { ...defaultDockerSettings, ...docker, buildImage: null }
  const sandbox = await openDockerSandbox({
    trees,
    temporaryRoot: join(home, 'sandbox'),
    defaultLimits: testLimits,
    idleContainers: 0,
    settings,
  })
  const tree = await trees.writeTree([])
  return {
    home,
    prefix,
    async build(tag, title) {
      const interpreter = await sandbox.findInterpreter(null)
      const builder = await sandbox.openBuilder({ tag, title, interpreter, tree, tools: null }, never)
      const { environment } = builder.paths
      const script = `${interpreter.executable} -m venv --without-pip ${environment} && echo ${tag} >${environment}/tag`
      const made = await builder.run({ argv: ['sh', '-c', script] }, never)
      if (made.status !== 0) throw new Error(text(made.stderr))
      await builder.seal()
      await builder.close()
    },
    async runIn(tag) {
      const spec = { tag, tree, overlay: null, site: null, tools: null, network: 'loopback' as const }
      const testbed = await sandbox.openTestbed(spec, never)
      const program = 'import sys; print(open(sys.prefix + "/tag").read().strip())'
      const ran = await testbed.run({ argv: [testbed.python, '-c', program] }, never)
      await testbed.close()
      return text(ran.stdout).trim()
    },
    record: (tag, repository, instanceId) => recordResults(join(home, 'out'), tag, repository, instanceId),
    async close() {
      await sandbox.close()
      await trees.close()
      await removeTestImages(home)
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** What a run would have left, as far as images are concerned. */
async function recordResults(
  out: string,
  tag: string,
  repository: string,
  instanceId: string,
): Promise<void> {
  const store = await openArtifactStore(join(out, 'artifacts'))
  const source = contentHash({ repository })
  const environment = contentHash({ tag })
  const header = { schema_version: 1 as const, content_hash: source, measured: {} }
  const snapshot = snapshotOf({ repository, tree: '0'.repeat(40) })
  const made: Environment = {
    ...header,
    refs: { source },
    sandbox: 'docker',
    python: { version: '3.11.2', implementation: 'cpython', checked_as: 'nobody' },
    lock: [],
    derivation: { files_read: [], requirements: [], installer: 'pip', notes: [] },
    variables: {},
    hash_seed: 0,
    pytest: { kept: [], dropped: [], arguments: [] },
    import_roots: [''],
    overlay: null,
    site: null,
    proof: { collected: 1, passed: 1, not_passed: 0 },
    tag,
  }
  await store.write('source', source, { kind: 'produced', artifact: snapshot })
  await store.write('environment', environment, { kind: 'produced', artifact: made })
  const refs = { source, environment }
  const candidate = {
    id: `${repository}:tests/test_it.py`,
    test_files: ['tests/test_it.py'],
    refs,
    mined_from: null,
    outcome: { kind: 'instance', instance_id: instanceId, key: source },
  }
  await mkdir(join(out, 'repositories'), { recursive: true })
  const record = { repository, refs, rejection: null, candidates: [candidate] }
  await writeFile(join(out, 'repositories', `${repository}.json`), JSON.stringify(record))
}
