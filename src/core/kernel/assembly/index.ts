/** The kernel's exports; `core/kernel/port.ts` is their only caller and says what they are for. */
import { makeBoard, same, slide } from './board'
import { depthOfGame, needsWide, noteRanks, PLAYED, playTurn } from './game'
import { Graded, Plain } from './lines'
import { fillWide, hasGrades, setForm } from './load'
import { followVariation } from './variation'
import { GAME, ROOT } from './memory'
import { setRules } from './rules'
import { beginSlide, slideValue, writeResult } from './search'
import { emptyTable, setTable } from './table'
import { NOWHERE, Silent } from './trace'

export { setForm, setRules, setTable }

/** Of the boards of the last slide searched; the table is laid out for them. */
let isWide: bool = false

/**
 * Searches one slide of the board at ROOT with an empty table, and fills RESULT.
 * @returns its value; NaN if the slide is illegal, any number if the search was stopped.
 */
export function searchSlide(direction: u32, depth: u32, reach: f64, nodeBudget: f64): f64 {
  beginSlide(depth, nodeBudget < 1e18 ? <u64>nodeBudget : u64.MAX_VALUE)
  let value: f64
  isWide = needsWide(load<u64>(ROOT), load<u64>(ROOT, 8), depth)
  if (isWide) {
    fillWide()
    value = hasGrades ? rootSlide<v128, Graded>(direction, depth, reach) : rootSlide<v128, Plain>(direction, depth, reach)
  } else value = hasGrades ? rootSlide<u64, Graded>(direction, depth, reach) : rootSlide<u64, Plain>(direction, depth, reach)
  writeResult()
  return value
}

/** The principal variation after the slide that was just searched, to the same depth. Fills VARIATION, and RESULT. @returns its steps. */
export function variationAfter(direction: u32, depth: u32, reach: f64): u32 {
  let steps: u32
  if (isWide) steps = hasGrades ? afterSlide<v128, Graded>(direction, depth, reach) : afterSlide<v128, Plain>(direction, depth, reach)
  else steps = hasGrades ? afterSlide<u64, Graded>(direction, depth, reach) : afterSlide<u64, Plain>(direction, depth, reach)
  writeResult()
  return steps
}

/** Notes the tiles of the board at GAME; the port has written the rest. */
export function beginGame(): void {
  noteRanks(load<u64>(GAME), load<u64>(GAME, 8))
}

/** Plays at most so many slides; fewer if the host says stop. @returns OVER if no slide was left, else the fate of the last turn. */
export function playSlides(depth: i32, slides: u32): u32 {
  for (let i: u32 = 0; i < slides; i++) {
    const levels = depthOfGame(depth)
    let fate: u32
    if (needsWide(load<u64>(GAME), load<u64>(GAME, 8), levels)) {
      fillWide()
      fate = hasGrades ? playTurn<v128, Graded>(levels) : playTurn<v128, Plain>(levels)
    } else fate = hasGrades ? playTurn<u64, Graded>(levels) : playTurn<u64, Plain>(levels)
    if (fate != PLAYED) return fate
  }
  return PLAYED
}

function rootSlide<Board, Kind>(direction: u32, depth: u32, reach: f64): f64 {
  const board = makeBoard<Board>(load<u64>(ROOT), load<u64>(ROOT, 8))
  const after = slide<Board>(board, direction)
  emptyTable<Board>()
  return same<Board>(after, board) ? NaN : slideValue<Board, Kind, Silent>(board, after, direction, depth, reach, NOWHERE)
}

function afterSlide<Board, Kind>(direction: u32, depth: u32, reach: f64): u32 {
  return followVariation<Board, Kind>(slide<Board>(makeBoard<Board>(load<u64>(ROOT), load<u64>(ROOT, 8)), direction), depth, reach)
}
