/** What all pages of results say. */
import { numberText } from '../../../core/numberText'
import { mean } from '../../../core/stats/summary'
import { FEWEST_GAMES, tInterval } from '../../../core/stats/intervals'
import { whole, wholes } from './markdown'
import type { GameBatch } from './reproduction'
import type { ResultsFile } from './resultsFile'

/** By what, with what and where the results were made. */
export function madeLines({ heads }: ResultsFile, command: string): string {
  const { lab, generator } = heads[0]!
  const kernels = [...new Set(heads.map(({ kernel }) => kernel))].join(' and ')
  const machines = [...new Set(heads.map(({ machine }) => machine))].join('; ')
  const [first, last] = [heads[0]!, heads.at(-1)!].map(({ at }) => at.slice(0, 10))
  const days = first === last ? `on ${first}` : `from ${first} to ${last}`
  return [
    `Made by \`${command}\` with 2048 Lab ${lab}, kernel ${kernels}, generator ${generator}, ${days}, on ${machines}.`,
    'All figures but times are the same wherever it runs. Each result is a line of the file beside this page.',
  ].join('\n')
}

/** With its 95 % interval, or the scores themselves where they are few. */
export function meanCell(scores: readonly number[]): string {
  if (scores.length < FEWEST_GAMES) return `${whole(mean(scores))} (${scores.map(whole).join(', ')})`
  return `${whole(mean(scores))} ${wholes(tInterval(scores))}`
}

/** A mean of counts with its 95 % interval (Student). */
export function meanText(counts: readonly number[]): string {
  const [low, high] = tInterval(counts)
  return `${figure(mean(counts))} [${figure(low)} – ${figure(high)}]`
}

/** Small means differ in their first decimal. */
export function figure(value: number): string {
  return numberText(value, value < 1000 ? { minimumFractionDigits: 1, maximumFractionDigits: 1 } : 'integer')
}

/** How many were played, of how many where some are missing. */
export function gamesCell(games: readonly unknown[], batch: Pick<GameBatch, 'games'>): string {
  return games.length < batch.games ? `${whole(games.length)} of ${whole(batch.games)}` : whole(games.length)
}
