import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import type { PlayTree } from '../../../../core/contract/calls/play'
import { sameBoard, type Board } from '../../../../core/games/twenty48/board'
import { judgedNode, judgeTree } from '../../../../core/games/twenty48/scale/judgedMoves'
import type { TopNode } from '../../../../core/tree/views'
import { asBeginning, useBoardEdgeWords } from '../boardWords'
import type { LossThresholds } from '../../../../core/games/twenty48/scale/lossClass'
import { scaleOf, useMoveFigures, type Calibrations, type ValueScale } from './useMoveFigures'
import type { MoveFigures } from '../../ui/loss/loss'
import type { Tone } from '../../ui/tree/scene'

/** In what values are shown. */
interface TreeScale {
  readonly calibrations: Calibrations
  readonly preferences: { readonly valueScale: ValueScale; readonly lossThresholds: LossThresholds }
}

/**
 * Values and colours of a drawn tree, in the scale that the user chose; an expert's in chances, which are its own unit.
 * @param position the game's, whose score counts while its board is the tree's
 */
export function useTreeWords(
  tree: () => PlayTree | undefined,
  position: () => { readonly board: Board; readonly score: number } | undefined,
  { calibrations, preferences }: TreeScale,
) {
  const { t, locale } = useI18n()
  const figuresOf = useMoveFigures()
  const edgeWords = useBoardEdgeWords()

  const byExpert = computed(() => tree()?.of === 'expert')
  /** The score on the tree's board, as on the edges of the board: expected points contain it. It stays as the game continues. */
  const scored = computed((before?: { readonly its: PlayTree | undefined; readonly score: number }) => {
    const [its, game] = [tree(), position()]
    if (before && before.its === its && !(its && game && sameBoard(its.board, game.board))) return before
    const score = game?.score ?? 0
    return before?.its === its && before?.score === score ? before : { its, score }
  })
  const within = computed(() => {
    const { report, board, player } = tree() ?? {}
    if (!player || !board || !report) return undefined
    const { score } = scored.value
    return judgeTree({ board, score }, report, scaleOf(player, calibrations, preferences.lossThresholds))
  })
  const isConverted = computed(() => byExpert.value || (within.value !== undefined && preferences.valueScale !== 'unit'))

  /** The nodes whose words were wanted: colour, text and sentence come from the same figures. */
  const known = computed(() => ({
    of: [tree(), within.value, preferences.valueScale, locale.value],
    figures: new Map<TopNode, MoveFigures>(),
  }))

  function figures(node: TopNode): MoveFigures {
    const { figures: its } = known.value
    const found = its.get(node) ?? figuresFor(node)
    its.set(node, found)
    return found
  }

  function figuresFor(node: TopNode): MoveFigures {
    const look = { scale: preferences.valueScale, best: node.best, byExpert: byExpert.value }
    return figuresOf(
      judgedNode({ ...node, value: node.value!, isOver: node.flags.includes('terminal') }, tree()!.root.reach, within.value),
      look,
    )
  }

  const toneOf = (node: TopNode): Tone => {
    if (node.value === null) return 'unknown'
    const { mark } = figures(node)
    return mark === 'unit' ? 'worse' : mark
  }

  function worthText(node: TopNode): string | undefined {
    if (!isConverted.value || node.value === null) return undefined
    const { value, loss } = figures(node)
    return node.edge && node.difference !== null && !byExpert.value ? loss : value
  }

  function describe(node: TopNode): string {
    const place = node.edge ? asBeginning(edgeWords(node.edge)) : t('tree.root')
    const end = node.flags.includes('terminal') ? `, ${t('tree.anyGame.over')}` : ''
    return node.value === null ? place + end : `${place}, ${figures(node).sentence}${end}`
  }

  return { toneOf, worthText, describe }
}
