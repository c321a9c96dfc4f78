import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CELLS, MOVES } from '../../../../src/core/games/twenty48/board'
import { encodeTurns } from '../../../../src/core/games/twenty48/turnBytes'
import { refusal } from '../../support/errors'
import { decodeTurns } from '../../support/boards'

const turns = fc.array(
  fc.record({
    move: fc.constantFrom(...MOVES),
    spawn: fc.record({ cell: fc.integer({ min: 0, max: CELLS - 1 }), rank: fc.constantFrom(1, 2) }),
  }),
)

test('turns come back from their bytes', () => {
  fc.assert(
    fc.property(turns, list => {
      expect(decodeTurns(encodeTurns(list))).toEqual(list)
    }),
  )
})

test('a turn takes the byte that files of version 1 have', () => {
  const bytes = encodeTurns([
    { move: 'up', spawn: { cell: 0, rank: 1 } },
    { move: 'right', spawn: { cell: 15, rank: 2 } },
  ])
  expect([...bytes]).toEqual([1, 0b000_0_0000, 0b011_1_1111])
})

test('a byte with its highest bit set is no turn', () => {
  expect(refusal('BAD_FILE', () => decodeTurns(Uint8Array.of(1, 5, 0x80))).message).toBe('turn 2: the byte 128 is no turn')
})

test('another version, or none, is not read', () => {
  refusal('BAD_FILE', () => decodeTurns(Uint8Array.of(2, 5)))
  refusal('BAD_FILE', () => decodeTurns(new Uint8Array()))
})
