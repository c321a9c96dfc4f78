/** Converts between replays and the store's records. */
import { z } from 'zod'
import { legibleNotes } from '../../../core/contract/texts'
import { replayOriginShape } from '../../../core/contract/files/replayFile'
import { evaluatorShape, limitsShape, parseShape, playerShape, settingsShape } from '../../../core/contract/shapes'
import { NO_DEPTH, type GameTurns, type NewGame, type PlayerValues, type StoredGame } from '../../../core/contract/stored'
import { LabError } from '../../../core/errors'
import { legalMoves, maxRank, startBoard } from '../../../core/games/twenty48/board'
import { startGame } from '../../../core/games/twenty48/playGame'
import type { Player, SearchedTurn, Turn } from '../../../core/games/twenty48/player'
import { playerHash } from '../../../core/games/twenty48/playerHash'
import { checkEnd, PLAYED_BY, playThrough, type GameRecord, type Replay } from '../../../core/games/twenty48/replay'
import { joinFitting } from '../../../core/games/twenty48/sideLines'
import { encodeTurns, turnsOf } from '../../../core/games/twenty48/turnBytes'
import { createRandom, GENERATOR } from '../../../core/random'
import type { Pool } from '../../compute/pool/pool'
import { namesOf } from './labGame'
import { paced } from '../ground/throttle'
import type { Provenance } from '../ground/provenance'
import { shortest } from './gameSeries'
import { ownerOf, UNKNOWN_OWNER } from './valueOwner'

/** The provenance of a game that came from a file, as stated there. */
interface ImportedProvenance {
  readonly replay: Pick<GameRecord, 'by' | 'draws' | 'engine' | 'title' | 'stamp'>
}

/** The provenance of the other games. */
interface GameProvenance {
  readonly version?: string
  readonly generator?: string
  readonly by?: string
  readonly engine?: Partial<Provenance> | null
}

/** Times are kept to about 7 digits, and equal side lines once. */
export function gameOf(replay: Replay, now: number): NewGame {
  const { start, startScore, turns, final, score, by, draws, engine, title, stamp, notes = '', ms, sideLines } = replay
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
      values: columnsOf(replay),
      ms: ms ? Float32Array.from(ms, each => each ?? NaN) : null,
    },
    ...(sideLines && { sideLines: joinFitting([], sideLines).lines }),
  }
}

/** A game from its record, or as the engine replayed it; not checked against its stated end. */
export interface ReplayedGame {
  /** Without its values. */
  readonly replay: Replay
  readonly values: readonly PlayerValues[]
}

/** Reproduces a game that is stored as its seed and settings. */
export interface PlayAgain {
  /** Provides the threads when they are needed. */
  readonly pool: () => Pool
  readonly signal?: AbortSignal | undefined
  /** Called with the number of moves played. */
  readonly onSlides?: (slides: number) => void
}

/**
 * A stored game as a replay, replayed. If it is stored as its seed and settings, the engine plays it again.
 * @param pool provides the threads for that when they are needed
 * @throws {LabError} `BAD_STORE` if its record does not lead to its end, or errors of the pool
 */
export async function replayOf(game: StoredGame, pool: () => Pool, signal?: AbortSignal): Promise<Replay> {
  const replayed = await readGame(game, { pool, signal })
  await leadingThrough(game, async () => checkEnd(replayed.replay, await paced(playThrough(replayed.replay), signal)))
  return withValues(replayed)
}

/**
 * Includes the values of the engine that the replay names. A replay names one player: values of others, and of unknown players, stay in the
 * library.
 */
export function withValues({ replay, values }: ReplayedGame): Replay {
  const hash = replay.engine && playerHash(replay.engine)
  const own = values.find(each => each.hash === hash)
  if (!own) return replay
  const known = replay.turns.map((_, i) => {
    const value = own.values[i - own.first]
    return value !== undefined && Number.isFinite(value) ? { value, depth: own.depths?.[i - own.first] ?? null } : undefined
  })
  if (known.every(each => each === undefined)) return replay
  const boards = known.map(each => each?.value ?? null)
  return { ...replay, values: { of: 'engine', boards, depths: known.map(each => each?.depth ?? null) } }
}

/** The values of a replay, for the store. */
function columnsOf({ values, engine }: Replay): PlayerValues[] {
  if (!values?.boards.some(value => value !== null)) return []
  const { of, boards, depths } = values
  const known = of === 'engine' && engine ? engine : undefined
  return [
    {
      ...(known ? ownerOf(known, known.profile) : UNKNOWN_OWNER),
      first: 0,
      values: Float64Array.from(boards, value => value ?? NaN),
      depths: known ? Uint8Array.from(depths, depth => depth ?? NO_DEPTH) : null,
    },
  ]
}

/** Reports a fault as the store's, because the game was valid when it was stored. @throws {LabError} `BAD_STORE` */
export async function leadingThrough<T>({ id }: StoredGame, play: () => Promise<T>): Promise<T> {
  try {
    return await play()
  } catch (error) {
    if (!(error instanceof LabError && error.code === 'BAD_FILE')) throw error
    throw new LabError('BAD_STORE', `game ${id}: ${error.message}`, { ...error.detail, game: id }, { cause: error })
  }
}

export async function readGame(game: StoredGame, how: PlayAgain): Promise<ReplayedGame> {
  const head = headOf(game)
  const { turns, values, ms } = game.played ? await paced(storedTurns(game.played), how.signal) : await playAgain(game, how)
  const replay: Replay = {
    ...head,
    start: game.start ?? startBoard(createRandom(seedOf(game))),
    startScore: game.startScore,
    turns,
    final: game.board,
    score: game.score,
    ...(game.notes !== '' && { notes: legibleNotes(game.notes) }),
    ...(ms && { ms }),
    ...(game.sideLines && { sideLines: game.sideLines }),
  }
  return { replay, values }
}

interface StoredTurns {
  readonly turns: Turn[]
  readonly values: readonly PlayerValues[]
  readonly ms?: (number | null)[] | undefined
}

/** The turns as they were stored. */
function* storedTurns({ turns: bytes, values, ms: times }: GameTurns): Generator<unknown, StoredTurns> {
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
  if (game.kind === 'import') {
    const { replay } = (game.provenance ?? {}) as Partial<ImportedProvenance>
    return parseShape(replayOriginShape, replay, `game ${game.id}: what is stored of its origin`, 'BAD_STORE')
  }
  const { by, generator, version, engine } = provenanceOf(game)
  const player = playerOf(game)
  const others = earlierOf(game)
  const together = namesOf([...others, { profile: engine?.profile ?? '' }])
  const last = (together === undefined ? game.profile : engine?.profile) ?? ''
  return {
    by: PLAYED_BY.find(each => each === by) ?? (game.kind === 'person' ? 'person' : 'engine'),
    ...(player && { engine: { profile: last || 'unnamed', ...player } }),
    ...(player && together !== undefined && { title: severalTitle(together) }),
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

async function playAgain(game: StoredGame, { pool, signal, onSlides }: PlayAgain): Promise<StoredTurns> {
  const player = playerOf(game)
  if (!player || provenanceOf(game).generator !== GENERATOR || game.start)
    throw new LabError('BAD_STORE', `game ${game.id}: its moves are not saved, nor what it takes to play it again`)
  const turns: Turn[] = []
  const values: number[] = []
  const depths: number[] = []
  const take = (played: { turns: readonly SearchedTurn[] }) => {
    for (const { move, spawn, value, depth } of played.turns) {
      turns.push({ move, spawn })
      values.push(value ?? NaN)
      depths.push(depth ?? NO_DEPTH)
    }
    onSlides?.(turns.length)
  }
  await pool().autoplay(player, startGame(seedOf(game)), take, { signal })
  if (signal?.aborted) throw new LabError('CANCELLED', 'Interrupted while the game was played again.')
  const columns = { first: 0, values: Float64Array.from(values), depths: Uint8Array.from(depths) }
  return { turns, values: turns.length > 0 ? [{ ...ownerOf(player, game.profile), ...columns }] : [] }
}

/** A window's game stores the engine's part separately, if any; a bench's game is all by the engine. */
function provenanceOf({ provenance }: StoredGame): GameProvenance {
  const stored = (provenance ?? {}) as Partial<Record<keyof GameProvenance, unknown>>
  const text = (name: 'version' | 'generator' | 'by') => (typeof stored[name] === 'string' ? { [name]: stored[name] } : {})
  return {
    ...{ ...text('version'), ...text('generator'), ...text('by') },
    engine: stored.engine === undefined ? stored : stored.engine,
  }
}

/** A replay names one player, the last one. */
function severalTitle(together: string): string {
  return `Played by ${together}; profile, limits and values are those of the last player`
}

/** Engines that made moves in a game before the one that its provenance names. */
export function earlierOf({ provenance }: StoredGame): (Player & { readonly profile: string })[] {
  const { earlier } = (provenance ?? {}) as { readonly earlier?: unknown }
  return earlierShape.safeParse(earlier ?? []).data ?? []
}

const earlierShape = z.array(
  z.object({ profile: z.string(), evaluator: evaluatorShape, settings: settingsShape, limits: limitsShape }),
)

function playerOf(game: StoredGame): Player | undefined {
  const { evaluator, settings, limits } = (provenanceOf(game).engine ?? {}) as Partial<Player>
  return playerShape.safeParse({ evaluator, settings, limits }).data
}

function seedOf({ id, seed }: StoredGame): number {
  if (seed === null) throw new LabError('BAD_STORE', `game ${id}: it has neither a first board nor a seed`)
  return seed
}
