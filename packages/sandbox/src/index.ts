export { chooseSandbox } from './choose-sandbox.ts'
export { isAlive, ownIdentity } from './common/run-identity.ts'
export { openLocalSandbox, type LocalSandboxOptions } from './local/open-local-sandbox.ts'
