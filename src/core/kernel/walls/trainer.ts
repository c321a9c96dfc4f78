/** The typed interface of the wall kernel's training: several threads may train one network in one memory. */
import {
  checkShape,
  outputOf,
  SYMMETRIES,
  tableSizes,
  weightCount,
  digitsOf,
  type Network,
} from '../../games/twenty48/walls/network'
import type { TrainedNetwork, TrainingStep } from '../../games/twenty48/walls/training'
import type { Validation } from '../../games/twenty48/walls/validation'
import {
  AREA_BYTES,
  AREA_COUNTS,
  AREA_RESULTS,
  AREA_ROUNDS,
  AREA_STATE,
  CHANCES,
  CHANGES_HEAD,
  KEPT_BOARDS,
  MOST_NOTED,
  NOTES_BYTES,
  SHAPES,
} from './layout'
import { WallMemory, type InstantiateWalls, type LinearMemory } from './wallMemory'

export interface TrainingCounts {
  readonly games: number
  /** Games that made the target; of whole games, a 2048. */
  readonly successes: number
}

const RANKS = 16

/** Fewest moves of a round of several threads. */
interface Round {
  /** That the first thread plays itself. */
  readonly own: number
  /** That the others play, all together. */
  readonly others: number
}

/** The longer, the less threads wait for each other, but the older are the weights by which they play. Two threads are equally busy. */
const ROUND: Round = { own: 1200, others: 10_000 }
export const MOVES_OF_ROUND = ROUND.own + ROUND.others

export class WallTrainer {
  readonly #memory: WallMemory
  readonly #weightsAt: number
  readonly #count: number
  /** The first round whose changes the thread's own weights lack. */
  #joined = 0

  /**
   * @param thread number of this thread, from 0; each has an area in the memory
   * @param threads number of threads that train in this memory
   * @throws {LabError} `BAD_SETTING`
   */
  constructor(
    instantiate: InstantiateWalls,
    memory: LinearMemory,
    readonly trained: TrainedNetwork,
    readonly thread: number,
    readonly threads: number,
  ) {
    checkShape(trained)
    this.#count = weightCount(trained)
    this.#weightsAt = CHANCES
    this.#memory = new WallMemory(instantiate, memory)
    this.#memory.reserve(threads > 1 ? this.#weightsOf(threads) : this.#changesOf(0))
    this.#memory.setShape(trained, trained.walls, this.#weightsAt)
    trained.starts.forEach(({ share, cells }, i) => {
      this.#memory.view.setFloat64(SHAPES + 16 * i, share, true)
      this.#memory.view.setUint16(
        SHAPES + 16 * i + 8,
        cells.reduce((mask, cell) => mask | (1 << cell), 0),
        true,
      )
    })
    this.#memory.exports.setArea(this.#areaOf(thread), this.#weightsAt, this.#weightsAt + 4 * this.#count, trained.starts.length)
  }

  /** Sets the generator of this thread. */
  seed(state: bigint): void {
    this.#memory.view.setBigUint64(this.#areaOf(this.thread), state, true)
  }

  setStep({ rate, lambda, exploration, bigTiles, ordered, again }: TrainingStep): void {
    this.#memory.exports.setStep(rate, lambda, exploration, bigTiles, ordered, again)
  }

  /** Plays and learns games to their ends until at least this many moves are made. @returns the moves */
  train(least: number): number {
    return this.#play(least, this.#notesOf(this.thread, 0), false)
  }

  /** Prepares the rounds of several threads, while no thread trains. */
  join(): void {
    this.#joined = this.#rounds
    if (this.thread > 0) this.#memory.exports.copyWeights(this.#weightsOf(this.thread), 4 * this.#count)
  }

  /**
   * Does a thread's part of a round, which begins when all threads have finished the one before. The first thread learns the games that
   * the others played in the round before, and then plays and learns games of its own; each of the others plays games with the weights
   * that the first thread had before the round.
   * @param round of other lengths, for tests
   * @returns the moves that were learned
   */
  trainRound({ own, others } = ROUND): number {
    const { exports } = this.#memory
    const round = this.#rounds
    let moves = 0
    if (this.thread === 0) {
      exports.beginChanges(this.#changesOf(round))
      if (round > 0) for (let thread = 1; thread < this.threads; thread++) moves += this.#learn(this.#notesOf(thread, round - 1))
      moves += this.#play(own, this.#notesOf(0, 0), false)
      exports.endChanges(this.#changesOf(round))
    } else {
      const weights = this.#weightsOf(this.thread)
      if (round > this.#joined) exports.repeatChanges(this.#changesOf(round - 1), weights)
      exports.useWeights(weights)
      this.#play(Math.ceil(others / (this.threads - 1)), this.#notesOf(this.thread, round), true)
      exports.useWeights(this.#weightsAt)
    }
    this.#memory.view.setFloat64(this.#roundsAt, round + 1, true)
    return moves
  }

  get #rounds(): number {
    return this.#memory.view.getFloat64(this.#roundsAt, true)
  }

  get #roundsAt(): number {
    return this.#areaOf(this.thread) + AREA_ROUNDS
  }

  #play(least: number, notes: number, later: boolean): number {
    const { exports } = this.#memory
    return this.#isWhole ? exports.trainWhole(least, notes, later) : exports.train(least, notes, later)
  }

  #learn(notes: number): number {
    const { exports } = this.#memory
    return this.#isWhole ? exports.learnWhole(notes) : exports.learn(notes)
  }

  get counts(): TrainingCounts {
    const at = this.#areaOf(this.thread) + AREA_COUNTS
    const [games, successes] = [0, 8].map(offset => this.#memory.view.getFloat64(at + offset, true)) as [number, number]
    return { games, successes }
  }

  /** Greedy games without learning, from one start without large tiles. */
  validate(start: number, games: number, seed: bigint): Validation {
    if (this.#isWhole) return this.#validateWhole(games, seed)
    const sumAt = this.#areaOf(this.thread) + AREA_RESULTS
    const successes = this.#memory.exports.validate(start, games, seed, sumAt)
    return { games, successes, mean: this.#memory.view.getFloat64(sumAt, true) / games }
  }

  #validateWhole(games: number, seed: bigint): Validation {
    const at = this.#areaOf(this.thread) + AREA_RESULTS
    const successes = this.#memory.exports.validateWhole(games, seed, at)
    const numberAt = (place: number) => this.#memory.view.getFloat64(at + 8 * place, true)
    const mean = numberAt(0) / games
    const variance = games > 1 ? Math.max(0, (numberAt(1) - games * mean * mean) / (games - 1)) : 0
    const tops = Array.from({ length: RANKS }, (_, rank) => numberAt(2 + rank))
    return { games, successes, mean, whole: { deviation: Math.sqrt(variance), tops } }
  }

  get #isWhole(): boolean {
    return outputOf(this.trained) === 'points'
  }

  /** All that was learned, in place: the weights, then for each weight its sum of errors and the sum of their sizes. */
  get learned(): Float32Array {
    return new Float32Array(this.#memory.view.buffer, this.#weightsAt, 3 * this.#count)
  }

  /** The generator and counts of a thread, its kept boards, and, of all but the first, the games that are not learned yet; in place. */
  area(thread: number): readonly Uint8Array[] {
    const { buffer } = this.#memory.view
    const at = this.#areaOf(thread)
    return [
      new Uint8Array(buffer, at, AREA_STATE),
      new Uint8Array(buffer, at + KEPT_BOARDS.at, KEPT_BOARDS.bytes),
      ...(thread > 0 ? [new Uint8Array(buffer, this.#notesOf(thread, 0), 2 * NOTES_BYTES)] : []),
    ]
  }

  /**
   * Begins from another network: a rank that it counts as a wall takes the wall's weights.
   * @param lowered subtracted from the logit of boards that lack the highest stage rank, so that greedy play makes it
   */
  beginFrom(network: Network, lowered: number): void {
    const { trained } = this
    const [digits, known] = [digitsOf(trained), digitsOf(network)]
    const weights = this.learned
    const lookups = trained.tuples.length * SYMMETRIES.length
    let at = 0
    for (let set = 0; set < 2 ** trained.stages.length; set++) {
      const top = trained.stages.length - 1
      const shift = top >= 0 && ((set >> top) & 1) === 0 ? lowered / lookups : 0
      let from = 0
      for (const [i, cells] of trained.tuples.entries()) {
        const size = tableSizes(trained)[i]!
        for (let index = 0; index < size; index++) {
          let other = 0
          let factor = 1
          for (let left = index, place = 0; place < cells.length; place++) {
            const digit = left % digits
            other += Math.min(digit, known - 1) * factor
            factor *= known
            left = (left - digit) / digits
          }
          weights[at++] = network.weights[from + other]! * network.unit - shift
        }
        from += tableSizes(network)[i]!
      }
    }
  }

  /** The network with weights of 8 bits, or for points 16. Those that no game changed become 0. */
  quantised(): Network {
    const { output, tuples, target, stages } = this.trained
    const count = this.#count
    const { learned } = this
    const sizeOf = (weight: number) => learned[count + 2 * weight + 1]!
    const used = learned
      .subarray(0, count)
      .filter((_, i) => sizeOf(i) > 0)
      .map(Math.abs)
      .sort()
    // Of points the largest weights are those of the largest tiles: cutting them off costs a quarter of the score.
    const most = used[this.#isWhole ? used.length - 1 : Math.floor(used.length * 0.9999)] ?? 1
    const largest = this.#isWhole ? 32767 : 127
    const unit = Math.max(most, 1e-6) / largest
    const weights = this.#isWhole ? new Int16Array(count) : new Int8Array(count)
    for (let i = 0; i < count; i++)
      if (sizeOf(i) > 0) weights[i] = Math.max(-largest, Math.min(largest, Math.round(learned[i]! / unit)))
    return { ...(output && { output }), tuples, target, stages, weights, unit }
  }

  /** In even and odd rounds, a thread notes its games, and the first thread its changes, in different places. */
  #notesOf(thread: number, round: number): number {
    return this.#areaOf(this.threads) + (2 * thread + (round % 2)) * NOTES_BYTES
  }

  #changesOf(round: number): number {
    return aligned(this.#notesOf(this.threads, 0)) + (round % 2) * this.#changesBytes
  }

  /** Room for the most that can be learned in a round: a page of it takes memory only when it is used. */
  get #changesBytes(): number {
    return CHANGES_HEAD + this.threads * MOST_NOTED * 8 * this.trained.tuples.length * SYMMETRIES.length
  }

  /** The weights by which a thread plays, of all but the first. */
  #weightsOf(thread: number): number {
    return this.#changesOf(0) + 2 * this.#changesBytes + (thread - 1) * aligned(4 * this.#count)
  }

  #areaOf(thread: number): number {
    return Math.ceil((this.#weightsAt + 12 * this.#count) / 16) * 16 + thread * AREA_BYTES
  }
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / 64) * 64
}
