import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as base, type ElectronApplication, type Page, type TestInfo } from '@playwright/test'
import { DEFAULT_PREFERENCES } from '../../src/core/contract/preferences'
import type {} from '../../src/renderer/src/bridge' // declares window.lab
import { findChromium } from '../electron-shim/chromium.mjs'
import { electronOrStandIn, launchWindow, type LabWindow, type WindowOptions } from './electronApp'
import { LabPage } from './labPage'

/** In the title of a test that `npm test` leaves to `npm run soak -- suites`, where none runs beside another: those that measure, and more. */
export const SOAK = '@soak'

const NO_BROWSER = 'no Chromium here: apt-get install chromium, or name one in ELECTRON_SHIM_CHROMIUM'

/**
 * `test` for the window. `openWindow` starts the built lab in Electron, or, where its binary is missing, in the stand-in
 * with the system's Chromium; it is closed when the test ends. Skips, loudly, when there is neither.
 */
export const windowTest = base.extend<WindowFixtures, { usedWindows: UsedWindows }>({
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
  usedWindow: async ({ usedWindows }, use, info) => {
    if (!electronOrStandIn()) skipLoudly(info, NO_BROWSER)
    await use(await usedWindows.of(info.file))
  },
  usedWindows: [
    async ({}, use) => {
      const windows = new UsedWindows()
      await use(windows)
      await windows.close()
    },
    { scope: 'worker' },
  ],
})

interface WindowFixtures {
  readonly openWindow: (options?: Partial<WindowOptions>) => Promise<LabWindow>
  /**
   * The window of the tests of one file that ask nothing of how it started: at rest, with a new game and the usual preferences.
   * Its library holds what earlier tests played.
   */
  readonly usedWindow: LabWindow
}

/** One window at a time, for one file. */
class UsedWindows {
  #open: { readonly file: string; readonly home: string; readonly window: LabWindow } | undefined

  async of(file: string): Promise<LabWindow> {
    if (this.#open?.file !== file) {
      await this.close()
      const home = mkdtempSync(join(tmpdir(), 'lab-e2e-'))
      this.#open = { file, home, window: await launchWindow({ home }) }
      await new LabPage(this.#open.window.page).ready()
    }
    await reset(this.#open.window.page)
    return this.#open.window
  }

  async close(): Promise<void> {
    if (!this.#open) return
    await this.#open.window.app.close()
    rmSync(this.#open.home, { recursive: true, force: true })
    this.#open = undefined
  }
}

/** What the page holds goes with it; the rest is in the lab. */
async function reset(page: Page): Promise<void> {
  await page.evaluate(async preferences => {
    await window.lab!.stopAutoplay(undefined)
    await window.lab!.stopAnalysis(undefined)
    await window.lab!.setPreferences(preferences)
    await window.lab!.newGame({})
  }, USUAL)
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.reload()
  await expect(new LabPage(page).state).toHaveText('Idle')
}

/** Those of nobody who is new here: no game plays itself. */
const USUAL = { ...DEFAULT_PREFERENCES, beenHere: true }

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
