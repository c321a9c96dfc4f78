import { computed } from 'vue'
import { useI18n } from 'vue-i18n'
import { face } from '../../../../core/games/twenty48/board'
import { parseBoard } from '../../../../core/games/twenty48/notation'
import { judgedNode, judgeTree } from '../../../../core/games/twenty48/scale/judgedMoves'
import type { TreeRow } from '../../../../core/tree/views'
import { usePreferences } from '../../bridge/preferences'
import { useCalibrations } from '../../bridge/calibrations'
import { scaleOf, useMoveFigures } from '../../games/twenty48/useMoveFigures'
import type { MoveFigures } from '../../ui/loss/loss'
import { useOpenTrees } from './useOpenTrees'

/** A node as far as its worth depends on it. */
export type ValuedNode = Pick<TreeRow, 'edge' | 'value' | 'points' | 'difference' | 'best' | 'reach'>

/**
 * What nodes of the shown tree are worth and what actions lose, in the scale that the user chose, by the curve of the root's board. In its
 * own unit for a player that is not calibrated, and in a lecture, where the root's value is not known yet.
 */
export function useNodeWorth() {
  const { t, n } = useI18n()
  const openTrees = useOpenTrees()
  const preferences = usePreferences()
  const calibrations = useCalibrations()
  const figuresOf = useMoveFigures()

  const within = computed(() => {
    const { player, report, root } = openTrees.view.value ?? {}
    if (!player || !root || !report || openTrees.lecturePlace.value !== undefined) return undefined
    return judgeTree({ board: parseBoard(root.state) }, report, scaleOf(player, calibrations, preferences.lossThresholds))
  })

  function figures(node: ValuedNode): MoveFigures | undefined {
    const { value } = node
    if (value === null) return undefined
    const look = { scale: preferences.valueScale, best: node.best, byExpert: false }
    return figuresOf(judgedNode({ ...node, value }, openTrees.view.value?.reach, within.value), look)
  }

  /** Whether values are shown as chances or points. */
  const isConverted = computed(() => within.value !== undefined && preferences.valueScale !== 'unit')
  /** What a column of values shows; `undefined`: the own unit. */
  const heading = computed(() => {
    const top = openTrees.view.value?.report
    const value = top?.best && top.values[top.best]
    if (!isConverted.value || typeof value !== 'number') return undefined
    if (preferences.valueScale === 'points') return t('scale.pointsToCome') // a tree knows no score
    return t('scale.chanceOf', { tile: n(face(within.value!({ value, best: value }).chance!.rank), 'integer') })
  })

  /** Changes with what `figures` depends on besides the node. */
  const key = computed(() => [within.value, preferences.valueScale] as const)

  return {
    ...{ figures, isConverted, heading, key },
    isCalibrated: computed(() => within.value !== undefined),
    /** Whether a player of 2048 searched, whose values have no scale. */
    isOwnUnit: computed(() => {
      const { value: view } = openTrees.view
      return view?.player !== undefined && !within.value && openTrees.lecturePlace.value === undefined
    }),
  }
}
