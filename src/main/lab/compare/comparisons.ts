/** Begins, resumes and replays comparisons and benches. */
import type { StoredBatchGame } from '../../../core/contract/stored'
import { LabError, type LabErrorData } from '../../../core/errors'
import { GENERATOR } from '../../../core/random'
import { refuseTwins } from '../../../core/twins'
import type { Pool } from '../../compute/pool/pool'
import type { EnginePool } from '../ground/enginePool'
import { provenanceOf, type Provenance } from '../ground/provenance'
import type { LocalContext } from '../ground/localContext'
import { compared, type Comparison } from './comparison'
import { playContest } from './contest'
import { GameSaver, rowOf, type Saved, type SaverOptions } from './gameSaver'
import type { Looks } from './looks'
import { seedsOfGames, type ComparePlan } from './plan'
import { replayGames, type ReplayedGames, type ReplayOptions } from './replayGames'
import {
  findUnfinished,
  getComparison,
  nameOf,
  unfinishedOf,
  type CompareKind,
  type EarlierGames,
  type UnfinishedComparison,
} from './storedComparisons'
import { Tally } from './tally'

/** A comparison before the first game that this command plays. */
interface CompareStart {
  readonly plan: ComparePlan
  /** One per player. */
  readonly provenances: readonly Provenance[]
  /** Number of the comparison, or of the batch of a bench; `null`: nothing is saved. */
  readonly id: number | null
  /** Stored games of all players together, and the time of earlier sittings. */
  readonly done: number
  readonly seconds: number
  /** Why nothing can be saved, if it should be. */
  readonly unsaved?: LabErrorData | undefined
}

/** The progress of a comparison. */
interface CompareSoFar {
  /** Games of all players together, with those of earlier sittings. */
  readonly games: number
  /** Mean score of the first player. */
  readonly mean: number
}

export interface CompareHooks extends Pick<SaverOptions, 'onTrouble'> {
  /** Ends it early. */
  readonly signal: AbortSignal
  /** Awaited. */
  readonly onStart: (start: CompareStart) => Promise<void>
  /** Called for each game as it ends, in any order; before that, without `soFar`, for those of earlier sittings. */
  readonly onGame: (game: StoredBatchGame, looks: Looks, soFar?: CompareSoFar) => void
  /** A promise while the consumer of the games is behind. */
  readonly room?: () => Promise<void> | undefined
}

export interface CompareOutcome extends CompareStart {
  /** Absent after a failure. */
  readonly result: Comparison | undefined
  /** What happened to its games; absent if nothing is saved. */
  readonly saved: Saved | undefined
  /** True if no game ended, so that it was removed. */
  readonly isDropped: boolean
  /** The failure, to be thrown after the rest is shown. */
  readonly failure: Error | undefined
}

/**
 * Plays a comparison, without saving it if that is impossible: `onStart` reports why.
 * @param saves holds the data folder
 * @throws {LabError} `BAD_SETTING` if two players are the same
 */
export async function beginComparison(
  { engine, store }: Pick<LocalContext, 'engine' | 'store'>,
  plan: ComparePlan,
  saves: boolean,
  hooks: CompareHooks,
): Promise<CompareOutcome> {
  checkPlayers(plan)
  const provenances = provenancesOf(plan, engine)
  const play = (more: Pick<ToPlay, 'saver' | 'unsaved'>) => playComparison(engine.pool, { plan, provenances, ...more }, hooks)
  if (!saves) return play({})
  let isCreated = false
  try {
    return await store.write(async store => {
      const saver = await GameSaver.create({ store, ...hooks }, plan, provenances)
      isCreated = true
      return play({ saver })
    })
  } catch (error) {
    if (isCreated || !(error instanceof LabError)) throw error
    return play({ unsaved: error.toData() })
  }
}

/**
 * Plays the missing games, with the stored settings and weights.
 * @param id absent: the only unfinished one
 * @param games total games to extend it to
 * @param check throws to refuse it
 * @throws {LabError} of `findUnfinished`; `KERNEL_BROKEN`, `STORE_LOCKED`
 */
export function resumeComparison(
  context: LocalContext,
  kind: CompareKind,
  id: number | undefined,
  games: number | undefined,
  hooks: CompareHooks,
  check?: (found: UnfinishedComparison) => void,
): Promise<CompareOutcome> {
  return context.store.write(async store => {
    const found = await findUnfinished(store, kind, id, games)
    check?.(found)
    const { engine } = context
    const { plan, earlier, batches } = found
    checkKernel(nameOf(kind, found.id), found.provenances[0]!, engine)
    if (games !== undefined) await store.batches.extend(batches, plan.rule.games)
    checkPlayers(plan)
    const done = batches.reduce((sum, { stored }) => sum + stored, 0)
    const saver = new GameSaver({ store, ...hooks }, found)
    return playComparison(engine.pool, { plan, provenances: provenancesOf(plan, engine), saver, earlier, done }, hooks)
  })
}

/** Plays the stored games of all players again. @throws {LabError} `NOT_FOUND`, and of `replayGames` */
export function replayComparison(
  { engine, store }: LocalContext,
  kind: CompareKind,
  id: number,
  options: ReplayOptions,
): Promise<ReplayedGames> {
  return store.read(async store => replayGames(engine, unfinishedOf(store, kind, await getComparison(store, kind, id)), options))
}

function provenancesOf({ players }: ComparePlan, engine: EnginePool): Provenance[] {
  return players.map(({ profile, player }) => provenanceOf(profile, player, engine))
}

/** Another kernel could play other games. @param name with its number @throws {LabError} `KERNEL_BROKEN` */
function checkKernel(name: string, provenance: Provenance, { kernel }: EnginePool): void {
  if (provenance.kernel === kernel && provenance.generator === GENERATOR) return
  throw new LabError(
    'KERNEL_BROKEN',
    `${name} was begun with the kernel ${provenance.kernel}, this lab has ${kernel}: the rest of its games could differ. Begin a new one, or resume it with the lab that began it.`,
  )
}

/** @throws {LabError} `BAD_SETTING` */
function checkPlayers({ players }: ComparePlan): void {
  refuseTwins(players.map(({ name, player }) => ({ name, content: player })))
}

export interface ToPlay extends Pick<CompareStart, 'plan' | 'provenances' | 'unsaved'> {
  /** Absent: nothing is saved. */
  readonly saver?: Pick<GameSaver, 'id' | 'add' | 'room' | 'end' | 'drop' | 'signal'>
  /** One per player. */
  readonly earlier?: readonly EarlierGames[]
  /** Number of games in `earlier`. */
  readonly done?: number
}

/** Plays the games on all threads. The plan alone determines them, but not their order. An error of the lab itself ends it, with no result. */
export async function playComparison(
  pool: Pool,
  { saver, earlier, done = 0, ...about }: ToPlay,
  { signal, onStart, onGame, room }: CompareHooks,
): Promise<CompareOutcome> {
  const before = Math.max(0, ...(earlier ?? []).map(({ progress }) => progress.seconds))
  const start: CompareStart = { done, seconds: before, ...about, id: saver?.id ?? null }
  const { plan } = about
  await onStart(start)
  let result: Comparison | undefined
  let failure: Error | undefined
  let [seconds, games] = [before, 0]
  const tallies = plan.players.map(() => new Tally())
  for (const [place, { progress }] of (earlier ?? []).entries()) tallies[place]!.addTimes(progress.times)
  try {
    const contest = await playContest(
      pool,
      {
        contenders: plan.players.map(({ player }, i) => ({ player, earlier: earlier && unhurried(earlier[i]!.pages, room) })),
        seeds: seedsOfGames(plan),
        ...{ rule: plan.rule, maxSlides: plan.maxSlides },
      },
      {
        signal: saver ? AbortSignal.any([signal, saver.signal]) : signal,
        room: () => saver?.room() ?? room?.(),
        seconds: before,
        onEarlier: (game, place, looks) => {
          games++
          tallies[place]!.add(game)
          onGame(game, looks)
        },
        onGame: (game, place, looks) => {
          games++
          const row = rowOf(game)
          tallies[place]!.add(row)
          tallies[place]!.addGameTimes(game.times)
          saver?.add(game, place)
          onGame(row, looks, { games, mean: tallies[0]!.mean })
        },
      },
    )
    seconds = contest.seconds
    const extensions = earlier?.[0]?.progress.extended?.length ?? 0
    if (!saver?.signal.aborted) result = compared(plan, { ...contest, tallies, threads: pool.threads, extensions })
  } catch (error) {
    failure = error as Error
  }
  const outcome = { ...start, result, seconds, failure }
  // a resumed comparison existed before
  if (saver && !earlier && games === 0 && (await saver.drop())) return { ...outcome, id: null, saved: undefined, isDropped: true }
  const saved = await saver?.end(result?.ended === 'signal' ? undefined : result)
  return { ...outcome, saved, isDropped: false }
}

/** Waits for a slow consumer of the games. */
async function* unhurried(pages: EarlierGames['pages'], room: CompareHooks['room']): EarlierGames['pages'] {
  for await (const page of pages) {
    yield page
    await room?.()
  }
}
