/** Sums up the phases of a wall test by the number of cells beside the walls. */
import type { WallDifference, WallRow, WallSummary } from '../../../core/contract/calls'
import type { WallPhase } from '../../../core/contract/files'
import { parseBoard } from '../../../core/games/twenty48/notation'
import { cellsBeside } from '../../../core/games/twenty48/wallGame/phases'
import {
  clusteredShare,
  designEffect,
  pairedShareDifference,
  type Cluster,
  type PairedCluster,
} from '../../../core/stats/clusteredShare'
import { msPerMove } from '../../../core/stats/moveTimes'
import type { WallRecord } from './wallRecord'

/** A phase with its place. */
interface Placed extends WallPhase {
  readonly cells: number
  readonly game: number
}

export function summaryOf(record: WallRecord): WallSummary {
  const { boards, plan } = record
  const placed = placedOf(record)
  return {
    boards: boards.length,
    games: record.gamesInOrder.length,
    players: plan.players.map(({ name }, player) => {
      const its = placed.filter(phase => phase.player === player)
      const effect = designEffect(clustersOf(its))
      return {
        name,
        rows: byCells(its).map(([cells, phases]) => rowOf(cells, phases, effect)),
        all: its.length === 0 ? null : rowOf(null, its),
        msPerMove: msPerMove(its.map(({ moves, ms }) => ({ slides: moves, ms }))) ?? null,
      }
    }),
    differences: plan.players.length < 2 ? [] : differencesOf(placed),
  }
}

/** In their order: sums of rounded numbers depend on it. */
function placedOf({ boards, plan, phasesInOrder }: WallRecord): Placed[] {
  const { multiple } = plan.source
  return phasesInOrder.map((phase): Placed => {
    const { position, game } = boards[phase.board]!
    return { ...phase, cells: cellsBeside(parseBoard(position), multiple), game }
  })
}

/** The difference over all phases if each board weighs the same, however often it was played. */
export function differenceByBoards(record: WallRecord): Pick<WallDifference, 'difference' | 'interval'> {
  const placed = placedOf(record)
  const shares = (player: number): ReadonlyMap<number, number> => {
    const boards = groupedBy(
      placed.filter(each => each.player === player),
      'board',
    )
    return new Map([...boards].map(([board, phases]) => [board, phases.filter(each => each.survived).length / phases.length]))
  }
  const second = shares(1)
  const sums = new Map<number, PairedCluster>()
  for (const [board, share] of shares(0)) {
    const { game } = record.boards[board]!
    const { one, other, trials } = sums.get(game) ?? { one: 0, other: 0, trials: 0 }
    sums.set(game, { one: one + share, other: other + second.get(board)!, trials: trials + 1 })
  }
  return pairedShareDifference([...sums.values()])
}

function rowOf(cells: number | null, phases: readonly Placed[], effect?: number): WallRow {
  const clusters = clustersOf(phases)
  const survived = phases.filter(phase => phase.survived).length
  return {
    cells,
    boards: new Set(phases.map(({ board }) => board)).size,
    games: clusters.length,
    phases: phases.length,
    survived,
    share: survived / phases.length,
    interval: clusteredShare(clusters, effect),
  }
}

/** Only phases that both players have played. */
function differencesOf(placed: readonly Placed[]): WallDifference[] {
  const other = new Map(placed.filter(({ player }) => player === 1).map(phase => [keyOf(phase), phase]))
  const both = placed.filter(phase => phase.player === 0 && other.has(keyOf(phase)))
  if (both.length === 0) return []
  return [...byCells(both), [null, both] as const].map(([cells, phases]) => {
    const games = [...groupedBy(phases, 'game').values()]
    const survivors = (list: readonly Placed[]): number => list.filter(({ survived }) => survived).length
    const clusters = games.map(list => ({
      one: survivors(list),
      other: survivors(list.map(phase => other.get(keyOf(phase))!)),
      trials: list.length,
    }))
    return { cells, phases: phases.length, games: games.length, ...pairedShareDifference(clusters) }
  })
}

function keyOf({ board, continuation }: WallPhase): string {
  return `${board} ${continuation}`
}

function clustersOf(phases: readonly Placed[]): Cluster[] {
  const games = groupedBy(phases, 'game')
  return [...games.values()].map(list => ({
    successes: list.filter(({ survived }) => survived).length,
    trials: list.length,
  }))
}

/** Sorts those with the most cells first: the easiest. */
function byCells(phases: readonly Placed[]): (readonly [number, readonly Placed[]])[] {
  return [...groupedBy(phases, 'cells')].toSorted(([a], [b]) => b - a)
}

function groupedBy(phases: readonly Placed[], field: 'game' | 'cells' | 'board'): Map<number, Placed[]> {
  const groups = new Map<number, Placed[]>()
  for (const phase of phases) {
    const group = groups.get(phase[field])
    if (group) group.push(phase)
    else groups.set(phase[field], [phase])
  }
  return groups
}
