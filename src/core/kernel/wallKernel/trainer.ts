/** The typed interface of the wall kernel's training: two threads may train one network in one memory. */
import {
  checkShape,
  outputOf,
  SYMMETRIES,
  tableSizes,
  weightCount,
  digitsOf,
  type Network,
} from '../../games/twenty48/wallGame/network'
import type { TrainedNetwork, TrainingStep, Validation } from '../../games/twenty48/wallGame/training'
import {
  AREA_BYTES,
  AREA_COUNTS,
  AREA_RESULTS,
  AREA_ROUNDS,
  AREA_STATE,
  CHANCES,
  CHANGES_HEAD,
  type InstantiateWalls,
  KEPT_BOARDS,
  type LinearMemory,
  MOST_NOTED,
  NOTES_BYTES,
  SHAPES,
  WallMemory,
} from './wallMemory'

export interface TrainingCounts {
  readonly games: number
  /** Games that made the target; of whole games, a 2048. */
  readonly successes: number
}

const RANKS = 16

/** Fewest moves of a round of two threads: those that the first one plays and learns, and those that the second one plays. */
interface Round {
  readonly first: number
  readonly second: number
}

/**
 * The longer, the less the threads wait for each other, but the older are the weights by which the second one plays. Fitted: of wall-512,
 * on an AMD EPYC, a round takes 14.9 ms of the first thread's time and 13.5 ms of the second one's.
 */
const ROUND: Round = { first: 1200, second: 10_000 }
export const MOVES_OF_ROUND = ROUND.first + ROUND.second

export class WallTrainer {
  readonly #memory: WallMemory
  readonly #weightsAt: number
  readonly #count: number
  /**
   * @param thread 0 or 1; each has an area in the memory
   * @param threads that train in this memory: 1 or 2
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
    this.#memory.reserve(threads > 1 ? this.#weightsOfSecond + 4 * this.#count : this.#notesOfSecond(0))
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

  /** One thread plays and learns games to their ends until at least this many moves are made. @returns the moves */
  train(least: number): number {
    return this.#play(least, this.#notes, false)
  }

  /** Prepares the rounds of two threads, while neither trains. */
  join(): void {
    if (this.thread === 0) return
    const { buffer } = this.#memory.view
    new Float32Array(buffer, this.#weightsOfSecond, this.#count).set(this.learned.subarray(0, this.#count))
  }

  /**
   * Does a thread's part of a round, which begins when both threads have finished the one before. The first thread learns the games that
   * the second one played in the round before, and then plays and learns games of its own. The second one plays games with the weights
   * that the first one had before the round.
   * @param round of other lengths, for tests
   * @returns the moves that were learned
   */
  trainRound({ first, second } = ROUND): number {
    const { exports } = this.#memory
    const round = this.#rounds
    let moves = 0
    if (this.thread === 0) {
      exports.beginChanges(this.#changesOf(round))
      if (round > 0) moves += this.#learn(this.#notesOfSecond(round - 1))
      moves += this.#play(first, this.#notes, false)
      exports.endChanges(this.#changesOf(round))
    } else {
      // just after `join` the list is empty
      if (round > 0) exports.repeatChanges(this.#changesOf(round - 1), this.#weightsOfSecond)
      exports.useWeights(this.#weightsOfSecond)
      this.#play(second, this.#notesOfSecond(round), true)
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

  /** The generator and counts of a thread, its kept boards, and, of the second, the games that are not learned yet; in place. */
  area(thread: number): readonly Uint8Array[] {
    const { buffer } = this.#memory.view
    const at = this.#areaOf(thread)
    return [
      new Uint8Array(buffer, at, AREA_STATE),
      new Uint8Array(buffer, at + KEPT_BOARDS.at, KEPT_BOARDS.bytes),
      ...(thread > 0 ? [new Uint8Array(buffer, this.#notesOfSecond(0), 2 * NOTES_BYTES)] : []),
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

  /** Address of the notes, for games that are learned at their ends. */
  get #notes(): number {
    return this.#areaOf(this.threads)
  }

  /** Address of the second thread's notes. Even and odd rounds have their own, so that one is read while the other is written. */
  #notesOfSecond(round: number): number {
    return this.#notes + (1 + (round % 2)) * NOTES_BYTES
  }

  /** Address of the changes of a round, which alternate as the notes do. */
  #changesOf(round: number): number {
    return this.#notes + 3 * NOTES_BYTES + (round % 2) * this.#changesBytes
  }

  /** Room for the most that can be learned in a round; it takes memory as far as it is used. */
  get #changesBytes(): number {
    return CHANGES_HEAD + 3 * MOST_NOTED * 8 * this.trained.tuples.length * SYMMETRIES.length
  }

  get #weightsOfSecond(): number {
    return this.#changesOf(0) + 2 * this.#changesBytes
  }

  #areaOf(thread: number): number {
    return Math.ceil((this.#weightsAt + 12 * this.#count) / 16) * 16 + thread * AREA_BYTES
  }
}
