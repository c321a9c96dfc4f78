import { useI18n } from 'vue-i18n'
import { withoutNeighbourOfZero } from '../../../../core/rounding'
import { twenty48 } from '../../../../core/games/twenty48/game'
import type { FlagName, NodeKind } from '../../../../core/trace/format'
import type { TreeCut, TreeEdge, Window, WindowEnd } from '../../../../core/tree/views'
import { useAllEdgeWords } from '../../games/gameViews'

/** What nodes, edges and flags are called, in signs and in words. */
/** @param game of the tree whose edges are called by their words; absent: only signs are asked for */
export function useWords(game: () => string | undefined = () => undefined) {
  const { t, n } = useI18n()
  const wordsOf = useAllEdgeWords()

  /** `←`, `4 @ r2c3`. */
  function edge(its: TreeEdge | undefined): string {
    return its ? its.words : t('tree.root')
  }

  /** For a reader who hears: "Left", "a 4 in row 2, column 3". */
  function edgeWords(its: TreeEdge | undefined): string {
    return its ? wordsOf(game())(its) : t('tree.root')
  }

  const ofBoards = () => game() === undefined || game() === twenty48.id

  function kind(its: NodeKind): string {
    if (!ofBoards() && its === 'max') return t('tree.anyGame.kinds.max')
    if (!ofBoards() && its === 'min') return t('tree.anyGame.kinds.min')
    return { max: t('tree.kinds.max'), chance: t('tree.kinds.chance'), min: t('tree.kinds.min'), leaf: t('tree.kinds.leaf') }[its]
  }

  function flag(its: FlagName): string {
    return {
      'table-hit': t('tree.flags.tableHit'),
      'probability-cut': t('tree.flags.probabilityCut'),
      horizon: t('tree.flags.horizon'),
      terminal: ofBoards() ? t('tree.flags.terminal') : t('tree.anyGame.over'),
      floor: t('tree.flags.floor'),
      stopped: t('tree.flags.stopped'),
      'not-recorded': t('tree.flags.notRecorded'),
      'alpha-cut': t('tree.flags.alphaCut'),
      'beta-cut': t('tree.flags.betaCut'),
      'not-visited': t('tree.flags.notVisited'),
      'searched-again': t('tree.flags.searchedAgain'),
      probed: t('tree.flags.probed'),
    }[its]
  }

  /** Edges as an address that can be copied: `left 4@r2c3 up`. */
  function path(edges: readonly TreeEdge[]): string {
    return edges.map(({ notation }) => notation).join(' ')
  }

  /** Of a window, or another number that may be infinite. */
  function windowEnd(end: WindowEnd): string {
    return typeof end === 'number' ? n(withoutNeighbourOfZero(end), 'value') : end
  }

  /** `[−∞, 3]`, `[3, 3⁺]` */
  function window({ alpha, beta }: Window): string {
    const ends = [windowEnd(alpha), windowEnd(beta)] as const
    if (ends[0] !== ends[1] || alpha === beta) return `[${ends.join(', ')}]`
    // a null window: one end is the number next to the other, which is the rounder one
    return String(alpha).length <= String(beta).length ? `[${ends[0]}, ${ends[0]}⁺]` : `[${ends[1]}⁻, ${ends[1]}]`
  }

  /** `pruned: β = 3 ≤ 5` @param value of the node */
  function cut({ bound, window: limit }: TreeCut, value: string): string {
    if (typeof limit !== 'number') return t('tree.backup.pruned')
    const facts = { window: windowEnd(limit), value }
    return bound === 'lower' ? t('tree.backup.betaCut', facts) : t('tree.backup.alphaCut', facts)
  }

  return { edge, edgeWords, kind, flag, path, windowEnd, window, cut }
}
