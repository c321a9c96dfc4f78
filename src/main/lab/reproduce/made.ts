/** Text that all pages of results share. */
import { fixedDecimals, numberText } from '../../../core/numberText'
import { mean } from '../../../core/stats/summary'
import { FEWEST_GAMES, tInterval, wilsonInterval, type Interval } from '../../../core/stats/intervals'
import { percent, percents, whole } from './markdown'
import type { GameBatch } from './reproduction'
import type { ResultsFile } from './resultsFile'

/**
 * The lab, machine and command that made the results.
 * @param but figures that differ in another run; `all` if a clock decides every game
 */
export function madeLines(
  { heads }: ResultsFile,
  command: string,
  but: 'times' | 'times and games under a clock' | 'all' = 'times',
): string {
  const { lab, generator } = heads[0]!
  const kernels = [...new Set(heads.map(({ kernel }) => kernel))].join(' and ')
  const machines = [...new Set(heads.map(({ machine }) => machine))].join('; ')
  const [first, last] = [heads[0]!, heads.at(-1)!].map(({ at }) => at.slice(0, 10))
  const days = first === last ? `on ${first}` : `from ${first} to ${last}`
  const loads = heads.flatMap(({ load }) => (load === undefined ? [] : [numberText(load, fixedDecimals(1))]))
  return [
    `Made by \`${command}\` with 2048 Lab ${lab}, kernel ${kernels}, generator ${generator}, ${days}, on ${machines}.`,
    `${but === 'all' ? 'A clock decides every game here, so another run has other figures.' : `All figures but ${but} are the same wherever it runs.`} Each result is a line of the file beside this page.`,
    ...(loads.length > 0 ? [`Load average of the machine in the minute before the start: ${loads.join(', then ')}.`] : []),
  ].join('\n')
}

/** The same for matches in which alpha-beta plays: see `withRootTies`. */
export function matchLines(...made: Parameters<typeof madeLines>): string {
  return [
    madeLines(...made),
    'Alpha-beta plays with `rootTies=true`: it finds every move equal to the best, and enters some positions that the textbook’s does not.',
  ].join('\n')
}

/** The mean of whole numbers with its 95 % interval, Student's by default, or the numbers themselves if they are few. */
export function meanCell(
  values: readonly number[],
  { interval = tInterval, text = whole }: { interval?: (values: readonly number[]) => Interval; text?: typeof whole } = {},
): string {
  if (values.length < FEWEST_GAMES) return `${text(mean([...values]))} (${values.map(whole).join(', ')})`
  return `${text(mean([...values]))} [${interval(values).map(text).join(' – ')}]`
}

/** Small means differ in their first decimal. */
export function figure(value: number): string {
  return numberText(value, value < 1000 ? { minimumFractionDigits: 1, maximumFractionDigits: 1 } : 'integer')
}

/** The number of games played, with the planned number if some are missing. */
export function gamesCell(games: readonly unknown[], batch: Pick<GameBatch, 'games'>): string {
  return games.length < batch.games ? `${whole(games.length)} of ${whole(batch.games)}` : whole(games.length)
}

/** The share of games that reached a tile, with its 95 % interval (Wilson's), or their number if games are few. */
export function reachText(reached: number, games: number): string {
  if (games < FEWEST_GAMES) return `${reached} of ${games}`
  return `${percent(reached / games)} ${percents(wilsonInterval(reached, games))}`
}
