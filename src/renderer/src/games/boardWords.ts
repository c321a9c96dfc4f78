import { useI18n } from 'vue-i18n'
import { MOVES, SIDE, SLIDE_SIGNS, slideOfEdge, spawnOfEdge } from '../../../core/games/twenty48/board'
import { parseSpawn } from '../../../core/games/twenty48/notation'
import { useMoveNames } from '../ui/board/boardLook'
import type { Place } from './gameView'

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

/** Such words at the beginning of a sentence: "A 4 in row 2, column 3". */
export const asBeginning = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** Depth of the strips along the edges of a board that stand for moves. */
const DEPTH = 0.16

/** The geometry of `TileBoard`: around the cells, a cell, and from one cell to the next. */
const MARGIN = 0.022
const CELL = (1 - 2 * MARGIN) * 0.2335
const STEP = (1 - 2 * MARGIN - CELL) / (SIDE - 1)

/** For a square board as wide as its drawing. */
export function slidePlace(edge: number): Place | undefined {
  const move = slideOfEdge(edge)
  if (!move) return undefined
  const sign = SLIDE_SIGNS[move]
  const [from, length] = [DEPTH, 1 - 2 * DEPTH]
  switch (move) {
    case 'up':
      return { x: from, y: 0, width: length, height: DEPTH, sign }
    case 'down':
      return { x: from, y: 1 - DEPTH, width: length, height: DEPTH, sign }
    case 'left':
      return { x: 0, y: from, width: DEPTH, height: length, sign }
    case 'right':
      return { x: 1 - DEPTH, y: from, width: DEPTH, height: length, sign }
  }
}

/** The left half of a cell places a 2, the right half a 4. */
export function spawnPlace(edge: number): Place {
  const { cell, rank } = spawnOfEdge(edge)
  const [x, y] = [MARGIN + (cell % SIDE) * STEP, MARGIN + Math.floor(cell / SIDE) * STEP]
  const mark = { x, y, width: CELL, height: CELL }
  return { ...mark, x: x + ((rank - 1) * CELL) / 2, width: CELL / 2, sign: String(2 ** rank), mark }
}
