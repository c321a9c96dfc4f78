import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { installedElectron } from '../../scripts/electron.mjs'
import { findChromium } from '../electron-shim/chromium.mjs'
import { count } from '../setup/counts'

export interface WindowOptions {
  /** Folder of the lab's data; an empty one of its own for each test by default. */
  readonly home: string
  readonly env?: Readonly<Record<string, string>>
  /** CommonJS file that runs in the main process before the lab does. */
  readonly before?: string
  /** Files that the system opens with it. */
  readonly files?: readonly string[]
}

/** The running lab, and its page, loaded. */
export interface LabWindow {
  readonly app: ElectronApplication
  readonly page: Page
}

/** Starts the built lab in Electron, or in the stand-in. */
export async function launchWindow({ home, env, before, files = [] }: WindowOptions): Promise<LabWindow> {
  const executablePath = electronOrStandIn()
  count('windows')
  const app = await _electron.launch({
    ...(executablePath && { executablePath }),
    // else Playwright turns it off, for users who have one too
    chromiumSandbox: true,
    // Playwright takes NODE_OPTIONS away, but Electron knows -r too
    args: [
      ...(before ? ['-r', before] : []),
      ...(PACKAGE ? [] : ['.']),
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ...files,
    ],
    env: { ...environment(), LAB_HOME: home, ...env },
  })
  const page = await app.firstWindow()
  await page.waitForURL(url => url.host !== '') // a window starts out as about:blank
  return { app, page }
}

/** A package to test in place of the built lab: the path of its executable. */
const PACKAGE = process.env['LAB_PACKAGE']

/** Electron's own binary needs a display; the stand-in does not. */
export function electronOrStandIn(): string | undefined {
  if (PACKAGE) return PACKAGE
  const electron = installedElectron()
  const hasDisplay = process.platform !== 'linux' || Boolean(process.env['DISPLAY'] ?? process.env['WAYLAND_DISPLAY'])
  if (electron && hasDisplay) return electron
  return findChromium() && existsSync('/bin/sh') ? join(import.meta.dirname, '../electron-shim/dist/electron') : undefined
}

function environment(): Record<string, string> {
  return Object.fromEntries(Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined))
}
