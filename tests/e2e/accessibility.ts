import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import type { LabPage } from './labPage'
import { MIDGAME } from './scenarios'

/** No serious or critical finding of axe on the screen and on what opens over it, light and dark. */
export async function expectAccessible(lab: LabPage): Promise<void> {
  const { page } = lab
  await lab.setPosition(MIDGAME)
  await lab.press('Space')
  await expect.poll(() => lab.figure('Moves')).toBe(1)
  await lab.rest()
  await expectNoFindings(page, 'play')
  await lab.openPaste('12')
  await expectNoFindings(page, 'paste', 'dialog')
  await lab.closeDialog()
  await lab.openScreen('Settings')
  await expect(page.getByText('games').first()).toBeVisible()
  await expectNoFindings(page, 'settings')
  await lab.openScreen('Play')
  await lab.press('e')
  await expectNoFindings(page, 'editor', 'main')
  await lab.press('e')
}

/** Only what is reported is worked out in full; `preload` is for rules that are moderate or experimental. */
const AXE_OPTIONS = { resultTypes: ['violations'], preload: false } satisfies Parameters<AxeBuilder['options']>[0]

/**
 * No serious or critical finding of axe, light or dark, and a picture of both. The dark page is the same but for its colours.
 *
 * @param name of the pictures
 * @param within only this part of the page: a selector of what opened over a screen
 */
export async function expectNoFindings(page: Page, name: string, within?: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    // transitions would be caught in mid-air, with colours that nobody sees for longer than a blink
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // legacy mode: no second page is opened, which Electron does not allow
    const axe = new AxeBuilder({ page }).setLegacyMode().options({ ...AXE_OPTIONS })
    if (within !== undefined) axe.include(within)
    if (colorScheme === 'dark') axe.withRules('color-contrast')
    const { violations } = await axe.analyze()
    const findings = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, help, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(' ')}: ${failureSummary}`),
      )
    expect(findings, `${name}, ${colorScheme}`).toEqual([])
    await page.screenshot({ path: `test-results/${name}-${colorScheme}.png` })
  }
  await page.emulateMedia({ colorScheme: null, reducedMotion: null })
}
