/** Keyboards, input methods and settings that most developers do not have: in real Chromium, by its own key events. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type CDPSession } from '@playwright/test'
import { legalMoves, MOVES, slide, type Move } from '../../src/core/games/twenty48/board'
import { parseBoard } from '../../src/core/games/twenty48/notation'
import type { LabPage } from './labPage'
import { openProfile, openServed, servedTest, SOAK } from './launch'

/** Every move is possible, and no two lead to the same board. */
const OPEN = '0000012002300000'
const CONTROL = 2
/** What these layouts print in the places of W, A and D, and on the key for U, and which key undoes with Ctrl. */
const LAYOUTS: readonly (readonly [
  name: string,
  up: string,
  left: string,
  right: string,
  u: string,
  z: readonly [string, string],
])[] = [
  ['Cyrillic', 'ц', 'ф', 'в', 'г', ['я', 'KeyZ']],
  ['Hebrew', "'", 'ש', 'ג', 'ו', ['ז', 'KeyZ']],
  ['AZERTY', 'z', 'q', 'd', 'u', ['z', 'KeyW']],
]

servedTest('keys move and undo on other keyboards; an input method keeps its keys', async ({ page, context, served }) => {
  const lab = await openServed(page, served)
  const keys = await context.newCDPSession(page)
  await lab.setPosition(OPEN)
  const before = await lab.board()
  for (const [name, up, left, right, u, [z, place]] of LAYOUTS)
    await servedTest.step(name, async () => {
      for (const [move, key, code] of [
        ['up', up, 'KeyW'],
        ['left', left, 'KeyA'],
        ['right', right, 'KeyD'],
      ] as const) {
        // oxfmt-ignore
        await press(keys, key, code)
        await expect.poll(() => lab.figure('Moves'), move).toBe(1)
        expect(isAfter(await lab.board(), slide(parseBoard(OPEN), move)!.board), move).toBe(true)
        await (move === 'up' ? press(keys, u, 'KeyU') : press(keys, z, place, CONTROL))
        await lab.showsBoard(before)
      }
    })
  await servedTest.step('Enter confirms the word of an input method, and takes no position', () => compose(lab, keys))
  expect(lab.complaints).toEqual([])
})

/** What the layouts print in the places of W, S, A and D, and on the key for U. */
const LETTERS: Readonly<Record<string, Readonly<Record<Move | 'undo', string>>>> = {
  Latin: { up: 'w', down: 's', left: 'a', right: 'd', undo: 'u' },
  Cyrillic: { up: 'ц', down: 'ы', left: 'ф', right: 'в', undo: 'г' },
  Hebrew: { up: "'", down: 'ד', left: 'ש', right: 'ג', undo: 'ו' },
}
const PLACES = { up: 'KeyW', down: 'KeyS', left: 'KeyA', right: 'KeyD', undo: 'KeyU' } as const

servedTest(
  `whole games by keys alone, from the first tile to the next game, on three keyboards ${SOAK}`,
  async ({ page, context, served }) => {
    servedTest.setTimeout(600_000)
    const lab = await openServed(page, served)
    const keys = await context.newCDPSession(page)
    for (const [name, letters] of Object.entries(LETTERS))
      await servedTest.step(name, async () => {
        await lab.press('Control+k')
        await page.keyboard.insertText('New game')
        await lab.press('Enter')
        await expect(page.getByRole('dialog', { name: 'New game' })).toBeVisible()
        await lab.press('Enter')
        await expect(page.getByRole('dialog')).toHaveCount(0)
        await expect.poll(() => lab.figure('Moves')).toBe(0)
        let [board, moves] = [await lab.board(), 0]
        for (; legalMoves(board).length > 0; moves++) {
          const move = MOVES.find(each => legalMoves(board).includes(each))!
          await press(keys, letters[move], PLACES[move])
          const moved = slide(board, move)!.board
          await expect.poll(async () => isAfter(await lab.board(), moved)).toBe(true)
          board = await lab.board()
        }
        expect(await lab.figure('Moves')).toBe(moves)
        await expect(page.getByRole('heading', { name: 'Game over' })).toBeVisible()
        await press(keys, letters.undo, PLACES.undo)
        await expect.poll(() => lab.figure('Moves')).toBe(moves - 1)
        await lab.press('Control+y')
        await expect(page.getByRole('heading', { name: 'Game over' })).toBeVisible()
      })
    expect(lab.complaints).toEqual([])
  },
)

servedTest(`a browser that blocks site data shows the lab, and what to do after a reload ${SOAK}`, async ({ served }) => {
  const profile = mkdtempSync(join(tmpdir(), 'lab-e2e-profile-'))
  mkdirSync(join(profile, 'Default'))
  const blocked = { profile: { default_content_setting_values: { cookies: 2 } } }
  writeFileSync(join(profile, 'Default', 'Preferences'), JSON.stringify(blocked))
  const context = await openProfile(profile)
  const page = await context.newPage()
  const lab = await openServed(page, served)
  expect(await page.evaluate(() => { try { return window.sessionStorage.length } catch (error) { return (error as Error).name } })).toBe('SecurityError') // oxfmt-ignore
  await lab.setPosition(OPEN)
  await lab.press('ArrowUp')
  await expect.poll(() => lab.figure('Moves')).toBe(1)
  expect(lab.complaints).toEqual([])
  await page.reload()
  await expect(page.getByRole('alert')).toContainText('lab address')
  await openServed(page, served)
  await context.close()
  rmSync(profile, { recursive: true, force: true })
})

async function press(keys: CDPSession, key: string, code: string, modifiers = 0): Promise<void> {
  const windowsVirtualKeyCode = code.charCodeAt(3)
  const common = { key, code, modifiers, windowsVirtualKeyCode }
  await keys.send('Input.dispatchKeyEvent', {
    type: modifiers ? 'rawKeyDown' : 'keyDown',
    ...common,
    ...(!modifiers && { text: key }),
  })
  await keys.send('Input.dispatchKeyEvent', { type: 'keyUp', ...common })
}

/** Whether a board is another one with a new tile. */
function isAfter(board: readonly number[], moved: readonly number[]): boolean {
  return board.filter((rank, cell) => rank !== moved[cell]).length === 1
}

async function compose(lab: LabPage, keys: CDPSession): Promise<void> {
  const dialog = await lab.openPaste(OPEN.slice(0, -2))
  await keys.send('Input.imeSetComposition', { text: '10', selectionStart: 2, selectionEnd: 2 })
  await expect(dialog.getByRole('button', { name: 'Play from here' })).toBeEnabled()
  // as an input method sends it on: no character follows
  await keys.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 229 })
  await keys.send('Input.insertText', { text: '11' })
  await expect(dialog.getByLabel('Position')).toHaveValue(`${OPEN.slice(0, -2)}11`)
  await lab.press('Enter')
  await lab.showsBoard(parseBoard(`${OPEN.slice(0, -2)}11`))
}
