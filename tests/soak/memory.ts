import { expect, type CDPSession, type ElectronApplication } from '@playwright/test'
import type { LabWindow } from '../e2e/electronApp'
import { LabPage } from '../e2e/labPage'

const MB = 1e6
const SAMPLES = 20
/** Caches and pools fill up at first. */
const WARM_UP = 0.2

/** Heap in use after a collection, in bytes. */
interface Heaps {
  readonly page: number
  readonly main: number
}

export interface Growth {
  /** In MB, over the part after the warm-up. */
  readonly page: number
  readonly main: number
  readonly games: number
  /** In MB, at each sample. */
  readonly samples: { readonly page: readonly number[]; readonly main: readonly number[] }
}

/** Lets the engine play at full speed, game after game, and watches the heaps of the page and of the main process. */
export async function growthDuringAutoplay({ app, page }: LabWindow, minutes: number): Promise<Growth> {
  const lab = await new LabPage(page).ready()
  await page.getByRole('slider', { name: 'Autoplay speed' }).press('End')
  const debug = await page.context().newCDPSession(page)
  const heaps: Heaps[] = []
  let games = 0
  const interval = (minutes * 60_000) / SAMPLES
  const start = performance.now()
  while (heaps.length < SAMPLES) {
    if (await lab.button('Autoplay').isVisible()) await playAgain(lab, ++games)
    await page.waitForTimeout(Math.min(250, interval))
    if (performance.now() - start < (heaps.length + 1) * interval) continue
    heaps.push({ page: await pageHeap(debug), main: await mainHeap(app) })
  }
  const warm = heaps[Math.floor(WARM_UP * SAMPLES) - 1]!
  const last = heaps.at(-1)
  const inMb = (part: keyof Heaps) => heaps.map(heap => Math.round(heap[part] / 1e4) / 100)
  return {
    page: (last.page - warm.page) / MB,
    main: (last.main - warm.main) / MB,
    games,
    samples: { page: inMb('page'), main: inMb('main') },
  }
}

async function playAgain(lab: LabPage, seed: number): Promise<void> {
  await lab.newGame(seed)
  await lab.button('Autoplay').click()
  await expect(lab.button('Stop')).toBeVisible()
}

async function pageHeap(debug: CDPSession): Promise<number> {
  await debug.send('HeapProfiler.collectGarbage')
  return (await debug.send('Runtime.getHeapUsage')).usedSize
}

async function mainHeap(app: ElectronApplication): Promise<number> {
  return app.evaluate(() => {
    process.getBuiltinModule('node:v8').setFlagsFromString('--expose-gc')
    const collect = process.getBuiltinModule('node:vm').runInNewContext('gc') as () => void
    collect()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  })
}
