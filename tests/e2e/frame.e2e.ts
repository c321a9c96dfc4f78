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

windowTest('the title of the player is readable in full, however long those that ship are', async ({ usedWindow: { page } }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await new LabPage(page).openScreen('Play')
  const profile = page.getByRole('combobox', { name: 'Profile' })
  for (const name of await profile.getByRole('option').evaluateAll(all => all.map(each => each.getAttribute('value')!))) {
    await profile.selectOption(name)
    const missing = await profile.evaluate((select: HTMLSelectElement) => {
      const alone = document.createElement('select')
      alone.append(select.selectedOptions[0]!.cloneNode(true))
      const { fontFamily, fontSize, fontWeight } = getComputedStyle(select)
      Object.assign(alone.style, { fontFamily, fontSize, fontWeight, position: 'fixed', maxWidth: 'none' })
      document.body.append(alone)
      const [wanted, room] = [alone.offsetWidth, select.offsetWidth]
      alone.remove()
      return Math.max(0, wanted - room)
    })
    expect(`${name}: ${missing} px`).toBe(`${name}: 0 px`)
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
