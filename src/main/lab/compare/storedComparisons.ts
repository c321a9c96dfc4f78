/** Comparisons and benches in the store: the list, and the data to resume one. A bench is the comparison of a single batch. */
import type { MoveTimes } from '../../../core/stats/moveTimes'
import type { CompareKind, ComparePlan, Comparison, GamesSummary, Provenance } from '../../../core/contract/calls'
import type { StopRule } from '../../../core/contract/files'
import { searcherPlayer } from '../../../core/contract/playerText'
import { playerShape } from '../../../core/contract/shapes'
import type { StoredBatch, StoredBatchGame, StoredComparison } from '../../../core/contract/stored'
import { LabError } from '../../../core/errors'
import type { Player } from '../../../core/games/twenty48/player'
import type { StoreReader } from '../../store/store'
import type { BenchSummary } from './comparison'

/** Games of one message from the store. */
const PAGE = 5000

/** Totals that a batch saves for its stored games. */
export interface BatchProgress {
  /** From the start to the last game, without the time between an interruption and the resumption. */
  readonly seconds: number
  readonly times: MoveTimes
  /** Numbers of games at each extension of the plan. */
  readonly extended?: readonly number[]
}

export const NO_PROGRESS: BatchProgress = { seconds: 0, times: { counts: [] } }

/** The games that an interrupted comparison has stored of a player. */
export interface EarlierGames {
  readonly progress: BatchProgress
  readonly pages: AsyncIterable<readonly StoredBatchGame[]>
}

/** The plan in a comparison's row, besides its batches; and its name, once it was renamed. */
export type StoredRule = StopRule & { readonly players: number; readonly name?: string }

type StoredProvenance = Provenance & {
  readonly seeds?: 'validation'
  readonly from?: number
  readonly stop?: Pick<StopRule, 'width' | 'minutes'>
}

/** A bench is the comparison of one batch, which has its number. */
export interface SavedComparison extends StoredComparison {
  readonly kind: CompareKind
  /** Present only while it is in memory alone. */
  readonly maxSlides?: number | undefined
}

/** What is needed to play the rest of a comparison, or all of it again. */
export interface Experiment {
  readonly plan: ComparePlan
  /** One per player, as are the earlier games. */
  readonly provenances: readonly Provenance[]
  readonly earlier: readonly EarlierGames[]
}

type ComparisonReader = Pick<StoreReader, 'batches' | 'comparisons'>

/** Comparisons without damage, or benches; the newest first. */
export async function savedComparisons(store: ComparisonReader, kind: CompareKind): Promise<SavedComparison[]> {
  if (kind === 'comparison') return (await store.comparisons.list()).filter(isWhole).map(each => ({ kind, ...each }))
  return (await store.batches.list()).filter(({ comparison }) => comparison === null).map(benchOf)
}

/** @throws {LabError} `NOT_FOUND`; `BAD_SETTING` for a batch of a comparison; `BAD_STORE` if it lost a player */
export async function getComparison(store: ComparisonReader, kind: CompareKind, id: number): Promise<SavedComparison> {
  const found = kind === 'bench' ? await store.batches.get(id) : await store.comparisons.get(id)
  if (!found) {
    const list = kind === 'bench' ? 'The benches: lab bench --list' : 'The comparisons: lab compare --list'
    throw new LabError('NOT_FOUND', `There is no ${kind} ${id}. ${list}`, { id })
  }
  if (!('batches' in found)) {
    if (found.comparison === null) return benchOf(found)
    throw new LabError('BAD_SETTING', `Batch ${id} is one of comparison ${found.comparison}: name that one with lab compare.`)
  }
  const saved = { kind, ...found }
  if (isWhole(found)) return saved
  throw new LabError('BAD_STORE', `${nameOf(saved)} has lost players: "lab data check" lists all damage.`, { id })
}

function benchOf(batch: StoredBatch): SavedComparison {
  const { id, created, games, provenance, summary } = batch
  const rule: StopRule = { games, margin: 0, ...(provenance as StoredProvenance | null)?.stop }
  return { kind: 'bench', id, created, rule, result: summary, batches: [batch] }
}

function isWhole({ rule, batches }: StoredComparison): boolean {
  return batches.length === (rule as StoredRule).players
}

export function storedOf({ batches }: StoredComparison): number {
  return batches.reduce((sum, { stored }) => sum + stored, 0)
}

/** The current rule, after any extensions. */
export function ruleOf({ rule, batches }: StoredComparison): StopRule {
  const { players: _, name: _n, ...declared } = rule as StoredRule
  return { ...declared, games: batches[0]!.games }
}

/** `obsolete`: an earlier lab did not save what a resumption needs. A batch that lost games is not finished. */
export function stateOf({ result, batches }: StoredComparison): 'finished' | 'paused' | 'obsolete' {
  const states = batches.map(batchState)
  if (states.includes('obsolete')) return 'obsolete'
  return result !== null && states.every(state => state === 'finished') ? 'finished' : 'paused'
}

function batchState({ ended, summary, games, progress }: StoredBatch): 'finished' | 'paused' | 'obsolete' {
  if (ended === null) return progress === null ? 'obsolete' : 'paused'
  const played = (summary as { readonly games?: number } | null)?.games
  return played !== undefined && played < games && progress === null ? 'obsolete' : 'finished'
}

/** The result of a finished one. */
export function resultOf(comparison: SavedComparison): Comparison | null {
  const { kind, result, batches } = comparison
  if (kind === 'comparison' || result === null) return result as Comparison | null
  const { looks = 1, ended = 'games', ...summary } = result as Partial<BenchSummary> & GamesSummary
  const { limits } = (batches[0]!.provenance ?? {}) as Partial<Provenance>
  const always = summary.always ?? null
  return {
    players: [{ ...summary, always, name: playersOf(comparison)[0]!, reproducible: limits?.ms === undefined }],
    differences: [],
    correlation: { test: 'paired t', used: true, pairs: [] },
    ...{ games: summary.games, looks, ended },
  }
}

export function playersOf({ kind, batches }: SavedComparison): string[] {
  return batches.map(({ title, profile, provenance }) => {
    const { searcher, profile: text } = (provenance ?? {}) as Partial<Provenance>
    return kind === 'bench' ? (profile ?? (searcher === undefined ? title : text!)) : title
  })
}

/** A comparison after its plan was extended: its earlier games may have been seen. */
export function extended<Some extends StoredComparison>(comparison: Some, games: number): Some {
  const batches = comparison.batches.map(batch => {
    const seen = batchState(batch) === 'finished' ? batch.games : batch.stored
    const progress = batch.progress as BatchProgress
    return { ...batch, games, ...(seen > 0 && { progress: { ...progress, extended: [...(progress.extended ?? []), seen] } }) }
  })
  return { ...comparison, batches }
}

/**
 * @param more games of each player to extend it to; 0: only those that are missing
 * @throws {LabError} `BAD_SETTING` if there is nothing to play, or if it has more games
 */
export function checkResumable(comparison: SavedComparison, more = 0): void {
  const { kind, batches } = comparison
  const { games } = batches[0]!
  const name = nameOf(comparison)
  const state = stateOf(comparison)
  if (state === 'obsolete')
    throw new LabError(
      'BAD_SETTING',
      `${name} was stored by an earlier lab, which did not save what a resumption needs. Begin a new one.`,
    )
  if (kind === 'comparison' && more > 0 && more < games)
    throw new LabError('BAD_SETTING', `games: ${name} has ${games} a player; ask for more, not fewer.`)
  if (state === 'paused') return
  const { ended, games: counted } = resultOf(comparison)!
  const each = kind === 'bench' ? '' : ' of each player'
  if (ended !== 'games')
    throw new LabError('BAD_SETTING', `${name} is finished: its rule ended it after ${counted} games${each}.`)
  const all = `${name} is finished: all ${kind === 'bench' ? 'its ' : ''}${games} games${each} were played.`
  if (more <= games) throw new LabError('BAD_SETTING', kind === 'bench' ? all : `${all} --games with more of them extends it.`)
}

/** @throws {LabError} `BAD_STORE` for a batch whose settings are damaged */
export function experimentOf(store: Pick<ComparisonReader, 'batches'> | undefined, comparison: SavedComparison): Experiment {
  const { batches, maxSlides } = comparison
  const names = playersOf(comparison)
  const all = batches.map(({ id, provenance: stored }) => {
    const provenance = stored as StoredProvenance | null
    const player = provenance && storedPlayer(provenance)
    if (player) return { provenance: { ...provenance, ...player }, player }
    throw new LabError('BAD_STORE', `Batch ${id}: the settings that are stored with it are damaged.`, { id })
  })
  const { seeds, from = 0 } = all[0]!.provenance
  return {
    plan: {
      players: all.map(({ provenance: { profile }, player }, place) => ({ name: names[place]!, profile, player })),
      seed: batches[0]!.seed,
      rule: ruleOf(comparison),
      ...(seeds && { validation: from }),
      ...(maxSlides !== undefined && { maxSlides }),
    },
    provenances: all.map(each => each.provenance),
    earlier: batches.map(({ id, progress }) => ({ progress: (progress as BatchProgress | null) ?? NO_PROGRESS, pages: store ? pagesOf(store, id) : noGames() })), // oxfmt-ignore
  }
}

/** @returns `undefined` for one that is damaged */
function storedPlayer({ evaluator, settings, limits, searcher }: Partial<Provenance>): Player | undefined {
  if (searcher === undefined) return playerShape.safeParse({ evaluator, settings, limits }).data
  try {
    return searcherPlayer(searcher)
  } catch (error) {
    if (!(error instanceof LabError)) throw error
    return undefined
  }
}

async function* noGames(): AsyncGenerator<never> {}

async function* pagesOf(
  { batches }: Pick<ComparisonReader, 'batches'>,
  batch: number,
): AsyncGenerator<readonly StoredBatchGame[]> {
  for (let from = 0; ;) {
    const page = await batches.played(batch, from, PAGE)
    yield page
    if (page.length < PAGE) return
    from = page.at(-1)!.index + 1
  }
}

/** At the start of a sentence. */
export function nameOf({ kind, id }: Pick<SavedComparison, 'kind' | 'id'>): string {
  return kind === 'bench' ? `Batch ${id}` : `Comparison ${id}`
}
