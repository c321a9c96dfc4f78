/** What reproductions of matches are computed with, in place of the lab. */
import { readMatch, type MatchOrder } from '../../../../src/core/contract/matches'
import { playMatch, type Clocks } from '../../../../src/core/match/playMatch'
import type { Bench } from '../../../../src/main/lab/reproduce/reproduction'
import type { ResultsFile } from '../../../../src/main/lab/reproduce/resultsFile'

/** Plays here, the last match first. @param stopAfter so many matches, as a person stops it */
export function benchOf(results: ResultsFile, stopAfter = Infinity) {
  const stop = new AbortController()
  const orders: MatchOrder[] = []
  const stages: [string, number, number][] = []
  const games: number[] = []
  const none = () => Promise.reject(new Error('none are asked for'))
  const played = (order: MatchOrder, clocks: Clocks = { now: () => 0 }) => playMatch(readMatch(order), clocks)
  const bench: Bench = {
    results,
    signal: stop.signal,
    onStage: (...stage) => void stages.push(stage),
    onGames(count) {
      games.push(count)
      if (games.length === stopAfter) stop.abort()
    },
    pool: {
      threads: 1,
      playGames: none,
      playTasks: none,
      playPassages: none,
      async playMatches(matches, { onMatch }) {
        for (const [number, order] of [...matches.entries()].toReversed()) {
          if (stop.signal.aborted) return
          orders.push(order)
          onMatch(played(order), number)
        }
      },
    },
    playHere: played,
  }
  return { bench, orders, stages }
}
