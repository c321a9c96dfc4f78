import type { ElectronApplication } from '@playwright/test'
import type { LabWindow } from './electronApp'
import { longestTask, longestTaskText, type LongestTask } from './pageTasks'

/** Longest delay that people do not notice. */
export const NOTICEABLE_MS = 50

/** How busy the page and the main process were, in ms. */
export interface Busyness {
  readonly task: LongestTask
  /** How late timers of the main process came. */
  readonly delay: { readonly mean: number; readonly p99: number; readonly max: number }
}

declare global {
  var stopWatchingLoop: () => Busyness['delay']
}

/** Watches the window for so long from just before `act`, which it waits for. */
export async function busyness({ app, page }: LabWindow, ms: number, act: () => Promise<void>): Promise<Busyness> {
  const start = performance.now()
  let delay!: Busyness['delay']
  const task = await longestTask(page, async () => {
    await watchLoop(app)
    await act()
    await page.waitForTimeout(Math.max(0, start + ms - performance.now()))
    delay = await app.evaluate(() => globalThis.stopWatchingLoop())
  })
  return { task, delay }
}

export function busynessText({ task, delay }: Busyness): string {
  const ms = (value: number) => `${value.toFixed(1)} ms`
  const { mean, p99, max } = delay
  return `${longestTaskText(task)}; main process's loop delay: p99 ${ms(p99)}, mean ${ms(mean)}, max ${ms(max)}`
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
