/** The trainings in plain code: they draw, play and learn what the kernel does, bit for bit. Numbers are 32-bit as in the kernel. */
import { emptyCells, legalMoves, MOVES, slide, withTile, type Board } from '../../../src/core/games/twenty48/board'
import { SYMMETRIES, tableSizes, weightCount } from '../../../src/core/games/twenty48/wallGame/network'
import type { TrainedNetwork, TrainingStep, WallStart } from '../../../src/core/games/twenty48/wallGame/training'
import { slideWalls } from '../../../src/core/games/twenty48/wallGame/wallGame'
import { wallResult } from './wallResult'

const { fround } = Math
const WORD = 2n ** 64n - 1n
const EMPTY: Board = Array<number>(16).fill(0)

/** SplitMix64, as the kernel draws from it. */
export class Draws {
  constructor(private state: bigint) {}

  below(n: number): number {
    this.state = (this.state + 0x9e3779b97f4a7c15n) & WORD
    let z = this.state
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & WORD
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & WORD
    z ^= z >> 31n
    return Number(((z >> 32n) * BigInt(n)) >> 32n)
  }

  fraction(): number {
    return this.below(2 ** 30) / 2 ** 30
  }

  chance(share: number): boolean {
    return share > 0 && this.fraction() < share
  }
}

export interface Turn {
  readonly board: Board
  readonly after: Board
}

interface Game<Move extends Turn> {
  /** Those to be learned. */
  readonly turns: readonly Move[]
  /** Of the whole game. */
  readonly moves: number
  /** What the last turn is worth. */
  readonly ending: number
}

/** TD(λ) with temporal coherence, learned backwards after each game. */
export abstract class Textbook<Move extends Turn> {
  readonly weights: Float32Array
  readonly errors: Float32Array
  readonly sizes: Float32Array
  readonly #kept: Board[] = []
  games = 0
  successes = 0

  constructor(
    protected readonly shape: TrainedNetwork,
    protected readonly step: TrainingStep,
    protected draws: Draws,
  ) {
    const count = weightCount(shape)
    ;[this.weights, this.errors, this.sizes] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)]
  }

  drawFrom(draws: Draws): void {
    this.draws = draws
  }

  /** @returns the moves */
  train(least: number): number {
    let moves = 0
    for (const game of this.#games(least)) {
      this.learn(game)
      moves += game.moves
    }
    return moves
  }

  /** Plays games by other weights, to be learned by another textbook. */
  played(least: number, weights: Float32Array): Game<Move>[] {
    this.weights.set(weights)
    return [...this.#games(least)]
  }

  /** Each is played when it is asked for: with what was learned from the one before. */
  *#games(least: number): Generator<Game<Move>> {
    for (let moves = 0; moves < least;) {
      const isAgain = this.#kept.length > 0 && this.draws.chance(this.step.again)
      const game = this.play(isAgain ? this.#kept[this.draws.below(this.#kept.length)]! : this.start())
      this.games++
      moves += game.moves
      yield game
    }
  }

  protected abstract start(): Board

  protected abstract play(start: Board): Game<Move>

  abstract learn(game: Game<Move>): void

  /** The best move, or perhaps a random one. @param values of the legal moves */
  protected chosen<T>(moves: readonly T[], values: readonly number[], explores: boolean): T {
    const best = values.reduce((best, value, i) => (value > values[best]! ? i : best), 0)
    return moves[explores && this.draws.chance(this.step.exploration) ? this.draws.below(moves.length) : best]!
  }

  /** Keeps a board to begin again from, some moves before the end. */
  protected keep(turns: readonly Move[]): void {
    if (turns.length <= 5) return
    this.#kept.push(turns[turns.length - (5 + this.draws.below(Math.min(60, turns.length - 5)))]!.board)
  }

  protected change(after: Board, error: number): void {
    const places = this.#places(after)
    const change = fround((this.step.rate / places.length) * error)
    for (const at of places) {
      const share = this.sizes[at] === 0 ? 1 : fround(Math.abs(this.errors[at]!) / this.sizes[at]!)
      this.weights[at] = this.weights[at]! + fround(change * share)
      this.errors[at] = this.errors[at]! + fround(error)
      this.sizes[at] = this.sizes[at]! + fround(Math.abs(error))
    }
  }

  protected sum(board: Board): number {
    return this.#places(board).reduce((sum, at) => fround(sum + this.weights[at]!), 0)
  }

  #places(board: Board): number[] {
    const { tuples, target, stages } = this.shape
    const sizes = tableSizes(this.shape)
    const set = stages.reduce((bits, rank, i) => bits + (board.includes(rank) ? 2 ** i : 0), 0)
    const from = set * sizes.reduce((sum, size) => sum + size, 0)
    return tuples.flatMap((cells, i) => {
      const base = from + sizes.slice(0, i).reduce((sum, size) => sum + size, 0)
      return SYMMETRIES.map(
        symmetry => base + cells.reduce((index, cell) => index * (target + 1) + Math.min(board[symmetry[cell]!]!, target), 0),
      )
    })
  }

  /** Adds each of the ranks below the target down to `lowest` with a chance of one half. */
  protected withBig(board: Board, lowest: number): Board {
    const inOrder = this.draws.chance(this.step.ordered)
    let next = board
    for (let rank = this.shape.target - 1; rank >= Math.max(1, lowest); rank--)
      if (this.draws.below(2) === 0) next = next.with(inOrder ? this.#nearest(next) : this.emptyCell(next), rank)
    return next
  }

  #nearest(board: Board): number {
    let [found, nearest, ties] = [0, 100, 0]
    for (const [cell, rank] of board.entries()) {
      const distance = (cell >> 2) + (cell & 3)
      if (rank !== 0 || distance > nearest) continue
      ties = distance < nearest ? 1 : ties + 1
      nearest = distance
      if (ties === 1 || this.draws.below(ties) === 0) found = cell
    }
    return found
  }

  protected emptyCell(board: Board): number {
    const cells = emptyCells(board)
    return cells[this.draws.below(cells.length)]!
  }

  protected withTile(board: Board): Board {
    const cell = this.emptyCell(board)
    return withTile(board, { cell, rank: this.draws.below(10) === 0 ? 2 : 1 })
  }
}

interface ScoredTurn extends Turn {
  readonly points: number
}

/** Whole games: a board after a move is worth the points still to come. */
export class WholeTextbook extends Textbook<ScoredTurn> {
  /** Σ of the scores of greedy games. */
  validate(games: number): number {
    let sum = 0
    for (let game = 0; game < games; game++)
      sum += this.#play(this.withTile(this.withTile(EMPTY)), false).turns.reduce((score, { points }) => score + points, 0)
    return sum
  }

  protected start(): Board {
    const board = this.draws.chance(this.step.bigTiles) ? this.withBig(EMPTY, this.shape.target - 6) : EMPTY
    return this.withTile(this.withTile(board))
  }

  protected play(start: Board): Game<ScoredTurn> {
    const { turns, last } = this.#play(start, true)
    if (Math.max(...last) >= 11) this.successes++
    this.keep(turns)
    return { turns, moves: turns.length, ending: 0 }
  }

  learn({ turns, ending }: Game<ScoredTurn>): void {
    const { lambda } = this.step
    let aim = ending
    for (const { after, points } of turns.toReversed()) {
      this.change(after, aim - this.sum(after))
      aim = points + (1 - lambda) * this.sum(after) + lambda * aim
    }
  }

  #play(start: Board, explores: boolean): { turns: ScoredTurn[]; last: Board } {
    const turns: ScoredTurn[] = []
    let board = start
    for (;;) {
      const moves = legalMoves(board).map(move => slide(board, move)!)
      if (moves.length === 0) return { turns, last: board }
      const values = moves.map(move => move.reward + this.sum(move.board))
      const { board: after, reward: points } = this.chosen(moves, values, explores)
      turns.push({ board, after, points })
      board = this.withTile(after)
    }
  }
}

/** The wall game: a board after a move is worth the chance of its end, learned as a logit. */
export class WallTextbook extends Textbook<Turn> {
  /** Results of greedy games from one start. */
  validate(start: number, games: number): number[] {
    return Array.from({ length: games }, () => this.#play(this.#startOf(this.shape.starts[start]!, false), false).result)
  }

  protected start(): Board {
    const { starts } = this.shape
    let left = this.draws.fraction()
    const found = starts.slice(0, -1).find(({ share }) => (left -= share) < 0) ?? starts.at(-1)!
    return this.#startOf(found, this.draws.chance(this.step.bigTiles))
  }

  protected play(start: Board): Game<Turn> {
    const { turns, result } = this.#play(start, true)
    if (result === 0) this.keep(turns)
    else this.successes++
    return { turns, moves: turns.length + (result > 0 ? 1 : 0), ending: result }
  }

  learn({ turns, ending }: Game<Turn>): void {
    const { lambda } = this.step
    let aim = ending
    for (const { after } of turns.toReversed()) {
      this.change(after, aim - this.#chance(after))
      aim = (1 - lambda) * this.#chance(after) + lambda * aim
    }
  }

  #startOf({ cells }: WallStart, isBig: boolean): Board {
    const { target } = this.shape
    for (;;) {
      const walls = EMPTY.map((_, cell) => (cells.includes(cell) ? target : 0))
      let board = isBig ? this.withBig(walls, target - 5) : walls
      for (let small = 2 + this.draws.below(4); small > 0 && board.includes(0); small--) {
        const draw = this.draws.below(10)
        board = withTile(board, { rank: draw < 6 ? 1 : draw < 9 ? 2 : 3, cell: this.emptyCell(board) })
      }
      if (MOVES.some(move => slideWalls(board, move, this.shape))) return board
    }
  }

  /** @returns the turns without the one that made the target, and the result */
  #play(start: Board, explores: boolean): { turns: Turn[]; result: number } {
    const turns: Turn[] = []
    let board = start
    for (;;) {
      const moves = MOVES.flatMap(move => slideWalls(board, move, this.shape) ?? [])
      if (moves.length === 0) return { turns, result: 0 }
      const resultOf = (move: (typeof moves)[number]) => (move.merged.length > 0 ? wallResult(move, this.shape) : undefined)
      const values = moves.map(move => {
        const result = resultOf(move)
        return result === undefined ? this.sum(move.board) : Math.log(result / (1 - result))
      })
      const move = this.chosen(moves, values, explores)
      const result = resultOf(move)
      if (result !== undefined) return { turns, result }
      turns.push({ board, after: move.board })
      board = this.withTile(move.board)
    }
  }

  #chance(after: Board): number {
    return 1 / (1 + Math.exp(-this.sum(after)))
  }
}

/**
 * Rounds of two threads: the first one learns what the second one played in the round before, then plays and learns itself.
 * @returns the moves that were learned
 */
export function trainTogether<Move extends Turn>(
  [first, second]: readonly [Textbook<Move>, Textbook<Move>],
  rounds: number,
  lengths: { readonly first: number; readonly second: number },
): number {
  let learned = 0
  let games: Game<Move>[] = []
  for (let round = 0; round < rounds; round++) {
    const before = first.weights.slice()
    for (const game of games) {
      first.learn(game)
      learned += game.moves
    }
    learned += first.train(lengths.first)
    games = second.played(lengths.second, before)
  }
  return learned
}

/** All that it learned, as the kernel has it. */
export function learnedBy({ weights, errors, sizes }: Textbook<Turn>): Float32Array {
  const pairs = Float32Array.from({ length: 2 * weights.length }, (_, i) => (i % 2 === 0 ? errors : sizes)[i >> 1]!)
  return Float32Array.from([...weights, ...pairs])
}

/** Bit for bit. */
export function sameNumbers(one: Float32Array, other: Float32Array): boolean {
  return Buffer.from(one.slice().buffer).equals(Buffer.from(other.slice().buffer))
}
