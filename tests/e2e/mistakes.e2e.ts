/** A kept game looked over by an engine, its mistakes one by one, and one of them in points. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import { LosingRisk } from '../../src/core/games/twenty48/losingRisk'
import { assessSlide, compareLosses, GameAnalysis, MISTAKE_THRESHOLD } from '../../src/core/games/twenty48/gameAnalysis'
import { makePosition } from '../../src/core/games/twenty48/notation'
import type { Replay } from '../../src/core/games/twenty48/replay'
import { Timeline } from '../../src/core/games/twenty48/timeline'
import { gameOf } from '../../src/main/lab/games/gameRecords'
import { profileByNameOrFile } from '../../src/main/lab/profiles/findProfile'
import { drawnGame } from '../core/support/games'
import { textbookSearch } from '../support/fakePool'
import { LabPage } from './labPage'
import { windowTest } from './launch'
import { ReplaysPage } from './replaysPage'
import { makeData } from './usedWindow'

/** What the textbook finds at depth 1, the largest losses first. */
function mistakesOf(replay: Replay) {
  const { evaluator, settings } = profileByNameOrFile('thesis')
  const judge = { evaluator, settings, limits: { depth: 1 } }
  const by = { risk: new LosingRisk(judge) }
  const timeline = Timeline.of(replay)
  const analysis = new GameAnalysis(MISTAKE_THRESHOLD)
  replay.turns.forEach(({ move }, i) =>
    analysis.add(assessSlide(i + 1, move, timeline.at(i), textbookSearch(timeline.at(i).board, judge).report, by)),
  )
  return analysis.summary.mistakes.toSorted(compareLosses).map(({ step, move, best }) => ({
    slide: step,
    words: `${named(move)} instead of ${named(best)}`,
    position: makePosition(timeline.at(step - 1).board),
  }))
}

const named = (move: string) => move[0]!.toUpperCase() + move.slice(1)

async function openGame(lab: LabPage): Promise<LabPage> {
  const { page } = lab
  await new ReplaysPage(lab).open(1)
  await lab.button('Watch').click()
  await expect(page.getByRole('heading', { name: 'Analysis' })).toBeVisible()
  return lab
}

windowTest(
  'a game is analysed and its mistakes stepped through; playouts tell points; the lab finds both when it opens again',
  async ({ usedWindow }) => {
    const { page } = usedWindow
    const home = mkdtempSync(join(tmpdir(), 'lab-e2e-mistakes-'))
    try {
      const replay = drawnGame(5)
      const mistakes = mistakesOf(replay)
      expect(mistakes.length).toBeGreaterThan(4)
      await usedWindow.open(await makeData(home, store => store.games.add(gameOf(replay, Date.now()))))
      const lab = await openGame(new LabPage(page))
      await page.getByRole('combobox', { name: 'Profile' }).selectOption('thesis')
      await page.getByRole('combobox', { name: 'Depth rule' }).selectOption('fixed')
      await page.getByLabel('Depth, in pairs of tile and move').fill('1')
      await lab.button('Analyse the game').click()
      const count = page.getByText(`${mistakes.length} moves below the best`, { exact: true })
      await expect(count).toBeVisible()

      const heading = page.locator('.detail h3')
      const shows = async ({ slide, words }: (typeof mistakes)[number]) => {
        await expect(heading).toHaveText(`Move ${slide}: ${words}`)
        await expect(page.locator('.scrubber output')).toContainText(String(slide - 1))
      }
      await lab.press('n')
      await shows(mistakes[0]!)
      expect(makePosition(await lab.board())).toBe(mistakes[0]!.position)
      await lab.press('n')
      await lab.press('n')
      await shows(mistakes[2]!)
      await lab.press('Shift+N')
      await shows(mistakes[1]!)
      expect(makePosition(await lab.board())).toBe(mistakes[1]!.position)
      await expect(page.locator('.cross .bar.best')).toBeVisible()
      await expect(page.locator('.cross .bar.played')).toBeVisible()

      await page.getByRole('combobox', { name: 'at depth' }).selectOption('0')
      await lab.button('Play 1,000 games from each').click()
      const points = page.locator('.playouts .result strong')
      await expect(page.locator('.playouts .result')).toContainText('from 1,000 and 1,000 games', { timeout: 60_000 })
      await expect(points).toHaveText(
        /^\w+ against \w+: [+−]?[\d,]+ points \(95% interval at every look: [+−]?[\d,]+ to [+−]?[\d,]+\)$/,
      )
      await expect(lab.button('1,000 more from each')).toBeVisible()
      const told = await points.innerText()

      await usedWindow.openAgain()
      await openGame(lab)
      await expect(count).toBeVisible()
      await lab.press('n')
      await lab.press('n')
      await expect(points).toHaveText(told)
      expect(lab.complaints).toEqual([])
    } finally {
      rmSync(home, { recursive: true, force: true })
    }
  },
)
