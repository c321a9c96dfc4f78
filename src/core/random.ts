/**
 * The laboratory's one random generator: SplitMix64, the same in the core and in the kernel.
 *
 * Source: G. Steele, D. Lea and C. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014;
 * the constants are those of S. Vigna's public-domain splitmix64.c. State: one 64-bit word, period 2^64.
 */
import { LabError } from './errors'
import { quoted } from './quoted'

/** Name of this generator, saved with every result that used it. */
export const GENERATOR = 'splitmix64'

export const MAX_SEED = Number.MAX_SAFE_INTEGER // 2^53 − 1

/** An unsigned 64-bit word as two unsigned 32-bit halves: JavaScript has no fast 64-bit integer. */
type Word = readonly [high: number, low: number]

const GAMMA: Word = [0x9e3779b9, 0x7f4a7c15]
const MIX_1: Word = [0xbf58476d, 0x1ce4e5b9]
const MIX_2: Word = [0x94d049bb, 0x133111eb]

/** Seeded source of randomness: the only kind that the core may use. */
export interface Random {
  /** An integer in 0 … n − 1, from the top 32 bits of one draw; n ≤ 2^21. */
  below(n: number): number
  /** A number in [0, 1), from the top 53 bits of one draw. */
  next(): number
  /** 16 hexadecimal digits, to save with a checkpoint; `restoreRandom(state)` continues the stream. */
  readonly state: string
}

/** @throws {LabError} `BAD_SETTING` unless the seed is an integer in 0 … 2^53 − 1. */
export function createRandom(seed: number): Random {
  return new SplitMix64(wordOfSeed(seed))
}

/** @throws {LabError} `BAD_SETTING` unless the state is 16 hexadecimal digits. */
export function restoreRandom(state: string): Random {
  if (!/^[0-9a-f]{16}$/.test(state))
    throw new LabError('BAD_SETTING', `${quoted(state)} is not the state of a ${GENERATOR} generator`)
  return new SplitMix64([parseInt(state.slice(0, 8), 16), parseInt(state.slice(8), 16)])
}

/** Seed of game `index` of a batch: two draws apart from the batch's own stream, so that batches do not overlap. */
export function deriveSeed(batchSeed: number, index: number): number {
  const batch = Uint32Array.from(wordOfSeed(batchSeed))
  const word = Uint32Array.from(wordOfSeed(index + 1))
  mix(batch, batch)
  multiply(word, GAMMA)
  add(word, batch)
  mix(word, word)
  return word[0]! * 2 ** 21 + (word[1]! >>> 11)
}

/** Changes its words in place: an interval takes millions of draws, and a new array for each took nine times as long. */
class SplitMix64 implements Random {
  readonly #state: Uint32Array
  readonly #drawn = new Uint32Array(2)

  constructor(word: Word) {
    this.#state = Uint32Array.from(word)
  }

  below(n: number): number {
    this.#draw()
    return Math.floor((this.#drawn[0]! * n) / 2 ** 32)
  }

  next(): number {
    this.#draw()
    return (this.#drawn[0]! * 2 ** 21 + (this.#drawn[1]! >>> 11)) / 2 ** 53
  }

  get state(): string {
    return hex(this.#state[0]!) + hex(this.#state[1]!)
  }

  #draw(): void {
    add(this.#state, GAMMA)
    mix(this.#state, this.#drawn)
  }
}

/** The output function of splitmix64.c. */
function mix(from: Uint32Array, to: Uint32Array): void {
  xorShift(from, to, 30)
  multiply(to, MIX_1)
  xorShift(to, to, 27)
  multiply(to, MIX_2)
  xorShift(to, to, 31)
}

/** z ^ (z >>> shift), for 0 < shift < 32. */
function xorShift(from: Uint32Array, to: Uint32Array, shift: number): void {
  const high = from[0]!
  const low = from[1]!
  to[0] = high ^ (high >>> shift)
  to[1] = low ^ ((low >>> shift) | (high << (32 - shift)))
}

function add(word: Uint32Array, other: ArrayLike<number>): void {
  const sum = word[1]! + other[1]!
  word[0] = word[0]! + other[0]! + (sum > 0xffffffff ? 1 : 0)
  word[1] = sum
}

/** The low 64 bits of a product, from 16-bit pieces so that no partial product passes 2^53. */
function multiply(word: Uint32Array, other: ArrayLike<number>): void {
  const aHigh = word[0]!
  const aLow = word[1]!
  const bLow = other[1]!
  const a1 = aLow >>> 16
  const a0 = aLow & 0xffff
  const b1 = bLow >>> 16
  const b0 = bLow & 0xffff
  const middle = a1 * b0 + ((a0 * b0) >>> 16)
  const carry = (middle & 0xffff) + a0 * b1
  const high = a1 * b1 + Math.floor(middle / 0x10000) + Math.floor(carry / 0x10000)
  word[0] = high + Math.imul(aHigh, bLow) + Math.imul(aLow, other[0]!)
  word[1] = Math.imul(aLow, bLow)
}

function wordOfSeed(seed: number): Word {
  if (!Number.isSafeInteger(seed) || seed < 0)
    throw new LabError('BAD_SETTING', `seed ${seed} is not an integer in 0 … 2^53 − 1`, { field: 'seed' })
  return [Math.floor(seed / 2 ** 32), seed >>> 0]
}

function hex(half: number): string {
  return half.toString(16).padStart(8, '0')
}

/**
 * A draw from the standard normal distribution, from two draws of the generator. The second deviate is discarded, so that the generator's
 * state is all there is to save.
 *
 * Source: G. E. P. Box and M. E. Muller, "A note on the generation of random normal deviates", Ann. Math. Statist. 29 (1958).
 */
export function drawNormal(random: Random): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random.next())) // 1 − next() is in (0, 1]
  return radius * Math.cos(2 * Math.PI * random.next())
}
