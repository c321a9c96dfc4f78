import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CELLS, MOVES } from '../../../../src/core/games/twenty48/board'
import { encodeTurns, turnByte } from '../../../../src/core/games/twenty48/turnBytes'
import { refusal } from '../../support/errors'
import { decodeTurns } from '../../support/boards'
import { FRAME, FramedGame } from '../../../../src/core/games/twenty48/timeline'
import { playThrough, type Replay } from '../../../../src/core/games/twenty48/replay'
import { drawnGame } from '../../support/games'

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

/** Of random slides, which last that long now and then. */
function longGame(): Replay {
  for (let seed = 0; ; seed++) {
    const game = drawnGame(seed)
    if (game.turns.length > FRAME + 10) return game
  }
}

test('every position of a framed game is the one that playing through comes to', () => {
  const replay = longGame()
  const positions = [...playThrough(replay)]
  const frames = positions.filter(({ step }) => step % FRAME === 0)
  const game = new FramedGame(frames, Uint8Array.from(replay.turns, turnByte))
  expect(game.length).toBe(replay.turns.length)
  expect(game.length).toBeGreaterThan(FRAME)
  for (const position of positions) expect(game.at(position.step)).toEqual(position)
  expect(replay.turns.map((_, i) => game.turn(i + 1))).toEqual(replay.turns)
})

test('a step that the game does not have is refused', () => {
  const { start, turns } = longGame()
  const game = new FramedGame([{ board: start, score: 0 }], Uint8Array.from(turns.slice(0, 5), turnByte))
  for (const step of [-1, 6, 0.5, NaN]) expect(() => game.at(step)).toThrow(RangeError)
})
