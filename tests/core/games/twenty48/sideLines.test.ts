import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawSpawn, legalMoves, MOVES, slide, type Move } from '../../../../src/core/games/twenty48/board'
import { createRandom, deriveSeed } from '../../../../src/core/random'
import {
  MAX_SIDE_LINES,
  MAX_SIDE_MOVES,
  playSideLines,
  verifyReplay,
  type Replay,
  type SideLine,
} from '../../../../src/core/games/twenty48/replay'
import {
  forkOf,
  joinLines,
  packLines,
  placeAt,
  playMove,
  unpackLines,
  withoutLine,
  withoutRepeats,
  type Place,
} from '../../../../src/core/games/twenty48/sideLines'
import { Timeline } from '../../../../src/core/games/twenty48/timeline'
import { runs } from '../../../setup/extent'
import { refusal } from '../../support/errors'
import { drawnGame, positionAt, withTriedMoves } from '../../support/games'

/** A short game in whose replay many moves were tried. */
const tried = fc
  .record({ seed: fc.nat(50), slides: fc.nat(20), moves: fc.integer({ min: 0, max: 25 }), drawn: fc.nat() })
  .map(({ seed, slides, moves, drawn }) => withTriedMoves(drawnGame(seed, slides), moves, drawn))

/** A game of 30 moves with lines that leave it after 10 and 30 moves, and two of the first. */
const lined = (): Replay => {
  let game = drawnGame(3, 30)
  game = add(game, { line: 0, at: 10 }, 4)
  game = add(game, { line: 0, at: 30 }, 2)
  game = add(game, { line: 1, at: 12 }, 3)
  return add(game, { line: 3, at: 14 }, 1)
}

/** Adds a line of so many moves, none of which is there already. */
function add(game: Replay, from: Place, moves: number): Replay {
  let [its, place] = [game, from]
  for (let i = 0; i < moves; i++) {
    const { board } = positionAt(its, place)
    const played = MOVES.flatMap(move => play(its, place, move) ?? []).find(each => each.lines !== its.sideLines)
    if (!played) throw new Error(`no other move on ${board.join()}`)
    place = played.place
    its = { ...its, sideLines: played.lines }
  }
  return its
}

function play(game: Replay, place: Place, move: (typeof MOVES)[number], seed = 7) {
  const turns = { length: game.turns.length, turn: (step: number) => game.turns[step - 1]! }
  return playMove(game.sideLines ?? [], place, move, { game: turns, board: positionAt(game, place).board, seed })
}

describe('a move that is tried', () => {
  test('leads to a game whose every position the rules allow, wherever moves are tried', () => {
    fc.assert(
      fc.property(tried, game => {
        expect(verifyReplay(game)).toBe(game)
        const timeline = Timeline.of(game)
        for (const positions of playSideLines(game.sideLines ?? [], timeline.length, step => timeline.at(step)))
          for (const [i, { step }] of positions.entries()) expect(step).toBe(positions[0]!.step + i)
      }),
      { numRuns: runs(60, 600) },
    )
  })

  test('has the tile that its board, number and seed give, on whichever line', () => {
    const game = drawnGame(3, 30)
    const place = { line: 0, at: 30 }
    const { board } = positionAt(game, place)
    const [move] = legalMoves(board) as [Move]
    const spawnOf = (seed: number) => play(game, place, move, seed)!.lines[0]!.turns[0]!.spawn
    const after = slide(board, move)!.board
    for (const seed of [7, 8, 9, 10, 11]) expect(spawnOf(seed)).toEqual(drawSpawn(after, createRandom(deriveSeed(seed, 31))))
    expect(new Set([7, 8, 9, 10, 11].map(seed => JSON.stringify(spawnOf(seed)))).size).toBeGreaterThan(1)
  })

  test('goes along the game or a line that has it, and adds nothing', () => {
    const game = lined()
    expect(play(game, { line: 0, at: 10 }, game.turns[10]!.move)).toEqual({ lines: game.sideLines, place: { line: 0, at: 11 } })
    game.sideLines!.forEach(({ of = 0, after, turns }, i) => {
      const into = play(game, { line: of, at: after }, turns[0]!.move)
      expect(into).toEqual({ lines: game.sideLines, place: { line: i + 1, at: after + 1 } })
    })
  })

  test('continues a side line at its end, and begins another one before it', () => {
    const game = add(drawnGame(3, 30), { line: 0, at: 10 }, 3)
    expect(game.sideLines).toMatchObject([{ after: 10, turns: [{}, {}, {}] }])
    expect(add(game, { line: 1, at: 13 }, 1).sideLines).toMatchObject([{ after: 10, turns: [{}, {}, {}, {}] }])
    expect(add(game, { line: 1, at: 12 }, 1).sideLines!.slice(1)).toMatchObject([{ of: 1, after: 12, turns: [{}] }])
  })

  test('that moves nothing is none, and too many are refused', () => {
    const game = drawnGame(3, 30)
    const place = { line: 0, at: 10 }
    const { board } = positionAt(game, place)
    const illegal = MOVES.filter(move => !slide(board, move))
    for (const move of illegal) expect(play(game, place, move)).toBeUndefined()
    const full = { ...game, sideLines: Array.from({ length: MAX_SIDE_LINES }, () => lined().sideLines![0]!) }
    const other = legalMoves(positionAt(game, { line: 0, at: 5 }).board).find(move => move !== game.turns[5]!.move)!
    expect(refusal('BAD_REQUEST', () => play(full, { line: 0, at: 5 }, other)).message).toMatch(/at most 100 side lines/)
  })
})

describe('a place', () => {
  test("that is not a line's own is on the line that it leaves", () => {
    const lines = lined().sideLines!
    expect([10, 11, 14, 99].map(at => placeAt(lines, 1, at))).toEqual([
      { line: 0, at: 10 },
      { line: 1, at: 11 },
      { line: 1, at: 14 },
      { line: 1, at: 14 },
    ])
    expect([3, 12, 13, 15].map(at => placeAt(lines, 4, at))).toEqual([
      { line: 0, at: 3 },
      { line: 1, at: 12 },
      { line: 3, at: 13 },
      { line: 4, at: 15 },
    ])
    expect([1, 2, 3, 4].map(line => forkOf(lines, line))).toEqual([10, 30, 10, 10])
  })
})

describe('lines', () => {
  test('without one lack it and all that leave it, and the others stay as they are', () => {
    const game = lined()
    const { lines, place } = withoutLine(game.sideLines!, 1)
    expect([lines, place]).toEqual([[game.sideLines![1]], { line: 0, at: 10 }])
    expect(withoutLine(game.sideLines!, 3)).toEqual({ lines: game.sideLines!.slice(0, 2), place: { line: 1, at: 12 } })
    const { lines: rest } = withoutLine(game.sideLines!, 2)
    expect(rest.map(({ of }) => of)).toEqual([undefined, 1, 2])
    verifyReplay({ ...game, sideLines: rest })
  })

  test('that are joined again with what they lost are the same lines, in any order', () => {
    fc.assert(
      fc.property(tried, fc.nat(), (game, drawn) => {
        const lines = game.sideLines ?? []
        if (lines.length === 0) return
        const fewer = withoutLine(lines, (drawn % lines.length) + 1).lines
        for (const joined of [joinLines(fewer, lines), joinLines(lines, fewer)]) {
          verifyReplay({ ...game, ...(joined.length > 0 && { sideLines: joined }) })
          expect(paths(joined)).toEqual(paths(lines))
        }
        expect(joinLines(lines, lines)).toEqual(lines)
      }),
      { numRuns: runs(60, 600) },
    )
  })

  test('that are joined with a longer course of one become the longer one', () => {
    const whole = lined().sideLines![0]!
    const start = { ...whole, turns: whole.turns.slice(0, 1) }
    expect(whole.turns.length).toBeGreaterThan(1)
    expect(joinLines([start], [whole])).toEqual([whole])
    expect(joinLines([whole], [start])).toEqual([whole])
  })

  test('of both sides make too many, which is refused', () => {
    const lines = lined().sideLines!
    const many = Array.from({ length: MAX_SIDE_LINES }, (_, i) => ({ ...lines[0]!, after: i }))
    expect(refusal('BAD_REQUEST', () => joinLines(many, lines)).message).toMatch(/at most 100 side lines/)
    const long = { after: 1, turns: Array.from({ length: MAX_SIDE_MOVES }, () => lines[0]!.turns[0]!) }
    expect(refusal('BAD_REQUEST', () => joinLines([long], lines)).message).toMatch(/at most 10000 moves/)
  })

  test('that repeat the game begin where they leave it, and are gone if they never do', () => {
    const game = lined()
    const [first, ...others] = game.sideLines!
    const { after } = first!
    const doubled = { ...first!, after: after - 4, turns: [...game.turns.slice(after - 4, after), ...first!.turns] }
    expect(withoutRepeats([doubled, ...others], game.turns)).toEqual(game.sideLines)
    const repeat = { after: 3, turns: game.turns.slice(3, 9) }
    expect(withoutRepeats([repeat], game.turns)).toEqual([])
    // what leaves a line that is gone leaves the game
    const lines = [repeat, { ...first!, of: 1, after: 9, turns: [...game.turns.slice(9, after), ...first!.turns] }]
    expect(verifyReplay({ ...game, sideLines: lines }).sideLines).toBe(lines)
    expect(withoutRepeats(lines, game.turns)).toEqual([first])
    // one that repeats a line to its end goes on from there
    const longer = { ...first!, of: 1, after: after + 1, turns: [...first!.turns.slice(1), first!.turns[0]!] }
    expect(withoutRepeats([first!, longer], game.turns)).toEqual([
      first,
      { of: 1, after: after + first!.turns.length, turns: [first!.turns[0]] },
    ])
  })

  test('that were tried repeat nothing, and none of their boards is lost', () => {
    fc.assert(
      fc.property(tried, game => {
        const lines = game.sideLines ?? []
        expect(withoutRepeats(lines, game.turns)).toEqual(lines)
        const repeating = lines.map(line => {
          if (line.of !== undefined || line.after === 0) return line
          return { ...line, after: line.after - 1, turns: [game.turns[line.after - 1]!, ...line.turns] }
        })
        verifyReplay({ ...game, sideLines: repeating })
        expect(withoutRepeats(repeating, game.turns)).toEqual(lines)
      }),
      { numRuns: runs(60, 600) },
    )
  })

  test('come back from their bytes', () => {
    const same = ({ sideLines = [] }: Replay) => void expect(unpackLines(packLines(sideLines))).toEqual(sideLines)
    fc.assert(fc.property(tried, same), { numRuns: runs(20, 200) })
  })
})

/** Each line as all that leads to its end. */
function paths(lines: readonly SideLine[]): string[] {
  const texts: string[] = []
  for (const { of, after, turns } of lines)
    texts.push(`${of === undefined ? '' : texts[of - 1]!} ${after}: ${JSON.stringify(turns)}`)
  return texts.sort()
}

describe('of a game that is read', () => {
  const line: SideLine = { after: 1, turns: drawnGame(3, 2).turns.slice(1) }
  const faulty = (sideLines: readonly SideLine[], game = drawnGame(3, 30)) =>
    refusal('BAD_FILE', () => verifyReplay({ ...game, sideLines }))

  test.each<[what: string, lines: readonly SideLine[], where: RegExp]>([
    ['leaves itself', [line, { ...line, of: 2 }], /^side line 2 leaves line 2; expected an earlier line, or the game$/],
    [
      'is one of a circle',
      [
        { ...line, of: 2 },
        { ...line, of: 1 },
      ],
      /^side line 1 leaves line 2; expected an earlier/,
    ],
    ['leaves beyond the end', [{ ...line, after: 31 }], /^side line 1 leaves the game after move 31; expected 0 … 30$/],
    [
      'leaves beyond the end of a line',
      [line, { ...line, of: 1, after: 3 }],
      /^side line 2 leaves line 1 after move 3; expected 2 … 2$/,
    ],
    [
      'leaves a line where that leaves the game',
      [line, { ...line, of: 1 }],
      /^side line 2 leaves line 1 after move 1; expected 2 … 2$/,
    ],
    ['is empty', [{ ...line, turns: [] }], /^side line 1 has no moves$/],
    [
      'is deep in a chain of 100,000',
      Array.from({ length: 100_000 }, (_, i) => ({ ...line, ...(i > 0 && { of: i }), after: i + 1 })),
      /^a game has at most 100 side lines, this has 100000$/,
    ],
    [
      'is too long',
      [{ after: 0, turns: Array.from({ length: MAX_SIDE_MOVES + 1 }, () => line.turns[0]!) }],
      /^side lines have at most 10000 moves together, these have 10001$/,
    ],
  ])('one that %s is refused', (_, lines, where) => {
    expect(faulty(lines).message).toMatch(where)
  })

  test('a tile on another one is named with what was expected', () => {
    const { start } = drawnGame(3, 0)
    const [move] = legalMoves(start) as [Move]
    const cell = slide(start, move)!.board.findIndex(rank => rank > 0)
    const fault = faulty([{ after: 0, turns: [{ move, spawn: { cell, rank: 1 } }] }])
    expect(fault.message).toMatch(/^side line 1, step 1: 2@r\dc\d is not free on .*; expected a tile on an empty cell$/)
  })

  test('an illegal move is named with its line and step', () => {
    const game = lined()
    const illegal = MOVES.find(move => !slide(positionAt(game, { line: 3, at: 13 }).board, move))!
    const third = game.sideLines![2]!
    const lines = game.sideLines!.with(2, { ...third, turns: third.turns.with(1, { ...third.turns[1]!, move: illegal }) })
    const fault = faulty(lines, game)
    expect(fault.message).toMatch(new RegExp(`^side line 3, step 2: sliding ${illegal} moves nothing on`))
    expect(fault.detail).toMatchObject({ line: 3, step: 2 })
  })
})
