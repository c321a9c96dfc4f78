import { twenty48 } from '../../../../core/games/twenty48/game'
import { type Painter, paintBoard } from '../../ui/board/brush'

export const paintTwenty48: Painter = (brush, state) => paintBoard(brush, twenty48.parse(state).board, brush.side)
