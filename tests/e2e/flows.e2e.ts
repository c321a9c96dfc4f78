/** What comes in from outside, and what the window remembers: in a real browser, for the focus, the clipboard and a reload are its own. */
import { expect, type Page } from '@playwright/test'
import { makeReplayLine } from '../../src/core/contract/files'
import { parseBoard } from '../../src/core/games/twenty48/notation'
import { makeVerse } from '../../src/core/games/twenty48/verse'
import { drawnGame } from '../core/support/games'
import { expectNoFindings } from './accessibility'
import { LabPage } from './labPage'
import { windowTest } from './launch'
import { ReplaysPage } from './replaysPage'
import { MIDGAME } from './scenarios'

const scrubber = (page: Page) => page.locator('.scrubber output')
const toast = (page: Page, title: string | RegExp) => page.locator('.toast', { hasText: title })

windowTest(
  'games and positions come in from outside, are taken back, and the focus is where it should be',
  async ({ usedWindow: { page } }) => {
    const lab = new LabPage(page)
    await windowTest.step('a game that is pasted on any screen is imported and opened, and one undo takes it back', () =>
      pasteGames(lab),
    )
    await windowTest.step(
      'a position that is pasted is in the library only once it is played on; what nobody knows is named',
      () => pastePosition(lab),
    )
    await windowTest.step('a new game by mistake is taken back, whole, and leaves no scrap in the library', () =>
      newGameByMistake(lab),
    )
    await windowTest.step('the paste dialog approves what the import takes, and nothing else', () => approvePastes(lab))
    await windowTest.step(
      'a dialog that is closed gives the focus back, one that put a game on the board gives the board its keys; the speed is there after a reload',
      () => focusAfterDialogs(lab),
    )
    expect(lab.complaints).toEqual([])
  },
)

async function pasteGames(lab: LabPage): Promise<void> {
  const { page } = lab
  const [first, second, third] = [1, 2, 3].map(seed => drawnGame(seed))
  await lab.press('Control+8')
  await lab.paste(makeReplayLine(first!))
  await expect(scrubber(page)).toContainText(` of ${first!.turns.length.toLocaleString('en')} moves`)
  const replays = new ReplaysPage(lab)
  await lab.press('Escape')
  await replays.holds(1)

  // what was looked at before is not what the next import opens
  await lab.paste(makeVerse(second!))
  await expect(scrubber(page)).toContainText(` of ${second!.turns.length.toLocaleString('en')} moves`)
  await expect(page.getByRole('heading', { name: /^Move \d+: .* instead of / })).toBeVisible() // the first mistake, by itself
  await lab.press('Home')
  await expect(scrubber(page)).toContainText('after 0 of')
  const composed = { key: 'd', code: 'KeyD', isComposing: true }
  await page.locator('body').dispatchEvent('keydown', composed) // belongs to an input method
  await lab.press('d')
  await lab.paste(makeVerse(third!))
  await expect(scrubber(page)).toContainText(` of ${third!.turns.length.toLocaleString('en')} moves`)
  await toast(page, /^Game 3 imported/)
    .getByRole('button', { name: 'Undo' })
    .click()
  await expect(scrubber(page)).toHaveText(`after 1 of ${second!.turns.length.toLocaleString('en')} moves`)
  await lab.press('Escape')
  await replays.holds(2)
  // the row of the game that was watched is the one that is looked at
  await expect(page.getByLabel('Game 2, details')).toBeVisible()

  // several are shown in the list, selected; Watch opens the first of them
  const more = [4, 5].map(seed => drawnGame(seed))
  await lab.openScreen('Tune')
  await lab.paste(more.map(makeReplayLine).join(''))
  await replays.holds(4)
  await expect(page.getByText('2 selected')).toBeVisible()
  await lab.button('Watch').click()
  await expect(scrubber(page)).toHaveText(`after 0 of ${more[0]!.turns.length.toLocaleString('en')} moves`)
  await toast(page, '2 games imported').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Tune' })).toBeAttached()
  await lab.press('Control+7')
  await replays.holds(2)
}

async function pastePosition(lab: LabPage): Promise<void> {
  const { page } = lab
  await lab.openScreen('Play')
  await lab.newGame(42)
  const begun = await lab.board()
  await lab.press('Control+7')
  await lab.paste(MIDGAME)
  await lab.showsBoard(parseBoard(MIDGAME))
  await toast(page, 'Position opened').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Replays' })).toBeAttached()
  await lab.press('Control+1')
  await lab.showsBoard(begun)
  await lab.paste(MIDGAME)
  await lab.showsBoard(parseBoard(MIDGAME))
  await expect(toast(page, 'Position opened')).toBeVisible() // the board is shown before the answer
  await lab.press('u') // nothing was played: the paste itself is taken back
  await lab.showsBoard(begun)

  await lab.paste('What is this?')
  await expect(lab.failures).toContainText('The text begins with “What is this?” and has 13 characters.')
  await lab.showsBoard(begun)
}

async function newGameByMistake(lab: LabPage): Promise<void> {
  const { page } = lab
  await lab.newGame(42)
  for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp']) await lab.press(key)
  await expect.poll(() => lab.figure('Moves')).toBe(4)
  const board = await lab.board()
  await lab.newGame(43)
  await toast(page, 'New game started').getByRole('button', { name: 'Undo' }).click()
  await lab.showsBoard(board)
  await expect.poll(() => lab.figure('Moves')).toBe(4)
  await lab.press('u')
  await expect.poll(() => lab.figure('Moves')).toBe(3)
}

async function approvePastes(lab: LabPage): Promise<void> {
  const { page } = lab
  const code = makeVerse(drawnGame(6))
  const dialog = await lab.openPaste(code.slice(0, 40) + '~~~~' + code.slice(44))
  const accept = dialog.getByRole('button', { name: 'Import in Replays' })
  await expect(dialog.getByRole('alert')).toContainText('character')
  await expect(accept).toBeDisabled()
  await dialog.getByLabel('Position').fill('5x5-10_abcabc')
  await expect(dialog.getByRole('alert')).toContainText('only 4x4 is read')
  await expect(accept).toBeDisabled()
  await dialog.getByLabel('Position').fill(code)
  await expect(dialog.getByRole('status')).toContainText('1 game')
  await expectNoFindings(page, 'paste', 'dialog')
  await accept.click()
  await expect(scrubber(page)).toHaveText(/^after 0 of/)
}

async function focusAfterDialogs(lab: LabPage): Promise<void> {
  const { page } = lab
  await lab.press('Escape')
  await lab.openScreen('Play')
  const opener = page.getByRole('group', { name: 'Player' }).getByRole('button', { name: 'New game' })
  const newGame = page.getByRole('dialog', { name: 'New game' })
  await opener.focus()
  await lab.press('Enter')
  await expect(newGame).toBeVisible() // Esc before that would close nothing
  await lab.press('Escape')
  await expect(page.locator('dialog')).toHaveCount(0) // the browser hides it a moment before the page hears of it
  await expect(opener).toBeFocused()
  await lab.press('Enter')
  await newGame.getByRole('button', { name: 'Start' }).press('Enter')
  await expect(page.locator('main')).toBeFocused()
  await lab.openPaste(MIDGAME)
  await page.getByRole('button', { name: 'Play from here' }).press('Enter')
  await expect(page.locator('main')).toBeFocused()
  await lab.press('Space')
  await expect.poll(() => lab.figure('Moves')).toBe(1)

  const speed = page.getByRole('slider', { name: 'Speed' })
  await speed.fill('6')
  await page.reload()
  await expect(speed).toHaveValue('6')
}
