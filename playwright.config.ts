import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { findChromium } from './tests/electron-shim/chromium.mjs'

/** That of `npm test`, or of a soak. */
const report = process.env['E2E_REPORT'] ?? 'e2e'

// what this process compiled its workers find again, though they have another folder for temporary files
process.env['PWTEST_CACHE_DIR'] ??= join(import.meta.dirname, 'node_modules/.cache/playwright')

/** The built lab from the outside: the window through Electron (or its stand-in), the web host through Chromium. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: ['./tests/setup/temporary.ts', './tests/setup/build.ts'],
  outputDir: `test-results/${report}`,
  reporter: [['list'], ['json', { outputFile: `test-results/${report}.json` }]],
  workers: 1, // some measure how quick the page is; `npm test`, which leaves them out, runs two at a time
  forbidOnly: Boolean(process.env['CI']),
  // what a test waits for is a state, which a busy machine comes to late
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findChromium() ?? '',
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
})
