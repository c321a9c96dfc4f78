import { expect, type Page } from '@playwright/test'
import { MOVES } from '../../src/core/games/twenty48/board'
import { expectNoFindings } from './accessibility'
import { LabPage } from './labPage'
import { webTest, windowTest } from './launch'
import { serveLab } from './webHost'

const divider = (page: Page, name: string) => page.getByRole('separator', { name })
const width = async (page: Page, name: string) => Number(await divider(page, name).getAttribute('aria-valuenow'))

windowTest('panes are as wide as they were made, by mouse or keys, also in the next window', async ({ openWindow }) => {
  const first = await openWindow()
  const lab = await new LabPage(first.page).ready()
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
  await page.screenshot({ path: 'test-results/panes-play.png' })

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
    await page.screenshot({ path: `test-results/panes-${digit}.png` })
  }
  await expectNoFindings(page, 'panes')
  expect(lab.complaints).toEqual([])
  await first.app.close()

  const second = await openWindow()
  await expect(divider(second.page, 'Width of the engine panel')).toHaveAttribute('aria-valuenow', String(before + 56))
  await divider(second.page, 'Width of the engine panel').focus()
  await second.page.keyboard.press('Enter')
  await expect.poll(() => width(second.page, 'Width of the engine panel')).toBe(before)
})

webTest('a narrow window has its panes one below the other, and no divider', async ({ page }) => {
  const served = await serveLab()
  await page.setViewportSize({ width: 800, height: 800 })
  await page.goto(served.url)
  const lab = await new LabPage(page).ready()
  for (const screen of ['Play', 'Tune', 'Profiles', 'Replays']) {
    await lab.openScreen(screen)
    await expect(page.getByRole('separator')).toHaveCount(0)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(800)
    await page.screenshot({ path: `test-results/narrow-${screen}.png` })
  }
  await served.stop()
})

windowTest('a newcomer is offered a tour, once; it leaves the game its keys, and can be had again', async ({ openWindow }) => {
  const first = await openWindow()
  const { page } = first
  const lab = new LabPage(page)
  await page.getByRole('button', { name: 'Show me around' }).click()
  const tour = page.getByRole('region', { name: 'Tour' })
  await expect(tour).toContainText('1 of 6')
  await expectNoFindings(page, 'tour')
  await page.screenshot({ path: 'test-results/tour-1.png' })
  await page.mouse.click(640, 60) // the focus leaves the card
  await lab.rest()
  await expect(tour).toBeVisible() // Esc outside the card stopped the game alone
  for (let step = 2; step <= 6; step++) {
    await tour.getByRole('button', { name: 'Next' }).press('Enter')
    await expect(tour).toContainText(`${step} of 6`)
    await page.screenshot({ path: `test-results/tour-${step}.png` })
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
  expect(lab.complaints).toEqual([])
  await first.app.close()

  const second = await openWindow()
  await expect(new LabPage(second.page).state).toHaveText('Idle')
  await expect(second.page.getByRole('button', { name: 'Show me around' })).toHaveCount(0)
})

windowTest('the palette knows what Profiles and Tune can do, and goes there to do it', async ({ usedWindow: { page } }) => {
  const lab = new LabPage(page)
  await lab.openScreen('Tune')
  await lab.openScreen('Profiles')
  await lab.openScreen('Play')
  const run = async (name: string): Promise<void> => {
    await lab.press('Control+k')
    await page.getByRole('textbox', { name: 'Find a command' }).fill(name)
    await page.getByRole('option', { name, exact: true }).click()
  }
  await lab.press('Control+k')
  await expect(page.getByRole('option', { name: 'Pause the run' })).toHaveAttribute('data-disabled', '')
  await expectNoFindings(page, 'palette')
  await page.screenshot({ path: 'test-results/palette.png' })
  await lab.closeDialog()
  await run('New profile')
  await expect(page.getByRole('dialog', { name: 'New profile' })).toBeVisible()
  await lab.closeDialog()
  await run('Duplicate the chosen profiles')
  await expect(page.getByRole('option', { name: /\(copy\)/ })).toHaveCount(1)
  await lab.openScreen('Play')
  await run('New tuning run')
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: 'Tune' })).toBeAttached()
  expect(lab.complaints).toEqual([])
})
