import { useI18n } from 'vue-i18n'
import { MOVES, SIDE } from '../../../core/games/twenty48/board'
import { parseSpawn } from '../../../core/games/twenty48/notation'
import { useMoveNames } from '../ui/board/moves'

/** A move or a new tile in words, from its notation: "Left", "a 4 in row 2, column 3". */
export function useBoardEdgeWords(): (edge: { readonly notation: string }) => string {
  const { t } = useI18n()
  const names = useMoveNames()
  return ({ notation }) => {
    const move = MOVES.find(each => each === notation)
    if (move) return names.value[move]
    const { cell, rank } = parseSpawn(notation)
    return t('tree.tileWords', { tile: 2 ** rank, row: Math.floor(cell / SIDE) + 1, column: (cell % SIDE) + 1 })
  }
}
