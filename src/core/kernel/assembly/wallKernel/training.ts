/**
 * Temporal differences in the wall game: greedy games against itself, each learned backwards after its end. Source: M. Szubert,
 * W. Jaśkowski 2014; temporal coherence of the learning rates: D. Beal, M. Smith, "Temporal Coherence and Prediction Decay in TD
 * Learning", IJCAI 1999.
 *
 * Each thread has an area: its generator, its counts, and boards to begin again from. Of two threads, the first one learns what the second
 * one plays: this one notes its games, that one lists which weights it changes, and the second one has weights of its own, in which it
 * makes the same changes a round later. So what is learned does not depend on which thread is faster.
 */
import { emptyCells, withTile } from '../board'
import { below, randomState, setRandom } from '../random'
import { SHAPES } from './memory'
import { lookups, realSum, realSumAt, setLines } from './network'
import { isSuccess, resultOf, slide, target } from './rules'

/** In an area: the generator u64, then counts f64: games, successes, boards kept, rounds. */
const COUNTS: usize = 8
const LINES: usize = 0x800
const CHANGES: usize = 0x900
const KEPT: usize = 0x2000
const MOST_KEPT: u32 = 65536

/** Maximum number of moves of a game that are learned; of a whole game, that are learned at once. */
export const MOST_MOVES: u32 = 8192

/** In notes: the number of stretches u32; the moves of their games f64; then of each, its first move u32, its last i32, the aim there f64. */
export const PLAYED: usize = 8
const STRETCHES: usize = 16
const MOST_STRETCHES: u32 = 8192
/** The boards before the noted moves, and after them. */
const BOARDS: usize = STRETCHES + <usize>MOST_STRETCHES * 16
/** Room for a round and the longest game after it: a second 32768 takes some 31,000 moves. */
export const MOST_NOTED: u32 = 1 << 16
/** Maximum number of stretches of a game. */
const MOST_OF_GAME: u32 = MOST_NOTED / MOST_MOVES + 2
const AFTERSTATES: usize = BOARDS + <usize>MOST_NOTED * 8

/** Bytes of a change: the address of a weight u32, then its new value f32. */
const CHANGE: usize = 8
/** In a list of changes: its bytes u32; then the changes. */
const FIRST_CHANGE: usize = 64

/** Minimum number of moves between a saved board and the loss after it. */
export const NEAREST: u32 = 5

export let area: usize = 0
/** Address of the first weight; and of its sum of errors and sum of their sizes, f32 each. */
let weights: usize = 0
let errors: usize = 0
let shapes: u32 = 0

let rate: f64 = 0
export let lambda: f64 = 0.5
export let exploration: f64 = 0
export let bigTiles: f64 = 0
export let ordered: f64 = 0.7
export let again: f64 = 0.3

/** Where the changes of the last board of `sumOf` are noted; and how far those of the next board lie behind them, 0 if they are not listed. */
let changes: usize = 0
let stride: usize = 0

/** Where moves are noted. */
export let notes: usize = 0
/** Whether another thread learns them. */
export let isLater: bool = false
/** The first move of the stretch, and the end of all moves, that are noted. */
export let from: u32 = 0
export let noted: u32 = 0

export function setArea(at: usize, weightsAt: usize, errorsAt: usize, shapeCount: u32): void {
  area = at
  weights = weightsAt
  errors = errorsAt
  shapes = shapeCount
  setLines(at + LINES)
  changes = at + CHANGES
}

/** See `TrainingStep` of the port. */
export function setStep(stepRate: f64, stepLambda: f64, explores: f64, big: f64, inOrder: f64, startsAgain: f64): void {
  rate = stepRate
  lambda = stepLambda
  exploration = explores
  bigTiles = big
  ordered = inOrder
  again = startsAgain
}

/**
 * Plays games to their ends until at least this many moves are made, or the notes are full.
 * @param at notes
 * @param later only notes them, for `learn` of another thread; otherwise learns each game at its end
 * @returns the moves
 */
export function train(least: u32, at: usize, later: bool): f64 {
  beginNotes(at, later)
  let total: f64 = 0
  while (total < <f64>least && hasRoom()) {
    const isAgain = count(2) > 0 && chance(again)
    const board = isAgain ? keptBoard() : startBoard()
    beginGame()
    const result = playGame(board, true)
    // A success itself has no value to learn.
    noteStretch(<i32>noted - (result > 0 ? 2 : 1), result)
    if (!later) learn(at)
    const moves = noted - from
    total += <f64>moves
    add(0, 1)
    add(1, result > 0 ? 1 : 0)
    if (result == 0 && moves > NEAREST) keep()
    store<u64>(area, randomState())
  }
  store<f64>(at, total, PLAYED)
  return total
}

export function beginNotes(at: usize, later: bool): void {
  setRandom(load<u64>(area))
  notes = at
  isLater = later
  noted = 0
  store<u32>(notes, 0)
}

export function hasRoom(): bool {
  return load<u32>(notes) + MOST_OF_GAME <= MOST_STRETCHES
}

export function beginGame(): void {
  if (!isLater) noted = 0
  from = noted
}

/** @returns whether there was room */
export function note(board: u64, afterstate: u64): bool {
  if (noted == MOST_NOTED) return false
  const at = notes + (<usize>noted << 3)
  store<u64>(at, board, BOARDS)
  store<u64>(at, afterstate, AFTERSTATES)
  noted++
  return true
}

export function boardAt(move: u32): u64 {
  return load<u64>(notes + (<usize>move << 3), BOARDS)
}

export function afterstateAt(move: u32): u64 {
  return load<u64>(notes + (<usize>move << 3), AFTERSTATES)
}

/** Notes that the moves up to `last` are to be learned. @param aim of the last one */
export function noteStretch(last: i32, aim: f64): void {
  const stretches = load<u32>(notes)
  const at = notes + STRETCHES + (<usize>stretches << 4)
  store<u32>(at, from)
  store<i32>(at, last, 4)
  store<f64>(at, aim, 8)
  store<u32>(notes, stretches + 1)
}

/** The last move that is noted is the first one of the next stretch. */
export function beginStretch(): void {
  from = noted - 1
}

/** Learns and clears notes. @returns the moves of their games */
export function learn(at: usize): f64 {
  return learnStretches(at, learnStretch)
}

export function learnStretches(at: usize, learnOne: (first: u32, last: i32, aim: f64) => void): f64 {
  notes = at
  const end = at + STRETCHES + (<usize>load<u32>(at) << 4)
  for (let stretch = at + STRETCHES; stretch < end; stretch += 16)
    learnOne(load<u32>(stretch), load<i32>(stretch, 4), load<f64>(stretch, 8))
  store<u32>(at, 0)
  return load<f64>(at, PLAYED)
}

/** From now on, all changes are listed. */
export function beginChanges(at: usize): void {
  changes = at + FIRST_CHANGE
  stride = <usize>lookups * CHANGE
}

export function endChanges(at: usize): void {
  store<u32>(at, <u32>(changes - at - FIRST_CHANGE))
  changes = area + CHANGES
  stride = 0
}

/** Makes the listed changes in other weights. */
export function repeatChanges(at: usize, others: usize): void {
  const shift = others - weights
  const end = at + FIRST_CHANGE + <usize>load<u32>(at)
  for (let change = at + FIRST_CHANGE; change < end; change += CHANGE)
    store<f32>(<usize>load<u32>(change) + shift, load<f32>(change, 4))
}

/** Plays greedy games from one shape without large tiles, without learning. @returns the successes; the sum of results is in `sum` */
export function validate(shape: u32, games: u32, seed: u64, sum: usize): u32 {
  setRandom(seed)
  let successes: u32 = 0
  let results: f64 = 0
  for (let game: u32 = 0; game < games; game++) {
    const result = playGame(startOf(shape, false), false)
    results += result
    if (result > 0) successes++
  }
  store<f64>(sum, results)
  return successes
}

/** Plays one game greedily; in training, explores and notes the moves. @returns its result */
function playGame(start: u64, isTraining: bool): f64 {
  let board = start
  while (true) {
    let chosen: u64 = 0
    let highest: f64 = -Infinity
    let legal: u32 = 0
    for (let direction: u32 = 0; direction < 4; direction++) {
      const slid = slide(board, direction)
      if (slid == board) continue
      legal++
      // As logits: a result of 1 is infinite.
      const value = isSuccess(slid) ? logit(resultOf(slid)) : <f64>realSum(slid)
      if (value > highest) {
        highest = value
        chosen = slid
      }
    }
    if (legal == 0) return 0
    if (isTraining) {
      if (chance(exploration)) chosen = randomSlide(board, below(legal))
      if (noted - from < MOST_MOVES) note(board, chosen)
    }
    if (isSuccess(chosen)) return resultOf(chosen)
    board = withRandomTile(chosen)
  }
}

/** The legal slide of this number, from 0. */
export function randomSlide(board: u64, number: u32): u64 {
  let left = number
  for (let direction: u32 = 0; direction < 4; direction++) {
    const slid = slide(board, direction)
    if (slid != board && left-- == 0) return slid
  }
  return board
}

/** Learns moves of a game, from the last to the first. */
function learnStretch(first: u32, last: i32, result: f64): void {
  let aim = result
  for (let move = last; move >= <i32>first; move--) {
    const sum = sumOf(afterstateAt(move))
    const updated = changeWeights(aim - 1 / (1 + Math.exp(-(<f64>sum))))
    const after = 1 / (1 + Math.exp(-(<f64>updated)))
    aim = (1 - lambda) * after + lambda * aim
  }
}

/** Σ of the weights of a board, whose addresses are noted for `changeWeights`. */
export function sumOf(board: u64): f32 {
  return realSumAt(board, changes)
}

/** Changes the weights of the last board of `sumOf` by its error. @returns their new sum */
export function changeWeights(error: f64): f32 {
  const end = changes + <usize>lookups * CHANGE
  const size = <f32>abs<f64>(error)
  const amount = <f32>((rate / <f64>lookups) * error)
  for (let change = changes; change < end; change += CHANGE) {
    const weight = <usize>load<u32>(change)
    const pair = errors + ((weight - weights) << 1)
    const before = load<f32>(pair)
    const all = load<f32>(pair, 4)
    const share: f32 = all == 0 ? 1 : abs<f32>(before) / all
    const value = load<f32>(weight) + amount * share
    store<f32>(weight, value)
    store<f32>(change, value, 4)
    store<f32>(pair, before + <f32>error)
    store<f32>(pair, all + size, 4)
  }
  let updated: f32 = 0
  for (let change = changes; change < end; change += CHANGE) updated += load<f32>(<usize>load<u32>(change))
  changes += stride
  return updated
}

/** Keeps a board of the last game, some moves before its loss, to begin again from. */
export function keep(): void {
  const before = NEAREST + below(min<u32>(60, noted - from - NEAREST))
  const board = boardAt(noted - before)
  const kept = <u32>count(2)
  store<u64>(area + KEPT + (<usize>(kept % MOST_KEPT) << 3), board)
  add(2, 1)
}

export function keptBoard(): u64 {
  return load<u64>(area + KEPT + (<usize>below(min<u32>(MOST_KEPT, <u32>count(2))) << 3))
}

/** A start of a training game: walls of a random shape, perhaps large tiles, and a few small ones. */
function startBoard(): u64 {
  let left = fraction()
  let shape: u32 = 0
  for (; shape < shapes - 1; shape++) {
    left -= load<f64>(SHAPES + (<usize>shape << 4))
    if (left < 0) break
  }
  return startOf(shape, chance(bigTiles))
}

function startOf(shape: u32, big: bool): u64 {
  while (true) {
    const cells = <u32>load<u16>(SHAPES + (<usize>shape << 4), 8)
    let board: u64 = 0
    for (let cell: u64 = 0; cell < 16; cell++) if (((cells >> <u32>cell) & 1) != 0) board |= target << (4 * cell)
    if (big) {
      const inOrder = chance(ordered)
      const lowest = target > 6 ? target - 5 : 1
      for (let rank = target - 1; rank >= lowest; rank--)
        if (below(2) == 0) board |= rank << (inOrder ? nearestCell(board) : randomCell(board))
    }
    for (let small = 2 + below(4); small > 0; small--) {
      if (emptyCells<u64>(board) == 0) break
      const draw = below(10)
      board |= <u64>(draw < 6 ? 1 : draw < 9 ? 2 : 3) << randomCell(board)
    }
    for (let direction: u32 = 0; direction < 4; direction++) if (slide(board, direction) != board) return board
  }
}

/** The empty cell nearest to the first corner, as its bits; ties at random. */
export function nearestCell(board: u64): u64 {
  let found: u64 = 0
  let nearest: u64 = 100
  let ties: u32 = 0
  for (let cell: u64 = 0; cell < 16; cell++) {
    if (((board >> (4 * cell)) & 15) != 0) continue
    const distance = (cell >> 2) + (cell & 3)
    if (distance > nearest) continue
    ties = distance < nearest ? 1 : ties + 1
    nearest = distance
    if (ties == 1 || below(ties) == 0) found = 4 * cell
  }
  return found
}

export function randomCell(board: u64): u64 {
  let left = below(<u32>popcnt(emptyCells<u64>(board)))
  for (let shift: u64 = 0; shift < 64; shift += 4) if (((board >> shift) & 15) == 0 && left-- == 0) return shift
  return 0
}

export function withRandomTile(board: u64): u64 {
  const shift = randomCell(board)
  return withTile<u64>(board, <u64>1 << shift, below(10) == 0 ? 2 : 1)
}

// @ts-expect-error: decorator
@inline
function logit(result: f64): f64 {
  return result >= 1 ? Infinity : Math.log(result / (1 - result))
}

function fraction(): f64 {
  return <f64>below(1 << 30) / <f64>(1 << 30)
}

export function chance(share: f64): bool {
  return share > 0 && fraction() < share
}

export function count(which: usize): f64 {
  return load<f64>(area + COUNTS + (which << 3))
}

export function add(which: usize, amount: f64): void {
  store<f64>(area + COUNTS + (which << 3), count(which) + amount)
}
