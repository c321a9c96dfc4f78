import { computed, shallowRef } from 'vue'
import type { TournamentTable, TournamentView } from '../../../../../core/contract/calls'
import { runFileTexts } from '../../../../../core/contract/runFile'
import { useArena } from '../../../bridge/arena'
import { useMutation } from '../../../bridge/useMutation'
import { downloadBlob } from '../../../ui/exchange/files'
import { useFailureToast } from '../../../ui/toasts/failureToast'
import { csvOf, type CsvCell } from '../../../../../core/csv'

export type ArenaTournaments = ReturnType<typeof useTournaments>

/** The stored tournaments, the selected one, and the user's actions on them. Failures become toasts. */
export function useTournaments() {
  const arena = useArena()
  const change = useMutation(useFailureToast())
  const selected = shallowRef<string>()
  const list = computed(() => arena.tournaments)
  const current = computed(
    (): TournamentView | undefined => list.value?.find(({ id }) => id === selected.value) ?? list.value?.[0],
  )
  return {
    list,
    current,
    select: (id: string) => (selected.value = id),
    pause: (id: string) => change(ask => ask('pauseRun', { kind: 'arena', id })),
    resume: (id: string) => change(ask => ask('resumeRun', { kind: 'arena', id })),
    /** Saves all games as the file that `lab arena` resumes. */
    exportGames: (id: string) =>
      change(async ask => {
        const parts: string[] = []
        for await (const part of runFileTexts(from => ask('exportRun', { kind: 'arena', id, ...from }))) parts.push(part)
        downloadBlob(`arena-${id}.jsonl`, new Blob(parts, { type: 'application/jsonl' }))
      }),
    remove: (id: string) => change(ask => ask('deleteRuns', { kind: 'arena', ids: [id] })),
  }
}

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
