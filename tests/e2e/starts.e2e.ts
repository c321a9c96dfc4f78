/** What a lab does when it starts: for the first time, again, and with damaged data. */
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type ElectronApplication, type Page } from '@playwright/test'
import { MOVES } from '../../src/core/games/twenty48/board'
import { parseBoard } from '../../src/core/games/twenty48/notation'
import { playTurn, startGame } from '../../src/core/games/twenty48/playGame'
import type {} from '../../src/renderer/src/bridge' // declares window.lab
import { expectNoFindings } from './accessibility'
import { LabPage } from './labPage'
import { SOAK, windowTest } from './launch'
import { MIDGAME } from './scenarios'

const KILLABLE_THREADS = join(import.meta.dirname, 'killableThreads.cjs')

declare global {
  var killThread: () => void
}

const divider = (page: Page, name: string) => page.getByRole('separator', { name })
const width = async (page: Page, name: string) => Number(await divider(page, name).getAttribute('aria-valuenow'))

windowTest(
  'the window shows its own page, and takes a newcomer round; the next window is as this one was left',
  async ({ openWindow }) => {
    windowTest.setTimeout(300_000)
    const other = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<h1>elsewhere</h1>'))
    other.listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const { app, page } = await openWindow({ env: { ELECTRON_RENDERER_URL: `http://127.0.0.1:${port}/` } })
    const lab = new LabPage(page)

    await windowTest.step('without a press nothing reads the clipboard', async () => {
      const read = () => navigator.clipboard.readText().then(text => text, (error: unknown) => (error as Error).name) // oxfmt-ignore
      expect(await page.evaluate(read)).toBe('NotAllowedError')
    })
    await windowTest.step('the window shows its own page, whatever the environment names', async () => {
      const url = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.webContents.getURL())
      expect(url).toBe('app://lab/')
      other.close()
      other.closeAllConnections()
    })
    await windowTest.step('a newcomer sees a game that plays itself', async () => {
      await expect(lab.state).toHaveText('Playing')
      await expect.poll(() => lab.figure('Moves')).toBeGreaterThan(0)
    })
    await windowTest.step('a newcomer is offered a tour; it leaves the game its keys, and can be had again', () => takeTour(lab))
    const panel = await windowTest.step('panes are as wide as they were made, by mouse or keys', () => setPanes(lab))
    expect(lab.complaints).toEqual([])
    await windowTest.step('a button pastes', () => pasteByButton(lab, app))
    const bounds = { x: 60, y: 40, width: 900, height: 640 }
    await app.evaluate(({ BrowserWindow }, place) => BrowserWindow.getAllWindows()[0]!.setBounds(place), bounds)
    const again = await openedWhileEnding(app)
    expect(again.at(-1)).toBe(TRACE)
    expect(again).toContain('--')

    const next = await openWindow()
    expect(await next.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]!.getBounds())).toEqual(bounds)
    await expect(new LabPage(next.page).state).toHaveText('Idle')
    await expect(next.page.getByRole('button', { name: 'Show me around' })).toHaveCount(0)
    await new LabPage(next.page).openScreen('Play') // it was left on Replays
    await next.page.setViewportSize({ width: 1280, height: 800 })
    await expect(divider(next.page, 'Width of the engine panel')).toHaveAttribute('aria-valuenow', String(panel.set))
    await divider(next.page, 'Width of the engine panel').focus()
    await next.page.keyboard.press('Enter')
    await expect.poll(() => width(next.page, 'Width of the engine panel')).toBe(panel.usual)
  },
)

/** Closes the window, opens a file meanwhile, and returns the arguments with which the lab starts again. */
async function openedWhileEnding(app: ElectronApplication): Promise<readonly string[]> {
  const file = join(mkdtempSync(join(tmpdir(), 'lab-again-')), 'arguments.json')
  await app.evaluate(
    ({ app }, [file, trace]) => {
      app.relaunch = options => process.getBuiltinModule('node:fs').writeFileSync(file!, JSON.stringify(options!.args))
      app.once('will-quit', () => app.emit('second-instance', {}, ['lab', trace], '/'))
    },
    [file, TRACE],
  )
  await app.close()
  return JSON.parse(readFileSync(file, 'utf8')) as string[]
}

async function takeTour(lab: LabPage): Promise<void> {
  const { page } = lab
  await page.getByRole('button', { name: 'Show me around' }).click()
  const tour = page.getByRole('region', { name: 'Tour' })
  await expect(tour).toContainText('1 of 6')
  await expectNoFindings(page, 'tour', '[aria-label="Tour"]')
  await page.mouse.click(640, 60) // the focus leaves the card
  await lab.rest()
  await expect(tour).toBeVisible() // Esc outside the card stopped the game alone
  for (let step = 2; step <= 6; step++) {
    await tour.getByRole('button', { name: 'Next' }).press('Enter')
    await expect(tour).toContainText(`${step} of 6`)
  }
  const before = await lab.figure('Moves')
  for (const move of MOVES) await lab.slide(move) // the card has the focus
  await expect.poll(() => lab.figure('Moves')).toBeGreaterThan(before)
  await tour.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(tour).toBeHidden()

  await lab.openScreen('Settings')
  await lab.button('Tour of the window').click()
  await expect(tour).toContainText('1 of 6')
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: 'Play' })).toBeAttached()
  await lab.press('Escape') // the card has the focus
  await expect(tour).toBeHidden()
}

/** @returns widths of the engine panel */
async function setPanes(lab: LabPage): Promise<{ readonly usual: number; readonly set: number }> {
  const { page } = lab
  const board = await lab.board()
  const before = await width(page, 'Width of the engine panel')
  const box = (await divider(page, 'Width of the engine panel').boundingBox())!
  await page.mouse.move(box.x + 2, box.y + 200)
  await page.mouse.down()
  await page.mouse.move(box.x - 38, box.y + 220, { steps: 4 })
  await page.mouse.up()
  await expect.poll(() => width(page, 'Width of the engine panel')).toBe(before + 40)
  await lab.press('ArrowLeft')
  await expect.poll(() => width(page, 'Width of the engine panel')).toBe(before + 56)
  expect(await lab.board()).toEqual(board) // the divider has the focus: its arrows slide nothing

  // an arrow moves the divider, whichever side its pane is on
  for (const [digit, name, aboveLeast] of [
    [3, 'Width of the list of runs', 0],
    [6, 'Width of the list of profiles', 0],
    [7, 'Width of the details', 16],
  ] as const) {
    await lab.press(`Control+${digit}`)
    await divider(page, name).focus()
    await lab.press('Home')
    await lab.press('ArrowRight')
    await lab.press('ArrowLeft')
    const least = Number(await divider(page, name).getAttribute('aria-valuemin'))
    await expect.poll(() => width(page, name), name).toBe(least + aboveLeast)
  }
  return { usual: before, set: before + 56 }
}

async function pasteByButton(lab: LabPage, app: ElectronApplication): Promise<void> {
  const { page } = lab
  await page.evaluate(text => navigator.clipboard.writeText(text), 'a text that is no game')
  await lab.openScreen('Replays')
  await lab.more('Replays', 'Paste games')
  await expect(lab.failures).toContainText('a text that is no game')

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
}

windowTest(`the lab reopens where it was, with the player, the limit and the undone slides ${SOAK}`, async ({ openWindow }) => {
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
  await page.getByRole('combobox', { name: 'Profile' }).selectOption('power')
  await page.getByRole('combobox', { name: 'Limit' }).selectOption('Time per move')
  await page.getByLabel('Milliseconds per move').fill('20')
  await lab.press('Enter')
  await lab.openScreen('Tree')
  const saved = () => page.evaluate(async () => window.lab!.hello(undefined))
  await expect.poll(saved).toMatchObject({ value: { preferences: { screen: 'tree' } } })
  await app.close()

  ;({ app, page } = await openWindow())
  lab = new LabPage(page)
  await expect(page.getByRole('heading', { level: 1, name: 'Tree' })).toBeAttached()
  await lab.openScreen('Play')
  await expect.poll(shown).toEqual(left)
  await expect(page.getByRole('combobox', { name: 'Profile' })).toHaveValue('power')
  await expect(page.getByLabel('Milliseconds per move')).toHaveValue('20')
  await expect(page.locator('.origin')).toContainText(String(SEED))
  await lab.button('Redo').click()
  await expect.poll(shown).toEqual(ahead)
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
  await lab.rest()
  await lab.button('Engine move').click()
  await expect.poll(() => lab.figure('Moves')).toBe(1)
  await lab.analyseUntilStopped()
  await expect(lab.bestBars).toHaveCount(1)
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

const TRACE = join(import.meta.dirname, '../golden/trace-v5.trace')

windowTest('files that are opened in the system while the lab runs are sorted as dropped ones', async ({ usedWindow }) => {
  const { page, app } = usedWindow
  const lab = new LabPage(page)
  const folder = mkdtempSync(join(tmpdir(), 'lab-opened-'))
  writeFileSync(join(folder, 'eine Stellung.txt'), MIDGAME)
  const openAgain = (...args: string[]) =>
    app.evaluate(({ app }, [at, ...rest]) => app.emit('second-instance', {}, ['lab', ...rest], at), [folder, ...args])
  await openAgain('--some-switch', TRACE)
  await expect(page.getByText('trace-v5.trace')).toBeVisible()
  await openAgain('eine Stellung.txt')
  await lab.showsBoard(parseBoard(MIDGAME))
  await openAgain('none.txt')
  await expect(lab.failures).toContainText('none.txt: there is no such file')
  await lab.openScreen('Settings')
  const file = join(folder, 'eine Stellung.txt')
  // as macOS opens a file
  await app.evaluate(({ app }, path) => app.emit('open-file', { preventDefault: () => undefined }, path), file)
  await lab.showsBoard(parseBoard(MIDGAME))
  expect(lab.complaints).toEqual([])
  rmSync(folder, { recursive: true })
})

windowTest(`a file that is opened before the lab runs is shown by its window ${SOAK}`, async ({ openWindow }) => {
  const { page } = await openWindow({ files: [TRACE] })
  await expect(page.getByText('trace-v5.trace')).toBeVisible()
})
