import { expect } from '@playwright/test'
import { servePage, type ServedPage } from '../remotePage/serve'
import { expectNoFindings } from './accessibility'
import { openServed, servedTest } from './launch'
import { ReplaysPage } from './replaysPage'

const pageTest = servedTest.extend<{ played: ServedPage }>({
  played: async ({}, use) => {
    const played = await servePage()
    await use(played)
    await played.close()
  },
})

pageTest('a game on a web page: begun, taken over, given back, stopped, and in the library', async ({ page, played, served }) => {
  const lab = await openServed(page, served)
  const address = played.address('seed=5')
  await lab.button('Play on a web page …').click()
  const dialog = page.getByRole('dialog', { name: 'Play on a web page' })
  await dialog.getByLabel('Address of the page').fill(address)
  await expect(dialog.getByRole('button', { name: 'Play' })).toHaveAccessibleDescription(/opens http:.*page\.html\?seed=5 there/)
  await dialog.getByRole('button', { name: 'Play' }).click()
  await expect(dialog).toBeHidden()

  const panel = page.getByRole('region', { name: 'Play on a web page' })
  const state = panel.locator('p[role="status"]')
  const moves = () => lab.figure('Moves')
  // an ended game says why
  await expect(
    panel.getByRole('button', { name: 'Take over' }).or(panel.getByRole('button', { name: 'Back to my board' })),
  ).toBeVisible()
  await expect(state).toContainText(' plays on ')
  await expect(panel.getByRole('img', { name: /\. Row 1/ })).toHaveCount(2)
  await expect.poll(moves).toBeGreaterThan(5)
  await panel.getByRole('button', { name: 'Take over' }).click()
  await expect(state).toContainText('You play in the browser')
  // our own last move may still arrive
  const boards = () =>
    panel
      .getByRole('img', { name: /\. Row 1/ })
      .evaluateAll(all => all.map(each => each.getAttribute('aria-label')!.replace(/^[^.]*\. /, '')))
  await expect.poll(async () => new Set(await boards()).size).toBe(1)
  await expectNoFindings(page, 'page-panel', 'main')
  const before = await moves()
  await panel.getByRole('button', { name: 'Let the engine play' }).click()
  await expect.poll(moves).toBeGreaterThan(before + 5)

  await panel.getByRole('button', { name: 'Stop' }).click()
  await expect(state).toContainText('Stopped on')
  const last = await moves()
  await panel.getByRole('button', { name: 'Back to my board' }).click()
  await expect(panel).toBeHidden()
  await lab.press('Control+7')
  await expect(new ReplaysPage(lab).row(0).filter({ hasText: new RegExp(`^${last}$`) })).not.toHaveCount(0)
  expect(lab.complaints).toEqual([])
})
