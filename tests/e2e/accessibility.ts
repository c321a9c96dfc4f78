import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

/** Only what is reported is worked out in full; `preload` is for rules that are moderate or experimental. */
const OPTIONS: RunOptions = { resultTypes: ['violations'], preload: false }
/** The dark page is the same but for its colours. */
const COLOURS: RunOptions = { ...OPTIONS, runOnly: { type: 'rule', values: ['color-contrast'] } }

declare global {
  interface Window {
    axe?: typeof axe
  }
}

/**
 * No serious or critical finding of axe, light or dark.
 *
 * @param name of what is looked at
 * @param within only this part of the page: a selector of what opened over a screen
 */
export async function expectNoFindings(page: Page, name: string, within?: string): Promise<void> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  for (const colorScheme of ['light', 'dark'] as const) {
    // transitions would be caught in mid-air, with colours that nobody sees for longer than a blink
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const violations = await page.evaluate(
      async ([part, options]) => (await window.axe!.run(part ?? document, options)).violations,
      [within, colorScheme === 'light' ? OPTIONS : COLOURS] as const,
    )
    const findings = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .flatMap(({ id, help, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${help}: ${target.join(' ')}: ${failureSummary}`),
      )
    expect(findings, `${name}, ${colorScheme}`).toEqual([])
  }
  await page.emulateMedia({ colorScheme: null })
}
