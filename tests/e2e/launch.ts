import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, test as base, type ElectronApplication, type Page, type TestInfo } from '@playwright/test'
import { installedElectron } from '../../scripts/electron.mjs'
import { findChromium } from '../electron-shim/chromium.mjs'

export interface WindowOptions {
  /** Folder of the lab's data; an empty one of its own for each test by default. */
  readonly home?: string
  readonly env?: Readonly<Record<string, string>>
  /** CommonJS file that runs in the main process before the lab does. */
  readonly before?: string
}

/** The running lab, and its page, loaded. */
export interface LabWindow {
  readonly app: ElectronApplication
  readonly page: Page
}

const NO_BROWSER = 'no Chromium here: apt-get install chromium, or name one in ELECTRON_SHIM_CHROMIUM'

/**
 * `test` for the window. `openWindow` starts the built lab in Electron, or, where its binary is missing, in the stand-in
 * with the system's Chromium; it is closed when the test ends. Skips, loudly, when there is neither.
 */
export const windowTest = base.extend<{ openWindow: (options?: WindowOptions) => Promise<LabWindow> }>({
  openWindow: async ({}, use, info) => {
    const executablePath = electronOrStandIn()
    if (!executablePath) skipLoudly(info)
    const home = mkdtempSync(join(tmpdir(), 'lab-e2e-'))
    const apps: ElectronApplication[] = []
    await use(async (options = {}) => {
      const app = await _electron.launch({
        ...(executablePath && { executablePath }),
        // Playwright takes NODE_OPTIONS away, but Electron knows -r too
        args: [...(options.before ? ['-r', options.before] : []), '.', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
        env: { ...environment(), LAB_HOME: options.home ?? home, ...options.env },
      })
      apps.push(app)
      const page = await app.firstWindow()
      await page.waitForURL(url => url.host !== '') // a window starts out as about:blank
      return { app, page }
    })
    for (const app of apps) await app.close()
    rmSync(home, { recursive: true, force: true })
  },
})

/** `test` for the web host, in Chromium. Skips, loudly, when there is none. */
export const webTest = base.extend<{ needsChromium: undefined }>({
  needsChromium: [
    async ({}, use, info) => {
      if (!findChromium()) skipLoudly(info)
      await use(undefined)
    },
    { auto: true },
  ],
})

/** Electron's own binary needs a display; the stand-in does not. */
function electronOrStandIn(): string | undefined {
  const electron = installedElectron()
  const hasDisplay = process.platform !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY'])
  if (electron && hasDisplay) return electron
  return findChromium() && existsSync('/bin/sh') ? join(import.meta.dirname, '../electron-shim/dist/electron') : undefined
}

function skipLoudly(info: TestInfo): void {
  console.error(`SKIPPED ${info.title}: ${NO_BROWSER}`)
  info.skip(true, NO_BROWSER)
}

function environment(): Record<string, string> {
  return Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined))
}
