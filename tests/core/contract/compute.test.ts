import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PlayedGame, packGames, unpackGames } from '../../../src/core/contract/compute'
import { MAX_RANK, maxRank } from '../../../src/core/games/twenty48/board'
import { MAX_SEED } from '../../../src/core/random'
import { board } from '../support/arbitraries'

const whole = fc.integer({ min: 0, max: 1e9 })
const turns = fc.constantFrom(undefined, { turns: Uint8Array.of(1, 2), values: [], ms: Float32Array.of(0.5) })
const game: fc.Arbitrary<PlayedGame> = fc
  .record({
    result: fc
      .record({
        seed: fc.integer({ min: 0, max: MAX_SEED }),
        board,
        score: whole,
        slides: whole,
        firstSlide: fc.array(fc.option(whole), { minLength: MAX_RANK + 1, maxLength: MAX_RANK + 1 }),
        nodes: whole,
      })
      .map(result => ({ ...result, maxRank: maxRank(result.board) })),
    times: fc.int32Array({ maxLength: 8 }),
    ms: fc.double({ min: 0, max: 1e9, noNaN: true }).map(ms => ms + 0), // no -0
    played: turns,
  })
  .map(({ played, ...rest }) => ({ ...rest, ...(played && { turns: played }) }))

test('games that were packed are the same games', () => {
  fc.assert(fc.property(fc.array(game, { maxLength: 5 }), games => void expect(unpackGames(packGames(games))).toEqual(games)))
})
