/** Names at the top of a repository that never are what it distributes. */
const otherNames = new Set(
  (
    'ci bin doc docs documentation manpages news newsfragments changelog test tests testing_data unit_test unit_tests ' +
    'example examples script scripts tool tools build dist benchmark benchmarks bench perf ' +
    'exercise exercises htmlcov fuzz fuzzing requirements ci_scripts asv_bench node_modules site-packages ' +
    'setup conftest toxfile noxfile pavement dodo tasks fabfile conanfile manage versioneer runtests'
  ).split(' '),
)

/** Whether a top-level name is one of tests, documents, tools and the like. */
export function isOtherThanCode(name: string): boolean {
  return name.startsWith('.') || /^test_|_tests?$/.test(name) || otherNames.has(name.toLowerCase())
}
