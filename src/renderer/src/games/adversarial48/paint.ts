import { adversarial48 } from '../../../../core/games/adversarial48/game'
import { paintBoard } from '../../ui/board/paintBoard'
import type { Painter } from '../../ui/board/brush'

export const paintAdversarial48: Painter = (brush, state) => paintBoard(brush, adversarial48.parse(state).board, brush.side)
