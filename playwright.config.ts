import { defineConfig } from '@playwright/test'
import { findChromium } from './tests/electron-shim/chromium.mjs'

/** The built lab from the outside: the window through Electron (or its stand-in), the web host through Chromium. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: ['./tests/setup/temporary.ts', './tests/setup/build.ts'],
  outputDir: 'test-results/e2e',
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  workers: 1, // the tests measure responsiveness: they must not compete
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  // what a test waits for is a state, which a busy machine comes to late
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: findChromium() ?? '',
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
  },
})
