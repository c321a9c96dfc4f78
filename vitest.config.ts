import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'vitest/config'

/** One project per environment; each builds first what its tests load from out/. */
export default defineConfig({
  test: {
    // no test asserts a time, and a busy machine is slow
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: ['default', ['json', { outputFile: 'test-results/unit.json' }]],
    projects: [
      {
        test: {
          name: 'core',
          include: ['tests/core/**/*.test.ts'],
          globalSetup: ['tests/setup/temporary.ts', 'tests/setup/kernel.ts'],
        },
      },
      {
        test: {
          name: 'main',
          include: ['tests/{main,preload}/**/*.test.ts'],
          globalSetup: ['tests/setup/temporary.ts', 'tests/setup/build.ts'],
        },
      },
      {
        plugins: [vue()],
        test: { name: 'renderer', include: ['tests/renderer/**/*.test.ts'], environment: 'happy-dom' },
      },
    ],
  },
})
