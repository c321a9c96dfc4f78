import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emptyCells, legalMoves, MOVES, slide } from '../../../../src/core/games/twenty48/board'
import type { Evaluator } from '../../../../src/core/games/twenty48/heuristics/family'
import { makePosition, makeSpawn } from '../../../../src/core/games/twenty48/notation'
import { playTurn, startGame } from '../../../../src/core/games/twenty48/playGame'
import type { Turn } from '../../../../src/core/games/twenty48/player'
import { playThrough, verifyReplay, type Replay } from '../../../../src/core/games/twenty48/replay'
import { Timeline } from '../../../../src/core/games/twenty48/timeline'
import type { SearchSettings } from '../../../../src/core/search/settings'
import { refusal } from '../../support/errors'
import { drawnGame, engineGame, replay, seed } from '../../support/games'
import { golden } from '../../support/golden'
import { newKernel } from '../../support/kernel'
import { runs } from '../../../setup/extent'

interface Games {
  readonly players: readonly {
    readonly evaluator: Evaluator
    readonly settings: SearchSettings
    readonly depth: number
    readonly games: readonly {
      readonly seed: number
      readonly score: number
      readonly slides: number
      readonly board: string
      readonly firstSlide: readonly (number | null)[]
    }[]
  }[]
}

/** A game by tests/oracle/games.py that is several frames of a timeline long. */
const player = golden<Games>('games').players[3]!
const { board: recordedFinal, ...recordedRest } = player.games[1]!
const recordedGame = { final: recordedFinal, ...recordedRest }
let long: Replay | undefined
function longGame(): Replay {
  if (long) return long
  const kernel = newKernel()
  kernel.load(player.evaluator, player.settings)
  const limits = { depth: player.depth }
  return (long = engineGame(recordedGame.seed, { ...player, limits }, Infinity, (...asked) => kernel.search(...asked)))
}

/** The replay with one of its turns changed. */
function withTurn(game: Replay, step: number, turn: Partial<Turn>): Replay {
  return { ...game, turns: game.turns.with(step - 1, { ...game.turns[step - 1]!, ...turn }) }
}

/** The same game, its tiles taken as they stand. */
function undrawn({ draws: _draws, ...game }: Replay): Replay {
  return game
}

/** The first step at which playing the slides from the seed gives something else than the replay; `undefined` for none. */
function faultOfPlaying({ draws, turns, final, score }: Replay): number | undefined {
  let position = startGame(draws!.seed)
  for (const [i, turn] of turns.entries()) {
    const next = playTurn(position, turn.move)
    if (!next || makeSpawn(next.turn.spawn) !== makeSpawn(turn.spawn)) return i + 1
    position = next.position
  }
  return makePosition(position.board) === makePosition(final) && position.score === score ? undefined : turns.length
}

const longEnough = fc.tuple(seed, fc.nat()).map(([gameSeed, at]) => {
  const game = drawnGame(gameSeed)
  return { game, step: 1 + (at % game.turns.length) }
})

describe('a replay plays through', () => {
  test('whatever it says of itself and however it began', () => {
    fc.assert(
      fc.property(replay, game => {
        expect(verifyReplay(game)).toBe(game)
      }),
      { numRuns: runs(25, 100) },
    )
  })

  test('to the final board and score that an independent program reaches', () => {
    const { final, score, slides, firstSlide } = recordedGame
    const game = longGame()
    expect({ final: makePosition(game.final), score: game.score, slides: game.turns.length }).toEqual({ final, score, slides })
    expect(Timeline.of(game).firstSlide).toEqual(firstSlide)
  })

  test('position after position, each one turn from the one before', () => {
    const game = drawnGame(3)
    const positions = [...playThrough(game)]
    expect(positions.map(({ step }) => step)).toEqual(Array.from({ length: game.turns.length + 1 }, (_, i) => i))
    positions.slice(1).forEach(({ board, score }, i) => {
      const { move, spawn } = game.turns[i]!
      const slid = slide(positions[i]!.board, move)!
      expect(board).toEqual(slid.board.with(spawn.cell, spawn.rank))
      expect(score).toBe(positions[i]!.score + slid.reward)
    })
    expect(legalMoves(positions.at(-1).board)).toEqual([])
  })
})

describe('a tampered replay is refused at the faulty step', () => {
  test('an illegal move, with the legal ones named', () => {
    fc.assert(
      fc.property(longEnough, ({ game, step }) => {
        const { board } = Timeline.of(game).at(step - 1)
        const illegal = MOVES.find(move => !legalMoves(board).includes(move))
        fc.pre(illegal !== undefined)
        const error = refusal('BAD_FILE', () => verifyReplay(undrawn(withTurn(game, step, { move: illegal }))))
        expect(error.detail).toEqual({ step, expected: legalMoves(board).join(', ') })
        expect(error.message).toContain(`step ${step}: sliding ${illegal} moves nothing on ${makePosition(board)}`)
      }),
    )
  })

  test('a tile on another, even without a seed', () => {
    fc.assert(
      fc.property(longEnough, ({ game, step }) => {
        const after = slide(Timeline.of(game).at(step - 1).board, game.turns[step - 1]!.move)!.board
        const occupied = after.findIndex(rank => rank > 0)
        const tampered = undrawn(withTurn(game, step, { spawn: { cell: occupied, rank: 1 } }))
        expect(refusal('BAD_FILE', () => verifyReplay(tampered)).detail).toEqual({ step, expected: 'a tile on an empty cell' })
      }),
    )
  })

  test('another tile, or the tile on another free cell, with a seed', () => {
    fc.assert(
      fc.property(longEnough, fc.boolean(), ({ game, step }, otherCell) => {
        const { move, spawn } = game.turns[step - 1]!
        const free = emptyCells(slide(Timeline.of(game).at(step - 1).board, move)!.board).filter(cell => cell !== spawn.cell)
        const changed = otherCell && free.length > 0 ? { ...spawn, cell: free[0]! } : { ...spawn, rank: 3 - spawn.rank }
        const error = refusal('BAD_FILE', () => verifyReplay(withTurn(game, step, { spawn: changed })))
        expect(error.detail!.step).toBe(step)
        expect(error.message).toContain('not the tile that the seed draws')
      }),
    )
  })

  test('another legal move: at the first step that playing the game anew does not give, or at the end', () => {
    let refused = 0
    fc.assert(
      fc.property(longEnough, ({ game, step }) => {
        const { board } = Timeline.of(game).at(step - 1)
        const other = legalMoves(board).find(move => move !== game.turns[step - 1]!.move)
        fc.pre(other !== undefined)
        const tampered = withTurn(game, step, { move: other })
        const fault = faultOfPlaying(tampered)
        if (fault === undefined) {
          expect(verifyReplay(tampered)).toBe(tampered) // rare: another game of the seed that comes to the same end
          return
        }
        expect(refusal('BAD_FILE', () => verifyReplay(tampered)).detail!.step).toBe(fault)
        expect(fault).toBeGreaterThanOrEqual(step)
        refused++
      }),
    )
    expect(refused).toBeGreaterThan(50)
  })

  test('a start of another seed, a final board or a score that was not reached', () => {
    const game = drawnGame(5)
    const draws = { ...game.draws!, seed: 6 }
    expect(refusal('BAD_FILE', () => verifyReplay({ ...game, draws })).detail).toEqual({
      step: 0,
      expected: makePosition(drawnGame(6, 0).start),
    })
    const final = game.final.with(0, 3 + game.final[0]!)
    expect(refusal('BAD_FILE', () => verifyReplay({ ...game, final })).detail).toEqual({
      step: game.turns.length,
      expected: makePosition(game.final),
    })
    expect(refusal('BAD_FILE', () => verifyReplay({ ...game, score: game.score + 4 })).detail).toEqual({
      step: game.turns.length,
      expected: String(game.score),
    })
    expect(refusal('BAD_FILE', () => Timeline.of({ ...game, score: game.score + 4 })).message).toMatch(/final score/)
  })

  test('a slide after the end of the game', () => {
    const game = undrawn(drawnGame(8))
    const turns: Turn[] = [...game.turns, { move: 'up', spawn: { cell: 0, rank: 1 } }]
    const error = refusal('BAD_FILE', () => verifyReplay({ ...game, turns }))
    expect(error.detail).toEqual({ step: turns.length, expected: 'the end of the game' })
  })

  test('the tiles of a generator that this lab does not know are taken as they stand', () => {
    const game = drawnGame(5)
    const foreign = { ...game, draws: { ...game.draws!, generator: 'other', seed: 6 } }
    expect(verifyReplay(foreign)).toBe(foreign)
  })
})

describe('a timeline', () => {
  test('goes to any step, forwards and backwards, as playing through would', () => {
    const game = longGame()
    expect(game.turns.length).toBeGreaterThan(600)
    const timeline = Timeline.of(game)
    const positions = [...playThrough(game)]
    expect(timeline.length).toBe(game.turns.length)
    fc.assert(
      fc.property(fc.nat(game.turns.length), step => {
        expect(timeline.at(step)).toEqual(positions[step])
      }),
    )
    for (const step of [0, 255, 256, 257, 511, 512, game.turns.length]) expect(timeline.at(step)).toEqual(positions[step])
  })

  test('returns positions in a row as it returns them one by one, and ends with the game', () => {
    const game = longGame()
    const timeline = Timeline.of(game)
    const last = game.turns.length
    fc.assert(
      fc.property(fc.nat(last + 3), fc.nat(600), (step, count) => {
        const wanted = Array.from({ length: Math.max(0, Math.min(count, last + 1 - step)) }, (_, i) => timeline.at(step + i))
        expect([...timeline.positions(step, count)]).toEqual(wanted)
      }),
      { numRuns: runs(5, 20) },
    )
    expect([...timeline.positions(last, 5)]).toEqual([timeline.at(last)])
  })

  test.each([-1, 0.5, NaN, Infinity])('has no step %f', step => {
    expect(() => Timeline.of(drawnGame(1, 3)).at(step)).toThrow(RangeError)
    expect(() => Timeline.of(drawnGame(1, 3)).at(4)).toThrow(RangeError)
  })
})
