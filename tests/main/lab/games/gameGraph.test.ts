import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { emptyCells, faceSum, maxRank, legalMoves, type Board, type Move } from '../../../../src/core/games/twenty48/board'
import { isOver, playTurn, startGame } from '../../../../src/core/games/twenty48/playGame'
import type { GamePosition } from '../../../../src/core/games/twenty48/player'
import { boardValue, searchedWorth } from '../../../../src/core/games/twenty48/search/report'
import { LabGame } from '../../../../src/main/lab/games/labGame'
import { ownerOf } from '../../../../src/main/lab/games/valueOwner'
import type { GameGraph } from '../../../../src/core/contract/calls'
import { GameHistory } from '../../../../src/main/lab/games/gameHistory'
import { Play } from '../../../../src/main/lab/play/play'
import { thinOut } from '../../../../src/main/lab/games/gameSeries'
import { fakePool, textbookSearch } from '../../../support/fakePool'
import { settle, thesisPlayer } from '../../../support/threads'
import { testScope } from '../../../support/testScope'

const player = thesisPlayer({ depth: 0 })
const owner = ownerOf(player, 'thesis')
const EXPERT = { network: '0123456789abcdef', target: 10, least: 4, layers: 3, cut: 0.0005, below: 0.02 }
const valueOf = (position: Pick<GamePosition, 'board'>) => boardValue(textbookSearch(position.board, player).report)!.value
/** The only line of a graph; none for a graph without values. */
const lineOf = ({ lines }: GameGraph) => {
  expect(lines.length).toBeLessThan(2)
  return lines[0]?.value
}

function open() {
  const fake = fakePool({ answersAtOnce: true })
  const ignore = () => undefined
  const play = new Play({
    pool: fake.pool,
    scope: testScope(),
    onView: ignore,
    onChange: ignore,
    onSearched: ignore,
    onFailure: ignore,
  })
  return { play, ...fake }
}

/** Plays so many slides; the positions from the first one on. */
function run(history: GameHistory, slides: number, chooses = (legal: readonly Move[], _: Board) => legal[0]!): GamePosition[] {
  const positions = [history.position]
  for (let i = 0; i < slides && !isOver(history.position); i++) {
    const { board } = history.position
    history.play(chooses(legalMoves(board), board))
    positions.push(history.position)
  }
  return positions
}

describe('rows of a game', () => {
  test('are what playing it again gives', () => {
    const history = new GameHistory({ ...startGame(3), score: 120 })
    const positions = run(history, 1500)
    expect(positions.length).toBeGreaterThan(60)
    expect(history.graph(2000)).toEqual({
      slides: positions.map((_, i) => i),
      score: positions.map(({ score }) => score),
      empties: positions.map(({ board }) => emptyCells(board).length),
      largest: positions.map(({ board }) => maxRank(board)),
      sum: positions.map(({ board }) => faceSum(board)),
      lines: [],
      ms: positions.map(() => null),
      at: positions.length - 1,
      total: positions.length - 1,
    })
  })

  test('stay where a game is undone and redone; only the place in it moves', () => {
    const history = new GameHistory(startGame(5))
    run(history, 40)
    history.setValue(owner, { value: 7, depth: 2 })
    const whole = history.graph(100)
    history.undo(15)
    expect(history.graph(100)).toEqual({ ...whole, at: 25 })
    run(history, 5)
    expect(history.graph(100)).toEqual({ ...whole, at: 30 })
    history.redo(100)
    expect(history.graph(100)).toEqual(whole)
    expect(lineOf(whole)![40]).toBe(7)
  })

  test('after a branch are those of the new line, without what was known of the old one', () => {
    const history = new GameHistory(startGame(5))
    for (let i = 0; i < 40; i++) {
      history.setValue(owner, { value: i, depth: 2 })
      run(history, 1)
    }
    history.undo(20)
    const branch = run(history, 10, legal => legal.at(-1)!)
    const graph = history.graph(100)
    const { score, at, total } = graph
    expect([at, total]).toEqual([30, 30])
    expect(score.slice(20)).toEqual(branch.map(each => each.score))
    expect(lineOf(graph)).toEqual([...Array(21).keys(), ...Array<null>(10).fill(null)])
  })
})

describe('rows that are drawn of many', () => {
  const column = fc.array(fc.oneof(fc.integer({ min: -9, max: 9 }), fc.constant(NaN)), { minLength: 1, maxLength: 3000 })

  test('ascend from the first to the last, are no more than requested, and hold the extremes of every column', () => {
    fc.assert(
      fc.property(column, fc.integer({ min: 10, max: 400 }), (numbers, points) => {
        const other = numbers.map((_, row) => (row * 7919) % 1009)
        const rows = thinOut(numbers.length, points, [numbers, other])
        expect(rows.length).toBeLessThanOrEqual(points)
        expect(rows).toEqual([...new Set(rows)].sort((a, b) => a - b))
        expect([rows[0], rows.at(-1)]).toEqual([0, numbers.length - 1])
        for (const each of [numbers, other]) expect(extremes(rows.map(row => each[row]!))).toEqual(extremes(each))
      }),
    )
  })

  test('are at least a quarter of the points, so that a long game is not drawn with a few', () => {
    for (let length = 401; length < 20_000; length += 397) {
      const zigzag = Array.from({ length }, (_, row) => (row % 3) * row)
      expect(thinOut(length, 400, [zigzag]).length).toBeGreaterThanOrEqual(100)
    }
  })

  test('are the same ones when a row follows, but at the end and where the buckets double', () => {
    const noise = Array.from({ length: 2500 }, (_, row) => (row * 7919) % 1009)
    let changes = 0
    let before = thinOut(500, 100, [noise])
    for (let length = 501; length < 2500; length++) {
      const after = thinOut(length, 100, [noise])
      const [old, now] = [before, after].map(rows => rows.filter(row => row < length - 64).join())
      if (old !== now) changes++
      before = after
    }
    expect(changes).toBeLessThanOrEqual(3)
  })

  function extremes(numbers: readonly number[]): [number, number] {
    const known = numbers.filter(number => !Number.isNaN(number))
    return [Math.min(...known), Math.max(...known)]
  }
})

describe('the value of a board', () => {
  test('is where an expert decided its chance, on a line of its own', () => {
    const game = LabGame.begin(startGame(3), 3, 'seed')
    const learn = (chance?: number) => {
      const { report } = textbookSearch(game.history.position.board, player)
      const values = { up: null, down: null, left: null, right: null, [report.best!]: chance ?? 0 }
      const expert = { decides: true, settings: EXPERT, walls: 4, chances: values }
      game.learn(player, searchedWorth(chance === undefined ? report : { ...report, values, expert }), () => 'thesis')
      game.play(report.best!, 1, player)
      return report
    }
    const first = learn()
    learn(0.6)
    learn(0.5)
    const lines = [
      { profile: 'thesis', value: [boardValue(first)!.value, null, null, null] },
      { profile: null, unit: 'chance', goal: 10, value: [null, 0.6, 0.5, null], depth: [null, 3, 3, null] },
    ]
    expect(game.history.graph(100).lines).toMatchObject(lines)
    expect(game.history.graph(100).lines[0]).not.toHaveProperty('goal')
  })

  test("is that of the engine's own search, whether it moves once, slowly or at full speed", async () => {
    for (const way of ['once', 4, 'fastest'] as const) {
      const { play, autoplays } = open()
      play.newGame(11)
      if (way === 'once') await play.engineMove(player)
      else play.startAutoplay(player, way)
      autoplays[0]?.play(5)
      await settle()
      play.stop()
      const { total } = play.graph(100)
      const value = lineOf(play.graph(100))!
      expect(total).toBe(way === 'fastest' ? 5 : 1)
      let position = startGame(11)
      for (let slides = 0; slides < total; slides++) {
        expect(value[slides]).toBe(valueOf(position))
        position = playTurn(position, textbookSearch(position.board, player).report.best!)!.position
      }
      expect(value.slice(total)).toEqual([null])
    }
  })

  test('is that of the analysis; one that comes for a board that was left is dropped', () => {
    const { play } = open()
    const early = textbookSearch(play.board, player)
    const { value } = boardValue(early.report)!
    play.learn(early)
    expect(lineOf(play.graph(10))).toEqual([value])
    play.slide(legalMoves(play.board)[0]!)
    play.learn(early)
    expect(lineOf(play.graph(10))).toEqual([value, null])
  })
})
