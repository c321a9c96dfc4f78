import type { Overshoots, TextbookSpeed } from './textbook'
import type { LargeTrace } from './traces'

/** Cost of a search of all positions, by depth. */
export type Growth = readonly { readonly depth: number; readonly nodes: number; readonly ms: number }[]

export interface PerfResult {
  readonly signature: string
  readonly nodesPerSecond: number
  readonly ratioToTextbook: number
  readonly scaling2: number
  readonly gamesPerSecond: Readonly<Record<string, number>>
  readonly gamesPerSecondSpawned: Readonly<Record<string, number>>
  readonly gamesPerSecond2: number
  readonly changeWeightsMs: number
  readonly changeExponentMs: number
  readonly changeOwnWeightsMs: number
  readonly wideSpeed: number
  readonly ownTablesSpeed: number
  readonly growth: Growth
  readonly recording: Readonly<Record<'thesis' | 'power', number>>
  readonly native: Readonly<Record<string, Ranged>>
  readonly bench: { readonly gamesPerSecond: number; readonly share: Ranged }
  readonly minimax: RangedSpeed
  readonly alphaBeta: RangedSpeed
  readonly overshoot: Readonly<Record<string, Overshoot>>
  readonly largeTrace: LargeTrace
}

/** Milliseconds past a time limit. */
interface Overshoot {
  readonly median: number
  readonly worst: number
  readonly searches: number
}

/** A median with the range of what it is of. */
interface Ranged {
  readonly median: number
  readonly range: readonly [least: number, most: number]
}

/** Of a search of the textbook: in processor time, and as a share of the moves that the kernel tries meanwhile. */
interface RangedSpeed {
  readonly positionsPerSecond: number
  readonly share: Ranged
}

/** Of the rounds. */
export function medianSpeed(rounds: readonly TextbookSpeed[]): RangedSpeed {
  return {
    positionsPerSecond: median(rounds.map(each => each.positionsPerSecond)),
    share: ranged(rounds.map(({ share }) => share)),
  }
}

export function ranged(values: readonly number[]): Ranged {
  return { median: median(values), range: [Math.min(...values), Math.max(...values)] }
}

/** Over the searches of all rounds. */
export function overshootOf(rounds: readonly Overshoots[]): PerfResult['overshoot'] {
  const names = new Set(rounds.flatMap(round => Object.keys(round)))
  return Object.fromEntries(
    [...names].map(name => {
      const all = rounds.flatMap(round => round[name] ?? [])
      return [name, { median: median(all), worst: Math.max(...all), searches: all.length }]
    }),
  )
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/** The median time at each depth. Nodes are the same in every round, or the search is not reproducible. */
export function medianGrowth(rounds: readonly Growth[]): Growth {
  return rounds[0]!.map(({ depth, nodes }, i) => {
    for (const round of rounds)
      if (round[i]!.nodes !== nodes) throw new Error(`depth ${depth} took ${nodes} nodes, then ${round[i]!.nodes}`)
    return { depth, nodes, ms: median(rounds.map(round => round[i]!.ms)) }
  })
}

export function table(result: PerfResult): string {
  const number = new Intl.NumberFormat('en', { maximumSignificantDigits: 4 })
  const speed = ({ positionsPerSecond, share }: RangedSpeed) =>
    `${number.format(positionsPerSecond / 1e6)} M positions/s, ${spread(share)} of the moves that the kernel tries`
  const games = (by: PerfResult['gamesPerSecond']) =>
    Object.entries(by).map(([depth, each]) => `${number.format(each)} at depth ${depth}`)
  const lines: [string, string][] = [
    ['bench signature', result.signature],
    ['kernel', `${number.format(result.nodesPerSecond / 1e6)} M nodes/s, one thread`],
    ['kernel : textbook', `${number.format(result.ratioToTextbook)} : 1`],
    ...Object.entries(result.native).map(([contest, share]): [string, string] => [`kernel : C++, ${contest}`, spread(share)]),
    ['boards past 32768', `${number.format(result.wideSpeed)} of the speed of the same ones below`],
    ['a table for each line', `${number.format(result.ownTablesSpeed)} of the speed with one for all`],
    ['1 → 2 threads', `${number.format(result.scaling2)} × games/s`],
    ['games/s, afterstate leaves, one thread', games(result.gamesPerSecond).join(', ')],
    ['games/s, spawned leaves, one thread', games(result.gamesPerSecondSpawned).join(', ')],
    ['games/s, afterstate leaves, two threads', `${number.format(result.gamesPerSecond2)} at depth 1`],
    [
      'lab bench at depth 0, with its store',
      `${number.format(result.bench.gamesPerSecond)} games a processor second, ${spread(result.bench.share)} of the kernel alone`,
    ],
    ['5,000 games at depth 1 on two threads', `${number.format(5000 / result.gamesPerSecond2)} s`],
    ['change of weights', `${number.format(result.changeWeightsMs)} ms`],
    ['change of an exponent', `${number.format(result.changeExponentMs)} ms`],
    ['change of weights, a table for each line', `${number.format(result.changeOwnWeightsMs)} ms`],
    ['minimax on tic-tac-toe', speed(result.minimax)],
    ["alpha-beta on Can't Go Back, light", speed(result.alphaBeta)],
    ...Object.entries(result.overshoot).map(([name, { median, worst, searches }]): [string, string] => [
      `past the limit, ${name}`,
      `${number.format(median)} ms, ${number.format(worst)} ms at worst of ${searches} searches`,
    ]),
    [
      'recording, depth 2, spawned leaves',
      `${number.format(result.recording.thesis)} × the time with the thesis's evaluator, ${number.format(result.recording.power)} × with power's`,
    ],
    [
      'a large trace',
      `${number.format(result.largeTrace.entries / 1e6)} M nodes in ${number.format(result.largeTrace.mebibytes)} MiB, ${number.format(result.largeTrace.ms)} ms`,
    ],
    ...result.growth.map(({ depth, nodes, ms }, i): [string, string] => {
      const before = result.growth[i - 1]
      const factor = before ? `, × ${number.format(nodes / before.nodes)} nodes, × ${number.format(ms / before.ms)} time` : ''
      return [`depth ${depth}`, `${number.format(nodes)} nodes, ${number.format(ms)} ms${factor}`]
    }),
  ]
  const width = Math.max(...lines.map(([name]) => name.length))
  return lines.map(([name, value]) => `${name.padEnd(width)}  ${value}`).join('\n')
}

function spread({ median, range }: Ranged): string {
  return `${median.toFixed(3)} [${range.map(end => end.toFixed(3)).join('–')}]`
}
