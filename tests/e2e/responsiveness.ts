import type { ElectronApplication, Page } from '@playwright/test'

/** Longest delay that people do not notice. */
export const NOTICEABLE_MS = 50

/** The longest task that kept the page busy for more than `NOTICEABLE_MS`, which is what browsers call long, in ms; 0 for none. */
export async function longestTask(page: Page, ms: number): Promise<number> {
  return page.evaluate(async time => {
    const tasks = [0]
    const observer = new PerformanceObserver(list => tasks.push(...list.getEntries().map(({ duration }) => duration)))
    observer.observe({ type: 'longtask' })
    await new Promise(resolve => setTimeout(resolve, time))
    observer.disconnect()
    return Math.max(...tasks)
  }, ms)
}

/** How late timers of the main process come, in ms. */
export interface LoopDelay {
  readonly mean: number
  readonly p99: number
  readonly max: number
}

export async function loopDelay(app: ElectronApplication, ms: number): Promise<LoopDelay> {
  return app.evaluate(async (_, time) => {
    const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks')
    const RESOLUTION_MS = 5
    const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
    delay.enable()
    await new Promise(resolve => setTimeout(resolve, time))
    delay.disable()
    // the histogram holds the time from one timer to the next
    const late = (ns: number) => Math.max(0, ns / 1e6 - RESOLUTION_MS)
    return { mean: late(delay.mean), p99: late(delay.percentile(99)), max: late(delay.max) }
  }, ms)
}
