import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  chromium,
  expect,
  test as base,
  type BrowserContext,
  type ElectronApplication,
  type Page,
  type TestInfo,
} from '@playwright/test'
import { findChromium } from '../electron-shim/chromium.mjs'
import { browserProgram } from '../remotePage/serve'
import { countFile } from '../setup/counts'
import { electronOrStandIn, launchWindow, type LabWindow, type WindowOptions } from './electronApp'
import { LabPage } from './labPage'
import { makeData, UsedWindow } from './usedWindow'
import { serveLab, type ServedLab } from './webHost'

/** In the title of a test that `npm test` leaves to `npm run soak -- suites`, where none runs beside another: those that measure, and more. */
export const SOAK = '@soak'

const NO_BROWSER = 'no Chromium here: apt-get install chromium, or name one in ELECTRON_SHIM_CHROMIUM'

interface WorkerFixtures {
  readonly startUsedWindow: () => Promise<UsedWindow>
  readonly startServed: () => Promise<ServedLab>
  readonly counted: undefined
}

/**
 * What tests share, started when the first one needs it. Playwright ends its worker, and with it what they share, between tests
 * whose worker fixtures differ: those of all tests stand here.
 */
const labTest = base.extend<object, WorkerFixtures>({
  counted: [
    async ({}, use) => {
      const save = countFile()
      await use(undefined)
      save(import.meta.filename)
    },
    { scope: 'worker', auto: true },
  ],
  startUsedWindow: [
    async ({}, use) => {
      let window: Promise<UsedWindow> | undefined
      await use(() => (window ??= UsedWindow.start()))
      await (await window)?.close()
    },
    { scope: 'worker' },
  ],
  startServed: [
    async ({}, use) => {
      const home = mkdtempSync(join(tmpdir(), 'lab-e2e-'))
      let served: Promise<ServedLab> | undefined
      await use(() => (served ??= serveKillable(home)))
      await (await served)?.stop()
      rmSync(home, { recursive: true, force: true })
    },
    { scope: 'worker' },
  ],
})

async function serveKillable(home: string): Promise<ServedLab> {
  await makeData(home)
  const browser = browserProgram('--headless=new')
  return serveLab({
    home,
    nodeOptions: ['--require', join(import.meta.dirname, 'killableThreads.cjs')],
    ...(browser && { env: { LAB_BROWSER: browser.program } }),
  })
}

interface WindowFixtures {
  readonly openWindow: (options?: Partial<WindowOptions>) => Promise<LabWindow>
  /** The window of the tests that do not depend on how it started; with empty data for each. */
  readonly usedWindow: UsedWindow
}

/**
 * `test` for the window. `openWindow` starts the built lab in Electron, or, where its binary is missing, in the stand-in
 * with the system's Chromium; it is closed when the test ends. Skips, loudly, when there is neither.
 */
export const windowTest = labTest.extend<WindowFixtures>({
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
  usedWindow: async ({ startUsedWindow }, use, info) => {
    if (!electronOrStandIn()) skipLoudly(info, NO_BROWSER)
    const window = await startUsedWindow()
    await window.reset()
    await use(window)
  },
})

/** `test` for the web host, in Chromium. Skips, loudly, when there is none. */
export const webTest = labTest.extend<{ needsChromium: undefined }>({
  needsChromium: [
    async ({}, use, info) => {
      if (!findChromium()) skipLoudly(info, NO_BROWSER)
      await use(undefined)
    },
    { auto: true },
  ],
})

/**
 * `test` for the web host; `served` is one lab for all tests that do not depend on how it started or ended. A user who is not new
 * here opens it by `freshAddress`. SIGUSR2 kills one of its threads. The browser that it starts has no window.
 */
export const servedTest = webTest.extend<{ served: ServedLab }>({
  served: async ({ startServed }, use) => use(await startServed()),
})

/** Opens the lab that is served in a page. */
export async function openServed(page: Page, served: ServedLab): Promise<LabPage> {
  const lab = new LabPage(page) // hears from the first script on
  await page.goto(await served.freshAddress())
  await expect(lab.state).toHaveText('Idle')
  await lab.openScreen('Play') // the lab shows the screen that another test left
  return lab
}

/** A browser with its settings, history and cookies in a folder. */
export function openProfile(folder: string): Promise<BrowserContext> {
  const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launchPersistentContext(folder, { executablePath: findChromium()!, args })
}

/** Also where nobody reads reports. */
export function skipLoudly(info: TestInfo, why: string): void {
  console.error(`SKIPPED ${info.title}: ${why}`)
  info.skip(true, why)
}
