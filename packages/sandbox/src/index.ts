export { chooseSandbox } from './choose-sandbox.ts'
export { openLocalSandbox, type LocalSandboxOptions } from './local/open-local-sandbox.ts'
