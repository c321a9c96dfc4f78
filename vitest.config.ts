import { mkdirSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'
import type { Reporter } from 'vitest/node'
import { countedSource } from './tests/setup/countedSource'

/** They add a step to the schema, and kill a program between two changes of files. */
const MAIN_WITH_MOCKS = ['tests/main/store/migrations/storeMigration.test.ts', 'tests/main/lab/data/killedCopies.test.ts']

const ON_A_PAGE = ['tests/setup/countsOfFile.ts', 'tests/setup/properties.ts', 'tests/setup/pageLeaks.ts']
const IN_NODE = ['tests/setup/countsOfFile.ts', 'tests/setup/properties.ts', 'tests/setup/leaks.ts']
const IN_MAIN = [...IN_NODE, 'tests/setup/threadsHere.ts']

// The processes of the tests inherit this. The room of a recorded tree then comes from the system, zeroed where it is touched. By default
// glibc reuses freed blocks and zeroes them whole, which takes up to half of the time of a test that records many small searches.
process.env['MALLOC_MMAP_THRESHOLD_'] ??= String(2 ** 20)

/** Errors outside of tests, which the JSON report lacks, for scripts/test.mjs. */
const outsideTests: Reporter = {
  onTestRunEnd(_, errors) {
    mkdirSync('test-results', { recursive: true })
    writeFileSync('test-results/outside-tests.json', JSON.stringify(errors.map(({ message, stack }) => stack ?? message)))
  },
}

/** One project per environment; each builds first what its tests load from out/. */
export default defineConfig({
  test: {
    // no test asserts a time, and a busy machine is slow
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: availableParallelism(),
    reporters: ['default', ['json', { outputFile: 'test-results/unit.json' }], outsideTests],
    projects: [
      {
        plugins: [countedSource()],
        test: {
          name: 'core',
          setupFiles: IN_NODE,
          include: ['tests/core/**/*.test.ts'],
          isolate: false,
          globalSetup: ['tests/setup/temporary.ts', 'tests/setup/kernel.ts'],
        },
      },
      {
        plugins: [countedSource()],
        test: {
          name: 'main',
          setupFiles: IN_MAIN,
          include: ['tests/{main,project}/**/*.test.ts'],
          exclude: MAIN_WITH_MOCKS,
          isolate: false,
          globalSetup: ['tests/setup/temporary.ts', 'tests/setup/build.ts'],
        },
      },
      {
        plugins: [countedSource()],
        test: {
          name: 'main, mocks',
          setupFiles: IN_NODE,
          include: MAIN_WITH_MOCKS,
          globalSetup: ['tests/setup/temporary.ts'],
        },
      },
      {
        plugins: [countedSource()],
        test: {
          name: 'fuzz',
          setupFiles: IN_MAIN,
          include: ['tests/fuzz/**/*.test.ts'],
          isolate: false,
          globalSetup: ['tests/setup/temporary.ts', 'tests/setup/build.ts'],
        },
      },
      {
        plugins: [vue(), countedSource()],
        test: {
          name: 'renderer',
          setupFiles: ON_A_PAGE,
          include: ['tests/renderer/**/*.test.ts'],
          alias: { 'vue-chartjs': new URL('tests/setup/noCanvas.ts', import.meta.url).pathname },
          environment: 'happy-dom',
          isolate: false,
        },
      },
    ],
  },
})
