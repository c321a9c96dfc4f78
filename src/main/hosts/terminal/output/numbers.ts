/** Numbers and dates for people, by the rules of `core/numberText.ts`; the machine-readable output has plain numbers. */
import type { Interval } from '../../../../core/stats/intervals'
import { fixedDecimals, numberText, withMinus } from '../../../../core/numberText'

export function whole(value: number): string {
  return numberText(value, 'integer')
}

/** 1 move, 1,234 moves. */
export function counted(value: number, noun: string): string {
  return `${whole(value)} ${noun}${value === 1 ? '' : 's'}`
}

/** A number that the user set: all its digits. */
export function bare(value: number): string {
  return numberText(value, 'exact')
}

/** About six digits, with separators; a real minus sign. */
export function measured(value: number): string {
  const size = Math.abs(value)
  if (size > 0 && size < 0.0005) return withMinus(value.toExponential(0))
  return numberText(value, fixedDecimals(decimalsOf(size)))
}

function decimalsOf(size: number): number {
  return size >= 1e5 ? 0 : size >= 1e3 ? 1 : 3
}

/** A mean with its interval, all with the decimals of the largest: 1,211.3 [769.7 – 1,652.9]. */
export function measuredWithin(mean: number, interval: Interval): string {
  const size = Math.max(...[mean, ...interval].map(Math.abs))
  const [own, low, high] = [mean, ...interval].map(each =>
    size < 0.0005 ? measured(each) : numberText(each, fixedDecimals(decimalsOf(size))),
  )
  return `${own} [${low} – ${high}]`
}

/** 1.23 M, 45.6 k. */
export function short(value: number): string {
  return numberText(value, 'short')
}

/** A share of the games as a percentage, with a decimal if that is more than noise. */
export function percent(share: number, games: number): string {
  return `${numberText(100 * share, fixedDecimals(games < 1000 ? 0 : 1))} %`
}

/** A probability as a percentage; small ones with three digits. */
export function chance(probability: number): string {
  return `${numberText(100 * probability, Math.abs(probability) < 0.001 ? 'size' : fixedDecimals(1))} %`
}

/** A difference of two probabilities, in percentage points. */
export function percentagePoints(difference: number): string {
  return numberText(difference, 'percentagePoints')
}

/** 1.23 µs … 45.6 ms … 4.56 s … 3 min 05 s … 2 h 10 min. */
export function duration(ms: number): string {
  if (ms === 0) return '0 s'
  if (ms < 0.9995) return `${numberText(ms * 1000, 'size')} µs`
  if (ms < 999.5) return `${numberText(ms, 'size')} ms`
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${numberText(ms / 1000, 'threeDigits')} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`
  return `${Math.floor(seconds / 3600)} h ${String(Math.floor(seconds / 60) % 60).padStart(2, '0')} min`
}

/** An estimated range of times: a single time if both ends read the same. */
export function durationRange(lowMs: number, highMs: number): string {
  const [low, high] = [duration(lowMs), duration(highMs)]
  return low === high ? low : `${low} – ${high}`
}

/** Local time to the minute. */
export function dateText(ms: number): string {
  const date = new Date(ms)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${two(date.getHours())}:${two(date.getMinutes())}`
}
