/**
 * Temporal differences in whole games of 2048: the value of a board after a move is an estimate of the points still to come. Source:
 * M. Szubert, W. Jaśkowski 2014 (afterstates); W. Jaśkowski, "Mastering 2048 with Delayed Temporal Coherence Learning, Multistage Weight
 * Promotion, Redundant Encoding and Carousel Shaping", IEEE Transactions on Games 10, 2018 (temporal coherence).
 *
 * Boards have ranks up to 15: here two tiles of 32768 do not merge. The textbook of tests/core/walls/wholeGame.test.ts learns the same.
 */
import { CACHE, SLIDES } from './memory'
import { realSum } from './network'
import { reversed, slide } from './rules'
import {
  add,
  again,
  afterstateAt,
  area,
  beginGame,
  beginNotes,
  beginStretch,
  bigTiles,
  boardAt,
  chance,
  changeWeights,
  count,
  exploration,
  from,
  hasRoom,
  isLater,
  keep,
  keptBoard,
  lambda,
  learnStretches,
  MOST_MOVES,
  MOST_NOTED,
  nearestCell,
  NEAREST,
  note,
  noted,
  notes,
  noteStretch,
  ordered,
  PLAYED,
  randomCell,
  randomSlide,
  sumOf,
  withRandomTile,
} from './training'
import { below, randomState, setRandom } from '../random'

/** i32[65536], by line: Σ (rank − 1)·2^rank. A move's points are the growth of its sum over the rows. Searches have their cache here. */
const WORTHS: usize = CACHE

const LARGEST: u32 = 15
/** A game that makes a tile of this rank counts as a success. */
const SUCCESS: u32 = 11
/** Ranks of the large tiles of a start: this many below the network's highest digit. */
const BIG_RANKS: u64 = 6

/** Moves of the game. */
let made: u32 = 0
let score: f64 = 0
/** The network's highest digit. */
let highest: u64 = 15

/** Fills the tables of the rules, instead of `setRules`. @param most the network's highest digit */
export function setWholeRules(most: u32): void {
  highest = most
  for (let row: u32 = 0; row < 65536; row++) {
    store<u16>(SLIDES + (<usize>row << 2), slidRow(row))
    store<u16>(SLIDES + (<usize>row << 2), reversed(slidRow(reversed(row))), 2)
    let worth: i32 = 0
    for (let shift: u32 = 0; shift < 16; shift += 4) {
      const rank = (row >> shift) & 15
      if (rank > 0) worth += (<i32>rank - 1) << rank
    }
    store<i32>(WORTHS + (<usize>row << 2), worth)
  }
}

/** Trains like `train`, on whole games. */
export function trainWhole(least: u32, at: usize, later: bool): f64 {
  beginNotes(at, later)
  let total: f64 = 0
  while (total < <f64>least && hasRoom()) {
    const isAgain = count(2) > 0 && chance(again)
    const start = isAgain ? keptBoard() : startBoard(chance(bigTiles))
    beginGame()
    const last = playGame(start, true)
    if (noted - from > NEAREST) keep()
    if (noted < MOST_NOTED) noteStretch(<i32>noted - 1, 0)
    else noteStretch(<i32>noted - 2, NaN) // the rest of the game is not noted
    if (!later) learnWhole(at)
    total += <f64>made
    add(0, 1)
    if (topRank(last) >= SUCCESS) add(1, 1)
    store<u64>(area, randomState())
  }
  store<f64>(at, total, PLAYED)
  return total
}

/**
 * Plays greedy games from two tiles, without learning. Writes f64 each: Σ scores, Σ of their squares, then by rank from 0 to 15 the games
 * whose largest tile it was. @returns the games with a 2048
 */
export function validateWhole(games: u32, seed: u64, results: usize): u32 {
  setRandom(seed)
  memory.fill(results, 0, 18 * 8)
  let successes: u32 = 0
  for (let game: u32 = 0; game < games; game++) {
    const top = topRank(playGame(startBoard(false), false))
    if (top >= SUCCESS) successes++
    increase(results, score)
    increase(results + 8, score * score)
    increase(results + 16 + (<usize>top << 3), 1)
  }
  return successes
}

/** Plays one game greedily; in training, explores and notes the moves. @returns its last board */
function playGame(start: u64, isTraining: bool): u64 {
  let board = start
  made = 0
  score = 0
  while (true) {
    const before = worthOf(board)
    let chosen: u64 = 0
    let highest: f64 = -Infinity
    let legal: u32 = 0
    for (let direction: u32 = 0; direction < 4; direction++) {
      const slid = slide(board, direction)
      if (slid == board) continue
      legal++
      const value = <f64>(worthOf(slid) - before) + <f64>realSum(slid)
      // the first one too if training diverged and values are no numbers: an empty board would never end
      if (legal == 1 || value > highest) {
        highest = value
        chosen = slid
      }
    }
    if (legal == 0) return board
    if (isTraining) {
      if (chance(exploration)) chosen = randomSlide(board, below(legal))
      if (note(board, chosen) && noted - from == MOST_MOVES) {
        // Its last board stands for the rest of the game.
        noteStretch(<i32>noted - 2, NaN)
        if (!isLater) learnWhole(notes)
        beginStretch()
      }
    }
    made++
    score += <f64>(worthOf(chosen) - before)
    board = withRandomTile(chosen)
  }
}

/** Learns like `learn`, from whole games. */
export function learnWhole(at: usize): f64 {
  return learnStretches(at, learnStretch)
}

/** Learns moves of a game, from the last to the first. @param ending the aim of the last; NaN: the next board stands for the rest of the game */
function learnStretch(first: u32, last: i32, ending: f64): void {
  let aim = isNaN(ending) ? pointsOf(last + 1) + <f64>realSum(afterstateAt(last + 1)) : ending
  for (let move = last; move >= <i32>first; move--) {
    const sum = sumOf(afterstateAt(move))
    const updated = changeWeights(aim - <f64>sum)
    aim = pointsOf(move) + (1 - lambda) * <f64>updated + lambda * aim
  }
}

function pointsOf(move: u32): f64 {
  return <f64>(worthOf(afterstateAt(move)) - worthOf(boardAt(move)))
}

/** Two random tiles; before them, perhaps large ones, each with a chance of one half. */
function startBoard(big: bool): u64 {
  let board: u64 = 0
  if (big) {
    const inOrder = chance(ordered)
    const lowest = highest > BIG_RANKS ? highest - BIG_RANKS : 1
    for (let rank = highest - 1; rank >= lowest; rank--)
      if (below(2) == 0) board |= rank << (inOrder ? nearestCell(board) : randomCell(board))
  }
  return withRandomTile(withRandomTile(board))
}

// @ts-expect-error: decorator
@inline
function worthOf(board: u64): i32 {
  return (
    load<i32>(<usize>(board & 0xffff) << 2, WORTHS) +
    load<i32>(<usize>((board >> 16) & 0xffff) << 2, WORTHS) +
    (load<i32>(<usize>((board >> 32) & 0xffff) << 2, WORTHS) + load<i32>(<usize>(board >> 48) << 2, WORTHS))
  )
}

function topRank(board: u64): u32 {
  let top: u32 = 0
  for (let shift: u64 = 0; shift < 64; shift += 4) top = max(top, <u32>(board >> shift) & 15)
  return top
}

function increase(at: usize, amount: f64): void {
  store<f64>(at, load<f64>(at) + amount)
}

function slidRow(row: u32): u32 {
  let slid: u32 = 0
  let place: u32 = 0
  let held: u32 = 0
  for (let i: u32 = 0; i < 4; i++) {
    const rank = (row >> (4 * i)) & 15
    if (rank == 0) continue
    if (rank == held && rank < LARGEST) {
      slid += 1 << (4 * (place - 1))
      held = 0
    } else {
      slid |= rank << (4 * place++)
      held = rank
    }
  }
  return slid
}
