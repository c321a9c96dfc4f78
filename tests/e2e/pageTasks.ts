import type { CDPSession, Page } from '@playwright/test'

/** The longest task of a page, in ms. */
export interface LongestTask {
  /** Of the processor: what the page itself took, whatever else the machine did meanwhile. */
  readonly processor: number
  /** By the clock; on a busy machine a task waits for others in the middle of its work. */
  readonly clock: number
}

/** Of `knownWork` where the limits were chosen: of the processor, in ms. */
const KNOWN_WORK_MS = 6
/** The first ones are slower, before the page knows the work. */
const GOES = 7
/** A 1/60 s with less work draws no frame. */
const IDLE_MS = 0.5

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  /** µs: the start, and the time by the clock and of the processor. */
  readonly ts: number
  readonly dur?: number
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

/** Watches every task of the page's own thread while `act` goes on. Of pages in Chromium; one at a time. */
export async function longestTask(page: Page, act: () => Promise<unknown>): Promise<LongestTask> {
  const tasks = await tasksOf(page, act)
  const longest = (time: (event: TraceEvent) => number | undefined) => Math.max(...tasks.map(task => time(task) ?? 0)) / 1000
  return { processor: longest(({ tdur }) => tdur), clock: longest(({ dur }) => dur) }
}

/** Time of the processor, in ms, of each task of the page's own thread while `act` goes on. */
export async function processorTasks(page: Page, act: () => Promise<unknown>): Promise<readonly number[]> {
  return (await tasksOf(page, act)).map(({ tdur = 0 }) => tdur / 1000)
}

/** Time of the processor, in ms, that the page's thread takes in each 1/60 s while `act` goes on, in order of size; without idle ones. */
export async function frameTimes(page: Page, act: () => Promise<unknown>): Promise<readonly number[]> {
  const frames = new Map<number, number>()
  for (const { ts, tdur = 0 } of await tasksOf(page, act)) {
    const frame = Math.floor((ts * 60) / 1e6)
    frames.set(frame, (frames.get(frame) ?? 0) + tdur / 1000)
  }
  return [...frames.values()].filter(time => time >= IDLE_MS).toSorted((a, b) => a - b)
}

async function tasksOf(page: Page, act: () => Promise<unknown>): Promise<readonly TraceEvent[]> {
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
  return tasks
}

/** How many times slower than where the limits were chosen a page is just now, in time of the processor; at least 1. */
export async function slowness(page: Page): Promise<number> {
  const idle = await page.context().newPage()
  const goes: number[] = []
  while (goes.length < GOES) goes.push((await longestTask(idle, () => idle.evaluate(knownWork))).processor)
  await idle.close()
  return Math.max(1, goes.toSorted((a, b) => a - b)[(GOES - 1) / 2]! / KNOWN_WORK_MS)
}

/** Objects, sorting and text, as pages have them. */
function knownWork(): number {
  const rows = Array.from({ length: 20_000 }, (_, i) => ({ id: i, value: (i * 7919) % 20_011, name: `row ${i}` }))
  rows.sort((a, b) => a.value - b.value)
  return JSON.stringify(rows).length
}

export function longestTaskText({ processor, clock }: LongestTask): string {
  return `longest task of the page: ${processor.toFixed(1)} ms of the processor, ${clock.toFixed(1)} ms by the clock`
}

async function traced(devtools: CDPSession): Promise<void> {
  const complete = new Promise<void>(resolve => devtools.once('Tracing.tracingComplete', () => resolve()))
  await devtools.send('Tracing.end')
  await complete
}
