/** Matches of a study: on the threads of the lab, or one at a time where processor time is measured. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { contentHash } from '../../../core/contentHash'
import type { GameLine, MatchRow } from '../../../core/contract/files'
import { type MatchOrder, type MatchPlayer, effortFields, readMatch } from '../../../core/contract/matches'
import { parsePlayerText } from '../../../core/contract/playerText'
import { type MatchResult, type Seating, byPlayer, seatingOf } from '../../../core/match/match'
import { playMatch, type Clocks } from '../../../core/match/playMatch'
import { SEARCHERS } from '../../../core/search/registry'
import { stopIfAsked, type Bench } from './results'
import { hashOf } from './rows'

/** Matches that show if a lab plays the same, their actions, and nodes in place of limits in time. */
const TRIED = { rows: 12, actions: 6, nodes: 500 } as const

/** A match of a row by its number. */
interface Numbered {
  readonly row: MatchRow
  readonly game: number
}

/** @param rows of one part @throws {LabError} `CANCELLED` if it was stopped, and errors of the pool */
export async function playMissingMatches(bench: Bench, rows: readonly MatchRow[]): Promise<void> {
  const { pool, results, signal, onStage, onGames } = bench
  const planned = inTurns(rows)
  const missing = planned.filter(each => !results.has(keyOf(each)))
  onStage(rows[0]!.part, planned.length, planned.length - missing.length, 'games')
  const add = (numbered: Numbered, result: MatchResult): void => {
    results.add(lineOf(numbered, result))
    onGames(1)
  }
  const { timed } = rows[0]!
  if (timed && missing.length > 0) return timeAll(bench, timed, rows, missing, add)
  await pool.playMatches(missing.map(orderOf), { onMatch: (result, i) => add(missing[i]!, result) }, { signal })
  stopIfAsked(bench)
}

/** The first match of each row, then the second of each, and so on, so that all progress equally. */
function inTurns(rows: readonly MatchRow[]): Numbered[] {
  const most = Math.max(...rows.map(({ games }) => games))
  const rounds = Array.from({ length: most }, (_, game) => rows.map(row => ({ row, game })))
  return rounds.flat().filter(({ row, game }) => game < row.games)
}

/** Fingerprint of the beginnings of matches of some rows, without their clocks. */
export function matchesFingerprint(all: readonly MatchRow[]): string {
  const step = Math.ceil(all.length / TRIED.rows)
  const rows = all.filter((_, i) => i % step === 0)
  return contentHash(
    rows.map(row => {
      const { bounds: _, ...order } = orderOf({ row, game: 0 })
      const players = order.players.map(withoutClock)
      const match = readMatch({ ...order, players, bounds: { actions: TRIED.actions } })
      const played = playMatch(match, { now: () => 0 })
      return [played.edges, played.players.map(({ nodes }) => nodes)]
    }),
  )
}

function withoutClock({ clock, ...player }: MatchPlayer): MatchPlayer {
  const { ms, ...limits } = player.limits
  return clock === undefined && ms === undefined ? player : { ...player, limits: { ...limits, nodes: TRIED.nodes } }
}

function orderOf(numbered: Numbered): MatchOrder {
  const { game, position, options, bounds, players } = numbered.row
  const { seed, players: seats } = seatingFor(numbered)
  const seated = seats.map(player => withRootTies(parsePlayerText(players[player]!)))
  return { game, position, ...(options && { options }), ...(bounds && { bounds }), players: seated, seed }
}

/** Players of a study find all ties of the root. */
function withRootTies(player: MatchPlayer): MatchPlayer {
  const takesIt = SEARCHERS[player.searcher].wrappers.some(wrapper => wrapper === 'rootTies')
  return takesIt ? { ...player, wrapping: { ...player.wrapping, rootTies: true } } : player
}

function seatingFor({ row: { seed, players, keepsSeats }, game }: Numbered): Seating {
  return seatingOf(seed, players.length, keepsSeats ? game * players.length : game)
}

function keyOf({ row, game }: Numbered) {
  return { kind: 'game', row: row.name, of: hashOf(row), game } as const
}

function lineOf(numbered: Numbered, { ended, fault, winner, values, players }: MatchResult): GameLine {
  const seating = seatingFor(numbered)
  return {
    ...keyOf(numbered),
    ...{ seed: seating.seed, ended },
    ...(fault && {
      fault: { player: seating.players[fault.agent]!, reason: `${fault.reason}: ${fault.message}`.slice(0, 1000) },
    }),
    ...(winner !== undefined && { winner: seating.players[winner]! }),
    values: byPlayer(values, seating),
    ...effortFields(byPlayer(players, seating)),
  }
}

/**
 * Plays them in this process, one at a time. The threads of the pool have nothing to do meanwhile, so the processor time is that of the
 * match in play.
 */
async function timeAll(
  bench: Bench,
  { clock, warmUps }: NonNullable<MatchRow['timed']>,
  rows: readonly MatchRow[],
  missing: readonly Numbered[],
  add: (numbered: Numbered, result: MatchResult) => void,
): Promise<void> {
  const clocks = clock === 'processor' ? processorClocks() : PASSING
  const time = async (numbered: Numbered): Promise<MatchResult> => {
    await yieldToEventLoop()
    stopIfAsked(bench)
    return bench.playHere(orderOf(numbered), clocks)
  }
  for (let game = 0; game < warmUps; game++) for (const row of rows) await time({ row, game }) // code is compiled after a while
  for (const numbered of missing) add(numbered, await time(numbered))
}

/**
 * Processor time of this process in milliseconds, to the microsecond. A system may count that of a single thread by ticks of some ms,
 * and a move of greedy takes less.
 */
function processorMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Limits in time are of time that passes. */
const PASSING = { now: () => performance.now(), processor: processorMs } satisfies Clocks

/** A search looks at its clock at each position, which takes less time than the system needs to say what the processor has done. */
const READ_EVERY_MS = 0.1

/** Clocks with limits of processor time, so that other programs take nothing from a search; `now` is up to `READ_EVERY_MS` late. */
function processorClocks(): Clocks {
  let readAt = -Infinity
  let read = 0
  const now = () => {
    const passed = PASSING.now()
    if (passed - readAt >= READ_EVERY_MS) [readAt, read] = [passed, processorMs()]
    return read
  }
  return { now, processor: processorMs }
}
