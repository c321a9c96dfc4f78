import { expect, type Locator } from '@playwright/test'
import type { LabPage } from './labPage'

/** The Replays screen as a person sees it. */
export class ReplaysPage {
  readonly grid: Locator

  constructor(readonly lab: LabPage) {
    this.grid = lab.page.getByRole('grid', { name: 'Games' })
  }

  /** @param games that it says there are, once it is there */
  async open(games: number, key = 'Control+7'): Promise<this> {
    await this.lab.press(key)
    await this.holds(games)
    return this
  }

  async holds(games: number): Promise<void> {
    await expect(this.lab.page.locator('.bar .count')).toHaveText(
      `${games.toLocaleString('en')} ${games === 1 ? 'game' : 'games'}`,
    )
  }

  /** The columns of a row by its number, from 0. */
  row(index: number): Locator {
    return this.grid.locator(`[aria-rowindex="${index + 2}"] [role="gridcell"]`)
  }

  /** Numbers of a column of the first rows. */
  async column(index: number, rows: number): Promise<number[]> {
    const texts = await Promise.all(Array.from({ length: rows }, (_, i) => this.row(i).nth(index).innerText()))
    return texts.map(text => Number(text.replaceAll(',', '')))
  }

  async sortBy(name: string): Promise<void> {
    await this.grid.getByRole('columnheader', { name }).getByRole('button').click()
  }
}

/**
 * From the top to the end in 120 steps, a frame each, as somebody does who drags the scroll bar; then up by keys. All in one
 * go within the page: what a test does from outside takes the page's time too.
 */
export async function scrollThrough({ grid }: ReplaysPage): Promise<void> {
  await grid.evaluate(async element => {
    const steps = 120
    for (let step = 0; step <= steps; step++) {
      element.scrollTop = (step / steps) * element.scrollHeight
      await new Promise(requestAnimationFrame)
    }
    for (const key of ['End', ...Array<string>(40).fill('PageUp'), ...Array<string>(40).fill('w')]) {
      element.dispatchEvent(new KeyboardEvent('keydown', { key, code: key, bubbles: true, cancelable: true }))
      await new Promise(requestAnimationFrame)
    }
  })
  await expect(grid.getByText('…', { exact: true })).toHaveCount(0)
}
