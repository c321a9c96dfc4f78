import type { ElectronApplication } from '@playwright/test'
import type { LabWindow } from './electronApp'

/** Longest delay that people do not notice. */
export const NOTICEABLE_MS = 50

/** How busy the page and the main process were, in ms. */
export interface Busyness {
  /** Tasks that kept the page busy for more than `NOTICEABLE_MS`, which is what browsers call long. */
  readonly longTasks: readonly number[]
  /** How late timers of the main process came. */
  readonly delay: { readonly mean: number; readonly p99: number; readonly max: number }
}

declare global {
  interface Window {
    stopWatchingTasks: () => number[]
  }
  var stopWatchingLoop: () => Busyness['delay']
}

/** Watches the window for so long from just before `act`, which it waits for. */
export async function busyness({ app, page }: LabWindow, ms: number, act: () => Promise<void>): Promise<Busyness> {
  const start = performance.now()
  await watchLoop(app)
  await page.evaluate(() => {
    const tasks: number[] = []
    const keep = (entries: PerformanceEntryList) => tasks.push(...entries.map(({ duration }) => duration))
    const observer = new PerformanceObserver(list => keep(list.getEntries()))
    observer.observe({ type: 'longtask' })
    window.stopWatchingTasks = () => {
      keep(observer.takeRecords())
      observer.disconnect()
      return tasks
    }
  })
  await act()
  await page.waitForTimeout(Math.max(0, start + ms - performance.now()))
  return {
    longTasks: await page.evaluate(() => window.stopWatchingTasks()),
    delay: await app.evaluate(() => globalThis.stopWatchingLoop()),
  }
}

export function isResponsive({ longTasks, delay }: Busyness): boolean {
  return longTasks.length === 0 && delay.p99 < NOTICEABLE_MS
}

export function busynessText({ longTasks, delay }: Busyness): string {
  const ms = (...values: readonly number[]) => values.map(value => `${value.toFixed(1)} ms`).join(', ')
  const { mean, p99, max } = delay
  return `long tasks in the page: ${ms(...longTasks) || 'none'}; main process's loop delay: p99 ${ms(p99)}, mean ${ms(mean)}, max ${ms(max)}`
}

function watchLoop(app: ElectronApplication): Promise<void> {
  return app.evaluate(() => {
    const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks')
    const RESOLUTION_MS = 5
    const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
    delay.enable()
    globalThis.stopWatchingLoop = () => {
      delay.disable()
      // the histogram holds the time from one timer to the next
      const late = (ns: number) => Math.max(0, ns / 1e6 - RESOLUTION_MS)
      return { mean: late(delay.mean), p99: late(delay.percentile(99)), max: late(delay.max) }
    }
  })
}
