/** A long game: how late whoever else is in the main process comes while it is opened, analysed, taken away and played on. */
import { afterAll, expect, test } from 'vitest'
import { emptyCells, slide, withTile, type Board, type Spawn } from '../../src/core/games/twenty48/board'
import type { Turn } from '../../src/core/games/twenty48/player'
import { completeReplay, type Replay } from '../../src/core/games/twenty48/replay'
import type { Engine } from '../../src/core/games/twenty48/search/engine'
import { createRandom } from '../../src/core/random'
import { gameOf } from '../../src/main/lab/games/gameRecords'
import { Library } from '../../src/main/lab/library/libraryFeature'
import { Replayer } from '../../src/main/lab/library/replayer'
import { profileByNameOrFile } from '../../src/main/lab/profiles/findProfile'
import { searchWith } from '../core/support/games'
import { NOTICEABLE_MS } from '../e2e/responsiveness'
import { cleanUp, newFolder, openWriter } from '../main/store/storeSupport'
import { closeAnalyses, openAnalyses } from '../support/analyses'
import { kernelHere, thesisPlayer } from '../support/threads'
import { record } from './record'
import { watched } from './watched'
import { testScope } from '../support/testScope'

const SLIDES = 10_000

afterAll(async () => {
  await closeAnalyses()
  await cleanUp()
})

test(`a game of ${SLIDES} slides does not block the main process`, async ({ skip }) => {
  const store = await openWriter(newFolder())
  const id = await store.games.add(gameOf(friendlyGame(SLIDES), 1000))
  const { analyses, pool, jobs } = openAnalyses(store)
  const replayer = new Replayer(store, pool, jobs, testScope())
  const library = new Library(
    store,
    game => replayer.timeline(game),
    () => 1,
    () => undefined,
  )
  const acts: Record<string, () => Promise<unknown>> = {
    'opening it in the player': () => replayer.open(id),
    'playing it through for an analysis': () => replayer.timelineOf(id),
    'exporting it as JSON': () => replayer.text(id, 'json'),
    'exporting it as a 2048verse string': () => replayer.text(id, 'verse'),
    'analysing every slide at depth 0': async () => {
      const { id: analysis } = await analyses.start(id, thesisPlayer({ depth: 0 }), 'thesis')
      await analyses.settled(analysis)
    },
    'telling the values of 2,000 slides': () => analyses.assessed(1, 0),
    'putting it on the board': () => library.load(id),
  }
  const control = await watched(() => new Promise(resolve => setTimeout(resolve, 1000)))
  const facts: Record<string, string> = { 'the loop at rest': `at most ${control.longest.toFixed(1)} ms late` }
  const late: string[] = []
  for (const [what, act] of Object.entries(acts)) {
    const { took, longest } = await watched(act)
    facts[what] = `${took.toFixed(0)} ms, the loop at most ${longest.toFixed(1)} ms late`
    if (longest >= NOTICEABLE_MS) late.push(`${what}: ${longest.toFixed(1)} ms`)
  }
  record(`A game of ${SLIDES.toLocaleString('en')} slides`, facts)
  if (control.longest >= NOTICEABLE_MS / 2) skip('this machine is too busy to tell')
  expect(late).toEqual([])
})

/** The engine plays, and a 2 comes where it is worth most to it of two free cells: so a long game is made within a minute. */
function friendlyGame(slides: number): Replay {
  const { evaluator, settings } = profileByNameOrFile('power')
  const kernel = kernelHere()
  kernel.load(evaluator, settings)
  const engine: Engine = (request, stop) => kernel.search(request, stop)
  const start = [1, 1, ...Array<number>(14).fill(0)]
  const random = createRandom(1)
  const turns: Turn[] = []
  for (let board: Board = start; turns.length < slides;) {
    const move = searchWith(engine, board, { depth: 3 }).best
    if (!move) throw new Error(`the game is over after ${turns.length} slides`)
    const after = slide(board, move)!.board
    let best: { worth: number; spawn: Spawn } | undefined
    const free = emptyCells(after)
    for (const cell of new Set([free[random.below(free.length)]!, free[random.below(free.length)]!])) {
      const spawn = { cell, rank: 1 } as const
      const { values, best: next } = searchWith(engine, withTile(after, spawn), { depth: 2 })
      const worth = next ? values[next]! : -Infinity
      if (!best || worth > best.worth) best = { worth, spawn }
    }
    turns.push({ move, spawn: best!.spawn })
    board = withTile(after, best!.spawn)
  }
  return completeReplay({ start, startScore: 0, turns, by: 'unknown' })
}
