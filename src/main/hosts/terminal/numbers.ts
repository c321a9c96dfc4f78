/** Numbers as people read them; the machine-readable output has them bare. */

const WHOLE = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

export function whole(value: number): string {
  return WHOLE.format(value)
}

/** 1 slide, 1,234 slides. */
export function counted(value: number, noun: string): string {
  return `${whole(value)} ${noun}${value === 1 ? '' : 's'}`
}

/** A number that somebody set: all its digits. */
export function bare(value: number): string {
  return withMinus(value.toLocaleString('en-US', { maximumSignificantDigits: 17 }))
}

/** About six digits, with separators; a real minus sign. */
export function measured(value: number): string {
  const size = Math.abs(value)
  if (size > 0 && size < 0.0005) return withMinus(value.toExponential(0))
  const decimals = size >= 1e5 ? 0 : size >= 1e3 ? 1 : 3
  return withMinus(value.toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: decimals }))
}

/** 1.23 M, 45.6 k. */
export function short(value: number): string {
  for (const [unit, size] of [
    ['G', 1e9],
    ['M', 1e6],
    ['k', 1e3],
  ] as const)
    // prettier-ignore
    if (value >= size) return `${(value / size).toPrecision(3)} ${unit}`
  return String(Number(value.toPrecision(3)))
}

/** A share of so many games as a percentage, with a tenth where that is more than noise. */
export function percent(share: number, games: number): string {
  return `${(100 * share).toFixed(games < 1000 ? 0 : 1)} %`
}

/** 1.23 µs … 45.6 ms … 4.56 s … 3 min 05 s … 2 h 10 min. */
export function duration(ms: number): string {
  if (ms < 1) return `${Number((ms * 1000).toPrecision(3))} µs`
  if (ms < 1000) return `${Number(ms.toPrecision(3))} ms`
  const seconds = Math.round(ms / 1000)
  if (seconds < 60) return `${(ms / 1000).toPrecision(3)} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`
  return `${Math.floor(seconds / 3600)} h ${String(Math.floor(seconds / 60) % 60).padStart(2, '0')} min`
}

function withMinus(text: string): string {
  return text.replaceAll('-', '−')
}
