import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { CALLS, MAX_MESSAGE_BYTES } from '../../src/core/contract/calls'
import { MOVES } from '../../src/core/games/twenty48/board'
import { parseBoard } from '../../src/core/games/twenty48/notation'
import { playTurn, startGame } from '../../src/core/games/twenty48/playGame'
import type {} from '../../src/renderer/src/bridge' // declares window.lab
import { expectAccessible } from './accessibility'
import { LabPage } from './labPage'
import { skipLoudly, SOAK, windowTest } from './launch'
import { busyness, busynessText, NOTICEABLE_MS } from './responsiveness'
import { MIDGAME, SCENARIOS } from './scenarios'

const WATCHED_MS = 5_000
const KILLABLE_THREADS = join(import.meta.dirname, 'killableThreads.cjs')

declare global {
  interface Window {
    intruder?: string
  }
  var killThread: () => void
}

for (const [law, run] of Object.entries(SCENARIOS))
  windowTest(law, async ({ usedWindow: { page } }) => {
    const lab = new LabPage(page)
    await run(lab)
    expect(lab.complaints).toEqual([])
  })

windowTest('a newcomer sees a game that plays itself', async ({ openWindow }) => {
  const lab = new LabPage((await openWindow()).page)
  await expect(lab.state).toHaveText('Playing')
  await expect.poll(() => lab.figure('Moves')).toBeGreaterThan(0)
  for (const move of MOVES) await lab.slide(move) // what moves nothing ends nothing, and its tiles fall as they will
  await expect(lab.state).toHaveText('Idle')
})

windowTest('the same seed gives the same game in the window and in the terminal', async ({ usedWindow: { page } }) => {
  const SEED = 42
  const lab = new LabPage(page)
  await lab.newGame(SEED)
  await lab.page.getByRole('combobox', { name: 'Limit' }).selectOption('Depth')
  await lab.page.getByRole('combobox', { name: 'Depth rule' }).selectOption('fixed')
  await lab.page.getByLabel('Depth, in pairs of tile and move').fill('1')
  await lab.page.getByRole('slider', { name: 'Autoplay speed' }).press('End')
  await lab.button('Autoplay').click()
  await expect(lab.page.getByRole('heading', { name: 'Game over' })).toBeVisible({ timeout: 30_000 })

  const lines = terminal('play', '--depth', '1', '--seed', String(SEED), '--json').trim().split('\n')
  const { position, score, slides } = JSON.parse(lines.at(-1)) as { position: string; score: number; slides: number }
  await lab.showsBoard(parseBoard(position))
  await expect.poll(() => lab.figure('Score')).toBe(score)
  await expect.poll(() => lab.figure('Moves')).toBe(slides)
})

windowTest(`the lab reopens at the same position with its undone slides ${SOAK}`, async ({ openWindow }) => {
  const SEED = 42
  let { app, page } = await openWindow()
  let lab = await new LabPage(page).ready()
  await lab.newGame(SEED)
  const moves = ['left', 'down', 'right', 'up', 'left', 'down'] as const
  const end = moves.reduce((position, move) => playTurn(position, move)?.position ?? position, startGame(SEED))
  for (const move of moves) await lab.slide(move)
  const shown = async () => [await lab.figure('Moves'), await lab.figure('Score')]
  const ahead = [end.slides, end.score]
  await expect.poll(shown).toEqual(ahead)
  await page.getByLabel('Undo', { exact: true }).click()
  await expect.poll(() => lab.figure('Moves')).toBe(ahead[0]! - 1)
  const left = await shown()
  await app.close()

  ;({ app, page } = await openWindow())
  lab = new LabPage(page)
  await expect.poll(shown).toEqual(left)
  await expect(page.locator('.origin')).toContainText(String(SEED))
  await lab.button('Redo').click()
  await expect.poll(shown).toEqual(ahead)
  await page.screenshot({ path: 'test-results/reopened.png' })
  expect(lab.complaints).toEqual([])
})

windowTest('a damaged data file is reported and left alone, and the lab plays on', async ({ openWindow }) => {
  const home = mkdtempSync(join(tmpdir(), 'lab-damaged-'))
  writeFileSync(join(home, 'lab.db'), 'nothing that anybody stored')
  const { app, page } = await openWindow({ home })
  const lab = await new LabPage(page).ready()
  await expect(lab.failures).toContainText('this lab saves nothing')
  await lab.newGame(42)
  await lab.press('ArrowLeft')
  await expect.poll(() => lab.figure('Moves')).toBe(1)
  await page.screenshot({ path: 'test-results/data-damaged.png' })
  await app.close()
  expect(readFileSync(join(home, 'lab.db'), 'utf8')).toBe('nothing that anybody stored')
  rmSync(home, { recursive: true })
})

windowTest(`a killed thread is reported, and the lab goes on ${SOAK}`, async ({ openWindow }) => {
  const { app, page } = await openWindow({ before: KILLABLE_THREADS })
  const lab = await new LabPage(page).ready()
  await lab.setPosition(MIDGAME)
  await lab.analyseUntilStopped()
  await app.evaluate(() => globalThis.killThread())
  await expect(lab.failures).toContainText('A compute thread was lost')
  await page.screenshot({ path: 'test-results/thread-lost.png' })
  await lab.rest()
  await lab.button('Engine move').click()
  await expect.poll(() => lab.figure('Moves')).toBe(1)
  await lab.analyseUntilStopped()
  await expect(lab.bestBars).toHaveCount(1)
})

windowTest('nothing but the page’s own files runs in it, and it reaches no other place', async ({ usedWindow: { page } }) => {
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
    // a frame is refused outside the page, which hears of it when it does
    for (let waited = 0; refused.size < expected && waited < 10_000; waited += 50) await pause(50)
    await pause(500)
    return { intruder: window.intruder, thrown, refused: [...refused].toSorted() }
  }, kinds.length)
  expect(intrusions.intruder).toBeUndefined()
  expect(intrusions.thrown).toEqual(Array(5).fill('TypeError'))
  expect(intrusions.refused).toEqual(kinds)
})

windowTest('the page cannot leave, and opens no other window', async ({ openWindow }) => {
  const { app, page } = await openWindow()
  const lab = await new LabPage(page).ready()
  const where = () =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map(window => window.webContents.getURL()))
  const home = await where()
  expect(home).toEqual(['app://lab/'])
  await page.evaluate(() => {
    const link = document.createElement('a')
    link.href = 'https://example.org/'
    link.target = '_blank'
    document.body.append(link)
    link.click()
    window.open('https://example.org/')
    location.href = 'https://example.org/'
  })
  await page.waitForTimeout(500)
  expect(await where()).toEqual(home)
  await lab.newGame(3)
})

windowTest('the window shows its own page, whatever the environment names', async ({ openWindow }) => {
  const other = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<h1>elsewhere</h1>'))
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const { app, page } = await openWindow({ env: { ELECTRON_RENDERER_URL: `http://127.0.0.1:${port}/` } })
  await new LabPage(page).ready()
  expect(await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.webContents.getURL())).toBe('app://lab/')
  other.close()
  other.closeAllConnections()
})

windowTest('a button pastes; without a press nothing reads the clipboard', async ({ openWindow }) => {
  const { app, page } = await openWindow()
  const read = () => navigator.clipboard.readText().then(text => text, (error: unknown) => (error as Error).name) // prettier-ignore
  expect(await page.evaluate(read)).toBe('NotAllowedError')
  const lab = await new LabPage(page).ready()
  await page.evaluate(text => navigator.clipboard.writeText(text), 'a text that is no game')
  await lab.openScreen('Replays')
  await lab.button('Paste games').click()
  await expect(lab.failures).toContainText('a text that is no game')
  await page.screenshot({ path: 'test-results/window-paste.png' })

  // nothing else is granted, and nothing to anybody else
  const decided = await app.evaluate(async ({ session, BrowserWindow }) => {
    const { permissionRequestHandler: request, permissionCheckHandler: check } = session.defaultSession as never as {
      permissionRequestHandler?: (...args: unknown[]) => void
      permissionCheckHandler?: (...args: unknown[]) => boolean
    }
    if (!request || !check) return undefined // Electron itself does not show its handlers
    const contents = BrowserWindow.getAllWindows()[0]!.webContents
    contents.emit('input-event', {}, { type: 'mouseDown' })
    const ask = (asking: unknown, permission: string, requestingUrl: string, isMainFrame: boolean) =>
      new Promise(decide => request(asking, permission, decide, { requestingUrl, isMainFrame })).then(granted => [
        granted,
        check(asking, permission, requestingUrl, { requestingUrl, isMainFrame }),
      ])
    return Promise.all([
      ask(contents, 'clipboard-read', 'app://lab/', true),
      ask(contents, 'clipboard-sanitized-write', 'app://lab/', true),
      ask(contents, 'clipboard-read', 'app://lab/', false),
      ask(contents, 'clipboard-read', 'https://example.org/', true),
      ask(null, 'clipboard-read', 'app://lab/', true),
      ...['media', 'geolocation', 'notifications', 'fullscreen', 'openExternal', 'unknown'].map(permission =>
        ask(contents, permission, 'app://lab/', true),
      ),
    ])
  })
  if (decided)
    expect(decided).toEqual([
      ...Array.from({ length: 2 }, () => [true, true]),
      ...Array.from({ length: 9 }, () => [false, false]),
    ])
})

windowTest('the window takes in no other page', async ({ usedWindow: { app } }) => {
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
})

windowTest('the page has the contract and nothing of Node or Electron', async ({ usedWindow: { page } }) => {
  const found = await page.evaluate(() => ({
    bridge: Object.keys(window.lab!),
    leaks: ['require', 'process', 'module', 'Buffer', 'global', 'electron', 'ipcRenderer'].filter(name => name in window),
  }))
  expect(found.bridge.toSorted()).toEqual([...Object.keys(CALLS), 'on'].toSorted())
  expect(found.leaks).toEqual([])
})

windowTest(
  'bad and oversized arguments are refused at the bridge’s far end, and the lab goes on',
  async ({ usedWindow: { page } }) => {
    const lab = new LabPage(page)
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
    await lab.newGame(5)
  },
)

windowTest('axe finds nothing serious, light or dark', async ({ usedWindow: { page } }) => {
  await expectAccessible(new LabPage(page))
})

windowTest(`the window stays responsive during a search until stopped, from its start ${SOAK}`, async ({ openWindow }, info) => {
  windowTest.setTimeout(4 * WATCHED_MS + 60_000)
  const window = await openWindow()
  const lab = await new LabPage(window.page).ready()
  await lab.setPosition(MIDGAME)
  await lab.limitNothing()
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

windowTest(`preferences hold for the next window ${SOAK}`, async ({ openWindow }) => {
  const first = await openWindow()
  await (await new LabPage(first.page).ready()).chooseTheme('Dark')
  await first.page.evaluate(() => window.lab!.hello(undefined)) // the lab has heard what was said before
  await first.app.close()

  const second = await openWindow()
  const known = new LabPage(second.page)
  await expect(known.root).toHaveAttribute('data-theme', 'dark')
  await expect(known.state).toHaveText('Idle') // no newcomer
})

windowTest('the window opens where it was closed', async ({ openWindow }) => {
  const home = mkdtempSync(join(tmpdir(), 'lab-e2e-place-'))
  const bounds = { x: 60, y: 40, width: 900, height: 640 }
  const first = await openWindow({ home })
  await first.app.evaluate(({ BrowserWindow }, place) => BrowserWindow.getAllWindows()[0]!.setBounds(place), bounds)
  await first.app.close()
  const second = await openWindow({ home })
  expect(await second.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.getBounds())).toEqual(bounds)
  await second.app.close()
  rmSync(home, { recursive: true, force: true })
})

function terminal(...args: readonly string[]): string {
  const script = join(import.meta.dirname, '../../scripts/lab.mjs')
  return execFileSync(process.execPath, [script, ...args], { encoding: 'utf8', maxBuffer: 64e6 })
}
