/** The kinds of work that the pool hands out in chunks. */
import type { Judgement, MoveTimes } from '../../core/contract/compute'
import { LabError } from '../../core/errors'
import type { Board } from '../../core/games/twenty48/board'
import { makePosition } from '../../core/games/twenty48/notation'
import type { GamePosition, GameResult, Player } from '../../core/games/twenty48/player'
import type { Work } from './chunkedWork'

export interface PlayedGame {
  readonly result: GameResult
  readonly times: MoveTimes
  /** Time on its thread. */
  readonly ms: number
}

/**
 * At most: a row of a file waits for those before it, so the threads of a large batch must not be far apart in it. The
 * least that a thread plays in a tenth of a second.
 */
const GAMES_IN_CHUNK = 500

/** Few: results are kept up to the first that is missing, and what lies beyond it would be lost with the power. */
const BOARDS_IN_CHUNK = 8
const PLAYOUTS_IN_CHUNK = 32

export function gamesWork(player: Player, seeds: readonly number[], onGame: (game: PlayedGame) => void): Work<PlayedGame> {
  return {
    kind: 'games',
    items: seeds.length,
    mostInChunk: GAMES_IN_CHUNK,
    message: (job, items) => ({ kind: 'games', job, player, seeds: items.map(item => seeds[item]!) }),
    results: message => (message.kind === 'game' ? [message] : []),
    onResult: ({ result, times, ms }) => onGame({ result, times, ms }),
    nameOf: item => [`The game of seed ${seeds[item]!}`, { seed: seeds[item]! }],
  }
}

export function boardsWork(
  player: Player,
  boards: readonly Board[],
  onResult: (judgement: Judgement, index: number) => void,
): Work<Judgement> {
  return {
    kind: 'study',
    items: boards.length,
    mostInChunk: BOARDS_IN_CHUNK,
    message: (job, items) => ({ kind: 'boards', job, player, boards: items.map(item => boards[item]!) }),
    results: message => (message.kind === 'judged' ? message.judgements : []),
    onResult,
    nameOf: item => [`The search of ${makePosition(boards[item]!)}`, { index: item }],
  }
}

/** @throws {LabError} `BAD_SETTING` for a player with another limit than depth. */
export function playoutsWork(
  player: Player,
  starts: readonly GamePosition[],
  onResult: (score: number, index: number) => void,
): Work<number> {
  const { depth, nodes, ms } = player.limits
  if (depth === undefined || nodes !== undefined || ms !== undefined)
    throw new LabError('BAD_SETTING', 'limits: playouts have a depth, and no other limit', { field: 'limits' })
  return {
    kind: 'study',
    items: starts.length,
    mostInChunk: PLAYOUTS_IN_CHUNK,
    message: (job, items) => ({ kind: 'playouts', job, player, starts: items.map(item => starts[item]!) }),
    results: message => (message.kind === 'scores' ? message.scores : []),
    onResult,
    nameOf: item => [`The playout from ${makePosition(starts[item]!.board)}`, { index: item }],
  }
}
