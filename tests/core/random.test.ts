import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawSpawn, EMPTY, startBoard, withTile } from '../../src/core/games/twenty48/board'
import { makePosition } from '../../src/core/games/twenty48/notation'
import { createRandom, deriveSeed, MAX_SEED, restoreRandom } from '../../src/core/random'
import { refusal } from './support/errors'
import { golden } from './support/golden'

interface Stream {
  readonly seed: number
  readonly words: readonly string[]
  readonly next: readonly number[]
  readonly below: readonly (readonly [n: number, drawn: number])[]
  readonly stateAfter1000: string
  readonly start: string
  readonly stateAfterStart: string
}

const oracle = golden<{
  streams: Stream[]
  spawns: { seed: number; boards: string[] }[]
  derived: [batch: number, index: number, seed: number][]
}>('splitmix64')
const seed = fc.oneof(fc.maxSafeNat(), fc.nat(1000))

describe('the streams of an independent program (tests/oracle/splitmix64.py)', () => {
  test.each(oracle.streams)('of seed $seed', stream => {
    const fractions = createRandom(stream.seed)
    expect(stream.next.map(() => fractions.next())).toEqual(stream.next)
    // 2^21 values of the top 32 bits: the words themselves, as far as `below` shows them
    const words = createRandom(stream.seed)
    expect(stream.words.map(() => words.below(2 ** 21))).toEqual(stream.words.map(word => Number(BigInt(`0x${word}`) >> 43n)))
    const mixed = createRandom(stream.seed)
    expect(stream.below.map(([n]) => [n, mixed.below(n)])).toEqual(stream.below)
    const long = createRandom(stream.seed)
    for (let i = 0; i < 1000; i++) long.next()
    expect(long.state).toBe(stream.stateAfter1000)
  })

  test.each(oracle.streams)('the start of the game of seed $seed', ({ seed, start, stateAfterStart }) => {
    const random = createRandom(seed)
    expect(makePosition(startBoard(random))).toBe(start)
    expect(random.state).toBe(stateAfterStart)
  })

  test.each(oracle.spawns)('tiles drawn one after the other from seed $seed', ({ seed, boards }) => {
    const random = createRandom(seed)
    let board = EMPTY
    const drawn = boards.map(() => makePosition((board = withTile(board, drawSpawn(board, random)))))
    expect(drawn).toEqual(boards)
  })

  test('the seeds of the games of a batch', () => {
    expect(oracle.derived.map(([batch, index]) => deriveSeed(batch, index))).toEqual(oracle.derived.map(([, , seed]) => seed))
  })
})

describe('laws of the generator', () => {
  test('a restored state continues like the original', () => {
    fc.assert(
      fc.property(seed, fc.nat(20), (s, draws) => {
        const original = createRandom(s)
        for (let i = 0; i < draws; i++) original.below(10)
        const restored = restoreRandom(original.state)
        expect(restored.state).toBe(original.state)
        expect([restored.next(), restored.below(7), restored.state]).toEqual([original.next(), original.below(7), original.state])
      }),
    )
  })

  test('games of a batch, and batches, do not share seeds', () => {
    const seeds = [0, 1, 2, MAX_SEED].flatMap(batch => Array.from({ length: 20_000 }, (_, game) => deriveSeed(batch, game)))
    expect(new Set(seeds).size).toBe(seeds.length)
    expect(seeds.every(each => Number.isSafeInteger(each) && each >= 0)).toBe(true)
  })
})

describe('what is refused', () => {
  test.each([-1, 0.5, NaN, Infinity, MAX_SEED + 1, 2 ** 64])('a seed of %d', bad => {
    expect(refusal('BAD_SETTING', () => createRandom(bad)).message).toContain(String(bad))
    refusal('BAD_SETTING', () => deriveSeed(bad, 0))
  })

  test.each(['', '0', '0123456789ABCDEF', '0123456789abcdeg', '0123456789abcdef0', ' 123456789abcdef'])(
    '"%s" as a state',
    state => {
      expect(refusal('BAD_SETTING', () => restoreRandom(state)).message).toContain(`"${state}"`)
    },
  )
})
