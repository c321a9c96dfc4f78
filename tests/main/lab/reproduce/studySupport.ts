/** What studies are computed with in tests, in place of the lab. */
import { readMatch, type MatchOrder } from '../../../../src/core/contract/matches'
import type { Study } from '../../../../src/core/contract/files'
import { EMPTY } from '../../../../src/core/games/twenty48/board'
import { playMatch, type Clocks } from '../../../../src/core/match/playMatch'
import type { PlayedGame } from '../../../../src/main/compute/pool/pool'
import type { Bench } from '../../../../src/main/lab/reproduce/bench'
import type { Results } from '../../../../src/main/lab/reproduce/results'

export const ENGINE = { kernel: 'k', fingerprint: 'f' }

/** A study with a part of each kind that takes no kernel. */
export const STUDY: Study = {
  ...{ name: 'tried', title: 'Tried', summary: '', source: '' },
  parts: [
    {
      ...{ id: 'duels', kind: 'match', game: 'ticTacToe', players: ['greedy', '{other}'], games: 6, seed: 3 },
      for: [{ other: ['random', 'greedy'] }],
    },
    {
      id: 'timed',
      kind: 'match',
      game: 'ticTacToe',
      players: ['random', 'random'],
      games: 2,
      seed: 4,
      timed: { clock: 'processor', warmUps: 1 },
    },
    { id: 'games', kind: 'games', profile: 'thesis', games: 5, seed: 5 },
    {
      ...{ id: 'trees', kind: 'count', searchers: { alphaBeta: 'alphaBeta', pvs: 'pvs' }, of: 'leaves', number: 60 },
      trees: { branching: 2, depth: 3, orders: ['best', 'uncut'] },
    },
    {
      ...{ id: 'positions', kind: 'count', searchers: { greedy: 'greedy', minimax: 'minimax:depth=2' }, of: 'nodes', number: 3 },
      positions: { game: 'warehouse', options: { steps: 10 } },
    },
  ],
}

/** Plays here, the last first; games of 2048 follow from the seed alone. @param stopAfter games or trees, as a person stops it */
export function benchOf(results: Results, stopAfter = Infinity) {
  const stop = new AbortController()
  let done = 0
  const none = () => Promise.reject(new Error('none are asked for'))
  const played = (order: MatchOrder, clocks: Clocks = { now: () => 0 }) => playMatch(readMatch(order), clocks)
  const bench: Bench = {
    results,
    signal: stop.signal,
    onStage: () => undefined,
    onGames(count) {
      done += count
      if (done >= stopAfter) stop.abort()
    },
    playHere: order => played(order),
    pool: {
      threads: 1,
      playTasks: none,
      playPassages: none,
      async playGames(_, seeds, onGame) {
        for (const seed of seeds.toReversed()) {
          if (stop.signal.aborted) return
          const result = { seed, score: seed % 1000, slides: 10, nodes: 40, maxRank: 5, board: EMPTY.with(0, 5) }
          onGame({ result } as unknown as PlayedGame)
        }
      },
      async playMatches(matches, { onMatch }) {
        for (const [number, order] of [...matches.entries()].toReversed()) {
          if (stop.signal.aborted) return
          onMatch(played(order), number)
        }
      },
    },
  }
  return bench
}
