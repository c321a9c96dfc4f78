/** The kernel's exports; their callers, `core/kernel/port.ts` and `tracedPort.ts`, document them. */
import { makeBoard, same, slide } from './board'
import { depthOfGame, noteRanks, PLAYED, playTurns, setTurns, turns } from './game'
import { clearTimes, startTimes, stopTimes } from './levelTimes'
import { kind, linesDiffer, makeReady, setForm, setNetwork, usesNetwork } from './load'
import { isGraded, Network, Own } from './kind'
import { GAME, ROOT } from './memory'
import { setRules } from './rules'
import { beginSlide, chanceValue, slideValue, writeResult } from './search'
import { emptyTable, setTable } from './table'
import { packed } from './tall'
import { beginRecording, CHANCE, clearRoom, enter, entriesInUse, makeRoom, NOWHERE, Recorded, Silent } from './trace'
import { followVariation } from './variation'

export { setForm, setNetwork, setRules, setTable }
export { beginRecording, clearRoom, clearTimes, entriesInUse, makeRoom }

/** Tasks compiled for each kind: the value of a slide, the steps of the variation after it, the fate of some turns, a value with its tree. */
const SEARCH: u32 = 0
const FOLLOW: u32 = 1
const PLAY: u32 = 2
const RECORD: u32 = 3

/** No slide: the board at ROOT is an afterstate. */
const NO_SLIDE: u32 = 4

/** The entry of what RECORD searches. */
let recordedAs: u32 = 0

/** Board width of the last slide searched; the table has its layout. */
let lastWasNarrow: bool = true

/**
 * Searches one slide of the board at ROOT with an empty table, and fills RESULT.
 * @returns its value; NaN if the slide is illegal, any number if the search was stopped.
 */
export function searchSlide(direction: u32, depth: u32, reach: f64, nodeBudget: f64): f64 {
  beginSlide(depth, nodeBudget < 1e18 ? <u64>nodeBudget : u64.MAX_VALUE)
  lastWasNarrow = makeReady(load<u64>(ROOT), load<u64>(ROOT, 8), depth)
  const value = atRoot(SEARCH, direction, depth, reach)
  writeResult()
  return value
}

/**
 * Searches one legal slide of the board at ROOT, or with NO_SLIDE the afterstate itself, with an empty table; records it and what is
 * below it, and fills RESULT.
 * @param node its entry; NOWHERE: it enters itself, as the first of all, and takes no times
 * @returns its value, any number if the search was stopped
 */
export function recordSlide(direction: u32, depth: u32, reach: f64, nodeBudget: f64, node: u32): f64 {
  const isTimed = node != NOWHERE
  if (isTimed) startTimes(depth, direction == NO_SLIDE ? 0 : 1)
  beginSlide(depth, nodeBudget < 1e18 ? <u64>nodeBudget : u64.MAX_VALUE)
  lastWasNarrow = makeReady(load<u64>(ROOT), load<u64>(ROOT, 8), depth)
  recordedAs = isTimed ? node : enter(0, direction, CHANCE, depth)
  const value = atRoot(RECORD, direction, depth, reach)
  if (isTimed) stopTimes()
  writeResult()
  return value
}

/** The principal variation after the last slide searched, to the same depth. Fills VARIATION and RESULT. @returns the number of its steps. */
export function variationAfter(direction: u32, depth: u32, reach: f64): u32 {
  const steps = atRoot(FOLLOW, direction, depth, reach)
  writeResult()
  return <u32>steps
}

/** Registers the tiles of the board at GAME; the port has written the rest. */
export function beginGame(): void {
  noteRanks(load<u64>(GAME), load<u64>(GAME, 8))
}

/** Plays at most this many moves, fewer if the host stops it. @returns OVER if no slide is left, else the fate of the last turn. */
export function playSlides(depth: i32, slides: u32): u32 {
  setTurns(slides)
  let fate = PLAYED
  while (fate == PLAYED && turns > 0) {
    const isNarrow = makeReady(load<u64>(GAME), load<u64>(GAME, 8), depthOfGame(depth))
    fate = <u32>(isNarrow ? byKind<u64>(PLAY, packed, 0, depth, 1) : byKind<v128>(PLAY, wideBoard(GAME), 0, depth, 1))
  }
  return fate
}

function atRoot(task: u32, direction: u32, depth: u32, reach: f64): f64 {
  if (lastWasNarrow) return byKind<u64>(task, packed, direction, depth, reach)
  return byKind<v128>(task, wideBoard(ROOT), direction, depth, reach)
}

function wideBoard(at: usize): v128 {
  return makeBoard<v128>(load<u64>(at), load<u64>(at, 8))
}

/** A task, compiled for the current kind of search. */
function byKind<Board>(task: u32, board: Board, direction: u32, depth: u32, reach: f64): f64 {
  switch (kind()) {
    case 0:
      return byTables<Board, u8>(task, board, direction, depth, reach)
    case 1:
      return byTables<Board, u16>(task, board, direction, depth, reach)
    case 2:
      return byTables<Board, u32>(task, board, direction, depth, reach)
    case 3:
      return byTables<Board, u64>(task, board, direction, depth, reach)
    case 4:
      return byTables<Board, i8>(task, board, direction, depth, reach)
    case 5:
      return byTables<Board, i16>(task, board, direction, depth, reach)
    case 6:
      return byTables<Board, i32>(task, board, direction, depth, reach)
    default:
      return byTables<Board, i64>(task, board, direction, depth, reach)
  }
}

function byTables<Board, Kind>(task: u32, board: Board, direction: u32, depth: u32, reach: f64): f64 {
  if (!isGraded<Kind>() && usesNetwork) return perform<Board, Network<Kind>>(task, board, direction, depth, reach)
  if (linesDiffer()) return perform<Board, Own<Kind>>(task, board, direction, depth, reach)
  return perform<Board, Kind>(task, board, direction, depth, reach)
}

/** @param depth for PLAY: a depth, or a rule for it */
function perform<Board, Kind>(task: u32, board: Board, direction: u32, depth: u32, reach: f64): f64 {
  if (task == PLAY) return playTurns<Board, Kind>(depth)
  if (task == RECORD) return recorded<Board, Kind>(board, direction, depth, reach)
  const after = slide<Board>(board, direction)
  if (task == FOLLOW) return followVariation<Board, Kind>(after, depth, reach)
  if (same<Board>(after, board)) return NaN
  emptyTable<Board>()
  return slideValue<Board, Kind, Silent>(board, after, direction, depth, reach, NOWHERE)
}

function recorded<Board, Kind>(board: Board, direction: u32, depth: u32, reach: f64): f64 {
  emptyTable<Board>()
  if (direction == NO_SLIDE) return chanceValue<Board, Kind, Recorded>(board, depth, reach, recordedAs)
  return slideValue<Board, Kind, Recorded>(board, slide<Board>(board, direction), direction, depth, reach, recordedAs)
}
