import type { ElectronApplication, Page } from '@playwright/test'

/** Longest delay that people do not notice. */
export const NOTICEABLE_MS = 50

/** Tasks of the page that kept it busy for more than `NOTICEABLE_MS`, which is what the browser calls long, in ms. */
export async function longTasks(page: Page, ms: number): Promise<number[]> {
  return page.evaluate(async time => {
    const tasks: number[] = []
    const observer = new PerformanceObserver(list => tasks.push(...list.getEntries().map(({ duration }) => duration)))
    observer.observe({ type: 'longtask' })
    await new Promise(resolve => setTimeout(resolve, time))
    observer.disconnect()
    return tasks
  }, ms)
}

/** How late timers of the main process come, in ms. */
export async function loopDelay(app: ElectronApplication, ms: number): Promise<{ mean: number; p99: number; max: number }> {
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
