/** The kernel's exports; `core/kernel/port.ts` is their only caller and says what they are for. */
import { makeBoard, same, slide } from './board'
import { depthOfGame, noteRanks, PLAYED, playTurns, setTurns, turns } from './game'
import { kind, makeReady, setForm } from './load'
import { GAME, ROOT } from './memory'
import { setRules } from './rules'
import { beginSlide, slideValue, writeResult } from './search'
import { emptyTable, setTable } from './table'
import { packed } from './tall'
import { NOWHERE, Silent } from './trace'
import { followVariation } from './variation'

export { setForm, setRules, setTable }

/** Of the boards of the last slide searched; the table is laid out for them. */
let lastWasNarrow: bool = true

/**
 * Searches one slide of the board at ROOT with an empty table, and fills RESULT.
 * @returns its value; NaN if the slide is illegal, any number if the search was stopped.
 */
export function searchSlide(direction: u32, depth: u32, reach: f64, nodeBudget: f64): f64 {
  beginSlide(depth, nodeBudget < 1e18 ? <u64>nodeBudget : u64.MAX_VALUE)
  let value: f64
  lastWasNarrow = makeReady(load<u64>(ROOT), load<u64>(ROOT, 8), depth)
  if (lastWasNarrow) value = rootSlide<u64>(packed, direction, depth, reach)
  else value = rootSlide<v128>(makeBoard<v128>(load<u64>(ROOT), load<u64>(ROOT, 8)), direction, depth, reach)
  writeResult()
  return value
}

/** The principal variation after the slide that was just searched, to the same depth. Fills VARIATION, and RESULT. @returns its steps. */
export function variationAfter(direction: u32, depth: u32, reach: f64): u32 {
  const steps = lastWasNarrow
    ? follow<u64>(slide<u64>(packed, direction), depth, reach)
    : follow<v128>(slide<v128>(makeBoard<v128>(load<u64>(ROOT), load<u64>(ROOT, 8)), direction), depth, reach)
  writeResult()
  return steps
}

/** Notes the tiles of the board at GAME; the port has written the rest. */
export function beginGame(): void {
  noteRanks(load<u64>(GAME), load<u64>(GAME, 8))
}

/** Plays at most so many slides; fewer if the host says stop. @returns OVER if no slide was left, else the fate of the last turn. */
export function playSlides(depth: i32, slides: u32): u32 {
  setTurns(slides)
  let fate = PLAYED
  while (fate == PLAYED && turns > 0) {
    const isNarrow = makeReady(load<u64>(GAME), load<u64>(GAME, 8), depthOfGame(depth))
    fate = isNarrow ? play<u64>(depth) : play<v128>(depth)
  }
  return fate
}

function rootSlide<Board>(board: Board, direction: u32, depth: u32, reach: f64): f64 {
  const after = slide<Board>(board, direction)
  if (same<Board>(after, board)) return NaN
  emptyTable<Board>()
  switch (kind()) {
    case 0:
      return slideValue<Board, u8, Silent>(board, after, direction, depth, reach, NOWHERE)
    case 1:
      return slideValue<Board, u16, Silent>(board, after, direction, depth, reach, NOWHERE)
    case 2:
      return slideValue<Board, u32, Silent>(board, after, direction, depth, reach, NOWHERE)
    case 3:
      return slideValue<Board, u64, Silent>(board, after, direction, depth, reach, NOWHERE)
    case 4:
      return slideValue<Board, i8, Silent>(board, after, direction, depth, reach, NOWHERE)
    case 5:
      return slideValue<Board, i16, Silent>(board, after, direction, depth, reach, NOWHERE)
    case 6:
      return slideValue<Board, i32, Silent>(board, after, direction, depth, reach, NOWHERE)
    default:
      return slideValue<Board, i64, Silent>(board, after, direction, depth, reach, NOWHERE)
  }
}

function play<Board>(depth: i32): u32 {
  switch (kind()) {
    case 0:
      return playTurns<Board, u8>(depth)
    case 1:
      return playTurns<Board, u16>(depth)
    case 2:
      return playTurns<Board, u32>(depth)
    case 3:
      return playTurns<Board, u64>(depth)
    case 4:
      return playTurns<Board, i8>(depth)
    case 5:
      return playTurns<Board, i16>(depth)
    case 6:
      return playTurns<Board, i32>(depth)
    default:
      return playTurns<Board, i64>(depth)
  }
}

function follow<Board>(after: Board, depth: u32, reach: f64): u32 {
  switch (kind()) {
    case 0:
      return followVariation<Board, u8>(after, depth, reach)
    case 1:
      return followVariation<Board, u16>(after, depth, reach)
    case 2:
      return followVariation<Board, u32>(after, depth, reach)
    case 3:
      return followVariation<Board, u64>(after, depth, reach)
    case 4:
      return followVariation<Board, i8>(after, depth, reach)
    case 5:
      return followVariation<Board, i16>(after, depth, reach)
    case 6:
      return followVariation<Board, i32>(after, depth, reach)
    default:
      return followVariation<Board, i64>(after, depth, reach)
  }
}
