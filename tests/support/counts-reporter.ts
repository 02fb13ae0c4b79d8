import type { Reporter, TestModule, TestRunEndReason } from 'vitest/node'

interface Counts {
  passed: number
  failed: number
  skipped: number
}

/** A file that could not be loaded counts as one failure: its tests are unknown, and unknown is not passed. */
function countModule(module: TestModule, counts: Counts): void {
  if (module.errors().length > 0) counts.failed += 1
  for (const test of module.children.allTests()) {
    const { state } = test.result()
    if (state === 'passed') counts.passed += 1
    else if (state === 'skipped') counts.skipped += 1
    else counts.failed += 1
  }
}

/**
 * Closes the output with `N passed, N failed, N skipped` on a line of its own, for programs that count.
 * The line is written when the process ends, after everything that other reporters have to say.
 */
export default class CountsReporter implements Reporter {
  onTestRunEnd(
    modules: readonly TestModule[],
    unhandledErrors: readonly unknown[],
    _reason: TestRunEndReason,
  ): void {
    const counts: Counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 }
    for (const module of modules) countModule(module, counts)
    process.once('exit', () => {
      process.stdout.write(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`)
    })
  }
}
