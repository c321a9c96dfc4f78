import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import type { LabPage } from './labPage'
import { MIDGAME } from './scenarios'

/** No serious or critical finding of axe on the screen and on what opens over it, light and dark. */
export async function expectAccessible(lab: LabPage): Promise<void> {
  const { page } = lab
  // transitions would be caught in mid-air, with colours that nobody sees for longer than a blink
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await lab.setPosition(MIDGAME)
    await lab.press('Space')
    await expect.poll(() => lab.figure('Slides')).toBe(1)
    await lab.rest()
    await expectNoFindings(page, `${colorScheme}, board`)
    await page.screenshot({ path: `test-results/play-${colorScheme}.png` })
    await lab.openPaste('12')
    await expectNoFindings(page, `${colorScheme}, a bad position`)
    await page.screenshot({ path: `test-results/paste-${colorScheme}.png` })
    await lab.closeDialog()
    await lab.openScreen('Settings')
    await expect(page.getByText('games').first()).toBeVisible()
    await expectNoFindings(page, `${colorScheme}, settings`)
    await page.screenshot({ path: `test-results/settings-${colorScheme}.png` })
    await lab.openScreen('Play')
    await lab.press('e')
    await expectNoFindings(page, `${colorScheme}, editor`)
    await lab.press('e')
    await lab.press('Shift+?')
    await expectNoFindings(page, `${colorScheme}, keys`)
    await lab.closeDialog()
  }
}

export async function expectNoFindings(page: Page, where: string): Promise<void> {
  // legacy mode: no second page is opened, which Electron does not allow
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  const findings = violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(' ')}: ${failureSummary}`),
    )
  expect(findings, where).toEqual([])
}
