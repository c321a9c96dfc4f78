import { expect } from '@playwright/test'
import { expectNoFindings } from './accessibility'
import { LabPage } from './labPage'
import { windowTest } from './launch'

windowTest('a narrow window has its panes one below the other, and no divider', async ({ usedWindow: { page } }) => {
  await page.setViewportSize({ width: 800, height: 800 })
  const lab = new LabPage(page)
  for (const screen of ['Play', 'Tune', 'Profiles', 'Replays']) {
    await lab.openScreen(screen)
    await expect(page.getByRole('separator')).toHaveCount(0)
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(800)
    await page.screenshot({ path: `test-results/narrow-${screen}.png` })
  }
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
  await expectNoFindings(page, 'palette', 'dialog')
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
