import type { StoredBatchGame } from '../../../core/contract/stored'
import type { Pool } from '../../compute/pool/pool'
import { provenanceOf, type Provenance } from '../ground/provenance'
import type { LocalContext } from '../ground/localContext'
import { rowOf, runBench, type BenchPlan, type BenchSoFar, type BenchSummary, type EarlierGames } from './bench'
import { checkSameKernel, findBatch, findUnfinished, listBatches, type UnfinishedBench } from './benchBatches'
import { BenchKeeper, type KeeperOptions } from './benchKeeper'
import { keepIfPossible } from './keepIfPossible'
import type { Looks } from './looks'
import { playAgain, type PlayedAgain, type ReplayHearing } from './playAgain'
import type { SittingBegun, SittingEnded } from './sitting'

/** A bench before the first game that this command plays. */
interface BenchBegun extends SittingBegun {
  readonly plan: BenchPlan
  readonly made: Provenance
  /** Its number in the library; `null`: nothing is saved. */
  readonly batch: number | null
}

export interface BenchHearing extends Pick<KeeperOptions, 'onTrouble'> {
  /** Ends the bench early. */
  readonly signal: AbortSignal
  /** Awaited. */
  readonly onBegun: (begun: BenchBegun) => Promise<void>
  /** Called for each game as it ends, in any order; before that, without `soFar`, for those of a resumed bench. */
  readonly onGame: (game: StoredBatchGame, looks: Looks, soFar?: BenchSoFar) => void
  /** A promise while the consumer of the games is behind. */
  readonly room?: () => Promise<void> | undefined
}

export interface BenchOutcome extends BenchBegun, SittingEnded {
  /** Absent after a failure. */
  readonly summary: BenchSummary | undefined
}

/** Benches, for commands. */
export class BenchCommands {
  constructor(private readonly context: LocalContext) {}

  /** Newest first; and the program that has the folder open for writing, because one of its benches may be among the unfinished ones. */
  async list() {
    const { store } = this.context
    return { batches: await store.readOr([], listBatches), writer: await store.writer() }
  }

  /** Plays a bench, without saving it if that is impossible: `onBegun` reports why. @param keep holds the data folder */
  async begin(plan: BenchPlan, profile: string, keep: boolean, hearing: BenchHearing): Promise<BenchOutcome> {
    const { engine } = this.context
    const made = provenanceOf(profile, plan.player, engine)
    if (!keep) return playBench(engine.pool, { plan, made }, hearing)
    return keepIfPossible(
      this.context,
      store => BenchKeeper.begin({ store, ...hearing }, plan, made),
      (keeper, unkept) => playBench(engine.pool, { plan, made, ...(keeper ? { keeper } : { unkept }) }, hearing),
    )
  }

  /**
   * Plays the missing games of a bench, with the stored settings and weights.
   * @param id absent: the only unfinished one
   * @param check throws to refuse it
   * @param games total games to extend it to
   * @throws {LabError} of `findUnfinished`; `KERNEL_BROKEN`, `STORE_LOCKED`
   */
  resume(
    id: number | undefined,
    check: (bench: UnfinishedBench) => void,
    hearing: BenchHearing,
    games?: number,
  ): Promise<BenchOutcome> {
    return this.context.store.write(async store => {
      const bench = await findUnfinished(store, id, games)
      check(bench)
      const { engine } = this.context
      checkSameKernel(`Batch ${bench.batch}`, bench.made, engine)
      const { plan, earlier, batch, stored: done } = bench
      if (games !== undefined) await store.batches.extend([{ id: batch, progress: earlier.progress }], plan.games)
      const made = provenanceOf(bench.made.profile, plan.player, engine)
      const keeper = new BenchKeeper({ store, ...hearing }, batch, earlier.progress)
      return playBench(engine.pool, { plan, made, keeper, earlier, done }, hearing)
    })
  }

  /** Plays the stored games of a batch again. @throws {LabError} `NOT_FOUND`, and of `playAgain` */
  playAgain(id: number, hearing: ReplayHearing): Promise<PlayedAgain> {
    const { engine, store } = this.context
    return store.read(async store => playAgain(engine, store, [await findBatch(store, id)], hearing))
  }
}

export interface BenchToPlay extends Pick<BenchBegun, 'plan' | 'made' | 'unkept'> {
  /** Absent: nothing is saved. */
  readonly keeper?: Pick<BenchKeeper, 'batch' | 'add' | 'room' | 'pause' | 'end' | 'drop' | 'signal'>
  readonly earlier?: EarlierGames
  /** Number of games in `earlier`. */
  readonly done?: number
}

/** An error of the lab itself ends the bench, with no summary. */
export async function playBench(
  pool: Pool,
  { keeper, earlier, ...told }: BenchToPlay,
  { signal, onBegun, onGame, room }: BenchHearing,
): Promise<BenchOutcome> {
  const begun: BenchBegun = { done: 0, seconds: earlier?.progress.seconds ?? 0, ...told, batch: keeper?.batch ?? null }
  await onBegun(begun)
  let summary: BenchSummary | undefined
  let failure: Error | undefined
  try {
    summary = await runBench(pool, begun.plan, {
      earlier: earlier && { ...earlier, pages: unhurried(earlier.pages, room) },
      onEarlier: onGame,
      onGame: (game, looks, soFar) => {
        keeper?.add(game)
        onGame(rowOf(game), looks, soFar)
      },
      signal: keeper ? AbortSignal.any([signal, keeper.signal]) : signal,
      room: () => keeper?.room() ?? room?.(),
    })
  } catch (error) {
    failure = error as Error
  }
  if (keeper?.signal.aborted) summary = undefined
  // a resumed bench existed before
  if (keeper && !earlier && !summary?.games && (await keeper.drop()))
    return { ...begun, summary, failure, batch: null, kept: undefined, isDropped: true }
  const kept = await (summary && summary.ended !== 'signal' ? keeper?.end(summary) : keeper?.pause())
  return { ...begun, summary, failure, kept, isDropped: false }
}

/** Waits for a slow consumer of the games. */
async function* unhurried(pages: EarlierGames['pages'], room: BenchHearing['room']): EarlierGames['pages'] {
  for await (const page of pages) {
    yield page
    await room?.()
  }
}
