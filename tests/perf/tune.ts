/**
 * What the Tune screen takes, of the lab that `lab serve` serves, in Chromium: a stored run of 100,000 evaluations until its charts and its
 * table are shown, and a run of 5,000 evaluations while it goes on.
 *
 *     npm run -s perf -- --tune [--rounds 3] [--profile FILE]
 *
 * FILE gets a processor profile of the page during the first live run, for Chromium's developer tools.
 */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type CDPSession, type Page } from '@playwright/test'
import { findChromium } from '../electron-shim/chromium.mjs'
import { LabPage } from '../e2e/labPage'
import { keepManyEvaluations } from '../e2e/manyEvaluations'
import { processorTasks, slowness } from '../e2e/pageTasks'
import { serveLab, type ServedLab } from '../e2e/webHost'
import { processorSeconds, spentBy } from './spent'
import { median } from './report'

const MANY = 100_000
const SIZE = { width: 1440, height: 900 }
/** A newcomer's game has begun by then, and is stopped. */
const SETTLE_MS = 4000
/** A slow machine does not finish the run in this time. */
const LIVE_MS = 30_000
/** A task of the page above this blocks it. */
const LONG_MS = 50

const option = (name: string) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? undefined : process.argv[at + 1]
}
const rounds = Number(option('rounds') ?? 3)
const profile = option('profile')

const browser = await chromium.launch({
  executablePath: findChromium()!,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
const ranged = (values: readonly number[], text: (value: number) => string) =>
  `${text(median(values))} [${text(Math.min(...values))}–${text(Math.max(...values))}]`
const seconds = (value: number) => `${value.toFixed(2)} s`
try {
  const home = mkdtempSync(join(tmpdir(), 'lab-perf-'))
  await keepManyEvaluations(home, MANY)
  const opened: Awaited<ReturnType<typeof openMany>>[] = []
  for (let round = 0; round < rounds; round++) {
    // a lab that was open before begins with the screen that it showed last
    const copy = mkdtempSync(join(tmpdir(), 'lab-perf-'))
    cpSync(home, copy, { recursive: true })
    opened.push(await served(copy, openMany))
    rmSync(copy, { recursive: true, force: true })
  }
  rmSync(home, { recursive: true, force: true })
  const of = (part: keyof (typeof opened)[number]) =>
    ranged(
      opened.map(each => each[part]),
      seconds,
    )
  console.log(`${MANY} evaluations open in ${of('clock')} by the clock; processor: page ${of('page')}, main process ${of('lab')}`)
  const lives: Awaited<ReturnType<typeof live>>[] = []
  for (let round = 0; round < rounds; round++) lives.push(await served(undefined, page => live(page, round)))
  const live_ = (part: keyof (typeof lives)[number], text: (value: number) => string) =>
    ranged(
      lives.map(each => each[part]),
      text,
    )
  console.log(
    [
      `5,000 evaluations live in ${live_('clock', seconds)}: page ${live_('share', share => `${(100 * share).toFixed(1)} %`)} of a core`,
      `${live_('long', String)} tasks above ${LONG_MS} ms, the longest ${live_('longest', ms => `${ms.toFixed(0)} ms`)} of the processor`,
      `Progress drawn ${live_('pace', pace => pace.toFixed(1))} times per second, after ${live_('gap', seconds)} at the latest`,
    ].join('; '),
  )
} finally {
  await browser.close()
}

/** Opens a page of its own on a lab of its own. */
async function served<T>(home: string | undefined, act: (page: Page, lab: ServedLab) => Promise<T>): Promise<T> {
  const lab = await serveLab({ ...(home && { home }), env: { LAB_BROWSER: 'true' } })
  const context = await browser.newContext({ viewport: SIZE })
  try {
    const page = await context.newPage()
    await page.goto(lab.url)
    await page.getByRole('img', { name: /^Board/ }).waitFor()
    await page.waitForTimeout(SETTLE_MS)
    await new LabPage(page).rest()
    return await act(page, lab)
  } finally {
    await context.close()
    await lab.stop()
  }
}

async function metricsOf(page: Page): Promise<CDPSession> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  return devtools
}

async function openMany(page: Page, lab: ServedLab) {
  const devtools = await metricsOf(page)
  const before = { page: (await spentBy(devtools)).all, lab: processorSeconds(lab.process.pid!), clock: performance.now() }
  await page.keyboard.press('Alt+3')
  await page.waitForFunction(
    count =>
      document.querySelector('.evaluations header .soft')?.textContent === count &&
      [...document.querySelectorAll('.charts .chart-panel')].length === 10,
    MANY.toLocaleString('en'),
    { polling: 'raf' },
  )
  const clock = (performance.now() - before.clock) / 1000
  return {
    clock,
    page: (await spentBy(devtools)).all - before.page,
    lab: processorSeconds(lab.process.pid!) - before.lab,
  }
}

async function live(page: Page, round: number) {
  const devtools = await metricsOf(page)
  await page.keyboard.press('Alt+3')
  await page.getByRole('radio', { name: 'Thesis, experiment 1' }).click()
  await page.getByRole('button', { name: 'Start', exact: true }).click()
  await page.locator('.progress canvas').waitFor({ timeout: 120_000 })
  if (profile && round === 0) {
    await devtools.send('Profiler.enable')
    await devtools.send('Profiler.start')
  }
  const before = { page: (await spentBy(devtools)).all, clock: performance.now() }
  let drawn = { count: 0, gap: 0 }
  const tasks = await processorTasks(page, async () => {
    drawn = await page.evaluate(drawings, LIVE_MS)
  })
  const clock = (performance.now() - before.clock) / 1000
  const share = ((await spentBy(devtools)).all - before.page) / clock
  if (profile && round === 0) writeFileSync(profile, JSON.stringify((await devtools.send('Profiler.stop')).profile))
  const times = await slowness(page)
  console.log(`  the page's known work takes ${times.toFixed(1)} times as long as where the limits of tests were chosen`)
  return {
    clock,
    share,
    gap: drawn.gap / 1000,
    pace: drawn.count / clock,
    long: tasks.filter(ms => ms > LONG_MS).length,
    longest: Math.max(...tasks),
  }
}

/** How often Progress is drawn while the run goes on, and the longest time between two drawings, in ms. Runs in the page. */
function drawings(most: number): Promise<{ readonly count: number; readonly gap: number }> {
  const context = document.querySelector<HTMLCanvasElement>('.progress canvas')!.getContext('2d')!
  const clear = context.clearRect.bind(context)
  const started = performance.now()
  let [last, gap, count] = [started, 0, 0]
  context.clearRect = (...args) => {
    gap = Math.max(gap, performance.now() - last)
    last = performance.now()
    count++
    clear(...args)
  }
  return new Promise(resolve => {
    const timer = setInterval(() => {
      const isRunning = document.querySelector('.head .state')?.textContent === 'running'
      if (isRunning && performance.now() - started < most) return
      clearInterval(timer)
      resolve({ count, gap })
    }, 200)
  })
}
