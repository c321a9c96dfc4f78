/** The exports of the kernel that records; their only caller, `core/kernel/tracedPort.ts`, documents them. */
import { makeBoard, slide } from './board'
import { clearTimes, startTimes, stopTimes } from './levelTimes'
import { isGraded, Network, Own } from './kind'
import { kind, linesDiffer, makeReady, setForm, setNetwork, usesNetwork } from './load'
import { ROOT } from './memory'
import { setRules } from './rules'
import { beginSlide, chanceValue, slideValue, writeResult } from './search'
import { emptyTable, setTable } from './table'
import { packed } from './tall'
import { beginRecording, clearRoom, entriesInUse, makeRoom, Recorded } from './trace'

export { beginRecording, clearRoom, clearTimes, entriesInUse, makeRoom, setForm, setNetwork, setRules, setTable }

/** No slide: the board at ROOT is an afterstate. */
const NO_SLIDE: u32 = 4

/**
 * Searches one legal slide of the board at ROOT, or with NO_SLIDE the afterstate itself, with an empty table; records it as
 * `node` and below, and fills RESULT.
 * @returns its value, any number if the search was stopped
 */
export function searchSlide(direction: u32, depth: u32, reach: f64, nodeBudget: f64, node: u32): f64 {
  startTimes(depth, direction == NO_SLIDE ? 0 : 1)
  beginSlide(depth, nodeBudget < 1e18 ? <u64>nodeBudget : u64.MAX_VALUE)
  let value: f64
  if (makeReady(load<u64>(ROOT), load<u64>(ROOT, 8), depth)) value = fromRoot<u64>(packed, direction, depth, reach, node)
  else value = fromRoot<v128>(makeBoard<v128>(load<u64>(ROOT), load<u64>(ROOT, 8)), direction, depth, reach, node)
  stopTimes()
  writeResult()
  return value
}

function fromRoot<Board>(board: Board, direction: u32, depth: u32, reach: f64, node: u32): f64 {
  switch (kind()) {
    case 0:
      return byTables<Board, u8>(board, direction, depth, reach, node)
    case 1:
      return byTables<Board, u16>(board, direction, depth, reach, node)
    case 2:
      return byTables<Board, u32>(board, direction, depth, reach, node)
    case 3:
      return byTables<Board, u64>(board, direction, depth, reach, node)
    case 4:
      return byTables<Board, i8>(board, direction, depth, reach, node)
    case 5:
      return byTables<Board, i16>(board, direction, depth, reach, node)
    case 6:
      return byTables<Board, i32>(board, direction, depth, reach, node)
    default:
      return byTables<Board, i64>(board, direction, depth, reach, node)
  }
}

function byTables<Board, Kind>(board: Board, direction: u32, depth: u32, reach: f64, node: u32): f64 {
  if (!isGraded<Kind>() && usesNetwork) return search<Board, Network<Kind>>(board, direction, depth, reach, node)
  if (linesDiffer()) return search<Board, Own<Kind>>(board, direction, depth, reach, node)
  return search<Board, Kind>(board, direction, depth, reach, node)
}

function search<Board, Kind>(board: Board, direction: u32, depth: u32, reach: f64, node: u32): f64 {
  emptyTable<Board>()
  if (direction == NO_SLIDE) return chanceValue<Board, Kind, Recorded>(board, depth, reach, node)
  return slideValue<Board, Kind, Recorded>(board, slide<Board>(board, direction), direction, depth, reach, node)
}
