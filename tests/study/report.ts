import { tQuantile } from '../../src/core/stats/studentT'
import type { Interval } from '../../src/core/stats/intervals'
import { mean, sampleStandardDeviation } from '../../src/core/stats/summary'
import type { Found } from './search'

/** Mean and its 95 % interval over runs, by Student's t: they are few, and each is a mean of many games. @param values two or more */
export function over(values: readonly number[]): { readonly mean: number; readonly interval: Interval } {
  const centre = mean([...values])
  const half = (tQuantile(values.length - 1, 0.025) * sampleStandardDeviation([...values])) / Math.sqrt(values.length)
  return { mean: centre, interval: [centre - half, centre + half] }
}

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const percent = new Intl.NumberFormat('en', { style: 'percent', signDisplay: 'exceptZero', maximumFractionDigits: 0 })

/** A row of the table of optimisers: games, what was reported, what it is worth, what the noise added, the worst and the best run. */
export function studyLine(name: string, found: readonly Found[]): string {
  const worth = found.map(each => each.worth)
  const added = over(found.map(({ reported, worth }) => reported / worth - 1))
  const of = ({ mean, interval: [low, high] }: ReturnType<typeof over>, format: Intl.NumberFormat) =>
    `${format.format(mean)} [${format.format(low)} – ${format.format(high)}]`
  const cells = [
    name,
    whole.format(mean(found.map(({ games }) => games))),
    whole.format(mean(found.map(({ reported }) => reported))),
    of(over(worth), whole),
    of(added, percent),
    `${whole.format(Math.min(...worth))} … ${whole.format(Math.max(...worth))}`,
  ]
  return `| ${cells.join(' | ')} |`
}
