/**
 * What the Play screen takes of its page's main thread while a game plays itself: processor time in Chromium, of the lab that
 * `lab serve` serves, so that the stand-in for Electron has no part in it. Before that: what a first start takes until a game plays and its tree is drawn.
 *
 *     npm run -s perf -- --page [--rounds 5] [--beside FOLDER]
 *
 * FOLDER is another worktree, built: both are measured in turn.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type CDPSession, type Page } from '@playwright/test'
import { findChromium } from '../electron-shim/chromium.mjs'
import { LabPage } from '../e2e/labPage'
import { slowness } from '../e2e/pageTasks'
import { serveLab } from '../e2e/webHost'
import { median } from './report'
import { processorSeconds, type Spent, spentBy } from './spent'

const SECONDS = 6
/** Until the charts and the scales of the tree have their figures. */
const WARM_UP_MS = 2500
const SIZE = { width: 1440, height: 900 }

/** `stop`: where the speed of autoplay stands, from the slowest on. */
const CASES = [
  { what: '15 moves/s, with the tree', stop: 4, hasTree: true },
  { what: '15 moves/s, without the tree', stop: 4, hasTree: false },
  { what: '60 moves/s, with the tree', stop: 6, hasTree: true },
] as const

interface Cost extends Spent {
  readonly seconds: number
  readonly moves: number
}

/** A lab, and a page that shows it. */
interface Shown {
  readonly name: string
  readonly lab: LabPage
  readonly devtools: CDPSession
  readonly costs: readonly Cost[][]
  close(): Promise<void>
}

const option = (name: string) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? undefined : process.argv[at + 1]
}
const rounds = Number(option('rounds') ?? 5)
const beside = option('beside')

const browser = await chromium.launch({
  executablePath: findChromium()!,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
})
const all: Shown[] = []
try {
  all.push(await open('this one', undefined))
  if (beside) all.push(await open(beside, join(beside, 'scripts/lab.mjs')))
  const starts: { readonly page: number; readonly lab: number }[] = []
  for (let round = 0; round < rounds; round++) starts.push(await firstStart())
  const startOf = (part: 'page' | 'lab') => `${median(starts.map(each => each[part])).toFixed(2)} s`
  console.log(`a first start until its tree is drawn: page ${startOf('page')}, main process and threads ${startOf('lab')}`)
  for (let round = 0; round < rounds; round++)
    for (const i of CASES.keys()) for (const shown of all) await measure(shown, i, 2048 + round)
  const times = await slowness(all[0]!.lab.page)
  console.log(`the page's known work takes ${times.toFixed(1)} times as long as where the limits of tests were chosen`)
  for (const { name, costs } of all)
    for (const [i, { what }] of CASES.entries()) console.log([name, what, ...figures(costs[i]!)].join(' · '))
} finally {
  for (const { close } of all) await close()
  await browser.close()
}

/** In seconds of the processor, of this lab. */
async function firstStart(): Promise<{ readonly page: number; readonly lab: number }> {
  const served = await serveLab({ env: { LAB_BROWSER: 'true' } })
  const context = await browser.newContext({ viewport: SIZE })
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(served.url)
  await page.getByRole('tree').getByRole('treeitem').first().waitFor({ state: 'attached' })
  const spent = await spentBy(devtools)
  const lab = processorSeconds(served.process.pid!)
  await context.close()
  await served.stop()
  return { page: spent.all, lab }
}

async function open(name: string, script: string | undefined): Promise<Shown> {
  const home = mkdtempSync(join(tmpdir(), 'lab-perf-'))
  const served = await serveLab({ home, ...(script && { script }), env: { LAB_BROWSER: 'true' } })
  const context = await browser.newContext({ viewport: SIZE }) // of its own: one tab behind another draws nothing
  const page = await context.newPage()
  await page.goto(served.url)
  const lab = await new LabPage(page).ready()
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const close = async () => {
    await page.close()
    await served.stop()
    rmSync(home, { recursive: true, force: true })
  }
  return { name, lab, devtools, costs: CASES.map(() => []), close }
}

async function measure({ lab, devtools, costs }: Shown, i: number, seed: number): Promise<void> {
  const { stop, hasTree } = CASES[i]!
  await lab.newGame(seed)
  const fold = lab.button(hasTree ? 'Show the tree' : 'Fold the tree')
  if (await fold.isVisible()) await fold.click()
  await chooseSpeed(lab.page, stop)
  await lab.button('Autoplay').click()
  await lab.page.waitForTimeout(WARM_UP_MS)
  costs[i]!.push(await costOf(lab, devtools))
  await lab.rest()
}

async function chooseSpeed(page: Page, stop: number): Promise<void> {
  const slider = page.getByRole('slider', { name: 'Autoplay speed' })
  await slider.press('Home')
  for (let i = 0; i < stop; i++) await slider.press('ArrowRight')
}

async function costOf(lab: LabPage, devtools: CDPSession): Promise<Cost> {
  const measured = async () => ({ spent: await spentBy(devtools), moves: await lab.figure('Moves'), at: performance.now() })
  const before = await measured()
  await lab.page.waitForTimeout(SECONDS * 1000)
  const after = await measured()
  const spent = (part: keyof Spent) => after.spent[part] - before.spent[part]
  return {
    ...{ all: spent('all'), layout: spent('layout'), style: spent('style'), script: spent('script') },
    seconds: (after.at - before.at) / 1000,
    moves: after.moves - before.moves,
  }
}

function figures(costs: readonly Cost[]): readonly string[] {
  const ranged = (of: (cost: Cost) => number, text: (value: number) => string) => {
    const values = costs.map(of)
    return `${text(median(values))} [${text(Math.min(...values))}–${text(Math.max(...values))}]`
  }
  const percent = (value: number) => `${(100 * value).toFixed(1)} %`
  const fixed = (value: number) => value.toFixed(1)
  return [
    `${ranged(({ all, seconds }) => all / seconds, percent)} of a core`,
    `${ranged(({ all, moves }) => (1000 * all) / moves, fixed)} ms a move`,
    `of it layout ${ranged(cost => cost.layout / cost.all, percent)}`,
    `style ${ranged(cost => cost.style / cost.all, percent)}`,
    `script ${ranged(cost => cost.script / cost.all, percent)}`,
    `${ranged(({ moves, seconds }) => moves / seconds, fixed)} moves/s`,
  ]
}
