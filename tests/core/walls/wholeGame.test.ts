/** The training on whole games against a textbook of it, which learns the same weights bit for bit. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeTraining, parseTraining } from '../../../src/core/contract/files'
import { legalMoves, slide, type Board } from '../../../src/core/games/twenty48/board'
import { SYMMETRIES, tableSizes, weightCount } from '../../../src/core/games/twenty48/walls/network'
import { checkTraining, type TrainedNetwork, type TrainingStep } from '../../../src/core/games/twenty48/walls/training'
import { TRAINING_PRESETS } from '../../../src/core/games/twenty48/walls/trainingPresets'
import { WallTrainer } from '../../../src/core/kernel/walls/trainer'
import { runs } from '../../setup/extent'
import { instantiateWalls, wallKernelMemory } from '../support/walls'

const { fround } = Math
const WORD = 2n ** 64n - 1n

/** SplitMix64, as the kernel draws from it. */
class Draws {
  constructor(private state: bigint) {}

  below(n: number): number {
    this.state = (this.state + 0x9e3779b97f4a7c15n) & WORD
    let z = this.state
    z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & WORD
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & WORD
    z ^= z >> 31n
    return Number(((z >> 32n) * BigInt(n)) >> 32n)
  }

  chance(share: number): boolean {
    return share > 0 && this.below(2 ** 30) / 2 ** 30 < share
  }
}

interface Turn {
  readonly board: Board
  readonly after: Board
  readonly points: number
}

/** Afterstate TD(λ) with temporal coherence, learned backwards after each game; numbers are 32-bit as in the kernel. */
class Textbook {
  readonly weights: Float32Array
  readonly errors: Float32Array
  readonly sizes: Float32Array
  readonly kept: Board[] = []
  games = 0
  successes = 0

  constructor(
    private readonly shape: TrainedNetwork,
    private readonly step: TrainingStep,
    private readonly draws: Draws,
  ) {
    const count = weightCount(shape)
    ;[this.weights, this.errors, this.sizes] = [new Float32Array(count), new Float32Array(count), new Float32Array(count)]
  }

  train(least: number): number {
    let total = 0
    while (total < least) {
      const isAgain = this.kept.length > 0 && this.draws.chance(this.step.again)
      const start = isAgain ? this.kept[this.draws.below(this.kept.length)]! : this.start(this.draws.chance(this.step.bigTiles))
      const { turns, last } = this.play(start)
      if (turns.length > 5) this.kept.push(turns[turns.length - (5 + this.draws.below(Math.min(60, turns.length - 5)))]!.board)
      this.learn(turns)
      total += turns.length
      this.games++
      if (Math.max(...last) >= 11) this.successes++
    }
    return total
  }

  play(start: Board): { turns: Turn[]; last: Board } {
    const turns: Turn[] = []
    for (let board = start; ;) {
      const moves = legalMoves(board).map(move => slide(board, move)!)
      if (moves.length === 0) return { turns, last: board }
      const values = moves.map(move => move.reward + this.sum(move.board))
      let chosen = moves[values.reduce((best, value, i) => (value > values[best]! ? i : best), 0)]!
      if (this.draws.chance(this.step.exploration)) chosen = moves[this.draws.below(moves.length)]!
      turns.push({ board, after: chosen.board, points: chosen.reward })
      board = this.withTile(chosen.board)
    }
  }

  learn(turns: readonly Turn[]): void {
    const { lambda, rate } = this.step
    let aim = 0
    for (const { after, points } of turns.toReversed()) {
      const places = this.places(after)
      const error = aim - this.sum(after)
      const change = fround((rate / places.length) * error)
      for (const at of places) {
        const share = this.sizes[at] === 0 ? 1 : fround(Math.abs(this.errors[at]!) / this.sizes[at]!)
        this.weights[at] = this.weights[at]! + fround(change * share)
        this.errors[at] = this.errors[at]! + fround(error)
        this.sizes[at] = this.sizes[at]! + fround(Math.abs(error))
      }
      aim = points + (1 - lambda) * this.sum(after) + lambda * aim
    }
  }

  sum(board: Board): number {
    return this.places(board).reduce((sum, at) => fround(sum + this.weights[at]!), 0)
  }

  places(board: Board): number[] {
    const { tuples, target } = this.shape
    const sizes = tableSizes(this.shape)
    return tuples.flatMap((cells, i) => {
      const base = sizes.slice(0, i).reduce((sum, size) => sum + size, 0)
      return SYMMETRIES.map(
        symmetry => base + cells.reduce((index, cell) => index * (target + 1) + Math.min(board[symmetry[cell]!]!, target), 0),
      )
    })
  }

  start(big: boolean): Board {
    let board: Board = Array<number>(16).fill(0)
    if (big) {
      const { target } = this.shape
      const inOrder = this.draws.chance(this.step.ordered)
      for (let rank = target - 1; rank >= Math.max(1, target - 6); rank--)
        if (this.draws.below(2) === 0) {
          const cell = inOrder ? this.nearest(board) : this.emptyCell(board)
          board = board.with(cell, rank)
        }
    }
    return this.withTile(this.withTile(board))
  }

  nearest(board: Board): number {
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

  emptyCell(board: Board): number {
    const cells = board.flatMap((rank, cell) => (rank === 0 ? [cell] : []))
    return cells[this.draws.below(cells.length)]!
  }

  withTile(board: Board): Board {
    const cell = this.emptyCell(board)
    return board.with(cell, this.draws.below(10) === 0 ? 2 : 1)
  }
}

const shape = (tuples: readonly (readonly number[])[], target: number): TrainedNetwork => ({
  output: 'points',
  tuples,
  target,
  stages: [],
  walls: 'slide',
  starts: [{ cells: [], share: 1 }],
})

const anyShape = fc.constantFrom(
  shape([[0, 1, 2, 3], [4, 5, 6, 7], [0, 1, 4, 5]], 11),
  shape([[1, 5, 9, 2, 6], [0, 1]], 7),
  shape([[0, 4, 8]], 15),
) // prettier-ignore

const share = fc.constantFrom(0, 0.2, 0.7, 1)
const anyStep: fc.Arbitrary<TrainingStep> = fc.record({
  rate: fc.constantFrom(0.1, 1, 1.5),
  lambda: share,
  exploration: fc.constantFrom(0, 0.1),
  bigTiles: share,
  ordered: share,
  again: share,
})

function trainerOf(of: TrainedNetwork, seed: bigint): WallTrainer {
  const trainer = new WallTrainer(instantiateWalls, wallKernelMemory(), of, 0, 1)
  trainer.seed(seed)
  return trainer
}

describe('training on whole games', () => {
  test('learns what its textbook learns, bit for bit', () => {
    fc.assert(
      fc.property(anyShape, anyStep, fc.bigInt(0n, 2n ** 50n), (of, step, seed) => {
        const trainer = trainerOf(of, seed)
        const textbook = new Textbook(of, step, new Draws(seed))
        trainer.setStep(step)
        expect(trainer.train(1500)).toBe(textbook.train(1500))
        expect(trainer.counts).toEqual({ games: textbook.games, successes: textbook.successes })
        const count = weightCount(of)
        expect(trainer.learned.slice(0, count)).toEqual(textbook.weights)
        const pairs = trainer.learned.slice(count)
        expect(pairs.filter((_, i) => i % 2 === 0)).toEqual(textbook.errors)
        expect(pairs.filter((_, i) => i % 2 === 1)).toEqual(textbook.sizes)
      }),
      { numRuns: runs(6, 60) },
    )
  })

  test('plays better the longer it learns, and validation counts games, scores and tiles', () => {
    const of = shape([[0, 1, 2, 3], [4, 5, 6, 7], [0, 1, 4, 5]], 13) // prettier-ignore
    const trainer = trainerOf(of, 5n)
    trainer.setStep({ rate: 1, lambda: 0.5, exploration: 0, bigTiles: 0, ordered: 0, again: 0 })
    const before = trainer.validate(0, 100, 7n)
    trainer.train(300_000)
    const after = trainer.validate(0, 100, 7n)
    expect(after.mean).toBeGreaterThan(3 * before.mean)
    expect(trainer.validate(0, 100, 7n)).toEqual(after)
    const { tops, deviation } = after.whole!
    expect(tops.reduce((sum, count) => sum + count, 0)).toBe(100)
    expect(tops.slice(11).reduce((sum, count) => sum + count, 0)).toBe(after.successes)
    expect(deviation).toBeGreaterThan(0)
    const one = trainer.validate(0, 1, 7n)
    expect(one.whole!.deviation).toBe(0)
    const network = trainer.quantised()
    expect(network).toMatchObject({ output: 'points', target: 13 })
    expect(network.weights).toBeInstanceOf(Int16Array)
    const { learned } = trainer
    network.weights.forEach((weight, i) => {
      if (learned[weightCount(of) + 2 * i + 1]! > 0)
        expect(Math.abs(weight * network.unit - learned[i]!)).toBeLessThanOrEqual(0.5001 * network.unit)
    })
  })

  test('continues as if it had not been interrupted', () => {
    const of = shape([[0, 1, 2, 3], [0, 1, 4, 5]], 11) // prettier-ignore
    const step = { rate: 1, lambda: 0.5, exploration: 0.01, bigTiles: 0.1, ordered: 0.5, again: 0.3 }
    const whole = trainerOf(of, 9n)
    whole.setStep(step)
    for (let slice = 0; slice < 6; slice++) whole.train(2000)
    const first = trainerOf(of, 9n)
    first.setStep(step)
    for (let slice = 0; slice < 3; slice++) first.train(2000)
    const second = trainerOf(of, 1n)
    second.setStep(step)
    second.learned.set(first.learned)
    second.area(0).forEach((part, i) => part.set(first.area(0)[i]!))
    for (let slice = 0; slice < 3; slice++) second.train(2000)
    expect(second.learned).toEqual(whole.learned)
    expect(second.counts).toEqual(whole.counts)
  })

  test('has a preset that is a file of settings, and begins without walls, from a network of points', () => {
    const preset = TRAINING_PRESETS['whole-game']
    expect(parseTraining(makeTraining(preset), 'whole-game')).toEqual(preset)
    const [network] = preset.networks
    const withStart = { ...preset, networks: [{ ...network!, starts: [{ cells: [0], share: 1 }] }] }
    expect(() => checkTraining(withStart)).toThrow('networks.0.starts: whole games begin without walls')
    const { output: _, ...ofWalls } = { ...network!, target: 9 }
    const after = { ...network!, basis: { network: 'previous', lowered: 0 } }
    expect(() => checkTraining({ ...preset, networks: [ofWalls, after] })).toThrow('the basis estimates chance, not points')
  })
})
