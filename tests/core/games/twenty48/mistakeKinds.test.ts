import { expect, test } from 'vitest'
import { legalMoves, slide, type Move } from '../../../../src/core/games/twenty48/board'
import { contributions, makeEvaluator } from '../../../../src/core/games/twenty48/heuristics/evaluator'
import {
  costOf,
  costOfMove,
  kindsOfMistake,
  MISTAKE_KINDS,
  type MistakeCost,
  type MistakeKind,
} from '../../../../src/core/games/twenty48/mistakeKinds'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { drawnGame } from '../../support/games'
import { Timeline } from '../../../../src/core/games/twenty48/timeline'
import { chanceOfEnd } from '../../../../src/core/games/twenty48/losingRisk'
import { golden } from '../../support/golden'

type Case = readonly [kind: MistakeKind, board: string, played: Move, better: Move]
const { made, alike } = golden<{ made: Case[]; alike: Case[] }>('mistakeKinds')

test.each(MISTAKE_KINDS)('%s, on 20 boards of another program and 20 that look alike', kind => {
  const found = (cases: readonly Case[]) =>
    cases
      .filter(([its]) => its === kind)
      .map(([, board, played, better]) => kindsOfMistake(parseBoard(board), played, better).includes(kind))
  expect(found(made)).toEqual(Array<boolean>(20).fill(true))
  expect(found(alike)).toEqual(Array<boolean>(20).fill(false))
})

test.each<[what: string, board: string, played: Move, better: Move, kinds: MistakeKind[]]>([
  ['the corner of 1024, and its row', 'A730000000000001', 'right', 'up', ['corner', 'row']],
  ['no corner, where 1024 goes to another one', 'A000000000000001', 'down', 'right', []],
  ['no row, where only its end merges', 'A722000000000001', 'left', 'right', []],
  ['one cell for the next tile, beside no 2', 'A987325435454620', 'right', 'up', ['spawn']],
  ['no forced cell, where a 2 would merge', 'A987325435451620', 'right', 'up', []],
  ['a merge of two 512 that is gone', 'A900090000000001', 'left', 'up', ['merge']],
  ['no missed merge, where it can still be made', 'A990000000000011', 'up', 'left', []],
])('%s', (_, board, played, better, kinds) => {
  const position = parseBoard(board)
  expect(legalMoves(position)).toEqual(expect.arrayContaining([played, better]))
  expect(kindsOfMistake(position, played, better)).toEqual(kinds)
})

test('the move itself is no mistake, on any board of a game', () => {
  const timeline = Timeline.of(drawnGame(3))
  for (let step = 0; step < timeline.length; step += 5) {
    const { board } = timeline.at(step)
    for (const move of legalMoves(board)) expect(kindsOfMistake(board, move, move)).toEqual([])
  }
})

const evaluator = makeEvaluator('power')
const played = (board: string, move: Move, best: Move, chanceLoss: number | null = null, risk = 0) =>
  [
    parseBoard(board),
    {
      move,
      best,
      loss: 0,
      chanceLoss,
      risk,
      moves: { [best]: { value: 0, ownLoss: 0, chance: { rank: 11, share: 1, interval: [1, 1] } } },
    },
  ] as const

test.each<[what: string, board: string, played: Move, better: Move, cost: MistakeCost]>([
  ['the tile that left the corner', 'A730000000000001', 'right', 'up', { is: 'corner', tile: 1024 }],
  ['the cell that must be filled', 'A987325435454620', 'right', 'up', { is: 'spawn', cell: 12 }],
  ['the tiles that do not merge', 'A900090000000001', 'left', 'up', { is: 'merge', tile: 512 }],
])('a mistake names %s', (_, board, move, better, cost) => {
  expect(costOf(...played(board, move, better), evaluator)).toEqual(cost)
})

test('that the next tile may end the game counts before all else', () => {
  // after down a 2 in the only empty cell leaves no move; after up another one is left
  const cost = costOf(...played('1422476212512312', 'down', 'up', 0.874), evaluator)
  expect(cost).toEqual({ is: 'end', lost: 0.9 })
  expect(costOf(...played('A730000000000001', 'right', 'up', 0.874, 0.5), evaluator)).toMatchObject({ is: 'corner' })
})

test('a broken row names its tiles from the corner on', () => {
  const rows = made.filter(([, board, move, better]) => kindsOfMistake(parseBoard(board), move, better)[0] === 'row')
  expect(rows.length).toBeGreaterThan(0)
  for (const [, board, move, better] of rows) {
    const cost = costOf(...played(board, move, better), evaluator)
    const tiles = cost.is === 'row' ? cost.tiles : []
    expect(tiles.length).toBeGreaterThan(2)
    expect(tiles[0]).toBe(Math.max(...parseBoard(board).map(rank => 2 ** rank)))
    expect(tiles).toEqual(tiles.toSorted((a, b) => b - a))
  }
})

test('a mistake of no kind names the term that speaks most for the better board, by what it is worth more there, if that is half of its loss', () => {
  let found = 0
  const timeline = Timeline.of(drawnGame(3))
  for (let step = 0; step < timeline.length; step++) {
    const { board } = timeline.at(step)
    for (const move of legalMoves(board))
      for (const best of legalMoves(board)) {
        if (move === best || kindsOfMistake(board, move, best).length > 0) continue
        if (chanceOfEnd(board, move) > chanceOfEnd(board, best)) continue
        const [worse, better] = [move, best].map(each => contributions(evaluator, slide(board, each)!.board))
        const lost = better!.map(({ id, value }, i) => ({ id, lost: value - worse![i]!.value }))
        const most = Math.max(...lost.map(each => each.lost))
        const { moves } = played('1200000000000000', move, best)[1]
        const costAt = (loss: number) => costOf(board, { move, best, loss, chanceLoss: 0.25, risk: 0, moves }, evaluator)
        const cost = costAt(2 * most)
        expect(costAt(2.1 * Math.max(most, 1e-6))).toEqual({ is: 'tile', tile: 2048, lost: 0.25 })
        if (most < 1e-9) expect(cost).toEqual({ is: 'tile', tile: 2048, lost: 0.25 })
        else {
          expect(cost).toMatchObject({ is: 'term', lost: most })
          expect(lost.find(({ id }) => cost.is === 'term' && id === cost.term)!.lost).toBe(most)
          // the same where it was tried and another one played, whose loss is larger
          const tried = { ...moves, [move]: { value: 0, ownLoss: 2 * most, loss: 0.25 } }
          const assessment = { move: best, best, loss: 1e12, moves: tried, risks: { up: 0, down: 0, left: 0, right: 0 } }
          expect(costOfMove(board, assessment, move, evaluator)).toEqual(cost)
          found++
        }
      }
  }
  expect(found).toBeGreaterThan(10)
})

test('without terms and chances only the risk is known, and without a risk nothing', () => {
  const network = { family: 'network', network: 'ab' } as never
  const board = '1200000000000000'
  const of = (risk: number, chanceLoss: number | null = null) =>
    costOf(...played(board, 'right', 'down', chanceLoss, risk), network)
  expect([of(0.5), of(0), of(0.5, 0.125)]).toEqual([
    { is: 'risk', lost: 0.5 },
    { is: 'later' },
    { is: 'tile', tile: 2048, lost: 0.125 },
  ])
})
