import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { CALLS, MAX_MESSAGE_BYTES } from '../../src/core/contract/calls'
import { parseBoard } from '../../src/core/games/twenty48/notation'
import type {} from '../../src/renderer/src/bridge' // declares window.lab
import { expectNoFindings } from './accessibility'
import type { LabWindow } from './electronApp'
import { LabPage } from './labPage'
import { skipLoudly, SOAK, windowTest } from './launch'
import { busyness, busynessText, NOTICEABLE_MS } from './responsiveness'
import { MIDGAME, SCENARIOS } from './scenarios'

const WATCHED_MS = 5_000

declare global {
  var navigations: string[]
  interface Window {
    intruder?: string
  }
}

windowTest(
  'a game is played by hand and by the engine, as in the browser and as in the terminal',
  async ({ usedWindow: { page } }) => {
    windowTest.setTimeout(300_000)
    const lab = new LabPage(page)
    for (const [law, run] of Object.entries(SCENARIOS))
      await windowTest.step(law, async () => {
        await run(lab)
        await lab.rest()
      })
    await windowTest.step('axe finds nothing serious on the editor of positions', async () => {
      await lab.press('e')
      await expectNoFindings(page, 'editor', 'main')
      await lab.press('e')
    })
    await windowTest.step('the same seed gives the same game in the window and in the terminal', () => playOut(lab))
    expect(lab.complaints).toEqual([])
  },
)

windowTest('the window gives its page the contract and nothing else, and lets it go nowhere', async ({ usedWindow }) => {
  await windowTest.step(
    'the page has the contract and nothing of Node or Electron; bad and oversized arguments are refused',
    () => callWrongly(usedWindow),
  )
  await windowTest.step('the page cannot leave, opens no other window, and takes in no other page', () => leave(usedWindow))
  await windowTest.step('nothing but the page’s own files runs in it, and it reaches no other place', () => intrude(usedWindow))
})

windowTest(`the window stays responsive during a search until stopped, from its start ${SOAK}`, async ({ openWindow }, info) => {
  windowTest.setTimeout(4 * WATCHED_MS + 60_000)
  const window = await openWindow()
  const lab = await new LabPage(window.page).ready()
  await lab.setPosition(MIDGAME)
  await lab.page.getByRole('combobox', { name: 'Profile' }).selectOption('power') // no expert ends its search
  await lab.limitNothing()
  await lab.setAnalysis(false)
  // a delay is a time by the clock, and whatever else the machine does is in it: what it does without us shows the first
  const control = await busyness(window, WATCHED_MS, async () => {})
  const searching = await busyness(window, WATCHED_MS, () => lab.startAnalysis())
  await expect(lab.state).toHaveText('Analysing')
  const seconds = WATCHED_MS / 1000
  const figures = `${seconds} s of a search until stopped: ${busynessText(searching)}\n${seconds} s before it without one: ${busynessText(control)}`
  console.log(figures)
  expect(searching.task.processor, figures).toBeLessThan(NOTICEABLE_MS)
  if (control.delay.p99 >= NOTICEABLE_MS && searching.delay.p99 >= NOTICEABLE_MS)
    skipLoudly(info, `this machine is too busy to tell\n${figures}`)
  expect(searching.delay.p99, figures).toBeLessThan(NOTICEABLE_MS)
})

async function playOut(lab: LabPage): Promise<void> {
  const SEED = 42
  await lab.newGame(SEED)
  await lab.page.getByRole('combobox', { name: 'Limit' }).selectOption('Depth')
  await lab.page.getByRole('combobox', { name: 'Depth rule' }).selectOption('fixed')
  await lab.page.getByLabel('Depth, in pairs of tile and move').fill('1')
  await lab.page.getByRole('slider', { name: 'Autoplay speed' }).press('End')
  await lab.button('Autoplay').click()
  await expect(lab.page.getByRole('heading', { name: 'Game over' })).toBeVisible({ timeout: 120_000 })

  const lines = terminal('play', '--depth', '1', '--seed', String(SEED), '--json').trim().split('\n')
  const { position, score, slides } = JSON.parse(lines.at(-1)) as { position: string; score: number; slides: number }
  await lab.showsBoard(parseBoard(position))
  await expect.poll(() => lab.figure('Score')).toBe(score)
  await expect.poll(() => lab.figure('Moves')).toBe(slides)
}

async function callWrongly({ page }: LabWindow): Promise<void> {
  const found = await page.evaluate(() => ({
    bridge: Object.keys(window.lab!),
    leaks: ['require', 'process', 'module', 'Buffer', 'global', 'electron', 'ipcRenderer'].filter(name => name in window),
  }))
  expect(found.bridge.toSorted()).toEqual([...Object.keys(CALLS), 'on'].toSorted())
  expect(found.leaks).toEqual([])

  const replies = await page.evaluate(
    async tooMany => [
      await window.lab!.slide({ move: 'sideways' } as never),
      await window.lab!.undo({ slides: -1 }),
      await window.lab!.setPosition({ text: 'x'.repeat(tooMany) }),
      await window.lab!.setPosition({ text: 'x'.repeat(100) }),
    ],
    MAX_MESSAGE_BYTES + 1,
  )
  expect(replies).toMatchObject([
    { ok: false, error: { code: 'BAD_REQUEST' } },
    { ok: false, error: { code: 'BAD_REQUEST' } },
    { ok: false, error: { code: 'BAD_REQUEST' } },
    { ok: false, error: { code: 'BAD_POSITION' } },
  ])
  await new LabPage(page).newGame(5)
}

async function leave({ app, page }: LabWindow): Promise<void> {
  const where = () =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map(window => window.webContents.getURL()))
  const home = await where()
  expect(home).toEqual(['app://lab/'])
  await app.evaluate(({ BrowserWindow }) => {
    globalThis.navigations = []
    const contents = BrowserWindow.getAllWindows()[0]!.webContents
    contents.on('will-navigate', ({ url }) => globalThis.navigations.push(url))
  })
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = 'https://example.org/'
    link.target = '_blank'
    document.body.append(link)
    link.click()
    window.open('https://example.org/')
    location.href = 'https://example.org/'
  })
  await expect.poll(() => app.evaluate(() => globalThis.navigations)).toEqual(['https://example.org/'])
  expect(await where()).toEqual(home)
  const refused = await app.evaluate(({ BrowserWindow }) => {
    let prevented = false
    BrowserWindow.getAllWindows()[0]!.webContents.emit(
      'will-attach-webview',
      { preventDefault: () => (prevented = true) },
      {},
      {},
    )
    return prevented
  })
  expect(refused).toBe(true)
  await new LabPage(page).newGame(3)
}

async function intrude({ page }: LabWindow): Promise<void> {
  const kinds = ['connect-src', 'frame-src', 'img-src', 'require-trusted-types-for', 'script-src-elem', 'style-src-elem']
  const intrusions = await page.evaluate(async expected => {
    const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
    const refused = new Set<string>()
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => refused.add(effectiveDirective))
    const add = <E extends HTMLElement>(element: E, properties: Partial<E>) =>
      document.body.append(Object.assign(element, properties))
    // text that would become markup or code is refused before it gets there
    const thrown = [
      () => add(document.createElement('script'), { textContent: 'window.intruder = "inline script"' }),
      () => add(document.createElement('script'), { src: 'https://example.org/intruder.js' }),
      () => add(document.createElement('div'), { innerHTML: '<img src="data:," onerror="window.intruder = `inline handler`">' }),
      () => document.body.setAttribute('onclick', 'window.intruder = "attribute"'),
      // compiled as `eval` does it; the debugger that runs this function is let off the policy for `eval` itself
      // oxlint-disable-next-line typescript/no-implied-eval -- that this fails is the point
      () => setTimeout('window.intruder = "eval"'),
    ].map(attempt => {
      try {
        attempt()
        return 'done'
      } catch (error) {
        return (error as Error).name
      }
    })
    document.body.click()
    const intruder: string = 'https://example.org/intruder.js'
    import(/* @vite-ignore */ intruder).catch(() => undefined)
    add(document.createElement('style'), { textContent: 'body { display: none }' })
    add(document.createElement('img'), { src: 'https://example.org/pixel.png' })
    add(document.createElement('iframe'), { src: 'https://example.org/' })
    await fetch('https://example.org/').catch(() => undefined)
    // a frame is refused outside the page, which hears of it, last of all, when it does
    while (refused.size < expected) await pause(50)
    return { intruder: window.intruder, thrown, refused: [...refused].toSorted() }
  }, kinds.length)
  expect(intrusions.intruder).toBeUndefined()
  expect(intrusions.thrown).toEqual(Array(5).fill('TypeError'))
  expect(intrusions.refused).toEqual(kinds)
}

/** Runs a command in a data folder of its own. */
function terminal(...args: readonly string[]): string {
  const script = join(import.meta.dirname, '../../scripts/lab.mjs')
  const home = mkdtempSync(join(tmpdir(), 'lab-e2e-'))
  try {
    const env = { ...process.env, LAB_HOME: home }
    return execFileSync(process.execPath, [script, ...args], { encoding: 'utf8', maxBuffer: 64e6, env })
  } finally {
    rmSync(home, { recursive: true })
  }
}
