/** Benches in the store: the list, and the data to resume one. */
import { playerShape } from '../../../core/contract/shapes'
import type { StoredBatch, StoredBatchGame } from '../../../core/contract/stored'
import { LabError } from '../../../core/errors'
import { GENERATOR } from '../../../core/random'
import type { StoreReader } from '../../store/store'
import type { BenchPlan, BenchProgress, EarlierGames } from './bench'
import type { EnginePool } from '../ground/enginePool'
import type { Provenance } from '../ground/provenance'

/** Games of one message from the store. */
const PAGE = 5000

/** `stopped`: of an earlier lab, which did not save what a resumption needs. */
type BatchState = 'finished' | 'unfinished' | 'stopped'

/** A line of the list. */
export interface BatchRow {
  readonly id: number
  readonly profile: string | null
  /** Games stored, of `games`. */
  readonly stored: number
  readonly games: number
  readonly seed: number
  readonly created: number
  readonly state: BatchState
}

/** A bench that can resume. */
export interface UnfinishedBench {
  readonly batch: number
  readonly plan: BenchPlan
  readonly made: Provenance
  /** Its stored games. */
  readonly stored: number
  readonly earlier: EarlierGames
}

export type BatchReader = Pick<StoreReader, 'batches'>

/** Newest first, without those of comparisons. */
export async function listBatches(store: BatchReader): Promise<BatchRow[]> {
  const batches = await store.batches.list()
  return batches
    .filter(({ comparison }) => comparison === null)
    .map(batch => {
      const { id, profile, stored, games, seed, created } = batch
      return { id, profile, stored, games, seed, created, state: stateOf(batch) }
    })
}

export function stateOf({ ended, summary, games, progress }: StoredBatch): BatchState {
  if (ended === null) return progress === null ? 'stopped' : 'unfinished'
  const played = (summary as { readonly games?: number } | null)?.games
  return played !== undefined && played < games && progress === null ? 'stopped' : 'finished'
}

/**
 * The bench of that number, or the only unfinished one.
 * @param more total games to extend a finished bench to
 * @throws {LabError} `NOT_FOUND` if there is none, or several, which are then named; `BAD_SETTING` if there is nothing to resume
 */
export async function findUnfinished(store: BatchReader, id: number | undefined, more = 0): Promise<UnfinishedBench> {
  const batch = id === undefined ? await onlyUnfinished(store) : await findBatch(store, id)
  const state = stateOf(batch)
  if (state === 'stopped')
    throw new LabError(
      'BAD_SETTING',
      `Batch ${batch.id} was stored by an earlier lab, which did not save what a resumption needs. Begin a new one.`,
    )
  if (state === 'finished') {
    const { games, ended = 'games' } = batch.summary as { readonly games: number; readonly ended?: string }
    if (ended !== 'games')
      throw new LabError('BAD_SETTING', `Batch ${batch.id} is finished: its rule ended it after ${games} games.`)
    if (more <= batch.games)
      throw new LabError('BAD_SETTING', `Batch ${batch.id} is finished: all its ${batch.games} games were played.`)
  }
  return unfinishedOf(store, more > batch.games ? extended(batch, more) : batch)
}

/** A batch after its plan was extended: its earlier games may have been seen. */
export function extended(batch: StoredBatch, games: number): StoredBatch {
  const seen = stateOf(batch) === 'finished' ? batch.games : batch.stored
  if (seen === 0) return { ...batch, games }
  const progress = batch.progress as BenchProgress
  return { ...batch, games, progress: { ...progress, extended: [...(progress.extended ?? []), seen] } }
}

/** @throws {LabError} `NOT_FOUND`; `BAD_SETTING` for a batch of a comparison */
export async function findBatch(store: BatchReader, id: number): Promise<StoredBatch> {
  const batch = await store.batches.get(id)
  if (!batch) throw new LabError('NOT_FOUND', `There is no batch number ${id}. The batches: lab bench --list`, { id })
  if (batch.comparison !== null)
    throw new LabError('BAD_SETTING', `Batch ${id} is one of comparison ${batch.comparison}: name that one with lab compare.`)
  return batch
}

async function onlyUnfinished(store: BatchReader): Promise<StoredBatch> {
  const batches = (await store.batches.list()).filter(({ comparison }) => comparison === null)
  const unfinished = batches.filter(batch => stateOf(batch) === 'unfinished')
  const [newest, ...others] = unfinished
  if (!newest) throw new LabError('NOT_FOUND', 'There is no unfinished bench. The batches: lab bench --list')
  if (others.length === 0) return newest
  const lines = unfinished.map(
    ({ id, profile, stored, games, seed }) => `${id} (${profile}, ${stored} of ${games} games, seed ${seed})`,
  )
  throw new LabError('NOT_FOUND', `There are ${unfinished.length} unfinished benches, name one of them: ${lines.join(', ')}.`)
}

/** @throws {LabError} `BAD_STORE` for a batch whose settings are damaged */
export function unfinishedOf(store: BatchReader, batch: StoredBatch): UnfinishedBench {
  const { id, games, seed, stored, provenance, progress } = batch
  const made = provenance as StoredProvenance | null
  const { evaluator, settings, limits } = made ?? {}
  const player = playerShape.safeParse({ evaluator, settings, limits }).data
  if (!made || !player) throw new LabError('BAD_STORE', `Batch ${id}: the settings that are stored with it are damaged.`, { id })
  const { seeds, from = 0, stop } = made
  return {
    batch: id,
    plan: { games, seed, player, ...(seeds && { validation: from }), ...(stop && { stop }) },
    made,
    stored,
    earlier: { progress: progress as BenchProgress, pages: pagesOf(store, id) },
  }
}

type StoredProvenance = Provenance & {
  readonly seeds?: 'validation'
  readonly from?: number
  readonly stop?: NonNullable<BenchPlan['stop']>
}

async function* pagesOf(store: BatchReader, batch: number): AsyncGenerator<readonly StoredBatchGame[]> {
  for (let from = 0; ;) {
    const page = await store.batches.played(batch, from, PAGE)
    yield page
    if (page.length < PAGE) return
    from = page.at(-1)!.index + 1
  }
}

/** Another kernel could play other games. @param what a name with its number @throws {LabError} `KERNEL_BROKEN` */
export function checkSameKernel(what: string, made: Provenance, { kernel }: EnginePool): void {
  if (made.kernel === kernel && made.generator === GENERATOR) return
  throw new LabError(
    'KERNEL_BROKEN',
    `${what} was begun with the kernel ${made.kernel}, this lab has ${kernel}: the rest of its games could differ. Begin a new one, or resume it with the lab that began it.`,
  )
}
