import { defineConfig } from '@playwright/test'
import { findChromium } from './tests/electron-shim/chromium.mjs'

/** That of `npm test`, or of a soak. */
const report = process.env['E2E_REPORT'] ?? 'e2e'

/** The built lab from the outside: the window through Electron (or its stand-in), the web host through Chromium. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: ['./tests/setup/temporary.ts', './tests/setup/build.ts'],
  outputDir: `test-results/${report}`,
  reporter: [['list'], ['json', { outputFile: `test-results/${report}.json` }]],
  workers: 1, // some measure how quick the page is; `npm test`, which leaves them out, runs two at a time
  retries: 1, // as in vitest.config.ts
  forbidOnly: Boolean(process.env['CI']),
  // what a test waits for is a state, which a busy machine comes to late
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    launchOptions: {
      executablePath: findChromium() ?? '',
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
})
