/** The table of a tournament as a file. */
import { describe, expect, test } from 'vitest'
import type { TournamentTable, TournamentView } from '../../../../src/core/contract/calls'
import { placeOfGame } from '../../../../src/renderer/src/features/arena/useCourse'
import { tableFile } from '../../../../src/renderer/src/features/arena/tournament/tableFile'

const tournament: TournamentView = {
  ...{ id: '0123456789abcdef', game: 'cantGoBack', boards: 0, bounds: {}, seed: 1, at: '2026-01-01T00:00:00.000Z' },
  players: [
    { name: 'minimax:depth=2', player: 'minimax:depth=2' },
    { name: 'greedy', player: 'greedy' },
  ],
  ...{ total: 10, done: 10, state: 'finished' },
}
const table: TournamentTable = {
  games: 10,
  players: [
    {
      name: 'minimax:depth=2',
      wins: 9,
      draws: 1,
      losses: 0,
      points: 9.5,
      elo: 511.5,
      interval: [300, '∞'],
      faults: 0,
      overruns: 0,
    },
    { name: 'greedy', wins: 0, draws: 1, losses: 9, points: 0.5, faults: 2, overruns: 1, msPerMove: 0.25, nodesPerMove: 3 },
  ],
  pairings: [{ players: [0, 1], wins: 9, draws: 1, losses: 0, different: 10, repeats: false, alike: false, undecided: 0 }],
  ...{ reproducible: true, machine: 'a machine' },
}

describe('the table of a tournament as a file', () => {
  test('in CSV has a row for each player, with its games against each other one', () => {
    expect(tableFile(tournament, table, 'csv').split('\n')).toEqual([
      'player,points,wins,draws,losses,elo,eloLow,eloHigh,msPerMove,nodesPerMove,faults,overruns,' +
        'winsAgainst1,drawsAgainst1,lossesAgainst1,winsAgainst2,drawsAgainst2,lossesAgainst2',
      '"minimax:depth=2",9.5,9,1,0,511.5,300,"∞",,,0,0,,,,9,1,0',
      '"greedy",0.5,0,1,9,,,,0.25,3,2,1,0,1,9,,,',
      '',
    ])
  })

  test('in JSON has what was played as well', () => {
    expect(JSON.parse(tableFile(tournament, table, 'json'))).toEqual({ tournament, table })
  })
})

test('games of a tournament are counted without gaps, also where each two players meet an odd number of times', () => {
  const three = [...tournament.players, { name: 'mcts', player: 'mcts:nodes=10' }]
  // 3 pairs of players, 7 games each: the last round, games 19 to 24, has the first of each pair alone
  const numbers = [...Array.from({ length: 18 }, (_, i) => i + 1), 19, 21, 23]
  const places = numbers.map(number => placeOfGame({ number }, { total: 21, players: three }))
  expect(places).toEqual(Array.from({ length: 21 }, (_, i) => i + 1))
})
