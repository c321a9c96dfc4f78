import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base, type ElectronApplication, type TestInfo } from '@playwright/test'
import { findChromium } from '../electron-shim/chromium.mjs'
import { electronOrStandIn, launchWindow, type LabWindow, type WindowOptions } from './electronApp'

const NO_BROWSER = 'no Chromium here: apt-get install chromium, or name one in ELECTRON_SHIM_CHROMIUM'

/**
 * `test` for the window. `openWindow` starts the built lab in Electron, or, where its binary is missing, in the stand-in
 * with the system's Chromium; it is closed when the test ends. Skips, loudly, when there is neither.
 */
export const windowTest = base.extend<{ openWindow: (options?: Partial<WindowOptions>) => Promise<LabWindow> }>({
  openWindow: async ({}, use, info) => {
    if (!electronOrStandIn()) skipLoudly(info, NO_BROWSER)
    const home = mkdtempSync(join(tmpdir(), 'lab-e2e-'))
    const apps: ElectronApplication[] = []
    await use(async (options = {}) => {
      const window = await launchWindow({ home, ...options })
      apps.push(window.app)
      return window
    })
    for (const app of apps) await app.close()
    rmSync(home, { recursive: true, force: true })
  },
})

/** `test` for the web host, in Chromium. Skips, loudly, when there is none. */
export const webTest = base.extend<{ needsChromium: undefined }>({
  needsChromium: [
    async ({}, use, info) => {
      if (!findChromium()) skipLoudly(info, NO_BROWSER)
      await use(undefined)
    },
    { auto: true },
  ],
})

/** Also where nobody reads reports. */
export function skipLoudly(info: TestInfo, why: string): void {
  console.error(`SKIPPED ${info.title}: ${why}`)
  info.skip(true, why)
}
