/** What must work alike in the window and in the browser. */
import { expect } from '@playwright/test'
import { legalMoves, MOVES, type Move } from '../../src/core/games/twenty48/board'
import { playTurn, startGame } from '../../src/core/games/twenty48/playGame'
import { parseBoard } from '../../src/core/games/twenty48/notation'
import type { GamePosition } from '../../src/core/games/twenty48/player'
import type { LabPage } from './labPage'

const SEED = 2048
/** Its search without limit or cut does not end while a test looks. */
export const MIDGAME = 'EDC1BA9187611110'

export const SCENARIOS: Readonly<Record<string, (lab: LabPage) => Promise<void>>> = {
  'arrow keys play the game of the seed, U and Ctrl+Z take slides back, Ctrl+Y plays them again': async lab => {
    await lab.newGame(SEED)
    const game = playByRules(startGame(SEED), 6)
    for (const { move, position } of game) {
      await lab.slide(move)
      await lab.showsBoard(position.board)
      await expect.poll(() => lab.figure('Score')).toBe(position.score)
    }
    await lab.press('u')
    await lab.showsBoard(game[4]!.position.board)
    await lab.press('Control+z')
    await lab.showsBoard(game[3]!.position.board)
    await lab.button('Redo').click()
    await lab.showsBoard(game[4]!.position.board)
    await lab.press('Control+y')
    await lab.showsBoard(game[5]!.position.board)
    await expect.poll(() => lab.figure('Moves')).toBe(6)
    await lab.press('Home')
    await lab.showsBoard(startGame(SEED).board)
    await expect(lab.page.getByLabel('Undo', { exact: true })).toBeDisabled()
  },

  'a slide that moves nothing changes nothing, and nobody is told off': async lab => {
    await lab.setPosition('1000 0000 0000 0000')
    const before = await lab.board()
    await lab.slide('up')
    await lab.slide('left')
    await lab.showsBoard(before)
    await expect.poll(() => lab.figure('Moves')).toBe(0)
    await expect(lab.failures).toHaveCount(0)
  },

  'a pasted position is previewed and played from': async lab => {
    const dialog = await lab.openPaste(MIDGAME)
    await expect(dialog.getByRole('img', { name: /Row 1: 16384 8192 4096 2/ })).toBeVisible()
    await dialog.getByRole('button', { name: 'Play from here' }).click()
    await lab.showsBoard(parseBoard(MIDGAME))
    const [move] = legalMoves(parseBoard(MIDGAME))
    await lab.slide(move!)
    await expect.poll(() => lab.figure('Moves')).toBe(1)
  },

  'a position pasted with the keyboard is on the board, and Undo has the game before there again': async lab => {
    await lab.newGame(SEED)
    const before = await lab.board()
    await lab.paste(MIDGAME)
    await lab.showsBoard(parseBoard(MIDGAME))
    await lab.page.locator('.toast', { hasText: 'Position opened' }).getByRole('button', { name: 'Undo' }).click()
    await lab.showsBoard(before)
  },

  'a bad position is refused with what is wrong with it, and the game stays': async lab => {
    await lab.newGame(SEED)
    const before = await lab.board()
    const dialog = await lab.openPaste('123')
    const wrong: readonly [text: string, problem: RegExp][] = [
      ['123', /16 digits, this has 3/],
      ['EDC1BA918761111Z', /character 16: "Z"/],
      ['2 4 8 16 2 4 8 16 2 4 8 16 2 4 8 17', /r4c4: "17" is not a tile/],
      ['1212212112122121', /nothing can move/],
    ]
    for (const [text, problem] of wrong) {
      await dialog.getByLabel('Position').fill(text)
      await dialog.getByLabel('Position').press('Enter')
      await expect(dialog.getByRole('alert')).toHaveText(problem)
    }
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await lab.showsBoard(before)
  },

  'the engine moves on Space, and the edges of the board have values of that board only': async lab => {
    await lab.setPosition(MIDGAME)
    const value = lab.page.getByRole('button', { name: /(chance|value).*Play it\.$/ })
    await expect(value.first()).toBeVisible()
    await lab.rest()
    await lab.press('Space')
    await expect.poll(() => lab.figure('Moves')).toBe(1)
    await expect(value).toHaveCount(0)
    await lab.press('l')
    await expect(value.first()).toBeVisible()
    await expect.poll(() => lab.figure('Nodes')).toBeGreaterThan(0)
    await lab.press('l')
  },

  'autoplay plays until it is stopped, and not a slide more': async lab => {
    await lab.newGame(SEED)
    await lab.button('Autoplay').click()
    await expect(lab.state).toHaveText('Playing')
    await expect.poll(() => lab.figure('Moves')).toBeGreaterThan(3)
    await lab.button('Stop').click()
    await expect(lab.state).toHaveText('Idle')
    const moves = await lab.figure('Moves')
    await lab.button('Engine move').click()
    await expect.poll(() => lab.figure('Moves')).toBe(moves + 1)
  },

  'a slide by hand during autoplay ends it': async lab => {
    await lab.newGame(SEED)
    await lab.press('Shift+Space')
    await expect(lab.state).toHaveText('Playing')
    for (const move of MOVES) await lab.slide(move)
    await expect(lab.state).toHaveText('Idle')
    await expect(lab.button('Autoplay')).toBeVisible()
  },

  'analysis deepens until it is stopped, and follows the board': async lab => {
    await lab.setPosition(MIDGAME)
    await lab.analyseUntilStopped()
    await expect.poll(() => lab.figure('Depth')).toBeGreaterThan(1)
    await expect(lab.bestBars).toHaveCount(1)
    const [move] = legalMoves(parseBoard(MIDGAME))
    await lab.slide(move!)
    await expect.poll(() => lab.figure('Moves')).toBe(1)
    await expect(lab.state).toHaveText('Analysing')
    await expect(lab.bestBars).toHaveCount(1)
    await lab.press('Escape')
    await expect(lab.state).toHaveText('Idle')
    await expect(lab.page.getByRole('switch', { name: 'Analysis' })).not.toBeChecked()
  },
}

interface Step {
  readonly move: Move
  readonly position: GamePosition
}

/** The first legal move, so many times: what the page must show. */
function playByRules(start: GamePosition, slides: number): Step[] {
  const steps: Step[] = []
  let position = start
  while (steps.length < slides) {
    const [move] = legalMoves(position.board)
    position = playTurn(position, move!)!.position
    steps.push({ move: move!, position })
  }
  return steps
}
