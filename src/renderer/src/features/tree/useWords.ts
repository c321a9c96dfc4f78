import { useI18n } from 'vue-i18n'
import { SIDE } from '../../../../core/games/twenty48/board'
import type { FlagName, NodeKind } from '../../../../core/trace/format'
import { edgeText } from '../../../../core/tree/outlineText'
import type { TreeEdge } from '../../../../core/tree/views'
import { useMoveNames } from '../../ui/board/moves'

/** What nodes, edges and flags are called, in signs and in words. */
export function useWords() {
  const { t } = useI18n()
  const moves = useMoveNames()

  /** `←`, `4 @ r2c3`. */
  function edge(its: TreeEdge | undefined): string {
    return its ? edgeText(its) : t('tree.root')
  }

  /** For a reader who hears: "Left", "a 4 in row 2, column 3". */
  function edgeWords(its: TreeEdge | undefined): string {
    if (!its) return t('tree.root')
    if ('spawn' in its) {
      const { cell, rank } = its.spawn
      return t('tree.tileWords', { tile: 2 ** rank, row: Math.floor(cell / SIDE) + 1, column: (cell % SIDE) + 1 })
    }
    return moves.value[its.move]
  }

  function kind(its: NodeKind): string {
    return { max: t('tree.kinds.max'), chance: t('tree.kinds.chance'), min: t('tree.kinds.min'), leaf: t('tree.kinds.leaf') }[its]
  }

  function flag(its: FlagName): string {
    return {
      'table-hit': t('tree.flags.tableHit'),
      'probability-cut': t('tree.flags.probabilityCut'),
      horizon: t('tree.flags.horizon'),
      terminal: t('tree.flags.terminal'),
      floor: t('tree.flags.floor'),
      stopped: t('tree.flags.stopped'),
      'not-recorded': t('tree.flags.notRecorded'),
      'alpha-cut': t('tree.flags.alphaCut'),
      'beta-cut': t('tree.flags.betaCut'),
      'not-visited': t('tree.flags.notVisited'),
      'searched-again': t('tree.flags.searchedAgain'),
    }[its]
  }

  /** Edges as an address that can be copied: `left 4@r2c3 up`. */
  function path(edges: readonly TreeEdge[]): string {
    return edges.map(each => ('move' in each ? each.move : edge(each).replaceAll(' ', ''))).join(' ')
  }

  return { edge, edgeWords, kind, flag, path }
}

/** The number by which the lab knows an edge. */
export function edgeNumber(edge: TreeEdge): number {
  if ('spawn' in edge) return 2 * edge.spawn.cell + edge.spawn.rank - 1
  return { up: 0, down: 1, left: 2, right: 3 }[edge.move]
}
