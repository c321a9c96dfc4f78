/** Conclusions of a page from all games of a reproduction. */
import { whole } from '../markdown'
import type { ResultsFile } from '../resultsFile'
import { matchesOf, type Series } from './series'

/**
 * Sentences about all games: a trial, or an unfinished run, does not support them.
 * @param all series with all their games, whatever the number of a trial
 */
export function concluded(results: ResultsFile, all: readonly Series[], sentences: readonly string[]): string[] {
  const played = all.map(series => Math.min(matchesOf(results, series).length, series.matches))
  const [done, wanted] = [played, all.map(({ matches }) => matches)].map(each => each.reduce((sum, games) => sum + games, 0))
  if (done! >= wanted!) return [...sentences]
  return [
    `- **No conclusion yet**: ${whole(done!)} of ${whole(wanted!)} games are played. What all of them show is said on this page in docs/results of the lab.`,
  ]
}
