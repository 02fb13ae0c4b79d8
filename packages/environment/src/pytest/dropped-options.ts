/** How many words behind an option belong to it, where its value is not attached. */
type Values = 'none' | 'one' | 'optional'

export interface DroppedOption {
  readonly pattern: RegExp
  readonly reason: string
  readonly values: Values
}

const xdist = 'xdist: each test file runs in a process of its own'
const coverage = 'coverage: measuring slows tests down and takes the trace hook'
const order = 'random order: outcomes must not depend on it'
const reruns = 'reruns: a flaky test must show as one'
const colour = 'colour: logs are plain text'
const doctest = 'doctest: tests come from test code only'
const junit = 'junit: verdicts come from the probe'
const stopping = 'stopping early: every test point needs an outcome'
const cache = 'cache: runs must not depend on earlier ones'

/** Integrity rule 9: the options that are taken out, by their long or short name; everything else stays. */
export const droppedOptions: readonly DroppedOption[] = [
  {
    pattern: /^(-n|--numprocesses|--maxprocesses|--dist|--tx|--max-worker-restart)$/,
    reason: xdist,
    values: 'one',
  },
  { pattern: /^(--loadscope-reorder|--no-loadscope-reorder|--looponfail)$/, reason: xdist, values: 'none' },
  { pattern: /^(--rsyncdir|--rsyncignore|--testrunuid)$/, reason: xdist, values: 'one' },
  { pattern: /^--cov$/, reason: coverage, values: 'optional' },
  {
    pattern: /^--(no-cov|no-cov-on-fail|cov-append|cov-branch|cov-reset)$/,
    reason: coverage,
    values: 'none',
  },
  { pattern: /^--cov-[\w-]+$/, reason: coverage, values: 'one' },
  { pattern: /^--(random-order|randomly-dont-[\w-]+)$/, reason: order, values: 'none' },
  { pattern: /^--(random-order-[\w-]+|randomly-seed)$/, reason: order, values: 'one' },
  {
    pattern: /^--(rerun-show-tracebacks|force-flaky|fail-on-flaky|no-flaky-report)$/,
    reason: reruns,
    values: 'none',
  },
  {
    pattern: /^--(reruns|reruns-delay|only-rerun|rerun-except|max-runs|min-passes)$/,
    reason: reruns,
    values: 'one',
  },
  { pattern: /^--(color|code-highlight)$/, reason: colour, values: 'one' },
  { pattern: /^--doctest-(glob|report|encoding|plus-atol|plus-rtol)$/, reason: doctest, values: 'one' },
  { pattern: /^--doctest-[\w-]+$/, reason: doctest, values: 'none' },
  { pattern: /^--(junitxml|junit-xml|junitprefix|junit-prefix)$/, reason: junit, values: 'one' },
  {
    pattern: /^(-x|--exitfirst|--sw|--stepwise|--stepwise-skip|--sw-skip)$/,
    reason: stopping,
    values: 'none',
  },
  { pattern: /^--maxfail$/, reason: stopping, values: 'one' },
  {
    pattern: /^--(lf|last-failed|ff|failed-first|nf|new-first|cache-clear)$/,
    reason: cache,
    values: 'none',
  },
  { pattern: /^--(cache-show|lfnf|last-failed-no-failures)$/, reason: cache, values: 'optional' },
]

/** Plugins that `-p` would load for one of these purposes. */
export const droppedPlugins: readonly { readonly pattern: RegExp; readonly reason: string }[] = [
  { pattern: /^xdist(\..*)?$/, reason: xdist },
  { pattern: /^pytest_cov(\..*)?$/, reason: coverage },
  { pattern: /^(randomly|pytest_randomly|random_order(\..*)?)$/, reason: order },
  { pattern: /^(rerunfailures|pytest_rerunfailures)$/, reason: reruns },
  { pattern: /^(doctest|pytest_doctestplus(\..*)?)$/, reason: doctest },
  { pattern: /^cacheprovider$/, reason: cache },
]
