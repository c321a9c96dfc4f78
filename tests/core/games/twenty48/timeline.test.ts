import { expect, test } from 'vitest'
import { FRAME, FramedGame } from '../../../../src/core/games/twenty48/timeline'
import { playThrough, type Replay } from '../../../../src/core/games/twenty48/replay'
import { turnByte } from '../../../../src/core/games/twenty48/turnBytes'
import { drawnGame } from '../../support/games'

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
