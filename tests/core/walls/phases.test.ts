import { describe, expect, test } from 'vitest'
import { faceSum, legalMoves, wallsOf } from '../../../src/core/games/twenty48/board'
import { parseBoard } from '../../../src/core/games/twenty48/notation'
import { isOver, playTurn, startGame } from '../../../src/core/games/twenty48/playGame'
import type { GamePosition } from '../../../src/core/games/twenty48/player'
import {
  PassageInPlay,
  type Passed,
  type PlayedOn,
  beginsPhase,
  cellsBeside,
  phaseSums,
  survivalSum,
} from '../../../src/core/games/twenty48/wallGame/phases'

const rule = { multiple: 512, walls: 4, leastSum: 0 } as const
/** 4096, 2048, 1024, 512 and 508 in small tiles. */
const four = parseBoard('CBA9 8765 4320 0000')

describe('a phase', () => {
  test('begins on a board of different walls just before a multiple, and is survived 64 after the next one', () => {
    expect(faceSum(four)).toBe(8192 - 4)
    expect(wallsOf(four, 9)).toEqual([12, 11, 10, 9])
    expect(cellsBeside(four, 512)).toBe(12)
    expect(beginsPhase(four, rule)).toBe(true)
    expect(survivalSum(four, 512)).toBe(8192 + 512 + 64)
    expect(survivalSum(four, 1024)).toBe(8192 + 1024 + 64)
    expect(survivalSum(parseBoard('CBA9 8765 4310 0000'), 512)).toBe(8192 + 512 + 64)
  })

  test('begins on no board with two equal walls, too few, or too small a sum', () => {
    expect(beginsPhase(parseBoard('CCA9 8765 4320 0000'), rule)).toBe(false)
    expect(beginsPhase(four, { ...rule, walls: 5 })).toBe(false)
    expect(beginsPhase(four, { ...rule, multiple: 1024 })).toBe(false) // three are that large
    expect(beginsPhase(four, { ...rule, leastSum: 8189 })).toBe(false)
    expect(beginsPhase(four, { ...rule, leastSum: 8188 })).toBe(true)
  })

  test('can begin from the least sum of so many different walls to the largest that can still be survived', () => {
    const sums = phaseSums(rule)
    expect(sums[0]).toBe(8192)
    expect(Math.max(...sums) + 512 + 64).toBeLessThanOrEqual(262_140)
    expect(Math.max(...sums) + 1024 + 64).toBeGreaterThan(262_140)
    expect(phaseSums({ ...rule, leastSum: 20_000 })[0]).toBe(20_480)
    expect(phaseSums({ ...rule, multiple: 2048 })[0]).toBe(32_768)
    expect(phaseSums({ ...rule, walls: 9 })).toEqual([])
  })
})

/** Plays the first legal move. @param interrupted plays fewer moves than it may */
class FirstMove implements PlayedOn {
  constructor(
    public position: GamePosition,
    private readonly interrupted = false,
  ) {}

  play(moves: number): boolean {
    for (let i = 0; i < (this.interrupted ? Math.ceil(moves / 2) : moves) && !isOver(this.position); i++)
      this.position = playTurn(this.position, legalMoves(this.position.board)[0]!)!.position
    return !isOver(this.position)
  }
}

function played(seed: number, sums: readonly number[], most: number, interrupted = false): Passed {
  const inPlay = new PassageInPlay(sums, new FirstMove(startGame(seed), interrupted))
  for (;;) {
    const passed = inPlay.step(most)
    if (passed) return passed
  }
}

describe('a passage', () => {
  test('has the last position below each sum, however many moves a step has', () => {
    for (let seed = 0; seed < 10; seed++) {
      const sums = [50, 58, 100, 108 + seed, 5000]
      const game = new FirstMove(startGame(seed))
      const positions = [game.position]
      while (game.play(1)) positions.push(game.position)
      positions.push(game.position)
      const reached = sums.filter(sum => positions.some(({ board }) => faceSum(board) >= sum))
      const expected = {
        before: reached.map(sum => positions.findLast(({ board }) => faceSum(board) < sum)!),
        end: positions[positions.length - 1]!,
      }
      expect(reached.length).toBeGreaterThan(0)
      for (const most of [1, 16, 1000]) expect(played(seed, sums, most)).toEqual(expected)
      expect(played(seed, sums, 16, true)).toEqual(expected)
    }
  })
})
