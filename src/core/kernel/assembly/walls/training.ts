/**
 * Temporal differences in the wall game: greedy games against itself, each learned backwards after its end. Source: M. Szubert,
 * W. Jaśkowski 2014; temporal coherence of the learning rates: D. Beal, M. Smith, "Temporal Coherence and Prediction Decay in TD
 * Learning", IJCAI 1999.
 *
 * Each thread has an area: its generator, its counts, its game, and boards to begin again from.
 */
import { emptyCells, withTile } from '../board'
import { below, randomState, setRandom } from '../random'
import { SHAPES } from './memory'
import { lookups, realSum, realSumAt, setLines } from './network'
import { isSuccess, resultOf, slide, target } from './rules'

/** In an area: the generator u64, then counts f64: games, successes, boards kept. */
const COUNTS: usize = 8
const LINES: usize = 0x800
const ADDRESSES: usize = 0x900
export const BOARDS: usize = 0x1000
/** Most moves of a game that are learned; of a whole game, most that are learned at once. */
export const MOST_MOVES: usize = 8192
export const AFTERSTATES: usize = BOARDS + MOST_MOVES * 8
const KEPT: usize = AFTERSTATES + MOST_MOVES * 8
const MOST_KEPT: u32 = 65536

/** Least moves before a loss at which a kept board lies. */
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

let moves: u32 = 0

export function setArea(at: usize, weightsAt: usize, errorsAt: usize, shapeCount: u32): void {
  area = at
  weights = weightsAt
  errors = errorsAt
  shapes = shapeCount
  setLines(at + LINES)
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

/** Plays and learns whole games until at least this many moves are made. @returns the moves */
export function train(least: u32): f64 {
  setRandom(load<u64>(area))
  let total: f64 = 0
  while (total < <f64>least) {
    const isAgain = count(2) > 0 && chance(again)
    const board = isAgain ? keptBoard() : startBoard()
    const result = playGame(board, true)
    learn(result)
    total += <f64>moves
    add(0, 1)
    add(1, result > 0 ? 1 : 0)
    if (result == 0 && moves > NEAREST) keep()
    store<u64>(area, randomState())
  }
  return total
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

/** Plays one game greedily, and notes its boards. @returns its result */
function playGame(start: u64, explores: bool): f64 {
  let board = start
  moves = 0
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
    if (explores && chance(exploration)) chosen = randomSlide(board, below(legal))
    if (<usize>moves < MOST_MOVES) {
      store<u64>(area + BOARDS + (<usize>moves << 3), board)
      store<u64>(area + AFTERSTATES + (<usize>moves << 3), chosen)
      moves++
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

/** Learns the last game, from its end to its start. A success itself has no value to learn. */
function learn(result: f64): void {
  let aim = result
  let last = <i32>moves - 1
  if (result > 0) last--
  for (let move = last; move >= 0; move--) {
    const sum = sumOf(load<u64>(area + AFTERSTATES + (<usize>move << 3)))
    const updated = changeWeights(aim - 1 / (1 + Math.exp(-(<f64>sum))))
    const after = 1 / (1 + Math.exp(-(<f64>updated)))
    aim = (1 - lambda) * after + lambda * aim
  }
}

/** Σ of the weights of a board, whose addresses are noted for `changeWeights`. */
export function sumOf(board: u64): f32 {
  return realSumAt(board, area + ADDRESSES)
}

/** Changes the weights of the last board of `sumOf` by its error. @returns their new sum */
export function changeWeights(error: f64): f32 {
  const addresses = area + ADDRESSES
  const end = addresses + (<usize>lookups << 2)
  const size = <f32>abs<f64>(error)
  const change = <f32>((rate / <f64>lookups) * error)
  for (let at = addresses; at < end; at += 4) {
    const weight = <usize>load<u32>(at)
    const pair = errors + ((weight - weights) << 1)
    const before = load<f32>(pair)
    const all = load<f32>(pair, 4)
    const share: f32 = all == 0 ? 1 : abs<f32>(before) / all
    store<f32>(weight, load<f32>(weight) + change * share)
    store<f32>(pair, before + <f32>error)
    store<f32>(pair, all + size, 4)
  }
  let updated: f32 = 0
  for (let at = addresses; at < end; at += 4) updated += load<f32>(<usize>load<u32>(at))
  return updated
}

/** Keeps a board of the last game, some moves before its loss, to begin again from. */
function keep(): void {
  keepOne(moves)
}

/** The same, where these are the moves that are noted. */
export function keepOne(moves: u32): void {
  const before = NEAREST + below(min<u32>(60, moves - NEAREST))
  const board = load<u64>(area + BOARDS + (<usize>(moves - before) << 3))
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
