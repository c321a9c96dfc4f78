/** Collects boards just before multiples of the tile sum from a player's games, and plays the phases that begin there. */
import type { PlayedPassage } from '../../../core/contract/compute'
import type { WallPhase } from '../../../core/contract/files'
import { makePosition } from '../../../core/games/twenty48/notation'
import { startGame } from '../../../core/games/twenty48/playGame'
import { type Passage, beginsPhase, phaseFrom, phaseSums } from '../../../core/games/twenty48/wallGame/phases'
import { deriveSeed } from '../../../core/random'
import { inMicroseconds } from '../../../core/contract/matches'
import type { Pool } from '../../compute/pool/pool'
import type { WallPlan, WallRecord } from './wallRecord'

/** Separates the draws of the phases from those of the games: no test plays as many. */
const PHASE_STREAM = 2 ** 40
/** Games per thread that are begun although an earlier one is not over. */
const GAMES_AHEAD = 4

export interface WallListener {
  /** Ends the test early. */
  readonly signal: AbortSignal
  /** Called before the games that boards come from; not if there are enough boards. */
  readonly onCollecting: (wanted: number, found: number) => void
  /** @param found boards of the games in order so far */
  readonly onBoards: (found: number, games: number) => void
  /** Called before the phases. */
  readonly onPhases: (total: number, done: number) => void
  readonly onPhase: (done: number) => void
}

/**
 * Plays what the record lacks. The plan alone determines the boards and the phases, unless a clock decides.
 * @throws {LabError} errors of the pool and of the record's file
 */
export async function playWallTest(
  pool: Pick<Pool, 'playPassages' | 'threads'>,
  record: WallRecord,
  listener: WallListener,
): Promise<void> {
  await collectBoards(pool, record, listener)
  if (!listener.signal.aborted) await playPhases(pool, record, listener)
}

/** Plays whole games of the plan's source, as many as its boards take. @throws as `playWallTest` */
export async function collectBoards(
  pool: Pick<Pool, 'playPassages' | 'threads'>,
  record: WallRecord,
  listener: Pick<WallListener, 'signal' | 'onCollecting' | 'onBoards'>,
): Promise<void> {
  const { source } = record.plan
  const enough = new AbortController()
  const isEnough = (): boolean => record.boards.length >= source.boards || record.gamesInOrder.length >= source.games
  if (isEnough()) return
  const sums = phaseSums(source)
  const numbers: number[] = []
  let last = -1
  /** Games up to a few after the first that is missing: those further on may not be needed. */
  const next = (): Passage[] => {
    const end = Math.min(source.games, record.gamesInOrder.length + GAMES_AHEAD * pool.threads)
    const first = numbers.length
    for (last++; last < end; last++) if (!record.games.has(last)) numbers.push(last)
    last--
    return numbers.slice(first).map(game => ({ start: startGame(deriveSeed(source.gameSeed, game)), sums }))
  }
  listener.onCollecting(source.boards, record.boards.length)
  await untilEnough(enough, listener.signal, end =>
    pool.playPassages(
      source.from.player,
      next(),
      ({ before, end: { board, slides }, ms }, i) => {
        if (enough.signal.aborted) return
        const boards = before
          .filter(position => beginsPhase(position.board, source))
          .map(position => makePosition(position.board))
        const game = { game: numbers[i]!, boards, end: makePosition(board), moves: slides, ms: inMicroseconds(ms) }
        end.failing(() => record.addGame(game))
        listener.onBoards(record.boards.length, record.games.size)
        if (isEnough()) enough.abort()
        return next()
      },
      { signal: end.signal },
    ),
  )
}

async function playPhases(pool: Pick<Pool, 'playPassages'>, record: WallRecord, listener: WallListener): Promise<void> {
  const { plan } = record
  const wanted = plan.players.map((_, player) => phasesOf(record, player))
  const missing = wanted.map(phases => phases.filter(phase => !record.has(phase)))
  const total = wanted.flat().length
  let done = total - missing.flat().length
  listener.onPhases(total, done)
  // the players take turns, so that an interrupted test has phases of both
  await untilEnough(new AbortController(), listener.signal, end =>
    Promise.all(
      plan.players.map(({ player }, place) => {
        const phases = missing[place]!
        const passages = phases.map(phase => passageOf(plan, phase))
        const onPassage = (passed: PlayedPassage, i: number): void => {
          if (end.signal.aborted) return
          end.failing(() => record.addPhase(playedPhase(phases[i]!, passages[i]!, passed)))
          listener.onPhase(++done)
        }
        return pool.playPassages(player, passages, onPassage, { signal: end.signal })
      }),
    ),
  )
}

type Phase = Pick<WallPhase, 'board' | 'continuation' | 'player'> & { readonly position: string }

/** One from each board, then the next from each: an interrupted test then has phases of all games. */
function phasesOf({ boards, plan: { continuations } }: WallRecord, player: number): Phase[] {
  return Array.from({ length: continuations }, (_, continuation) =>
    boards.map(({ position }, board) => ({ position, board, continuation, player })),
  ).flat()
}

/** The same for each player. */
function passageOf({ source, seed }: WallPlan, phase: Phase): Passage {
  const ofPhase = deriveSeed(deriveSeed(deriveSeed(seed, PHASE_STREAM), phase.board), phase.continuation)
  return phaseFrom(phase, source.multiple, ofPhase)
}

function playedPhase({ position: _, ...phase }: Phase, { sums }: Passage, { before, end, ms }: PlayedPassage): WallPhase {
  return { ...phase, survived: before.length === sums.length, moves: end.slides, ms: inMicroseconds(ms) }
}

interface Ending {
  readonly signal: AbortSignal
  /** Ends the work at a failure, which is thrown after it. */
  failing(act: () => void): void
}

async function untilEnough(
  enough: AbortController,
  signal: AbortSignal,
  work: (ending: Ending) => Promise<unknown>,
): Promise<void> {
  let failure: Error | undefined
  const failing = (act: () => void): void => {
    try {
      act()
    } catch (error) {
      failure ??= error as Error
      enough.abort()
    }
  }
  await work({ signal: AbortSignal.any([signal, enough.signal]), failing })
  if (failure) throw failure
}
