/** Matches on threads. */
import { describe, expect, test, vi } from 'vitest'
import { readMatch, type MatchOrder } from '../../../../src/core/contract/matches'
import type { PlayedGame } from '../../../../src/core/contract/compute'
import { parsePlayerText, readBoardMatch, searcherPlayer } from '../../../../src/core/contract/playerText'
import { slideEdge, spawnEdge } from '../../../../src/core/games/twenty48/board'
import { playTurn, startGame } from '../../../../src/core/games/twenty48/playGame'
import { turnsOf } from '../../../../src/core/games/twenty48/turnBytes'
import type { LabError } from '../../../../src/core/errors'
import { follow, type MatchResult } from '../../../../src/core/match/match'
import { playMatch } from '../../../../src/core/match/playMatch'
import { ThreadPool, type Pool } from '../../../../src/main/compute/pool/pool'
import { realPools } from '../../../support/realPools'
import { puppets, thesisPlayer } from '../../../support/threads'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { computeInThreads } from '../../../setup/threadsHere'

vi.setConfig({ testTimeout: 60_000 }) // a busy machine is no failure

const { open, keep } = realPools()

function match(seed: number, players: readonly string[], change: Partial<MatchOrder> = {}): MatchOrder {
  return { game: 'ticTacToe', position: 'start', seed, players: players.map(parsePlayerText), ...change }
}

const QUICK = Array.from({ length: 24 }, (_, seed) => match(seed, ['random', 'alphaBeta:nodes=50']))
const ENDLESS = match(0, ['expectimax:depth=40'], { game: 'twenty48' })

/** All but the times. */
function told({ players, ...result }: MatchResult) {
  return { ...result, players: players.map(({ moves, nodes }) => ({ moves, nodes })) }
}

async function play(pool: Pool, matches: readonly MatchOrder[]): Promise<MatchResult[]> {
  const results: MatchResult[] = []
  await pool.playMatches(matches, {
    onMatch(result, number) {
      expect(results[number]).toBeUndefined()
      results[number] = result
    },
  })
  return results
}

describe('matches', () => {
  computeInThreads()

  const expected = QUICK.map(order => told(playMatch(readMatch(order), { now: () => 0 })))

  test('come to the same on one thread, on two and after one was killed, with the time that each player took', async () => {
    const results = await play(open(1).pool, QUICK)
    expect(results.map(told)).toEqual(expected)
    const two = open(2)
    expect((await play(two.pool, QUICK)).map(told)).toEqual(expected)
    const again: MatchResult[] = []
    await two.pool.playMatches(QUICK, {
      onMatch(result, number) {
        again[number] = result
        if (again.filter(Boolean).length === 3) void two.started[0]!.terminate()
      },
    })
    expect(again.map(told)).toEqual(expected)
    const [random, alphaBeta] = results[0]!.players
    for (const effort of [random!, alphaBeta!]) {
      expect(effort.ms).toBeGreaterThan(0)
      expect(effort.longestMs).toBeLessThanOrEqual(effort.ms)
    }
  })

  test('continue beside searches, which get the thread in the middle of an action', async () => {
    const { pool } = open(1)
    const results: MatchResult[] = []
    const stop = new AbortController()
    const playing = pool.playMatches(
      [...QUICK, ENDLESS],
      { onMatch: result => void results.push(result) },
      { signal: stop.signal },
    )
    await vi.waitFor(() => expect(results).toHaveLength(QUICK.length), { timeout: 30_000 })
    const { report } = await pool.search(parseBoard('0123 0021 0010 0100'), thesisPlayer({ depth: 1 }))
    expect(report.best).toBeDefined()
    stop.abort()
    await playing
    expect(results.map(told)).toEqual(expected)
  })
})

test('a thread gets few matches at a time', async () => {
  const { started, createThread } = puppets()
  const pool = new ThreadPool({ threads: 1, createThread })
  keep(pool)
  const playing = pool.playMatches(
    Array.from({ length: 1000 }, (_, seed) => QUICK[seed % 24]!),
    { onMatch: () => undefined },
  )
  await vi.waitFor(() => expect(started[0]?.last('matches')?.matches).toHaveLength(20))
  await pool.close()
  await expect(playing).rejects.toThrow(expect.objectContaining({ code: 'CANCELLED' }))
})

test('matches of which one is refused continue with the others, if there is a listener', async () => {
  const { pool } = open(1)
  const bad = match(7, ['random', 'greedy:improved'])
  const lost: [number, LabError['code']][] = []
  const found: number[] = []
  await pool.playMatches([QUICK[0]!, bad, QUICK[1]!], {
    onMatch: (_, number) => void found.push(number),
    onLost: (number, { code }) => void lost.push([number, code]),
  })
  expect(lost).toEqual([[1, 'BAD_SETTING']])
  expect(found.toSorted()).toEqual([0, 2])
  await expect(play(pool, [bad])).rejects.toThrow(/^players\.1\.heuristic: /)
})

describe('a game of 2048 by a searcher', () => {
  test.each(['expectimax:handTuned:depth=1', 'mcts:iterations=3', 'alphaBeta:rival:depth=1', 'random', 'mcts:thesis:nodes=20'])(
    '%s: is the match of its seed, but for the source of its tiles',
    async text => {
      const { pool } = open(1)
      const played: PlayedGame[] = []
      await pool.playGames(searcherPlayer(text), [3, 4], (game, index) => (played[index] = game))
      expect(played.map(({ result }) => result.seed)).toEqual([3, 4])
      for (const { result, turns, times } of played) {
        const stored = [...turnsOf(turns!.turns)]
        const next = stored.values()
        const match = readBoardMatch(text, result.seed)
        const draw = (state: unknown) => {
          const edge = spawnEdge(next.next().value!.spawn)
          return { edge, state: follow(match.game, state, edge)!.state }
        }
        const { edges, players } = playMatch({ ...match, draw }, { now: () => 0 })
        expect(edges).toEqual(stored.flatMap(({ move, spawn }) => [slideEdge(move), spawnEdge(spawn)]))
        expect(players[0]!.nodes).toBe(result.nodes)
        // the tiles are those that every player has for the seed
        let position = startGame(result.seed)
        for (const { move, spawn } of stored) {
          const { turn, position: after } = playTurn(position, move)!
          expect(turn.spawn).toEqual(spawn)
          position = after
        }
        expect(position).toMatchObject({ board: result.board, score: result.score, slides: result.slides })
        expect(times.reduce((sum, count, i) => sum + (i % 2) * count, 0)).toBe(result.slides)
        expect(turns!.ms).toHaveLength(result.slides)
      }
    },
  )
})
