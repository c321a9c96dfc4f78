import { expect, type Locator, type Page } from '@playwright/test'
import type { Board, Move } from '../../src/core/games/twenty48/board'
import { parseBoard } from '../../src/core/games/twenty48/notation'

const KEYS: Record<Move, string> = { up: 'ArrowUp', down: 'ArrowDown', left: 'ArrowLeft', right: 'ArrowRight' }

const UNITS = { '': 1, '%': 0.01, k: 1e3, M: 1e6, G: 1e9 }

/** What a person sees of the lab, and does with it: by roles and names, as a screen reader has them. */
export class LabPage {
  /** What the page complained of: a script that failed, a style or a request that its policy refused. */
  readonly complaints: string[] = []

  constructor(readonly page: Page) {
    page.on('console', message => {
      if (message.type() === 'error') this.complaints.push(message.text())
    })
    page.on('pageerror', error => this.complaints.push(String(error)))
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true })
  }

  /** Chooses from the menu ⋯ of a screen's head or a chart. */
  async more(of: string, item: string): Promise<void> {
    await this.button(`More for ${of}`).click()
    await this.page.getByRole('menuitem', { name: item }).click()
  }

  get state(): Locator {
    return this.page.getByRole('contentinfo', { name: 'Status' }).locator('.state')
  }

  /** The bars that claim to be the best; one, when the board is searched. */
  get bestBars(): Locator {
    return this.page.getByRole('button', { name: /, the best\. Play it\.$/ })
  }

  get failures(): Locator {
    return this.page.locator('.toasts').getByRole('alert')
  }

  /** The board as its label tells it. */
  async board(): Promise<Board> {
    const label = await this.page.getByRole('img', { name: /^Board\. Row 1/ }).getAttribute('aria-label')
    const rows = [...label!.matchAll(/Row \d: ([^.]*)\./g)].map(([, row]) => row!.replaceAll('empty', '.'))
    return parseBoard(rows.join(' '))
  }

  async showsBoard(board: Board): Promise<void> {
    await expect.poll(() => this.board()).toEqual(board)
  }

  /** A figure above the board or in the status bar, such as 1,234 or 56.7 k. */
  async figure(name: string): Promise<number> {
    const term = this.page.locator('dt', { hasText: new RegExp(`^${name}$`) })
    const text = await this.page.locator('dl > div', { has: term }).locator('dd').innerText()
    const [, digits, unit] = /^([\d,.]+)\s?([kMG%]?)/.exec(text)!
    return Number(digits!.replaceAll(',', '')) * UNITS[unit as keyof typeof UNITS]
  }

  /** Waits until the game plays itself, as it does for newcomers, and ends that. */
  async ready(): Promise<this> {
    await expect(this.state).toHaveText('Playing')
    await this.rest()
    return this
  }

  /** Stops everything that runs. */
  async rest(): Promise<void> {
    await this.page.keyboard.press('Escape')
    await expect(this.state).toHaveText('Idle')
  }

  async newGame(seed: number): Promise<void> {
    // not the button of that name over a game that is over, which asks nothing
    await this.page.getByRole('group', { name: 'Player' }).getByRole('button', { name: 'New game' }).click()
    const dialog = this.page.getByRole('dialog', { name: 'New game' })
    await dialog.getByLabel('Seed').fill(String(seed))
    await dialog.getByRole('button', { name: 'Start' }).click()
    await expect(dialog).toBeHidden()
    await expect(this.page.locator('.origin')).toContainText(String(seed))
  }

  async press(key: string): Promise<void> {
    await this.page.keyboard.press(key)
  }

  /** A key pressed before it has left the page would be the dialog's: closed, and not seen any more, it still has the focus. */
  async closeDialog(): Promise<void> {
    await this.press('Escape')
    await expect(this.page.locator('dialog, [role="dialog"]')).toHaveCount(0)
  }

  slide(move: Move): Promise<void> {
    return this.press(KEYS[move])
  }

  /** As Ctrl+V does where the focus is in no field. */
  async paste(text: string): Promise<void> {
    await this.page.evaluate(pasted => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', pasted)
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, text)
  }

  async openPaste(text: string): Promise<Locator> {
    await this.button('Paste a position').click()
    const dialog = this.page.getByRole('dialog', { name: 'Paste a position' })
    await dialog.getByLabel('Position').fill(text)
    return dialog
  }

  async setPosition(text: string): Promise<void> {
    const dialog = await this.openPaste(text)
    await dialog.getByRole('button', { name: 'Play from here' }).click()
    await expect(dialog).toBeHidden()
  }

  /** Searches the board until it is stopped. The wall expert of the strongest player answers by itself, and ends. */
  async analyseUntilStopped(): Promise<void> {
    await this.page.getByRole('combobox', { name: 'Profile' }).selectOption('thesis')
    await this.limitNothing()
    await this.startAnalysis()
    await expect(this.state).toHaveText('Analysing')
  }

  /** Without a cut as well: one by probability ends every line some day, and then the search. */
  async limitNothing(): Promise<void> {
    await this.page.getByRole('combobox', { name: 'Limit' }).selectOption('Until stopped')
    const cut = this.page.getByRole('textbox', { name: 'Probability cut' })
    if (!(await cut.isVisible())) await this.page.getByRole('heading', { name: 'Search settings' }).click()
    await cut.fill('0')
  }

  async startAnalysis(): Promise<void> {
    await this.setAnalysis(true)
  }

  /** The switch changes once the lab has answered. */
  async setAnalysis(isOn: boolean): Promise<void> {
    const analysis = this.page.getByRole('switch', { name: 'Analysis' })
    if ((await analysis.isChecked()) !== isOn) await analysis.click()
    await expect(analysis).toBeChecked({ checked: isOn })
    await analysis.focus() // keys are the game's again
  }

  /** The element that carries the theme. */
  get root(): Locator {
    return this.page.locator('html')
  }

  async chooseTheme(name: string): Promise<void> {
    await this.openScreen('Settings')
    await this.page.getByRole('radio', { name, exact: true }).check()
    await this.openScreen('Play')
  }

  async openScreen(name: string): Promise<void> {
    await this.page.getByRole('navigation', { name: 'Screens' }).getByRole('button', { name, exact: true }).click()
    await expect(this.page.getByRole('main').getByRole('heading', { level: 1, name })).toBeAttached()
  }
}
