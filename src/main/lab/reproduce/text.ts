/** Texts of figures in tables of results. */
import type { LabError } from '../../../core/errors'
import { fixedDecimals, numberText } from '../../../core/numberText'
import { quoted } from '../../../core/quoted'
import { badSetting } from '../../../core/settingChecks'
import { FEWEST_GAMES, tInterval, wilsonInterval, type Interval } from '../../../core/stats/intervals'
import { mean } from '../../../core/stats/summary'

/** @returns {LabError} `BAD_SETTING` */
export function unknownFigure(id: string): LabError {
  return badSetting('columns', `${quoted(id)} is not a figure of this part`)
}

export function whole(value: number): string {
  return numberText(value, 'integer')
}

export function decimals(value: number, digits: 1 | 2): string {
  return numberText(value, fixedDecimals(digits))
}

/** Small means differ in their first decimal. */
export function oneOrWhole(value: number): string {
  return value < 1000 ? numberText(value, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) : whole(value)
}

export function percent(share: number): string {
  return `${whole(100 * share)} %`
}

export function between([low, high]: Interval, text: (value: number) => string = whole): string {
  return `[${text(low)} – ${text(high)}]`
}

export function percents(interval: Interval): string {
  return between(interval, share => whole(100 * share))
}

/** The mean of whole numbers with its 95 % interval, Student's by default, or the numbers themselves if they are few. */
export function meanText(
  values: readonly number[],
  { interval = tInterval, text = whole }: { interval?: (values: readonly number[]) => Interval; text?: typeof whole } = {},
): string {
  const all = text(mean([...values]))
  return values.length < FEWEST_GAMES ? `${all} (${values.map(whole).join(', ')})` : `${all} ${between(interval(values), text)}`
}

/** Mean of all values, with the interval of Student over groups, which are independent of each other; of few there is none. */
export function groupedText(
  values: readonly number[],
  groups: readonly number[],
  text = (value: number) => decimals(value, 1),
  fewest = FEWEST_GAMES / 2,
): string {
  const all = text(mean([...values]))
  return groups.length < fewest ? all : `${all} ${between(tInterval(groups), text)}`
}

/** A share with its 95 % interval (Wilson's), or the counts if they are few. */
export function shareText(count: number, of: number): string {
  return of < FEWEST_GAMES ? `${count} of ${of}` : `${percent(count / of)} ${percents(wilsonInterval(count, of))}`
}

/** The number of games played, with the planned number if some are missing. */
export function gamesText(games: readonly unknown[], planned: number): string {
  return games.length < planned ? `${whole(games.length)} of ${whole(planned)}` : whole(games.length)
}
