import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { SOCKET_PATH } from '../../src/core/contract/admission'
import { LabPage } from './labPage'
import { openServed, servedTest, SOAK, webTest } from './launch'
import { MIDGAME, SCENARIOS } from './scenarios'
import { serveLab } from './webHost'

const ROOT = join(import.meta.dirname, '../..')

/** They take every way there is between a page and the lab; that the others work is seen in the window. */
const EVERY_WAY = /^(arrow keys|a position pasted|autoplay plays|analysis deepens)/

servedTest(
  'what works alike in the window and in the browser, by every way there is between a page and the lab',
  async ({ page, served }) => {
    servedTest.setTimeout(300_000)
    const lab = await openServed(page, served)
    for (const [law, run] of Object.entries(SCENARIOS).filter(([name]) => EVERY_WAY.test(name)))
      await servedTest.step(law, async () => {
        await run(lab)
        await lab.rest()
        expect(lab.complaints).toEqual([])
      })
  },
)

for (const [law, run] of Object.entries(SCENARIOS).filter(([name]) => !EVERY_WAY.test(name)))
  servedTest(`${law} ${SOAK}`, async ({ page, served }) => {
    const lab = await openServed(page, served)
    await run(lab)
    expect(lab.complaints).toEqual([])
  })

servedTest('two tabs show the same game, and both play it; a reload finds it as it was', async ({ page, context, served }) => {
  const one = await openServed(page, served)
  const two = await openServed(await context.newPage(), served)
  await one.setPosition(MIDGAME)
  await two.showsBoard(await one.board())
  await two.button('Engine move').click()
  await expect.poll(() => one.figure('Moves')).toBe(1)
  const board = await two.board()
  await one.showsBoard(board)
  await page.reload()
  await one.showsBoard(board)
  await one.press('u')
  await expect.poll(() => two.figure('Moves')).toBe(0)
})

servedTest('from another site no connection is made', async ({ page, context, served }) => {
  const socket = new URL(SOCKET_PATH, served.url).href.replace('http', 'ws')
  await openServed(page, served)
  const foreign = await context.newPage()
  await foreign.route('http://elsewhere.test/', route => route.fulfill({ contentType: 'text/html', body: 'elsewhere' }))
  await foreign.goto('http://elsewhere.test/')
  expect(await webSocketOpens(foreign, socket)).toBe(false)
  expect(await webSocketOpens(page, socket)).toBe(true)
})

servedTest('a name that was rebound to this machine is refused', async ({ served }) => {
  const { hostname, port } = new URL(served.url)
  const sent = request({ hostname, port, path: '/', headers: { host: `rebound.example:${port}` } }).end()
  const [{ statusCode }] = (await once(sent, 'response')) as [{ statusCode: number }]
  expect(statusCode).toBe(421)
})

servedTest('a killed thread is reported, and the lab goes on', async ({ page, served }) => {
  const lab = await openServed(page, served)
  await lab.setPosition(MIDGAME)
  await lab.analyseUntilStopped()
  served.process.kill('SIGUSR2')
  await expect(lab.failures).toContainText('A compute thread was lost')
  await lab.rest()
  await lab.button('Engine move').click()
  await expect.poll(() => lab.figure('Moves')).toBe(1)
})

for (const [how, damage] of [
  ['missing', (file: string) => rmSync(file)],
  ['damaged', (file: string) => writeFileSync(file, 'no kernel')],
] as const)
  webTest(
    `with its kernel ${how} the lab says so, and the game goes on by hand${how === 'missing' ? ` ${SOAK}` : ''}`,
    async ({ page }) => {
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
    },
  )

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
