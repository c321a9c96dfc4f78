import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withTile, type Board } from '../../../../src/core/games/twenty48/board'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { Outlook, OUTLOOK_GAMES, outlookStarts } from '../../../../src/core/games/twenty48/outlook'
import { shareSequence } from '../../../../src/core/stats/confidenceSequence'

const board = parseBoard('8321 2100 0000 0000')
/** A board whose largest tile has this rank. */
const end = (rank: number): Board => withTile(parseBoard('1234 2341 3412 0000'), { cell: 15, rank })

describe('an outlook', () => {
  test('is of the six tiles above the largest and above 128, and of fewer at the top', () => {
    expect(new Outlook(parseBoard('1100 0000 0000 0000')).tiles.map(({ rank }) => rank)).toEqual([8, 9, 10, 11, 12, 13])
    expect(new Outlook(board).tiles.map(({ rank }) => rank)).toEqual([9, 10, 11, 12, 13, 14])
    expect(new Outlook(end(16)).tiles.map(({ rank }) => rank)).toEqual([17])
    expect(new Outlook(end(17))).toMatchObject({ tiles: [], isDone: true })
  })

  test('counts the games that made a tile or a larger one, each in its turn, in whatever order they end', () => {
    const rank = fc.integer({ min: 8, max: 15 })
    fc.assert(
      fc.property(fc.array(fc.tuple(rank, fc.nat()), { minLength: 1, maxLength: 40 }), games => {
        const outlook = new Outlook(board)
        const order = games.map((_, game) => game).toSorted((a, b) => games[a]![1] - games[b]![1])
        const ended = new Set<number>()
        for (const game of order) {
          outlook.add(game, end(games[game]![0]))
          ended.add(game)
          const counted = games.findIndex((_, each) => !ended.has(each))
          const ranks = games.slice(0, counted < 0 ? games.length : counted).map(([each]) => each)
          expect(outlook.games).toBe(ranks.length)
          for (const tile of outlook.tiles) {
            const reached = ranks.filter(each => each >= tile.rank).length
            expect(tile.share).toBe(ranks.length === 0 ? 0 : reached / ranks.length)
            expect(tile.interval).toEqual(shareSequence(reached, ranks.length))
          }
        }
      }),
    )
  })

  test('is done after its games, or once all its intervals are narrow', () => {
    const [open, clear] = [new Outlook(board), new Outlook(board)]
    let [ofOpen, ofClear] = [0, 0]
    while (!open.isDone) open.add(ofOpen, end(8 + (ofOpen++ % 4)))
    while (!clear.isDone) clear.add(ofClear++, end(8))
    expect(ofOpen).toBe(OUTLOOK_GAMES)
    expect(ofClear).toBeLessThan(OUTLOOK_GAMES / 2)
  })

  test('has the same games again, and others for another board', () => {
    const first = outlookStarts(board, 0, 20)
    expect(outlookStarts(board, 5, 3)).toEqual(first.slice(5, 8))
    const randoms = [...first, ...outlookStarts(end(9), 0, 20)].map(({ random }) => random)
    expect(new Set(randoms).size).toBe(40)
  })
})
