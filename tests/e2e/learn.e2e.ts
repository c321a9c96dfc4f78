/** Exercises from one's own mistakes, by keys alone: tries, both moves' trees, the notebook, and what a restart finds. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import type { Reply } from '../../src/core/contract/calls'
import { MOVES, slide, type Move } from '../../src/core/games/twenty48/board'
import { gameOf } from '../../src/main/lab/games/gameRecords'
import { profileByNameOrFile } from '../../src/main/lab/profiles/findProfile'
import type {} from '../../src/renderer/src/bridge' // declares window.lab
import { drawnGame } from '../core/support/games'
import { expectNoFindings } from './accessibility'
import { LabPage } from './labPage'
import { windowTest } from './launch'
import { ReplaysPage } from './replaysPage'
import { makeData } from './usedWindow'

const ARROWS: Readonly<Record<Move, string>> = { up: 'ArrowUp', down: 'ArrowDown', left: 'ArrowLeft', right: 'ArrowRight' }

function valueOf<T>(reply: Reply<T>): T {
  if (!reply.ok) throw new Error(reply.error.message)
  return reply.value
}

windowTest(
  'mistakes become exercises that keys alone do, fail, find and look up; a restart finds the rest',
  async ({ usedWindow }) => {
    const { page } = usedWindow
    const home = mkdtempSync(join(tmpdir(), 'lab-e2e-learn-'))
    try {
      const data = await makeData(home, store => store.games.add({ ...gameOf(drawnGame(1), Date.now()), kind: 'person' }))
      await usedWindow.open(data)
      const lab = new LabPage(page)
      await new ReplaysPage(lab).open(1)

      // nothing yet: what to do is said
      await lab.press('l')
      await expect(page.getByRole('heading', { name: 'No exercises yet' })).toBeVisible()
      await lab.press('Escape')
      await new ReplaysPage(lab).holds(1)

      const { evaluator, settings, depth } = profileByNameOrFile('tuned')
      const player = { evaluator, settings, limits: { depth } }
      await page.evaluate(by => window.lab!.startGameAnalysis({ game: 1, player: by, profile: 'tuned' }), player)
      const listed = async () => valueOf(await page.evaluate(() => window.lab!.exercises({ limit: 9 })))
      await expect.poll(async () => (await listed()).all).toBe(3)
      const { exercises } = await listed()
      await lab.press('l')
      await expect(page.getByRole('heading', { name: 'Find the better move' })).toBeVisible()
      const solutionOf = async (id: number) => valueOf(await page.evaluate(wanted => window.lab!.exercise({ id: wanted }), id))
      await expectNoFindings(page, 'an exercise')

      // the first one fails: a move without effect is no try, and three wrong ones end it
      const shown = await solutionOf(exercises[0]!.id)
      const still = MOVES.find(move => !slide(shown.board, move))
      if (still) {
        await lab.press(ARROWS[still])
        await expect(page.getByText('3 tries left')).toBeVisible()
      }
      for (let time = 0; time < 3; time++) await lab.press(ARROWS[shown.exercise.move])
      await expect(page.getByText(/^The better move is [↑↓←→]\.$/)).toBeVisible()
      await expect(page.getByText(/It comes back tomorrow/)).toBeVisible()
      await expect(page.getByRole('tree', { name: /Tree of the best move/ })).toBeVisible()
      await expect(page.getByRole('tree', { name: /Tree of the move that was played/ })).toBeVisible()
      await expectNoFindings(page, 'a failed exercise')

      // the next one is found
      await lab.press('n')
      const second = await solutionOf(exercises[1]!.id)
      await expect(page.getByText(`Game 1, move ${second.exercise.slide}`)).toBeVisible()
      await lab.press(ARROWS[second.assessment.best])
      await expect(page.getByText(/^Found: [↑↓←→] is the best move\.$/)).toBeVisible()
      await expect(page.getByText('1 day in a row')).toBeVisible()
      await expect(page.getByText('1 of 3 due')).toBeVisible()

      // in the game, and back
      await lab.press('g')
      await expect(page.locator('.scrubber output')).toContainText(String(second.exercise.slide - 1))
      await lab.press('Escape')
      await lab.press('b')
      await expect(page.getByRole('button', { name: /^Practise game 1, move/ })).toHaveCount(3)
      await expectNoFindings(page, 'the notebook')

      await usedWindow.openAgain()
      await new ReplaysPage(lab).open(1)
      await expect(page.getByRole('button', { name: 'Learn · 1 due' })).toBeVisible()
      await lab.press('l')
      await expect(page.getByText('1 day in a row')).toBeVisible()
      const third = await solutionOf(exercises[2]!.id)
      await expect(page.getByText(`Game 1, move ${third.exercise.slide}`)).toBeVisible()
      await lab.press('x')
      await expect(page.getByText(/^The better move is [↑↓←→]\.$/)).toBeVisible()
      await expect(page.getByText('0 of 3 due')).toBeVisible()
      await lab.press('Escape')
      await lab.press('l')
      await expect(page.getByRole('heading', { name: 'Nothing is due' })).toBeVisible()
      expect(lab.complaints).toEqual([])
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  },
)
