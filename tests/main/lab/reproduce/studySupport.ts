/** What studies are computed with in tests, in place of the lab. */
import { readMatch, type MatchOrder } from '../../../../src/core/contract/matches'
import type { Study } from '../../../../src/core/contract/files'
import type { PlayedPassage } from '../../../../src/core/contract/compute'
import { EMPTY } from '../../../../src/core/games/twenty48/board'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import type { Passage } from '../../../../src/core/games/twenty48/wallGame/phases'
import { playMatch, type Clocks } from '../../../../src/core/match/playMatch'
import type { PlayedGame } from '../../../../src/main/compute/pool/pool'
import { type Bench, type Results, headOf } from '../../../../src/main/lab/reproduce/results'

export const HEAD = headOf('tried', 'k', 'f')

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
    {
      ...{ id: 'runs', kind: 'tune', preset: 'thesis-2', runs: 3, optimizer: { kind: 'random', batch: 4 } },
      ...{ budget: { kind: 'evaluations', count: 8 }, validation: { games: 20, level: 0.95 } },
    },
    {
      ...{ id: 'phases', kind: 'walls', players: [{ profile: 'thesis' }, { profile: 'power' }], from: 0 },
      ...{ multiple: 512, games: 30, seed: 1 },
      steps: [
        { boards: 2, continuations: 1 },
        { boards: 3, continuations: 2 },
      ],
    },
  ],
}

/** @param stopAfter games or trees, as a person stops it */
export function benchOf(results: Results, stopAfter = Infinity) {
  const stop = new AbortController()
  let done = 0
  const bench: Bench = {
    results,
    signal: stop.signal,
    onStage: () => undefined,
    onGames(count) {
      done += count
      if (done >= stopAfter) stop.abort()
    },
    playHere: order => played(order),
    pool: POOL,
  }
  return bench
}

function played(order: MatchOrder, clocks: Clocks = { now: () => 0 }) {
  return playMatch(readMatch(order), clocks)
}

/** Plays here, the last first; games of 2048 follow from the seed alone. */
export const POOL: Bench['pool'] = {
  threads: 1,
  async playTasks(_, tasks, onGame, { signal }) {
    const all = [...tasks]
    for (let i = 0; i < all.length && !signal?.aborted; i++) all.push(...(onGame(gameOf(all[i]!.seed), i) ?? []))
  },
  async playPassages(_, passages, onPassage, { signal } = {}) {
    const all = [...passages]
    for (let i = 0; i < all.length && !signal?.aborted; i++) all.push(...(onPassage(passed(all[i]!), i) ?? []))
  },
  async playGames(_, seeds, onGame, { signal } = {}) {
    for (const [i, seed] of [...seeds.entries()].toReversed()) if (!signal?.aborted) onGame(gameOf(seed), i)
  },
  async playMatches(matches, { onMatch }, { signal } = {}) {
    for (const [number, order] of [...matches.entries()].toReversed()) if (!signal?.aborted) onMatch(played(order), number)
  },
}

function gameOf(seed: number): PlayedGame {
  const result = { seed, score: seed % 1000, slides: 10, nodes: 40, maxRank: 5, board: EMPTY.with(0, 5) }
  return { result, ms: 1 } as unknown as PlayedGame
}

/** Just before a multiple of 512, with four walls. */
const BEFORE = parseBoard('CBA9347823461211')

/** Every second game has a board, and every second phase is survived. */
function passed({ start, sums }: Passage): PlayedPassage {
  const isEven = Number.parseInt(start.random.slice(-1), 16) % 2 === 0
  const isPhase = sums.length === 1
  return { before: isEven ? [{ ...start, board: isPhase ? start.board : BEFORE }] : [], end: { ...start, slides: 30 }, ms: 1 }
}
