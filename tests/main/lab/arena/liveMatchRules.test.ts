/** The match of the arena: its seeds, limits, clocks, penalties and results. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { MatchSetup } from '../../../../src/core/contract/calls'
import type { OrderedSearch } from '../../../../src/core/contract/compute'
import { parsePlayerText } from '../../../../src/core/contract/playerText'
import type { ActionId } from '../../../../src/core/game/game'
import { GAMES, type GameEntry } from '../../../../src/core/games/registry'
import { replayMatch } from '../../../../src/core/match/match'
import { createRandom, deriveSeed } from '../../../../src/core/random'
import { drawOutcome } from '../../../../src/core/game/game'
import type { Report } from '../../../../src/core/search/report'
import type { Pool } from '../../../../src/main/compute/pool/pool'
import { LiveMatch } from '../../../../src/main/lab/arena/liveMatch'
import { testScope } from '../../../support/testScope'

afterEach(() => void vi.useRealTimers())

interface Answer {
  /** Absent: the first legal action. `null`: none. */
  readonly best?: ActionId | null
  readonly ms?: number
  readonly report?: Partial<Report>
}

/** A match whose searches the test answers. */
function matchOf(setup: Partial<MatchSetup>, answer: (search: OrderedSearch) => Answer = () => ({}), now?: () => number) {
  const searches: OrderedSearch[] = []
  const searchGame: Pool['searchGame'] = search => {
    searches.push(search)
    const { game }: GameEntry = GAMES[search.game]
    const { best = game.actions(game.parse(search.position))[0]!, ms = 1, report } = answer(search)
    const effort = { nodes: 1, leaves: 1, evaluations: 1, cutoffs: 0, hits: 0, probes: 0 }
    const made = { lines: [], best: best ?? undefined, values: undefined, depth: 1, effort, stopped: 'limit', ...report } as const
    return Promise.resolve({ report: made, ms })
  }
  const match: LiveMatch = new LiveMatch(
    { game: 'ticTacToe', position: 'start', seed: 3, seats: ['person', parsePlayerText('alphaBeta:depth=2')], ...setup },
    {
      id: 1,
      scope: testScope(),
      pool: { searchGame },
      onChange: () => undefined,
      onProgress: () => undefined,
      ...(now && { now }),
    },
  )
  return { match, searches }
}

const two = (one: string, other = one) => [one, other].map(parsePlayerText)
const settle = () => new Promise(resolve => setImmediate(resolve))

async function step(match: LiveMatch): Promise<void> {
  match.step()
  await settle()
}

describe('seeds', () => {
  test('each chance event is drawn from the seed of its ply', () => {
    const { match } = matchOf({ game: 'twenty48', seats: ['person'], seed: 11 })
    const { game }: GameEntry = GAMES.twenty48
    for (let i = 0; i < 8; i++) match.move(match.view.plies, game.actions(match.course.state)[0]!)
    const { course } = match
    const drawn = course.edges.flatMap((edge, ply) => (game.toAct(course.stateAt(ply)) === 'chance' ? [{ edge, ply }] : []))
    expect(drawn).toHaveLength(8)
    const expected = drawn.map(({ ply }) => {
      const random = createRandom(deriveSeed(deriveSeed(11, 0), ply))
      return drawOutcome(game, course.stateAt(ply), random).edge
    })
    expect(drawn.map(({ edge }) => edge)).toEqual(expected)
  })

  test('each search has a seed of its own, and the same one again after a move is taken back', async () => {
    const { match, searches } = matchOf({ seats: two('mcts:nodes=5') })
    for (let i = 0; i < 4; i++) await step(match)
    expect(new Set(searches.map(({ seed }) => seed)).size).toBe(4)
    match.takeBack()
    await step(match)
    expect(searches[4]).toEqual(searches[3])
  })
})

describe('the limits of a search', () => {
  const clocked = { game: 'cantGoBack', clockMs: 1000 } as const
  const msOf = (searches: readonly OrderedSearch[]) => searches.map(({ limits }) => limits.ms)

  test('are a share of the time that is left on the clock', async () => {
    const { match, searches } = matchOf({ ...clocked, seats: two('alphaBeta:clock=0.3') }, () => ({ ms: 100 }))
    for (let i = 0; i < 4; i++) await step(match)
    expect(msOf(searches)).toEqual([300, 300, 270, 270])
  })
})

describe('a searcher is out', () => {
  test.each<[string, Answer, object]>([
    ['that took longer than its clock', { ms: 501 }, { reason: 'clock' }],
    ['that chose no move', { best: null }, { reason: 'illegal', message: 'it chose no action' }],
    ['that chose an illegal move', { best: 77 }, { reason: 'illegal', message: 'action 77 is not legal' }],
  ])('%s, and the other wins', async (_, answer, fault) => {
    const { match } = matchOf({ clockMs: 500 }, () => ({ ms: 40, ...answer }))
    match.run('fastest')
    match.move(0, 4)
    await settle()
    expect(match.view).toMatchObject({ plies: 1, running: false, turn: 'over' })
    expect(match.view.outcome).toMatchObject({ ended: 'fault', fault: { agent: 1, ...fault }, winner: 0, values: [1, -1] })
    expect(match.view.spentMs[1]).toBe(answer.ms ?? 40)
  })
})

test('a speed is a pause between two searches', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  const { match } = matchOf({ seats: two('alphaBeta:depth=2') })
  match.run(2)
  await settle()
  expect(match.view.plies).toBe(1)
  vi.advanceTimersByTime(490)
  await settle()
  expect(match.view.plies).toBe(1)
  vi.advanceTimersByTime(20)
  await settle()
  expect(match.view.plies).toBe(2)
})

test('a search that is given up spends nothing of the clock', () => {
  let ms = 0
  const never: Pool['searchGame'] = () => new Promise(() => undefined)
  const seats = two('alphaBeta:depth=2')
  const match: LiveMatch = new LiveMatch(
    { game: 'ticTacToe', position: 'start', seed: 3, seats, clockMs: 60_000 },
    {
      id: 1,
      scope: testScope(),
      pool: { searchGame: never },
      onChange: () => undefined,
      onProgress: () => undefined,
      now: () => ms,
    },
  )
  match.run('fastest')
  ms = 700
  expect(match.view.spentMs).toEqual([700, 0])
  match.pause()
  expect(match.view.spentMs).toEqual([0, 0])
})

test('points on the way count at the end', () => {
  const position = '1123 4567 89AB CDE1' // one pair, and no move after it wherever the tile falls
  const { match } = matchOf({ game: 'twenty48', seats: ['person'], position })
  const { game }: GameEntry = GAMES.twenty48
  for (let i = 0; i < 200 && !match.view.outcome; i++) match.move(match.view.plies, game.actions(match.course.state)[0]!)
  const { outcome } = match.view
  expect(outcome).toMatchObject({ ended: 'over' })
  expect(outcome!.values[0]).toBeGreaterThan(0)
  expect(outcome).toEqual({ ...replayed(match), ended: 'over' })
})

function replayed({ course }: LiveMatch) {
  const { states: _, ...its } = replayMatch(course.game, course.start, course.edges)
  return its
}

test('a value is shown as its player sees it', async () => {
  const { match } = matchOf({ seats: two('alphaBeta:depth=2') }, () => ({ report: { values: [0.25] } }))
  await step(match)
  await step(match)
  expect(match.course.rows(0, 2).map(({ report }) => report!.value)).toEqual([0.25, -0.25])
})

test('a player that plays moves from a kept tree is refused: this match would search them', () => {
  expect(() => matchOf({ seats: two('alphaBeta:depth=4:replies=2') })).toThrow(
    'players.0.replies: this match searches every move: leave it out, or play a tournament',
  )
})
