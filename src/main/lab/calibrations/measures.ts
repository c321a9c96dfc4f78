/** What a calibration needs besides whole games: boards searched to two depths, and playouts of their moves. */
import type { Judgement } from '../../../core/contract/compute'
import { depthFor } from '../../../core/games/twenty48/search/levels'
import { legalMoves, maxRank, type Board, type Move } from '../../../core/games/twenty48/board'
import type { Player } from '../../../core/games/twenty48/player'
import { playoutStarts } from '../../../core/games/twenty48/playouts'
import type { NoiseSample } from '../../../core/games/twenty48/scale/noise'
import { leavingSum, type PlayedMoves, type PlayoutEnd, type PlayoutPlan } from '../../../core/games/twenty48/scale/playedMoves'
import type { Pool } from '../../compute/pool/pool'

type MeasuringPool = Pick<Pool, 'searchBoards' | 'playPassages' | 'sampleGames'>

/** What is measured, and what ends it. */
interface Order {
  readonly player: Player
  readonly signal: AbortSignal
}

interface PlayOrder extends Order {
  readonly plan: PlayoutPlan
}

/** Boards whose playouts are handed out at a time. */
const BOARDS_AT_ONCE = 40

/** Searches of boards to the player's depth, or `less` below it; `undefined` where there is no such depth, or once it was ended. */
async function searched(pool: MeasuringPool, boards: readonly Board[], { player, signal }: Order, less = 0) {
  const judgements: (Judgement | undefined)[] = boards.map(() => undefined)
  const depths = boards.map(board => depthFor(board, player.limits.depth!) - less)
  for (const depth of new Set(depths)) {
    const places = depths.flatMap((each, place) => (each === depth && depth >= 0 ? place : []))
    const alike = places.map(place => boards[place]!)
    if (signal.aborted || alike.length === 0) continue
    const take = (judgement: Judgement, i: number) => void (judgements[places[i]!] = judgement)
    await pool.searchBoards({ ...player, limits: { depth } }, alike, take, { signal, priority: 'batch' })
  }
  return judgements
}

/** A thousand searches are less than one game: they are not stored. */
export async function noiseSamplesOf(pool: MeasuringPool, boards: readonly Board[], order: Order): Promise<NoiseSample[]> {
  const [now, before] = [await searched(pool, boards, order), await searched(pool, boards, order, 1)]
  return boards.flatMap((board, i): NoiseSample[] => {
    const [deep, shallow] = [now[i], before[i]]
    if (!deep || !shallow) return []
    return [{ board, decider: 'search', depth: deep.depth, values: deep.values, before: shallow.values }]
  })
}

export interface BoardToPlay {
  readonly board: Board
  readonly seed: number
}

/**
 * Plays out the moves of boards.
 * @param onPlayed receives each board once, with the time of its playouts on all threads, in no fixed order
 */
export async function playMoves(
  pool: MeasuringPool,
  boards: readonly BoardToPlay[],
  order: PlayOrder,
  onPlayed: (played: PlayedMoves, place: number, ms: number) => void,
): Promise<void> {
  for (let from = 0; from < boards.length && !order.signal.aborted; from += BOARDS_AT_ONCE)
    await playSome(pool, boards.slice(from, from + BOARDS_AT_ONCE), order, (played, i, ms) => onPlayed(played, from + i, ms))
}

interface InPlay {
  readonly move: Move
  /** Index of the board in the list of boards. */
  readonly place: number
  readonly number: number
}

async function playSome(
  pool: MeasuringPool,
  boards: readonly BoardToPlay[],
  { player, signal, plan: { playouts, whole } }: PlayOrder,
  onPlayed: (played: PlayedMoves, place: number, ms: number) => void,
): Promise<void> {
  const judged = await searched(
    pool,
    boards.map(({ board }) => board),
    { player, signal },
  )
  if (signal.aborted) return
  const waiting = boards.map(({ board }) => ({ left: legalMoves(board).length * playouts, ms: 0 }))
  // in the order of moves, so that its line does not depend on which game ends first
  const ends = boards.map(
    ({ board }) => Object.fromEntries(legalMoves(board).map(move => [move, []])) as Partial<Record<Move, PlayoutEnd[]>>,
  )
  const items = boards.flatMap(({ board }, place) =>
    legalMoves(board).flatMap(move => Array.from({ length: playouts }, (_, number): InPlay => ({ move, place, number }))),
  )
  const starts = boards.flatMap(({ board, seed }) =>
    legalMoves(board).flatMap(move => playoutStarts(board, move, seed, 0, playouts)),
  )
  const take = (index: number, end: PlayoutEnd, ms: number) => {
    const { move, place, number } = items[index]!
    ends[place]![move]![number] = end
    const counted = waiting[place]!
    counted.ms += ms
    if (--counted.left === 0)
      onPlayed({ board: boards[place]!.board, values: judged[place]!.values, ends: ends[place]! }, place, counted.ms)
  }
  if (whole) {
    const passages = starts.map(start => ({ start, sums: [Infinity] }))
    await pool.playPassages(player, passages, ({ end, ms }, i) => void take(i, { rank: maxRank(end.board) }, ms), { signal })
    return
  }
  const games = starts.map((start, i) => ({ start, until: leavingSum(boards[items[i]!.place]!.board) }))
  await pool.sampleGames(
    player,
    games,
    ({ game: { rank, sum }, left, ms }, i) => take(i, { rank, ...(left && { left: { ...left, sum } }) }, ms),
    { signal },
  )
}
