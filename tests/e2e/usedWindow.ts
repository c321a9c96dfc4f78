import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type ElectronApplication, type Page } from '@playwright/test'
import { DEFAULT_PREFERENCES } from '../../src/core/contract/preferences'
import { ARENA_FOLDER } from '../../src/main/files/dataContents'
import { PREFERENCES } from '../../src/main/lab/context/labData'
import { openStore, type Store } from '../../src/main/store/store'
import type {} from '../../src/renderer/src/bridge' // declares window.lab
import { THREAD_FILE } from '../main/store/storeSupport'
import { launchWindow, type LabWindow } from './electronApp'
import { LabPage } from './labPage'

/** Those of a user who is not new here: no game plays itself. */
const USUAL = { ...DEFAULT_PREFERENCES, beenHere: true }

/**
 * The data file of a lab that was used before, with what `fill` saves in it.
 *
 * @param folder an empty one, or none yet
 */
export async function makeData(folder: string, fill?: (store: Store) => Promise<unknown>): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const store = await openStore({ folder, program: 'a test', threadFile: THREAD_FILE })
  await store.settings.set(PREFERENCES, USUAL)
  await fill?.(store)
  await store.close()
  return join(folder, 'lab.db')
}

/** A window that one test after another uses: each gets it with empty data, at rest, with a new game and the usual preferences. */
export class UsedWindow implements LabWindow {
  readonly #folder: string
  #window: LabWindow

  private constructor(folder: string, window: LabWindow) {
    this.#folder = folder
    this.#window = window
  }

  static async start(): Promise<UsedWindow> {
    const folder = mkdtempSync(join(tmpdir(), 'lab-e2e-'))
    for (const data of ['fresh', 'home']) await makeData(join(folder, data))
    return new UsedWindow(folder, await launch(join(folder, 'home')))
  }

  get app(): ElectronApplication {
    return this.#window.app
  }

  get page(): Page {
    return this.#window.page
  }

  async reset(): Promise<void> {
    await this.page.emulateMedia({ colorScheme: null, reducedMotion: 'reduce' })
    await this.page.setViewportSize({ width: 1280, height: 800 })
    await this.#endJobs()
    rmSync(join(this.#folder, 'home', ARENA_FOLDER), { recursive: true, force: true })
    await this.open(join(this.#folder, 'fresh', 'lab.db'))
  }

  /** Such as the analysis of a game that came in: other data can be opened only without jobs. */
  async #endJobs(): Promise<void> {
    const cancelled = () =>
      this.page.evaluate(async () => {
        const hello = await window.lab!.hello(undefined)
        const jobs = hello.ok ? hello.value.jobs : []
        for (const { id } of jobs) await window.lab!.cancelJob({ id })
        return jobs.length
      })
    await expect.poll(cancelled).toBe(0)
  }

  /** Puts a copy of a data file in the place of the lab's data: the lab opens again, and its page loads again. */
  async open(file: string): Promise<void> {
    const loaded = this.page.waitForEvent('load')
    await this.page.evaluate(path => {
      void window.lab!.restoreData({ file: path }).then(({ ok }) => ok || console.error(`${path} cannot be restored`))
    }, file)
    await loaded
    await expect(new LabPage(this.page).state).toHaveText('Idle')
    rmSync(join(this.#folder, 'home', 'backups'), { recursive: true, force: true }) // of the data before
  }

  /** Closes the data, and opens them again, without an end of the program. */
  async openAgain(): Promise<void> {
    const file = join(this.#folder, 'now.db')
    const { ok } = await this.page.evaluate(path => window.lab!.backUpData({ file: path }), file)
    expect(ok, 'backed up').toBe(true)
    await this.open(file)
    rmSync(file)
  }

  /** Ends the lab, and starts it again with its data. */
  async restart(): Promise<void> {
    await this.app.close()
    this.#window = await launch(join(this.#folder, 'home'))
  }

  async close(): Promise<void> {
    await this.app.close()
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

async function launch(home: string): Promise<LabWindow> {
  const window = await launchWindow({ home })
  // after `open` the page neither says that it did, nor has the screen and the player from before
  await window.page.addInitScript(() => sessionStorage.clear())
  return window
}
