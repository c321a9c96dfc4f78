/** What the forms of the arena offer and read. */
import { describe, expect, test } from 'vitest'
import { readPlayer } from '../../../../src/core/contract/matches'
import { searchersFor } from '../../../../src/core/contract/searchers'
import { parsePlayerText } from '../../../../src/core/contract/playerText'
import { LabError } from '../../../../src/core/errors'
import { spawnEdge } from '../../../../src/core/games/twenty48/board'
import { GAME_IDS, GAMES, type GameEntry } from '../../../../src/core/games/registry'
import {
  agentsOf,
  boardsIn,
  chosenSeats,
  fittingSeats,
  positionOf,
  USUAL_START,
  usualPlayer,
  usualSeats,
} from '../../../../src/renderer/src/features/arena/setup/seats'

import { spawnPlace } from '../../../../src/renderer/src/games/boardWords'
import { gameView } from '../../../../src/renderer/src/games/gameViews'

describe('what is offered first', () => {
  test.each(GAME_IDS)('of %s can begin at once', game => {
    const { parsed } = positionOf(game, USUAL_START)
    const seats = usualSeats(game, agentsOf(game, parsed!))
    expect(seats).toHaveLength(agentsOf(game, parsed!))
    for (const seat of seats) expect(() => readPlayer(game, parsed!, seat)).not.toThrow()
  })

  test.each(GAME_IDS)('of %s each searcher can play', game => {
    const { parsed } = positionOf(game, USUAL_START)
    for (const searcher of searchersFor(game, parsed!).filter(id => id !== 'sampling'))
      expect(() => readPlayer(game, parsed!, usualPlayer(searcher)), searcher).not.toThrow()
  })

  test('at 2048 against an adversary the computer searches the whole tree', () => {
    expect(usualSeats('adversarial48', 2).map(seat => seat.searcher)).toEqual(['alphaBeta', 'alphaBeta'])
  })

  test('of one game is no choice for another one', () => {
    const seats = ['person' as const, usualSeats('cantGoBack', 2)[1]!]
    expect(chosenSeats('cantGoBack', seats)).toEqual(['person', undefined])
    const { parsed } = positionOf('adversarial48', USUAL_START)
    const [person, computer] = fittingSeats('adversarial48', parsed!, chosenSeats('cantGoBack', seats))
    expect([person, computer]).toEqual(['person', usualSeats('adversarial48', 2)[1]])
    const changed = ['person' as const, parsePlayerText('mcts:nodes=50')]
    expect(fittingSeats('adversarial48', parsed!, chosenSeats('cantGoBack', changed))).toEqual(changed)
  })

  test('has sampling only where something is hidden', () => {
    const hasSampling = GAME_IDS.filter(game => searchersFor(game, positionOf(game, USUAL_START).parsed!).includes('sampling'))
    expect(hasSampling).toEqual(['warehouse'])
  })

  test('keeps who fits when the game is another, and replaces who does not', () => {
    const before = ['person' as const, parsePlayerText('expectimax:depth=2')]
    const { parsed } = positionOf('cantGoBack', USUAL_START)
    expect(fittingSeats('cantGoBack', parsed!, before)).toEqual(before)
    const byRule = [parsePlayerText('alphaBeta:depth=empty'), 'person' as const]
    expect(fittingSeats('ticTacToe', '.../.../...', byRule)).toEqual([usualSeats('ticTacToe', 2)[0], 'person'])
    const four = positionOf('cantGoBack', { ...USUAL_START, options: { players: 4 } }).parsed!
    expect(fittingSeats('cantGoBack', four, before)).toEqual(['person', ...usualSeats('cantGoBack', 4).slice(1)])
    const heavy = ['person' as const, parsePlayerText('alphaBeta:heavy:depth=2')]
    expect(fittingSeats('ticTacToe', '.../.../...', heavy)).toEqual(['person', usualSeats('ticTacToe', 2)[1]])
  })
})

describe('positions in a text', () => {
  const BOARD = '1,0,5\n0,0,0\n3,0,2'

  test('are one board in rows, boards with an empty line between them, or a line each', () => {
    const [whole] = boardsIn('cantGoBack', BOARD)
    expect(boardsIn('cantGoBack', `${BOARD}\n\n${BOARD}\n`)).toEqual([whole, whole])
    expect(boardsIn('ticTacToe', 'X../.../...\n.../.O./X..')).toEqual(['X../.../...', '.../.O./X..'])
  })

  test('that cannot be read are refused with the place', () => {
    expect(() => boardsIn('cantGoBack', `${BOARD}\n\n1,0,x`)).toThrow(LabError)
    expect(positionOf('cantGoBack', { ...USUAL_START, isDrawn: false, text: '1,0\n0' }).problem).toContain('row 2')
  })
})

describe('the moves of arrow keys', () => {
  test.each([
    ['twenty48', '0000011000000000', 'up down left right'],
    ['adversarial48', '0000011000000000', 'up down left right'],
    ['cantGoBack', '0,0,0\n0,1,0\n0,0,2', 'up down left right'],
    ['warehouse', undefined, 'up down left'],
  ] as const)('of %s are legal, and have a key each', (game, position, keys) => {
    const { game: rules }: GameEntry = GAMES[game]
    const state = rules.parse(position ?? positionOf(game, { ...USUAL_START, seed: 26 }).parsed!)
    const arrows = rules.actions(state).flatMap(action => gameView(game).arrows?.[rules.words(state, action)] ?? [])
    expect(arrows.toSorted()).toEqual(keys.split(' ').toSorted())
  })
})

describe('the place of a move on the board', () => {
  test('of a tile is the cell as it is drawn, within the margin of the board', () => {
    const { mark: first } = spawnPlace(spawnEdge({ cell: 0, rank: 1 }))
    const { mark: last } = spawnPlace(spawnEdge({ cell: 15, rank: 2 }))
    expect(first).toMatchObject({ x: 0.022, y: 0.022 })
    expect(last!.x + last!.width).toBeCloseTo(1 - 0.022, 9)
    // as much between two cells as TileBoard's own gap, 2.2 % of what is within its margin
    const { mark: second } = spawnPlace(spawnEdge({ cell: 1, rank: 1 }))
    expect(second!.x - first!.x - first!.width).toBeCloseTo(0.022 * 0.956, 9)
  })

  test.each(GAME_IDS.filter(id => gameView(id).placeOf !== undefined))('of %s lies on it, and no two are the same', game => {
    const { parsed } = positionOf(game, USUAL_START)
    const { game: rules }: GameEntry = GAMES[game]
    const places = rules.actions(rules.parse(parsed!)).map(action => gameView(game).placeOf!(parsed!, action)!)
    for (const { x, y, width, height } of places) {
      for (const corner of [x, y, x + width]) expect(corner).toBeGreaterThanOrEqual(0)
      expect(x + width).toBeLessThanOrEqual(1 + 1e-9)
      expect(Math.min(width, height)).toBeGreaterThan(0)
    }
    expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(places.length)
  })
})
