/** Time of the processor: of a page, and of a process. */
import { readFileSync } from 'node:fs'
import type { CDPSession } from '@playwright/test'

/** Of the page's main thread, in seconds of the processor. */
export interface Spent {
  readonly all: number
  readonly layout: number
  readonly style: number
  readonly script: number
}

/** Since the page's metrics were enabled, with the time domain `threadTicks`. */
export async function spentBy(devtools: CDPSession): Promise<Spent> {
  const { metrics } = await devtools.send('Performance.getMetrics')
  const of = (name: string) => metrics.find(each => each.name === name)!.value
  return {
    all: of('TaskDuration'),
    layout: of('LayoutDuration'),
    style: of('RecalcStyleDuration'),
    script: of('ScriptDuration'),
  }
}

/** Of a process with all its threads since its start: proc(5). */
export function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}
