import type { TournamentTable, TournamentView } from '../../../../../core/contract/calls'
import { csvOf, type CsvCell } from '../../../../../core/csv'

const COLUMNS = [
  'player',
  'points',
  'wins',
  'draws',
  'losses',
  'elo',
  'eloLow',
  'eloHigh',
  'msPerMove',
  'nodesPerMove',
  'faults',
  'overruns',
]
const SCORE = ['wins', 'draws', 'losses'] as const

/** The table of a tournament as a file: in CSV one row per player, with the games against each player by number. */
export function tableFile(tournament: TournamentView, table: TournamentTable, format: 'csv' | 'json'): string {
  if (format === 'json') return `${JSON.stringify({ tournament, table }, null, 2)}\n`
  const against = table.players.map((_, i) => SCORE.map(name => `${name}Against${i + 1}`))
  const rows = table.players.map((player, place): CsvCell[] => {
    const { name, points, wins, draws, losses, elo, interval, msPerMove, nodesPerMove, faults, overruns } = player
    return [
      ...[name, points, wins, draws, losses, elo ?? null, interval?.[0] ?? null, interval?.[1] ?? null],
      ...[msPerMove ?? null, nodesPerMove ?? null, faults, overruns],
      ...table.players.flatMap((_, other) => scoreOf(table, place, other)),
    ]
  })
  return csvOf({ columns: [...COLUMNS, ...against.flat()], rows })
}

/** Wins, draws and losses of one player against another. */
function scoreOf({ pairings }: TournamentTable, one: number, other: number): CsvCell[] {
  const pairing = pairings.find(({ players }) => players.includes(one) && players.includes(other))
  if (one === other || !pairing) return SCORE.map(() => null)
  const { players, wins, draws, losses } = pairing
  return players[0] === one ? [wins, draws, losses] : [losses, draws, wins]
}
