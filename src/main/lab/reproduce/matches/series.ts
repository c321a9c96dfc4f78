/** Series of matches between the same players, with their lines of results. */
import { contentHash } from '../../../../core/contentHash'
import type { MatchLine } from '../../../../core/contract/files'
import { effortFields } from '../../../../core/contract/files/matchFields'
import { readMatch, type MatchOrder, type MatchPlayer } from '../../../../core/contract/matches'
import type { MatchResult } from '../../../../core/match/match'
import { playMatch } from '../../../../core/match/playMatch'
import { byPlayer, seatingOf, type Seating } from '../../../../core/match/seating'
import { SEARCHERS } from '../../../../core/search/registry'
import { stopIfAsked, type Bench } from '../reproduction'
import type { ResultsFile } from '../resultsFile'

export interface Series {
  readonly name: string
  /** Everything except the players. */
  readonly rules: Omit<MatchOrder, 'players' | 'seed'>
  readonly players: readonly MatchPlayer[]
  readonly matches: number
  readonly seed: number
  /** Each match has a seed of its own, and the first player the first seat: their parts differ. */
  readonly keepsSeats?: true
}

/** Its matches in the results, without those of other players or rules under the same name. */
export function matchesOf(results: ResultsFile, series: Series): MatchLine[] {
  return results.matches(series.name, keyOf(series))
}

/** A match of a series by its number. */
export interface Numbered {
  readonly series: Series
  readonly match: number
}

/** Missing matches: the first match of each series, then the second of each, and so on, so that all progress equally. */
export function missingMatches({ results, onStage }: Bench, stage: string, all: readonly Series[]): Numbered[] {
  const most = Math.max(...all.map(({ matches }) => matches))
  const rounds = Array.from({ length: most }, (_, match) => all.map(series => ({ series, match })))
  const planned = rounds.flat().filter(({ series, match }) => match < series.matches)
  const missing = planned.filter(each => !results.has(lineKey(each)))
  onStage(stage, planned.length, planned.length - missing.length)
  return missing
}

/** Plays them on the threads of the lab. @throws {LabError} `CANCELLED` if it was stopped, and errors of the pool */
export async function playMissing(bench: Bench, stage: string, all: readonly Series[]): Promise<void> {
  const { pool, results, signal, onGames } = bench
  const missing = missingMatches(bench, stage, all)
  await pool.playMatches(
    missing.map(orderOf),
    {
      onMatch(result, number) {
        results.add(lineOf(missing[number]!, result))
        onGames(1)
      },
    },
    { signal },
  )
  stopIfAsked(signal, results)
}

/**
 * Fingerprint of the first actions of a match of each series: shows if another lab plays the same. Clocks must not decide.
 * @param actions of each match
 */
export function matchesFingerprint(all: readonly Series[], actions = 4): string {
  const begun = all.map(series => {
    const order = orderOf({ series, match: 0 })
    const { edges, players } = playMatch(readMatch({ ...order, bounds: { actions } }), { now: () => 0 })
    return [edges, players.map(({ nodes }) => nodes)]
  })
  return contentHash(begun)
}

export function orderOf(numbered: Numbered): MatchOrder {
  const { rules, players } = numbered.series
  const seating = seatingFor(numbered)
  return { ...rules, players: seating.players.map(player => withRootTies(players[player]!)), seed: seating.seed }
}

/** The results are of players that find all ties of the root; their pages say so. */
function withRootTies(player: MatchPlayer): MatchPlayer {
  const takesIt = SEARCHERS[player.searcher].wrappers.some(wrapper => wrapper === 'rootTies')
  return takesIt ? { ...player, wrapping: { ...player.wrapping, rootTies: true } } : player
}

function seatingFor({ series: { seed, players, keepsSeats }, match }: Numbered): Seating {
  return keepsSeats ? seatingOf(seed, players.length, match * players.length) : seatingOf(seed, players.length, match)
}

function keyOf({ rules, players, seed }: Series): string {
  return contentHash({ rules, players, seed })
}

function lineKey({ series, match }: Numbered) {
  return { kind: 'match', series: series.name, match, played: keyOf(series) } as const
}

export function lineOf(numbered: Numbered, { ended, fault, winner, values, players }: MatchResult): MatchLine {
  const seating = seatingFor(numbered)
  return {
    ...lineKey(numbered),
    ...{ seed: seating.seed, ended },
    ...(fault && {
      fault: { player: seating.players[fault.agent]!, reason: `${fault.reason}: ${fault.message}`.slice(0, 1000) },
    }),
    ...(winner !== undefined && { winner: seating.players[winner]! }),
    values: byPlayer(values, seating),
    ...effortFields(byPlayer(players, seating)),
  }
}
