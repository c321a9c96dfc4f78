/** The principal variation, like `principalVariation` of the trees of 2048, from the table that a slide's search left. */
import { isHigher, isNearer } from '../../rounding'
import { emptyCells, same, slide, withTile } from './board'
import { VARIATION } from './memory'
import { cutBelow } from './rules'
import { beginSlide, countTried, slideValue, stopped } from './search'
import { NOWHERE, Silent } from './trace'
import { evaluate } from './value'

/** Writes VARIATION: likely tiles and the best answers, after a slide that was just searched to this depth. @returns the number of steps. */
export function followVariation<Board, Kind>(after: Board, depth: u32, reach: f64): u32 {
  beginSlide(depth, u64.MAX_VALUE)
  let steps: u32 = 0
  for (let left = <i32>depth - 1; left >= 0 && reach >= cutBelow; left--) {
    const cell = likelyCell<Board, Kind>(after)
    store<u8>(VARIATION + steps++, <u8>(ctz(cell) >> 2))
    reach = (reach / <f64>popcnt(emptyCells<Board>(after))) * 0.9
    const board = withTile<Board>(after, cell, 1)
    let best: f64 = 0
    let chosen: i32 = -1
    for (let direction: u32 = 0; direction < 4; direction++) {
      const slid = slide<Board>(board, direction)
      if (same<Board>(slid, board)) continue
      const value = slideValue<Board, Kind, Silent>(board, slid, direction, left, reach, NOWHERE)
      if (stopped != 0) return steps
      if (chosen >= 0 && !isHigher(value, best)) continue
      best = value
      chosen = direction
    }
    if (chosen < 0) return steps
    countTried()
    store<u8>(VARIATION + steps++, <u8>chosen)
    after = slide<Board>(board, chosen)
  }
  return steps
}

/** The first empty cell, by its bit of `emptyCells`, where a 2 gives a board whose value is nearest to the mean over all of them. */
function likelyCell<Board, Kind>(after: Board): u64 {
  const empty = emptyCells<Board>(after)
  let sum: f64 = 0
  for (let cells = empty; cells != 0; cells &= cells - 1) sum += valueWithTwo<Board, Kind>(after, cells)
  const mean = sum / <f64>popcnt(empty)
  let nearest = empty & (~empty + 1)
  let value = valueWithTwo<Board, Kind>(after, empty)
  for (let cells = empty & (empty - 1); cells != 0; cells &= cells - 1) {
    const its = valueWithTwo<Board, Kind>(after, cells)
    if (!isNearer(its, value, mean)) continue
    value = its
    nearest = cells & (~cells + 1)
  }
  return nearest
}

/** In the first of some empty cells. */
function valueWithTwo<Board, Kind>(after: Board, cells: u64): f64 {
  return evaluate<Board, Kind>(withTile<Board>(after, cells & (~cells + 1), 1))
}
