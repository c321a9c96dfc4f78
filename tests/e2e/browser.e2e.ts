import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { LabPage } from './labPage'
import { openServed, servedTest, SOAK, webTest } from './launch'
import { MIDGAME, SCENARIOS } from './scenarios'
import { serveLab, type ServedLab } from './webHost'

const ROOT = join(import.meta.dirname, '../..')

/** They take every way there is between a page and the lab; that the others work is seen in the window. */
const EVERY_WAY = /^(arrow keys|a position pasted|autoplay plays|analysis deepens)/

servedTest(
  'a game is played in two tabs, by every way there is between a page and the lab; a thread may be lost',
  async ({ page, context, served }) => {
    servedTest.setTimeout(300_000)
    const lab = await openServed(page, served)
    for (const [law, run] of Object.entries(SCENARIOS).filter(([name]) => EVERY_WAY.test(name)))
      await servedTest.step(law, async () => {
        await run(lab)
        await lab.rest()
      })
    expect(lab.complaints).toEqual([])
    const other = await openServed(await context.newPage(), served)
    await servedTest.step('two tabs show the same game, and both play it; a reload finds it as it was', () => twoTabs(lab, other))
    await other.page.close()
    await servedTest.step('a killed thread is reported, and the lab goes on', () => killThread(lab, served))
  },
)

for (const [law, run] of Object.entries(SCENARIOS).filter(([name]) => !EVERY_WAY.test(name)))
  servedTest(`${law} ${SOAK}`, async ({ page, served }) => {
    const lab = await openServed(page, served)
    await run(lab)
    expect(lab.complaints).toEqual([])
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
      await lab.newGame(1)
      const before = await lab.board()
      for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowRight']) await lab.press(key)
      await expect.poll(() => lab.board()).not.toEqual(before)
      await served.stop()
      rmSync(copy, { recursive: true })
    },
  )

async function twoTabs(one: LabPage, two: LabPage): Promise<void> {
  await one.setPosition(MIDGAME)
  await two.showsBoard(await one.board())
  await two.button('Engine move').click()
  await expect.poll(() => one.figure('Moves')).toBe(1)
  const board = await two.board()
  await one.showsBoard(board)
  await two.openScreen('Replays')
  await one.page.reload() // to its own screen
  await one.showsBoard(board)
  await one.press('u')
  await two.openScreen('Play')
  await expect.poll(() => two.figure('Moves')).toBe(0)
}

async function killThread(lab: LabPage, served: ServedLab): Promise<void> {
  await lab.setPosition(MIDGAME)
  await lab.analyseUntilStopped()
  served.process.kill('SIGUSR2')
  await expect(lab.failures).toContainText('A compute thread was lost')
  await lab.rest()
  await lab.button('Engine move').click()
  await expect.poll(() => lab.figure('Moves')).toBe(1)
}
