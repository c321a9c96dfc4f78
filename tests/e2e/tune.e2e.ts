import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { expectNoFindings } from './accessibility'
import { LabPage } from './labPage'
import { SOAK, webTest, windowTest } from './launch'
import { keepManyEvaluations } from './manyEvaluations'
import { longestTask, longestTaskText, slowness } from './pageTasks'
import { NOTICEABLE_MS } from './responsiveness'
import { serveLab } from './webHost'

/** The Tune screen as a person sees it. */
class TunePage {
  constructor(readonly page: Page) {}

  static async open(page: Page, key = 'Control+3'): Promise<TunePage> {
    await page.keyboard.press(key)
    await expect(page.getByRole('button', { name: 'New run' }).first()).toBeVisible()
    return new TunePage(page)
  }

  button(name: string) {
    return this.page.getByRole('button', { name, exact: true })
  }

  /** Chooses from the menu of the run. */
  async more(name: string): Promise<void> {
    await this.page.locator('.head').getByRole('button', { name: /^More/ }).click()
    await this.page.getByRole('menuitem', { name, exact: true }).click()
  }

  get state() {
    return this.page.locator('.head .state')
  }

  /** Fills a field by its label. */
  async fill(label: string, value: number): Promise<void> {
    await this.page.getByRole('textbox', { name: label, exact: true }).fill(String(value))
  }

  async evaluations(): Promise<number> {
    const text = await this.page.locator('.evaluations header .soft').innerText()
    return Number(text.replaceAll(',', ''))
  }

  /** What the chart of that name looks like now. */
  picture(name: string): Promise<string> {
    return this.canvas(name).evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL())
  }

  /** A chart has one once it has a point. */
  canvas(name: string) {
    return this.page.getByRole('region', { name, exact: true }).locator('canvas')
  }
}

windowTest(
  'a run is refused, started, paused, found when the lab opens again, resumed, paused, validated and promoted, and plays',
  async ({ usedWindow }) => {
    windowTest.setTimeout(330_000)
    const { page } = usedWindow
    const lab = new LabPage(page)
    let tune = await TunePage.open(page)
    await windowTest.step('a run that cannot be is refused at its field', () => refuse(tune))
    await page.getByRole('radio', { name: 'Thesis, experiment 1' }).click()
    await expect(page.getByText(/^\d+ values are assumed$/)).toBeVisible()
    await tune.fill('Iterations', 10_000) // it never ends by itself, on any machine
    await tune.fill('Unseen games', 40)
    await tune.button('Start').click()

    await expect.poll(() => tune.evaluations(), { timeout: 120_000 }).toBeGreaterThan(0)
    await expect(tune.canvas('Progress')).toBeVisible({ timeout: 120_000 }) // an iteration is finished
    await tune.button('Pause').click()
    await expect(tune.state).toHaveText('paused')
    const paused = await tune.evaluations()

    await usedWindow.openAgain()
    tune = await TunePage.open(page)
    await expect(tune.state).toHaveText('paused')
    await expect.poll(() => tune.evaluations()).toBeGreaterThanOrEqual(paused)
    let before = ''
    await expect.poll(async () => before === (before = await tune.picture('Progress'))).toBe(true) // it stands still
    await tune.button('Resume').click()
    await expect.poll(() => tune.evaluations(), { timeout: 60_000 }).toBeGreaterThan(paused)
    await expect.poll(() => tune.picture('Progress'), { timeout: 60_000 }).not.toBe(before)
    await tune.button('Pause').click()
    await expect(tune.state).toHaveText('paused')
    await tune.more('Validate')
    await expect(page.getByRole('region', { name: 'Result' })).toContainText(
      /Candidate \d+ on 40 unseen games: points per game, 95% intervals\./,
    )

    await page.locator('.head').getByRole('button', { name: /^More/ }).click()
    const again = page.getByRole('menuitem', { name: 'Already validated on 40 unseen games' })
    await expect(again).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Escape')
    await tune.button('Promote …').click()
    const dialog = page.getByRole('dialog', { name: 'Promote to a profile' })
    await dialog.getByRole('textbox', { name: 'Name, for the terminal and files' }).fill('my-first')
    await dialog.getByRole('button', { name: 'Promote' }).click()
    await page.getByRole('button', { name: 'Play with it' }).click()
    await expect(page.getByRole('heading', { name: 'Play', exact: true })).toBeAttached()
    await expect(page.getByRole('combobox', { name: 'Profile' })).toHaveValue('my-first')
    await page.keyboard.press('Shift+Space')
    await expect(lab.state).toHaveText('Playing')
    expect(lab.complaints).toEqual([])
  },
)

async function refuse(tune: TunePage): Promise<void> {
  const { page } = tune
  await page.getByText('All settings', { exact: true }).click()
  await tune.fill('Particles', 0)
  await expect(page.getByRole('group', { name: 'Particles' }).getByRole('alert')).toContainText('1')
  await expect(tune.button('Start')).toBeDisabled()
  await tune.fill('Particles', 50)
  await expect(tune.button('Start')).toBeEnabled()
  await tune.fill('Upper bound of Equal pairs h2', 0)
  await expect(page.getByRole('alert').filter({ hasText: 'h2' })).toContainText('empty')
  await expectNoFindings(page, 'tune', 'main')
}

const EVALUATIONS = 100_000

webTest(`no task of the page is long while a run of ${EVALUATIONS} evaluations goes on ${SOAK}`, async ({ page }) => {
  webTest.setTimeout(180_000)
  const home = mkdtempSync(join(tmpdir(), 'lab-e2e-tune-'))
  await keepManyEvaluations(home, EVALUATIONS)
  const served = await serveLab({ home })
  await page.goto(served.url)
  await new LabPage(page).ready()
  const tune = new TunePage(page)
  const opening = await longestTask(page, async () => {
    await TunePage.open(page, 'Alt+3')
    await expect.poll(() => tune.evaluations()).toBe(EVALUATIONS)
    await page.waitForTimeout(500)
  })
  await tune.more('Extend …')
  const going = await longestTask(page, async () => {
    await page.locator('.extend').getByRole('button', { name: 'Extend' }).click()
    await expect(tune.state).toHaveText('running')
    await page.waitForTimeout(4000)
    await page.locator('.body').evaluate(body => body.scrollTo(0, 600))
    await page.waitForTimeout(4000)
  })
  await expect.poll(() => tune.evaluations()).toBeGreaterThan(EVALUATIONS)
  const figures = `${EVALUATIONS} evaluations\nopening: ${longestTaskText(opening)}\ngoing on: ${longestTaskText(going)}`
  const times = await slowness(page)
  console.log(`${figures}\n${times.toFixed(2)} times slower than usual`)
  expect(Math.max(opening.processor, going.processor) / times, figures).toBeLessThan(NOTICEABLE_MS)
  await served.stop()
  rmSync(home, { recursive: true, force: true })
})
