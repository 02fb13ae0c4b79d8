/**
 * Tests use a container engine only where they ask for one (`engineAnswers`): else what they see would depend on the
 * machine, since `--sandbox auto` takes Docker where it can.
 */
process.env['QUARRY_TEST_ENGINE'] ??= process.env['DOCKER_HOST'] ?? ''
process.env['DOCKER_HOST'] = 'unix:///no/engine/in/this/test'
