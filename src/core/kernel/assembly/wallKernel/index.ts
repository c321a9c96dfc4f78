/** The wall kernel's exports; their only callers are the ports `core/kernel/wallKernel/*.ts`. */
import { BOARD, RESULT } from './memory'
import { setNetwork, useWeights } from './network'
import { isSuccess, setRules, slide } from './rules'
import { beginRecording, CHANCE, clearRoom, enter, entriesInUse, NOWHERE, placeRoom, Recorded, Silent } from '../trace'
import { afterSlide, beginSearch, chanceOf, horizon, nodes, setChances, stopped } from './search'
import { beginChanges, endChanges, learn, repeatChanges, setArea, setStep, train, validate } from './training'
import { learnWhole, setWholeRules, trainWhole, validateWhole } from './wholeGame'

export { setArea, setChances, setNetwork, setRules, setStep, setWholeRules, useWeights }
export { learn, learnWhole, train, trainWhole, validate, validateWhole }
export { beginChanges, endChanges, repeatChanges }
export { beginRecording, clearRoom, entriesInUse, placeRoom }

/** Searches one move of the board at BOARD, and fills RESULT. @param records enters it as an entry @returns its value; NaN if it is illegal */
export function searchSlide(direction: u32, depth: u32, cut: f64, nodeBudget: f64, records: bool): f64 {
  const board = load<u64>(BOARD)
  const slid = slide(board, direction)
  if (slid == board) return NaN
  beginSearch(cut, nodeBudget < 1e18 ? <u64>nodeBudget : u64.MAX_VALUE)
  let value: f64
  if (records) value = afterSlide<Recorded>(slid, depth, 1, enter(0, direction, CHANCE, depth))
  else value = afterSlide<Silent>(slid, depth, 1, NOWHERE)
  store<f64>(RESULT, <f64>nodes)
  store<f64>(RESULT, horizon ? 1 : 0, 8)
  store<f64>(RESULT, <f64>stopped, 16)
  return value
}

/** The board at BOARD after a slide, written there. @returns whether it made a tile of the target */
export function slideBoard(direction: u32): bool {
  store<u64>(BOARD, slide(load<u64>(BOARD), direction))
  return isSuccess(load<u64>(BOARD))
}

/** The network's chance of the board at BOARD. */
export function chance(): f64 {
  return chanceOf(load<u64>(BOARD))
}
