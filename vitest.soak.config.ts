import { defineConfig } from 'vitest/config'

/** The long checks of `npm run soak`: one at a time, because they measure. */
export default defineConfig({
  test: {
    include: ['tests/soak/**/*.soak.ts'],
    globalSetup: 'tests/setup/build.ts',
    env: { TESTS_IN_FULL: '1' },
    reporters: ['default', ['json', { outputFile: 'test-results/soak.json' }]],
    fileParallelism: false,
    testTimeout: 3_600_000,
    hookTimeout: 120_000,
    execArgv: ['--expose-gc'],
  },
})
