import type { CDPSession, Page } from '@playwright/test'

/** The longest task of a page, in ms. */
export interface LongestTask {
  /** Of the processor: what the page itself took, whatever else the machine did meanwhile. */
  readonly processor: number
  /** By the clock; on a busy machine a task waits for others in the middle of its work. */
  readonly clock: number
}

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** µs by the clock, and of the processor. */
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** Watches every task of the page's own thread while `act` goes on. Of pages in Chromium; one at a time. */
export async function longestTask(page: Page, act: () => Promise<void>): Promise<LongestTask> {
  const devtools = await page.context().newCDPSession(page)
  const events: TraceEvent[] = []
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])))
  await devtools.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories: ['toplevel'] } })
  await act()
  await traced(devtools)
  await devtools.detach()
  const pages = events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain')
  const tasks = events.filter(
    ({ ph, dur, pid, tid }) => ph === 'X' && dur !== undefined && pages.some(each => each.pid === pid && each.tid === tid),
  )
  if (tasks.length === 0) throw new Error('the trace has no task of the page')
  const longest = (time: (event: TraceEvent) => number | undefined) => Math.max(...tasks.map(task => time(task) ?? 0)) / 1000
  return { processor: longest(({ tdur }) => tdur), clock: longest(({ dur }) => dur) }
}

export function longestTaskText({ processor, clock }: LongestTask): string {
  return `longest task of the page: ${processor.toFixed(1)} ms of the processor, ${clock.toFixed(1)} ms by the clock`
}

async function traced(devtools: CDPSession): Promise<void> {
  const complete = new Promise<void>(resolve => devtools.once('Tracing.tracingComplete', () => resolve()))
  await devtools.send('Tracing.end')
  await complete
}
