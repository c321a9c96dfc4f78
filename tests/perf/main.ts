/**
 * The fixed performance run: medians of 5 interleaved runs on the positions of resources/bench-positions.json.
 *
 *     npm run perf                  a table
 *     npm run -s perf -- --json     one JSON object on one line
 */
import { writeSync } from 'node:fs'
import { benchCost, type BenchCost } from './bench'
import { closePools, gamesPerSecond } from './games'
import { CONTESTS, nativeRatios, type NativeRatios } from './native'
import { changeMs, growth, kernelRun, ownTablesRatio, signature, textbookRun, wideRatio } from './searches'
import { median, medianGrowth, medianSpeed, ranged, table, overshootOf, type Growth } from './report'
import { alphaBetaSpeed, minimaxSpeed, overshoots, type Overshoots, type TextbookSpeed } from './textbook'
import { largeTrace, recordingRatios, type LargeTrace } from './traces'

const RUNS = 5

interface Rounds {
  readonly kernel: number[]
  readonly wide: number[]
  readonly own: number[]
  readonly ratio: number[]
  readonly games1: number[]
  readonly games2: number[]
  readonly byDepth: Record<'afterstate' | 'spawned', number[][]>
  readonly weights: number[]
  readonly exponent: number[]
  readonly ownWeights: number[]
  readonly growth: Growth[]
  readonly recording: ReturnType<typeof recordingRatios>[]
  readonly large: LargeTrace[]
  readonly native: NativeRatios[]
  readonly bench: BenchCost[]
  readonly minimax: TextbookSpeed[]
  readonly alphaBeta: TextbookSpeed[]
  readonly overshoots: Overshoots[]
}

const json = process.argv.includes('--json')
const rounds: Rounds = {
  kernel: [],
  wide: [],
  own: [],
  ratio: [],
  games1: [],
  games2: [],
  byDepth: { afterstate: [[], [], []], spawned: [[], [], []] },
  weights: [],
  exponent: [],
  ownWeights: [],
  growth: [],
  recording: [],
  large: [],
  native: [],
  bench: [],
  minimax: [],
  alphaBeta: [],
  overshoots: [],
}

const note = (text: string) => void (json || writeSync(2, text))

for (let run = 1; run <= RUNS; run++) {
  note(`run ${run} of ${RUNS}\n`)
  rounds.kernel.push(kernelRun().nodesPerSecond)
  rounds.wide.push(wideRatio())
  rounds.own.push(ownTablesRatio())
  rounds.ratio.push(textbookRun())
  rounds.weights.push(changeMs('power', 'empty'))
  rounds.exponent.push(changeMs('power', 'sumPower'))
  rounds.ownWeights.push(changeMs('positional', 'empty'))
  rounds.growth.push(growth())
  rounds.recording.push(recordingRatios())
  rounds.large.push(largeTrace())
  const native = nativeRatios()
  if (native) rounds.native.push(native)
  else note('NO g++: the kernel is not compared with its twin in C++\n')
  rounds.minimax.push(minimaxSpeed())
  rounds.alphaBeta.push(alphaBetaSpeed())
  rounds.overshoots.push(overshoots())
  rounds.bench.push(await benchCost())
  rounds.games1.push(await gamesPerSecond({ depth: 1, leaf: 'afterstate', threads: 1, games: 800 }))
  rounds.games2.push(await gamesPerSecond({ depth: 1, leaf: 'afterstate', threads: 2, games: 1600 }))
  for (const leaf of ['afterstate', 'spawned'] as const)
    for (const [depth, games] of [20_000, leaf === 'afterstate' ? 600 : 200, leaf === 'afterstate' ? 12 : 4].entries())
      rounds.byDepth[leaf][depth]!.push(await gamesPerSecond({ depth, leaf, threads: 1, games }))
}
await closePools()

const byDepth = (leaf: 'afterstate' | 'spawned') =>
  Object.fromEntries(rounds.byDepth[leaf].map((each, depth) => [depth, median(each)]))
const result = {
  signature: signature(),
  nodesPerSecond: median(rounds.kernel),
  ratioToTextbook: median(rounds.ratio),
  scaling2: median(rounds.games2.map((two, run) => two / rounds.games1[run]!)),
  gamesPerSecond: byDepth('afterstate'),
  gamesPerSecondSpawned: byDepth('spawned'),
  /** Depth 1, afterstate leaves, on two threads. */
  gamesPerSecond2: median(rounds.games2),
  changeWeightsMs: median(rounds.weights),
  changeExponentMs: median(rounds.exponent),
  changeOwnWeightsMs: median(rounds.ownWeights),
  /** Above 32768 the kernel packs ranks in five bits: its speed there, relative. */
  wideSpeed: median(rounds.wide),
  /** With a table for each line, its speed relative to one for all. */
  ownTablesSpeed: median(rounds.own),
  growth: medianGrowth(rounds.growth),
  /** Time of a search that is recorded, relative: depth 2, spawned leaves. */
  recording: {
    thesis: median(rounds.recording.map(({ thesis }) => thesis)),
    power: median(rounds.recording.map(({ power }) => power)),
  },
  /** Speed of the kernel as a share of its twin's in C++: the median of the rounds and their range. */
  native: Object.fromEntries(
    rounds.native.length === 0 ? [] : CONTESTS.map(contest => [contest, ranged(rounds.native.map(each => each[contest]))]),
  ),
  /** `lab bench` at depth 0 with its store: games of a processor second, and its share of what the kernel alone plays. */
  bench: {
    gamesPerSecond: median(rounds.bench.map(each => each.gamesPerSecond)),
    share: ranged(rounds.bench.map(({ share }) => share)),
  },
  /** Minimax on tic-tac-toe. */
  minimax: medianSpeed(rounds.minimax),
  /** Alpha-beta on Can't Go Back, with the light heuristic. */
  alphaBeta: medianSpeed(rounds.alphaBeta),
  /** Milliseconds past a time limit of the textbook's searchers. */
  overshoot: overshootOf(rounds.overshoots),
  largeTrace: { ...rounds.large[0]!, ms: median(rounds.large.map(({ ms }) => ms)) },
}
console.log(json ? JSON.stringify(result) : table(result))
