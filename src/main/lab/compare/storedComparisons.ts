/** Comparisons and benches in the store: the list, and the data to resume one. A bench is the comparison of a single batch. */
import type { MoveTimes } from '../../../core/stats/moveTimes'
import type { StopRule } from '../../../core/contract/files'
import { playerShape } from '../../../core/contract/shapes'
import type { StoredBatch, StoredBatchGame, StoredComparison } from '../../../core/contract/stored'
import { LabError } from '../../../core/errors'
import { onlyUnfinished } from '../../../core/unfinished'
import type { StoreReader } from '../../store/store'
import type { Provenance } from '../ground/provenance'
import type { LocalContext } from '../ground/localContext'
import type { Comparison } from './comparison'
import type { ComparePlan } from './plan'

/** Games of one message from the store. */
const PAGE = 5000

export type CompareKind = 'bench' | 'comparison'

/** What messages call each kind. */
const WORDS = {
  bench: { noun: 'batch', list: 'The batches: lab bench --list', one: 'bench', several: 'benches', each: '' },
  comparison: {
    ...{ noun: 'comparison', list: 'The comparisons: lab compare --list' },
    ...{ one: 'comparison', several: 'comparisons', each: ' of each player' },
  },
} as const satisfies Readonly<Record<CompareKind, object>>

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

/** The plan in a comparison's row, besides its batches. */
export type StoredRule = StopRule & { readonly players: number }

type StoredProvenance = Provenance & {
  readonly seeds?: 'validation'
  readonly from?: number
  readonly stop?: Pick<StopRule, 'width' | 'minutes'>
}

/** `stopped`: of an earlier lab, which did not save what a resumption needs. */
type State = 'finished' | 'unfinished' | 'stopped'

/** A line of the list. */
export interface ComparisonRow {
  readonly id: number
  /** The first player's; a bench has no other. */
  readonly profile: string | null
  readonly players: readonly string[]
  /** Games stored, of all players together. */
  readonly stored: number
  /** Planned games of each player. */
  readonly games: number
  readonly rule: StopRule
  readonly seed: number
  readonly created: number
  readonly state: State
  /** `null` until it is finished, and for a bench. */
  readonly verdicts: readonly Pick<Comparison['differences'][number], 'a' | 'b' | 'verdict'>[] | null
}

/** A bench or a comparison that can resume. */
export interface UnfinishedComparison {
  readonly id: number
  readonly batches: readonly StoredBatch[]
  readonly plan: ComparePlan
  /** One per player, as are the earlier games. */
  readonly provenances: readonly Provenance[]
  readonly earlier: readonly EarlierGames[]
}

type ComparisonReader = Pick<StoreReader, 'batches' | 'comparisons'>

export type ListedComparisons = Awaited<ReturnType<typeof listComparisons>>

/** Newest first; and the program that has the folder open for writing, because one of its runs may be among the unfinished ones. */
export async function listComparisons({ store }: Pick<LocalContext, 'store'>, kind: CompareKind) {
  const rows = await store.readOr([], reader => rowsIn(reader, kind))
  return { rows, writer: await store.writer() }
}

async function rowsIn(store: ComparisonReader, kind: CompareKind): Promise<ComparisonRow[]> {
  return (await allOf(store, kind)).map(comparison => {
    const { id, batches, created, result } = comparison
    const { games, seed, profile } = batches[0]!
    const state = stateOf(comparison)
    const differences = state === 'finished' && kind === 'comparison' ? (result as Comparison).differences : undefined
    return {
      ...{ id, profile, players: batches.map(batch => playerName(kind, batch)), stored: storedOf(comparison), games },
      ...{ rule: ruleOf(comparison), seed, created, state },
      verdicts: differences?.map(({ a, b, verdict }) => ({ a, b, verdict })) ?? null,
    }
  })
}

/** Comparisons without damage, or benches. */
async function allOf(store: ComparisonReader, kind: CompareKind): Promise<StoredComparison[]> {
  if (kind === 'comparison') return (await store.comparisons.list()).filter(isWhole)
  return (await store.batches.list()).filter(({ comparison }) => comparison === null).map(benchOf)
}

function benchOf(batch: StoredBatch): StoredComparison {
  const { id, created, games, provenance, summary } = batch
  const rule: StopRule = { games, margin: 0, ...(provenance as StoredProvenance | null)?.stop }
  return { id, created, rule, result: summary, batches: [batch] }
}

function isWhole({ rule, batches }: StoredComparison): boolean {
  return batches.length === (rule as StoredRule).players
}

function storedOf({ batches }: Pick<StoredComparison, 'batches'>): number {
  return batches.reduce((sum, { stored }) => sum + stored, 0)
}

/** The current rule, after any extensions. */
function ruleOf({ rule, batches }: StoredComparison): StopRule {
  const { players: _, ...declared } = rule as StoredRule
  return { ...declared, games: batches[0]!.games }
}

/** A batch that lost games is not finished. */
function stateOf({ result, batches }: StoredComparison): State {
  const states = batches.map(batchState)
  if (states.includes('stopped')) return 'stopped'
  return result !== null && states.every(state => state === 'finished') ? 'finished' : 'unfinished'
}

function batchState({ ended, summary, games, progress }: StoredBatch): State {
  if (ended === null) return progress === null ? 'stopped' : 'unfinished'
  const played = (summary as { readonly games?: number } | null)?.games
  return played !== undefined && played < games && progress === null ? 'stopped' : 'finished'
}

/**
 * The bench or comparison of that number, or the only unfinished one.
 * @param more total games to extend it to, also if it is finished
 * @throws {LabError} `NOT_FOUND` if there is none, or several, which are then named; `BAD_SETTING` if there is nothing to resume;
 * `BAD_STORE` if it is damaged
 */
export async function findUnfinished(
  store: ComparisonReader,
  kind: CompareKind,
  id: number | undefined,
  more = 0,
): Promise<UnfinishedComparison> {
  const found = id === undefined ? await unfinishedOne(store, kind) : await getComparison(store, kind, id)
  const { games } = found.batches[0]!
  const name = nameOf(kind, found.id)
  const state = stateOf(found)
  if (state === 'stopped')
    throw new LabError(
      'BAD_SETTING',
      `${name} was stored by an earlier lab, which did not save what a resumption needs. Begin a new one.`,
    )
  if (kind === 'comparison' && more > 0 && more < games)
    throw new LabError('BAD_SETTING', `games: ${name} has ${games} a player; ask for more, not fewer.`)
  if (state === 'finished') {
    const { ended = 'games', games: counted } = found.result as Partial<Comparison>
    const { each } = WORDS[kind]
    if (ended !== 'games')
      throw new LabError('BAD_SETTING', `${name} is finished: its rule ended it after ${counted} games${each}.`)
    const all = `${name} is finished: all ${kind === 'bench' ? 'its ' : ''}${games} games${each} were played.`
    if (more <= games) throw new LabError('BAD_SETTING', kind === 'bench' ? all : `${all} --games with more of them extends it.`)
  }
  return unfinishedOf(store, kind, more > games ? extended(found, more) : found)
}

/** A comparison after its plan was extended: its earlier games may have been seen. */
export function extended(comparison: StoredComparison, games: number): StoredComparison {
  const batches = comparison.batches.map(batch => {
    const seen = batchState(batch) === 'finished' ? batch.games : batch.stored
    const progress = batch.progress as BatchProgress
    return { ...batch, games, ...(seen > 0 && { progress: { ...progress, extended: [...(progress.extended ?? []), seen] } }) }
  })
  return { ...comparison, batches }
}

/** @throws {LabError} `NOT_FOUND`; `BAD_SETTING` for a batch of a comparison; `BAD_STORE` if it lost a player */
export async function getComparison(store: ComparisonReader, kind: CompareKind, id: number): Promise<StoredComparison> {
  const found = kind === 'bench' ? await store.batches.get(id) : await store.comparisons.get(id)
  const { noun, list } = WORDS[kind]
  if (!found) throw new LabError('NOT_FOUND', `There is no ${noun} number ${id}. ${list}`, { id })
  if ('batches' in found) {
    if (isWhole(found)) return found
    throw new LabError('BAD_STORE', `${nameOf(kind, id)} has lost players: "lab data check" lists all damage.`, { id })
  }
  if (found.comparison === null) return benchOf(found)
  throw new LabError('BAD_SETTING', `Batch ${id} is one of comparison ${found.comparison}: name that one with lab compare.`)
}

async function unfinishedOne(store: ComparisonReader, kind: CompareKind): Promise<StoredComparison> {
  const unfinished = (await allOf(store, kind)).filter(each => stateOf(each) === 'unfinished')
  return onlyUnfinished(unfinished, WORDS[kind], each => about(each, kind))
}

function about(comparison: StoredComparison, kind: CompareKind): string {
  const { batches } = comparison
  const { profile, games, seed } = batches[0]!
  return kind === 'bench'
    ? `${profile}, ${storedOf(comparison)} of ${games} games, seed ${seed}`
    : batches.map(batch => playerName(kind, batch)).join(', ')
}

function playerName(kind: CompareKind, { title, profile }: StoredBatch): string {
  return kind === 'bench' ? (profile ?? title) : title
}

/** @throws {LabError} `BAD_STORE` for a batch whose settings are damaged */
export function unfinishedOf(store: ComparisonReader, kind: CompareKind, comparison: StoredComparison): UnfinishedComparison {
  const { id, batches } = comparison
  const all = batches.map(batch => {
    const provenance = batch.provenance as StoredProvenance | null
    const { evaluator, settings, limits } = provenance ?? {}
    const player = playerShape.safeParse({ evaluator, settings, limits }).data
    if (provenance && player) return { batch, provenance, player }
    throw new LabError('BAD_STORE', `Batch ${batch.id}: the settings that are stored with it are damaged.`, { id: batch.id })
  })
  const { batch, provenance } = all[0]!
  return {
    ...{ id, batches },
    plan: {
      players: all.map(({ batch, provenance: { profile }, player }) => ({ name: playerName(kind, batch), profile, player })),
      seed: batch.seed,
      rule: ruleOf(comparison),
      ...(provenance.seeds && { validation: provenance.from ?? 0 }),
    },
    provenances: all.map(each => each.provenance),
    earlier: batches.map(({ id, progress }) => ({ progress: progress as BatchProgress, pages: pagesOf(store, id) })),
  }
}

async function* pagesOf(store: ComparisonReader, batch: number): AsyncGenerator<readonly StoredBatchGame[]> {
  for (let from = 0; ;) {
    const page = await store.batches.played(batch, from, PAGE)
    yield page
    if (page.length < PAGE) return
    from = page.at(-1)!.index + 1
  }
}

/** At the start of a sentence. */
export function nameOf(kind: CompareKind, id: number): string {
  return kind === 'bench' ? `Batch ${id}` : `Comparison ${id}`
}
