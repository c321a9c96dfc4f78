/** The match of the arena: moves of people and searches, taking back, clocks. */
import { describe, expect, test, vi } from 'vitest'
import type { MatchSetup, MatchView } from '../../../../src/core/contract/calls'
import type { GameSearchNews, SearchedGame } from '../../../../src/core/contract/compute'
import { parsePlayerText } from '../../../../src/core/contract/playerText'
import { LabError } from '../../../../src/core/errors'
import { replayMatch } from '../../../../src/core/match/match'
import { ticTacToe } from '../../../../src/core/games/ticTacToe/game'
import type { Pool } from '../../../../src/main/compute/pool/pool'
import { SearchJob } from '../../../../src/main/compute/thread/searchJob'
import { LiveMatch } from '../../../../src/main/lab/arena/liveMatch'
import { testScope } from '../../../support/testScope'

type Search = Pool['searchGame']

/** Searches here, a moment later. */
const searchHere: Search = async search => {
  await new Promise(resolve => setImmediate(resolve))
  let searched: SearchedGame | undefined
  const hear = (news: GameSearchNews) => {
    if ('searched' in news) searched = news.searched
  }
  new SearchJob({ job: 1, search, sendsIterations: false }, () => false, hear).run()
  return searched
}

function matchOf(setup: Partial<MatchSetup>, searchGame: Search = searchHere, now?: () => number) {
  const match: LiveMatch = new LiveMatch(
    { game: 'ticTacToe', position: 'start', seed: 3, seats: ['person', parsePlayerText('minimax:depth=2')], ...setup },
    {
      id: 1,
      scope: testScope(),
      pool: { searchGame },
      onChange: () => undefined,
      onProgress: () => undefined,
      ...(now && { now }),
    },
  )
  return match
}

/** Comes to the view that is waited for. */
async function until(match: LiveMatch, is: (view: MatchView) => boolean): Promise<MatchView> {
  await vi.waitFor(() => expect(is(match.view)).toBe(true), { interval: 2 })
  return match.view
}

const isPersonsTurn = ({ turn, setup }: MatchView) => typeof turn === 'number' && setup.seats[turn] === 'person'
const codeOf = (act: () => unknown): string => {
  try {
    act()
  } catch (error) {
    if (error instanceof LabError) return `${error.code} ${error.message}`
    throw error
  }
  return 'nothing was thrown'
}

describe('a match of searchers', () => {
  const seats = ['alphaBeta:depth=3', 'mcts:nodes=50'].map(parsePlayerText)

  test('plays by the rules to its end, and to the same one from the same seed', async () => {
    const courses = await Promise.all(
      [1, 2].map(async () => {
        const match = matchOf({ seats })
        match.run('fastest')
        const { outcome } = await until(match, view => view.outcome !== undefined)
        expect(replayMatch(ticTacToe, 0, match.course.edges)).toMatchObject(outcome!)
        return match.course.edges
      }),
    )
    expect(courses[0]).toEqual(courses[1])
  })

  test('says of each move what its search came to', async () => {
    const match = matchOf({ seats })
    match.run('fastest')
    await until(match, view => view.outcome !== undefined)
    const [first, second] = match.course.rows(0, 2)
    expect(first).toMatchObject({ ply: 1, by: 0, report: { depth: 3, stopped: 'limit' } })
    expect(first!.report!.line[0]).toEqual({ by: 0, edge: first!.edge, words: first!.words })
    expect(first!.report!.line.map(({ by }) => by)).toEqual([0, 1, 0])
    expect(second).toMatchObject({ by: 1, report: { nodes: 50 } })
    expect(match.course.at(3).reported.map(row => row?.ply)).toEqual([3, 2])
    expect(codeOf(() => match.course.at(50))).toMatch(/^NOT_FOUND/)
  })

  test('makes one move by a step, and is paused then', async () => {
    const match = matchOf({ seats })
    match.step()
    const { running, thinking } = await until(match, ({ plies }) => plies === 1)
    expect({ running, thinking }).toEqual({ running: false, thinking: undefined })
    match.takeBack()
    expect(match.view).toMatchObject({ plies: 0, running: false, spentMs: [0, 0] })
  })

  test('cancels the running search when it is paused, and searches again when it continues', async () => {
    const asked: AbortSignal[] = []
    const never: Search = (_, options) =>
      new Promise(resolve => {
        asked.push(options!.signal!)
        options!.signal!.addEventListener('abort', () => resolve(undefined))
      })
    const match = matchOf({ seats }, never)
    match.run('fastest')
    expect(match.view.thinking).toMatchObject({ agent: 0 })
    match.pause()
    expect(asked.map(({ aborted }) => aborted)).toEqual([true])
    expect(match.view.thinking).toBeUndefined()
    match.run('fastest')
    expect(asked).toHaveLength(2)
    expect(match.view.plies).toBe(0)
  })

  test('drops the answer of a search that was given up for another', async () => {
    const answers: (() => void)[] = []
    const slow: Search = async (order, options) => {
      await new Promise<void>(resolve => answers.push(resolve))
      return searchHere(order, options)
    }
    const match = matchOf({ seats }, slow)
    match.run('fastest')
    match.pause()
    match.run('fastest')
    answers[0]!()
    for (let turn = 0; turn < 3; turn++) await new Promise(resolve => setImmediate(resolve))
    expect([match.view.plies, answers.length]).toEqual([0, 2])
    answers[1]!()
    await until(match, ({ plies }) => plies === 1)
  })

  test('is paused with the problem after a failure of the lab, and can continue', async () => {
    let fails = true
    const match = matchOf({ seats }, (...asked) => {
      if (fails) return Promise.reject(new LabError('WORKER_LOST', 'its thread died'))
      return searchHere(...asked)
    })
    match.run('fastest')
    const paused = await until(match, ({ problem }) => problem !== undefined)
    expect(paused).toMatchObject({ running: false, plies: 0, problem: { code: 'WORKER_LOST' } })
    expect(paused.outcome).toBeUndefined()
    fails = false
    match.run('fastest')
    await until(match, view => view.outcome !== undefined)
  })
})

describe('a person', () => {
  test('moves in turn with a searcher, and takes back to their own last move', async () => {
    const match = matchOf({})
    match.run('fastest')
    match.move(0, 4)
    await until(match, ({ plies }) => plies === 2)
    const reply = match.course.edges[1]
    expect(match.view.back).toBe(2)
    match.takeBack()
    expect(match.view).toMatchObject({ plies: 0, turn: 0, running: true })
    match.move(0, 4)
    await until(match, ({ plies }) => plies === 2)
    expect(match.course.edges[1]).toBe(reply)
  })

  test('is refused an illegal move, one of another position, and one out of turn', async () => {
    const match = matchOf({})
    expect(codeOf(() => match.move(0, 9))).toMatch(/^ILLEGAL_MOVE/)
    expect(codeOf(() => match.move(3, 1))).toMatch(/^BAD_REQUEST The match has gone on/)
    match.move(0, 4)
    expect(codeOf(() => match.move(1, 0))).toMatch(/^BAD_REQUEST No person is to move/)
    const { plies, thinking } = match.view // paused: the searcher waits
    expect({ plies, thinking }).toEqual({ plies: 1, thinking: undefined })
  })

  test('who needs more than the clock is out', async () => {
    const match = matchOf({ clockMs: 30 })
    match.run('fastest')
    const { outcome, spentMs } = await until(match, view => view.outcome !== undefined)
    expect(outcome).toMatchObject({ ended: 'fault', fault: { agent: 0, reason: 'clock' }, winner: 1 })
    expect(spentMs[0]).toBeGreaterThanOrEqual(29)
    match.takeBack()
    expect(match.view.outcome?.fault).toBeDefined() // there is no move to take back
  })

  test('spends no time while the match is paused', () => {
    let ms = 0
    const match = matchOf({ clockMs: 60_000 }, searchHere, () => ms)
    match.run('fastest')
    ms = 1000
    match.pause()
    ms = 9000
    match.run('fastest')
    ms = 9500
    expect(match.view).toMatchObject({ turnMs: 1500, spentMs: [1500, 0] })
    expect(isPersonsTurn(match.view)).toBe(true)
  })
})

test('a match that cannot be is refused, naming the player and the field', () => {
  const seat = parsePlayerText('alphaBeta:depth=2')
  expect(codeOf(() => matchOf({ seats: ['person'] }))).toMatch(/^BAD_SETTING players: ticTacToe is played by 2/)
  expect(codeOf(() => matchOf({ seats: ['person', { ...seat, clock: 0.1 }] }))).toMatch(/^BAD_SETTING players\.1\.clock/)
  expect(codeOf(() => matchOf({ position: 'XXX' }))).toMatch(/^BAD_POSITION/)
})
