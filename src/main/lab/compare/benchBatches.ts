/** Benches in the store: which there are, and what one of them is resumed from. */
import { playerShape } from '../../../core/contract/shapes'
import type { StoredBatch, StoredBatchGame } from '../../../core/contract/stored'
import { LabError } from '../../../core/errors'
import { GENERATOR } from '../../../core/random'
import type { StoreReader } from '../../store/store'
import type { BenchPlan, BenchProgress, EarlierGames } from './bench'
import type { EnginePool } from '../engine/enginePool'
import type { Provenance } from '../engine/provenance'

/** Games of one message from the store. */
const PAGE = 5000

/** `stopped`: of an earlier lab, which did not keep what a resumption needs. */
type BatchState = 'finished' | 'unfinished' | 'stopped'

/** One line of the list. */
export interface BatchRow {
  readonly id: number
  readonly profile: string | null
  /** Games stored, of so many. */
  readonly stored: number
  readonly games: number
  readonly seed: number
  readonly created: number
  readonly state: BatchState
}

/** A bench that can go on. */
export interface UnfinishedBench {
  readonly batch: number
  readonly plan: BenchPlan
  readonly made: Provenance
  /** Games that it has. */
  readonly stored: number
  readonly earlier: EarlierGames
}

type BatchReader = Pick<StoreReader, 'batches'>

/** The newest first. */
export async function listBatches(store: BatchReader): Promise<BatchRow[]> {
  const batches = await store.batches.list()
  return batches.map(batch => {
    const { id, profile, stored, games, seed, created } = batch
    return { id, profile, stored, games, seed, created, state: stateOf(batch) }
  })
}

function stateOf({ ended, summary, games, progress }: StoredBatch): BatchState {
  if (ended === null) return progress === null ? 'stopped' : 'unfinished'
  const played = (summary as { readonly games?: number } | null)?.games
  return played !== undefined && played < games ? 'stopped' : 'finished'
}

/**
 * The bench of that number, or the only unfinished one.
 *
 * @throws {LabError} `NOT_FOUND` where there is none, or several; they are named then. `BAD_SETTING` for one that has nothing to resume.
 */
export async function findUnfinished(store: BatchReader, id: number | undefined): Promise<UnfinishedBench> {
  const batch = id === undefined ? await onlyUnfinished(store) : await store.batches.get(id)
  if (!batch) throw new LabError('NOT_FOUND', `There is no batch number ${id}. The batches: lab bench --list`, { id: id! })
  const state = stateOf(batch)
  if (state === 'finished')
    throw new LabError('BAD_SETTING', `Batch ${batch.id} is finished: all its ${batch.games} games were played.`)
  if (state === 'stopped')
    throw new LabError(
      'BAD_SETTING',
      `Batch ${batch.id} was stored by an earlier lab, which did not keep what a resumption needs. Begin a new one.`,
    )
  return unfinishedOf(store, batch)
}

async function onlyUnfinished(store: BatchReader): Promise<StoredBatch> {
  const unfinished = (await store.batches.list()).filter(batch => stateOf(batch) === 'unfinished')
  const [newest, ...others] = unfinished
  if (!newest) throw new LabError('NOT_FOUND', 'There is no unfinished bench. The batches: lab bench --list')
  if (others.length === 0) return newest
  const lines = unfinished.map(
    ({ id, profile, stored, games, seed }) => `${id} (${profile}, ${stored} of ${games} games, seed ${seed})`,
  )
  throw new LabError('NOT_FOUND', `There are ${unfinished.length} unfinished benches, name one of them: ${lines.join(', ')}.`)
}

function unfinishedOf(store: BatchReader, { id, games, seed, stored, provenance, progress }: StoredBatch): UnfinishedBench {
  const made = provenance as Provenance & { readonly seeds?: 'validation'; readonly from?: number }
  const { evaluator, settings, limits } = made
  const player = playerShape.safeParse({ evaluator, settings, limits }).data
  if (!player) throw new LabError('BAD_STORE', `Batch ${id}: the settings that are stored with it are damaged.`, { id })
  return {
    batch: id,
    plan: { games, seed, player, ...(made.seeds && { validation: made.from ?? 0 }) },
    made,
    stored,
    earlier: { progress: progress as BenchProgress, pages: pagesOf(store, id) },
  }
}

async function* pagesOf(store: BatchReader, batch: number): AsyncGenerator<readonly StoredBatchGame[]> {
  for (let from = 0; ;) {
    const page = await store.batches.played(batch, from, PAGE)
    yield page
    if (page.length < PAGE) return
    from = page.at(-1)!.index + 1
  }
}

/** Games of another kernel could be other games. @throws {LabError} `KERNEL_BROKEN` */
export function checkSameKernel({ batch, made }: UnfinishedBench, { kernel }: EnginePool): void {
  if (made.kernel === kernel && made.generator === GENERATOR) return
  throw new LabError(
    'KERNEL_BROKEN',
    `Batch ${batch} was begun with the kernel ${made.kernel}, this lab has ${kernel}: the rest of its games could differ. Begin a new bench, or resume it with the lab that began it.`,
  )
}
