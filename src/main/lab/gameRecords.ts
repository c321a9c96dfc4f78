/** Replays as the store keeps them, and back. */
import { playerShape } from '../../core/contract/shapes'
import type { GameTurns, NewGame, StoredGame } from '../../core/contract/stored'
import { LabError } from '../../core/errors'
import { legalMoves, maxRank, startBoard } from '../../core/games/twenty48/board'
import { startGame } from '../../core/games/twenty48/playGame'
import type { Player, SearchedTurn, Turn } from '../../core/games/twenty48/player'
import { checkEnd, PLAYED_BY, playThrough, type GameRecord, type Replay } from '../../core/games/twenty48/replay'
import { encodeTurns, turnsOf } from '../../core/games/twenty48/turnBytes'
import { createRandom, GENERATOR } from '../../core/random'
import { slideValues } from '../../core/search/report'
import type { Pool } from '../compute/pool'
import { paced } from './paced'
import type { Provenance } from './provenance'
import { shortest } from './slideTime'

/** The provenance of a game that came from a file: what the file told of it. */
interface ImportedProvenance {
  readonly replay: Pick<GameRecord, 'by' | 'draws' | 'engine' | 'title' | 'stamp'>
}

/** What the other games say of themselves. */
interface ToldProvenance {
  readonly version?: string
  readonly generator?: string
  readonly by?: string
  readonly engine?: Partial<Provenance> | null
}

/** Of the engine's values those of the slides that were played are kept; times to about 7 digits. */
export function gameOf(replay: Replay, now: number): NewGame {
  const { start, startScore, turns, final, score, by, draws, engine, title, stamp, notes = '', ms, values } = replay
  const provenance: ImportedProvenance = {
    replay: {
      by,
      ...(draws && { draws }),
      ...(engine && { engine }),
      ...(title !== undefined && { title }),
      ...(stamp && { stamp }),
    },
  }
  return {
    kind: 'import',
    profile: engine?.profile ?? null,
    seed: draws?.seed ?? null,
    score,
    slides: turns.length,
    maxRank: maxRank(final),
    board: final,
    over: legalMoves(final).length === 0,
    created: now,
    started: null,
    ended: stamp?.at === undefined ? null : Date.parse(stamp.at),
    notes,
    batch: null,
    batchIndex: null,
    start,
    startScore,
    provenance,
    played: {
      turns: encodeTurns(turns),
      values: values ? Float64Array.from(turns, ({ move }, i) => values[i]?.[move] ?? NaN) : null,
      ms: ms ? Float32Array.from(ms, each => each ?? NaN) : null,
    },
  }
}

/** A game as its record tells it, or as the engine played it again: whether that leads where it should is not checked. */
export interface ToldGame {
  readonly replay: Replay
  /** Of the board before each turn to the engine, `NaN` where it was not asked; `null` where it was of none. */
  readonly values: Float64Array | null
}

/** Plays a game again that is kept as its seed and settings. */
export interface PlayAgain {
  /** Gives the threads, when they are needed. */
  readonly pool: () => Pool
  readonly signal?: AbortSignal | undefined
  /** Hears how many slides are played. */
  readonly onSlides?: (slides: number) => void
}

/**
 * A stored game as a replay, played through. One that is kept as its seed and settings is played again by the engine.
 *
 * @param pool gives the threads for that, when it is needed.
 * @throws {LabError} `BAD_STORE` for a game that its record does not lead to, or of the pool.
 */
export async function replayOf(game: StoredGame, pool: () => Pool, signal?: AbortSignal): Promise<Replay> {
  const told = await toldGame(game, { pool, signal })
  await leadingThrough(game, async () => checkEnd(told.replay, await paced(playThrough(told.replay), signal)))
  return withValues(told)
}

/** What the engine held of the slides that were played goes along. */
export function withValues({ replay, values }: ToldGame): Replay {
  if (!values) return replay
  const rows = replay.turns.map(({ move: played }, i) =>
    Number.isFinite(values[i]) ? slideValues(move => (move === played ? values[i]! : null)) : null,
  )
  return { ...replay, values: rows }
}

/** Tells of a fault that it is the store's: what was stored had been played through. @throws {LabError} `BAD_STORE` */
export async function leadingThrough<T>({ id }: StoredGame, play: () => Promise<T>): Promise<T> {
  try {
    return await play()
  } catch (error) {
    if (!(error instanceof LabError && error.code === 'BAD_FILE')) throw error
    throw new LabError('BAD_STORE', `game ${id}: ${error.message}`, { ...error.detail, game: id }, { cause: error })
  }
}

export async function toldGame(game: StoredGame, how: PlayAgain): Promise<ToldGame> {
  const head = headOf(game)
  const { turns, values, ms } = game.played ? await paced(told(game.played), how.signal) : await playAgain(game, how)
  const replay: Replay = {
    ...head,
    start: game.start ?? startBoard(createRandom(seedOf(game))),
    startScore: game.startScore,
    turns,
    final: game.board,
    score: game.score,
    ...(game.notes !== '' && { notes: game.notes }),
    ...(ms && { ms }),
  }
  return { replay, values }
}

interface ToldTurns {
  readonly turns: Turn[]
  readonly values: Float64Array | null
  readonly ms?: (number | null)[] | undefined
}

/** As they were stored. */
function* told({ turns: bytes, values, ms: times }: GameTurns): Generator<unknown, ToldTurns> {
  const turns: Turn[] = []
  const ms: (number | null)[] | undefined = times ? [] : undefined
  for (const turn of turnsOf(bytes)) {
    ms?.push(shortest(times![turns.length]!))
    turns.push(turn)
    yield
  }
  return { turns, values, ms }
}

function headOf(game: StoredGame): ImportedProvenance['replay'] {
  if (game.kind === 'import') return (game.provenance as ImportedProvenance).replay
  const { by, generator, version, engine } = toldOf(game)
  const player = playerOf(game)
  return {
    by: PLAYED_BY.find(each => each === by) ?? (game.kind === 'person' ? 'person' : 'engine'),
    ...(player && { engine: { profile: game.profile ?? 'unnamed', ...player } }),
    ...(game.seed !== null &&
      generator !== undefined && { draws: { seed: game.seed, generator, origin: game.start ? 'position' : 'seed' } }),
    ...(version !== undefined && {
      stamp: {
        version,
        ...(engine?.kernel !== undefined && { kernel: engine.kernel }),
        ...(game.ended !== null && { at: new Date(game.ended).toISOString() }),
      },
    }),
  }
}

async function playAgain(game: StoredGame, { pool, signal, onSlides }: PlayAgain): Promise<ToldTurns> {
  const player = playerOf(game)
  if (!player || toldOf(game).generator !== GENERATOR || game.start)
    throw new LabError('BAD_STORE', `game ${game.id}: its slides are not kept, and neither is what it takes to play it again`)
  const turns: Turn[] = []
  const values: number[] = []
  const take = (played: { turns: readonly SearchedTurn[] }) => {
    for (const { move, spawn, value } of played.turns) {
      turns.push({ move, spawn })
      values.push(value)
    }
    onSlides?.(turns.length)
  }
  await pool().autoplay(player, startGame(seedOf(game)), take, { signal })
  if (signal?.aborted) throw new LabError('CANCELLED', 'Interrupted while the game was played again.')
  return { turns, values: Float64Array.from(values) }
}

/** A game of a window has the engine's part apart, where it had any; a game of a bench is all engine. */
function toldOf({ provenance }: StoredGame): ToldProvenance {
  const told = (provenance ?? {}) as ToldProvenance
  return { ...told, engine: told.engine === undefined ? told : told.engine }
}

function playerOf(game: StoredGame): Player | undefined {
  const { evaluator, settings, limits } = (toldOf(game).engine ?? {}) as Partial<Player>
  return playerShape.safeParse({ evaluator, settings, limits }).data
}

function seedOf({ id, seed }: StoredGame): number {
  if (seed === null) throw new LabError('BAD_STORE', `game ${id}: it has neither a first board nor a seed`)
  return seed
}
