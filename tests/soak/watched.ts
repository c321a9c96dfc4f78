import { monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION_MS = 5

/** How long something took, and how late at most the timers of this process came meanwhile: in ms. */
export async function watched(act: () => Promise<unknown>): Promise<{ took: number; longest: number }> {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  await new Promise(resolve => setTimeout(resolve, 4 * RESOLUTION_MS))
  const begun = performance.now()
  await act()
  const took = performance.now() - begun
  await new Promise(resolve => setTimeout(resolve, 4 * RESOLUTION_MS))
  delay.disable()
  return { took, longest: Math.max(0, delay.max / 1e6 - RESOLUTION_MS) }
}
