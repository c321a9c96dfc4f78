import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { SOCKET_PATH } from '../../src/core/contract/admission'
import { LabPage } from './labPage'
import { SOAK, webTest } from './launch'
import { MIDGAME, SCENARIOS } from './scenarios'
import { serveLab, type ServedLab } from './webHost'

const ROOT = join(import.meta.dirname, '../..')

const browserTest = webTest.extend<{ served: ServedLab }, { used: ServedLab }>({
  /** For tests that ask nothing of how it started: one for them all, which a newcomer has seen. */
  used: [
    async ({ browser }, use) => {
      const served = await serveLab()
      const page = await browser.newPage()
      await page.goto(served.url)
      await new LabPage(page).ready()
      await page.close()
      await use(served)
      await served.stop()
    },
    { scope: 'worker' },
  ],
  served: async ({}, use) => {
    const served = await serveLab({ nodeOptions: ['--require', join(import.meta.dirname, 'killableThreads.cjs')] })
    await use(served)
    await served.stop()
  },
})

/** They take every way there is between a page and the lab; that the others work is seen in the window. */
const EVERY_WAY = /^(arrow keys|a position pasted|autoplay plays|analysis deepens)/

for (const [law, run] of Object.entries(SCENARIOS))
  browserTest(EVERY_WAY.test(law) ? law : `${law} ${SOAK}`, async ({ page, used }) => {
    const lab = new LabPage(page)
    await page.goto(await used.freshAddress())
    await expect(lab.state).toHaveText('Idle') // no newcomer
    await run(lab)
    expect(lab.complaints).toEqual([])
  })

browserTest('a reload finds the game as it was', async ({ page, served }) => {
  await page.goto(served.url)
  const lab = await new LabPage(page).ready()
  await lab.setPosition(MIDGAME)
  await lab.button('Engine move').click()
  await expect.poll(() => lab.figure('Moves')).toBe(1)
  const board = await lab.board()
  await page.reload()
  await lab.showsBoard(board)
  await lab.press('u')
  await expect.poll(() => lab.figure('Moves')).toBe(0)
})

webTest('preferences hold for the next run, at another address and in another browser', async ({ browser }) => {
  const home = mkdtempSync(join(tmpdir(), 'lab-e2e-preferences-'))
  const first = await serveLab({ home })
  const newcomer = new LabPage(await browser.newPage())
  await newcomer.page.goto(first.url)
  await (await newcomer.ready()).chooseTheme('Dark')
  await expect(newcomer.root).toHaveAttribute('data-theme', 'dark')
  await newcomer.page.close()
  await first.stop()

  const second = await serveLab({ home })
  const known = new LabPage(await browser.newPage())
  await known.page.goto(second.url)
  await expect(known.root).toHaveAttribute('data-theme', 'dark')
  await expect(known.state).toHaveText('Idle') // no newcomer
  await known.page.close()
  await second.stop()
  rmSync(home, { recursive: true, force: true })
})

browserTest('two tabs show the same game, and both play it', async ({ page, context, served }) => {
  await page.goto(served.url)
  const one = await new LabPage(page).ready()
  const two = new LabPage(await context.newPage())
  await two.page.goto(await served.freshAddress())
  await one.setPosition(MIDGAME)
  await two.showsBoard(await one.board())
  await two.button('Engine move').click()
  await expect.poll(() => one.figure('Moves')).toBe(1)
  await one.showsBoard(await two.board())
})

browserTest('from another site no connection is made', async ({ page, context, served }) => {
  const socket = new URL(SOCKET_PATH, served.url).href.replace('http', 'ws')
  await page.goto(served.url)
  await new LabPage(page).ready()
  const foreign = await context.newPage()
  await foreign.route('http://elsewhere.test/', route => route.fulfill({ contentType: 'text/html', body: 'elsewhere' }))
  await foreign.goto('http://elsewhere.test/')
  expect(await webSocketOpens(foreign, socket)).toBe(false)
  expect(await webSocketOpens(page, socket)).toBe(true)
})

browserTest('a name that was rebound to this machine is refused', async ({ served }) => {
  const { hostname, port } = new URL(served.url)
  const sent = request({ hostname, port, path: '/', headers: { host: `rebound.example:${port}` } }).end()
  const [{ statusCode }] = (await once(sent, 'response')) as [{ statusCode: number }]
  expect(statusCode).toBe(421)
})

browserTest('a killed thread is reported, and the lab goes on', async ({ page, served }) => {
  await page.goto(served.url)
  const lab = await new LabPage(page).ready()
  await lab.setPosition(MIDGAME)
  await lab.analyseUntilStopped()
  served.process.kill('SIGUSR2')
  await expect(lab.failures).toContainText('A compute thread was lost')
  await lab.rest()
  await lab.button('Engine move').click()
  await expect.poll(() => lab.figure('Moves')).toBe(1)
})

browserTest('a lab that ends says so in the page, and ends in good order', async ({ page, served }) => {
  await page.goto(served.url)
  const lab = await new LabPage(page).ready()
  await lab.setPosition(MIDGAME)
  await lab.analyseUntilStopped()
  expect(await served.stop()).toBe(0)
  await expect(page.getByText('Connection lost, trying again …')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The lab does not answer' })).toBeVisible()
})

for (const [how, damage] of [
  ['missing', (file: string) => rmSync(file)],
  ['damaged', (file: string) => writeFileSync(file, 'no kernel')],
] as const)
  webTest(`with its kernel ${how} the lab says so, and the game goes on by hand`, async ({ page }) => {
    const copy = mkdtempSync(join(tmpdir(), 'lab-e2e-kernel-'))
    for (const part of ['package.json', 'out', 'resources']) cpSync(join(ROOT, part), join(copy, part), { recursive: true })
    damage(join(copy, 'out', 'kernel.wasm'))
    const served = await serveLab({ script: join(copy, 'out', 'main', 'cli.js') })
    const lab = new LabPage(page)
    await page.goto(served.url)
    await expect(lab.failures.first()).toContainText('The search kernel cannot be used')
    await page.screenshot({ path: `test-results/kernel-${how}.png` })
    await lab.newGame(1)
    const before = await lab.board()
    for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowRight']) await lab.press(key)
    await expect.poll(() => lab.board()).not.toEqual(before)
    await served.stop()
    rmSync(copy, { recursive: true })
  })

async function webSocketOpens(page: Page, url: string): Promise<boolean> {
  return page.evaluate(async address => {
    const socket = new WebSocket(address)
    const opens = await new Promise<boolean>(resolve => {
      socket.onopen = () => resolve(true)
      socket.onerror = () => resolve(false)
    })
    socket.close()
    return opens
  }, url)
}
