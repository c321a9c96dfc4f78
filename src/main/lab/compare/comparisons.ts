/** Comparisons in the store: the list, and the data to resume one. */
import type { StopRule } from '../../../core/contract/files'
import type { StoredComparison } from '../../../core/contract/stored'
import { LabError } from '../../../core/errors'
import type { StoreReader } from '../../store/store'
import { stateOf } from './benchBatches'
import type { Comparison } from './comparison'

/** A line of the list. */
export interface ComparisonRow {
  readonly id: number
  readonly players: readonly string[]
  /** Games stored, of all players together. */
  readonly stored: number
  /** Most games of each player. */
  readonly games: number
  readonly rule: StopRule
  readonly seed: number
  readonly created: number
  readonly state: 'finished' | 'unfinished'
  /** `null` until it is finished. */
  readonly verdicts: readonly Pick<Comparison['differences'][number], 'a' | 'b' | 'verdict'>[] | null
}

type ComparisonReader = Pick<StoreReader, 'comparisons' | 'batches'>

/** Newest first. */
export async function listComparisons(store: ComparisonReader): Promise<ComparisonRow[]> {
  const comparisons = await store.comparisons.list()
  return comparisons
    .filter(isWhole) // the others are damaged
    .map(comparison => {
      const { id, batches, created } = comparison
      const { games, seed } = batches[0]!
      const isOver = isFinished(comparison)
      const differences = isOver ? (comparison.result as Comparison).differences : null
      return {
        ...{ id, players: batches.map(({ title }) => title), games, seed, created },
        rule: ruleOf(comparison),
        stored: batches.reduce((sum, { stored }) => sum + stored, 0),
        state: isOver ? 'finished' : 'unfinished',
        verdicts: differences?.map(({ a, b, verdict }) => ({ a, b, verdict })) ?? null,
      }
    })
}

/** The plan in a comparison's row, besides its batches. */
export type StoredRule = StopRule & { readonly players: number }

/** The current rule, after any extensions. */
export function ruleOf({ rule, batches }: StoredComparison): StopRule {
  const { players: _, ...declared } = rule as StoredRule
  return { ...declared, games: batches[0]!.games }
}

function isWhole({ rule, batches }: StoredComparison): boolean {
  return batches.length === (rule as StoredRule).players
}

/** A batch that lost games is not finished. */
function isFinished({ result, batches }: StoredComparison): boolean {
  return result !== null && batches.every(batch => stateOf(batch) === 'finished')
}

/**
 * The comparison of that number, or the only unfinished one.
 * @param more total games to extend a finished one to
 * @throws {LabError} `NOT_FOUND` if there is none, or several, which are then named; `BAD_SETTING` if there is nothing to resume;
 * `BAD_STORE` if it lost a player
 */
export async function findComparison(store: ComparisonReader, id: number | undefined, more?: number): Promise<StoredComparison> {
  const found = id === undefined ? await onlyUnfinished(store) : await getComparison(store, id)
  const { games } = found.batches[0]!
  if (more !== undefined && more < games)
    throw new LabError('BAD_SETTING', `games: ${nameOf(found.id)} has ${games} a player; ask for more, not fewer.`)
  if (!isFinished(found)) return found
  const { ended, games: counted } = found.result as Comparison
  if (ended !== 'games')
    throw new LabError('BAD_SETTING', `${nameOf(found.id)} is finished: its rule ended it after ${counted} games of each player.`)
  if (more === undefined || more === games)
    throw new LabError(
      'BAD_SETTING',
      `${nameOf(found.id)} is finished: all ${games} games of each player were played. --games with more of them extends it.`,
    )
  return found
}

/** @throws {LabError} `NOT_FOUND`, `BAD_STORE` */
export async function getComparison(store: ComparisonReader, id: number): Promise<StoredComparison> {
  const comparison = await store.comparisons.get(id)
  if (!comparison) throw new LabError('NOT_FOUND', `There is no comparison number ${id}. The comparisons: lab compare --list`)
  if (!isWhole(comparison))
    throw new LabError('BAD_STORE', `${nameOf(id)} has lost players: "lab data check" lists all damage.`, { id })
  return comparison
}

async function onlyUnfinished(store: ComparisonReader): Promise<StoredComparison> {
  const unfinished = (await store.comparisons.list()).filter(each => isWhole(each) && !isFinished(each))
  const [newest, ...others] = unfinished
  if (!newest) throw new LabError('NOT_FOUND', 'There is no unfinished comparison. The comparisons: lab compare --list')
  if (others.length === 0) return newest
  const lines = unfinished.map(({ id, batches }) => `${id} (${batches.map(({ title }) => title).join(', ')})`)
  throw new LabError('NOT_FOUND', `There are ${unfinished.length} unfinished comparisons, name one of them: ${lines.join(', ')}.`)
}

export function nameOf(id: number): string {
  return `Comparison ${id}`
}
