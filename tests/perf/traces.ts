import { readFileSync } from 'node:fs'
import { legalMoves } from '../../src/core/games/twenty48/board'
import type { Evaluator } from '../../src/core/games/twenty48/heuristics/family'
import { parseBoard } from '../../src/core/games/twenty48/notation'
import type { KernelExports } from '../../src/core/kernel/memory'
import { createKernel } from '../../src/core/kernel/port'
import { createTracedKernel } from '../../src/core/kernel/tracedPort'
import { neverStop } from '../../src/core/games/twenty48/search/engine'
import { PLAIN_SETTINGS, type SearchSettings } from '../../src/core/search/settings'
import { WITHOUT_WINDOWS, bytesPerEntry, MEBIBYTE } from '../../src/core/trace/format'
import { instance, readKernel } from '../../src/main/compute/pool/kernelFile'
import { builtInProfiles } from './profiles'

/** At this depth a search of all positions takes some milliseconds, so it is repeated. */
const DEPTH = 2
const TIMES = 20
/** At this depth the position has more nodes than there is room for. */
const LARGE = { position: '2001113331332323', depth: 5, mebibytes: 160 } as const

const positions = (
  JSON.parse(readFileSync(new URL('../../resources/bench-positions.json', import.meta.url), 'utf8')) as string[]
).map(parseBoard)
const instantiate = instance<KernelExports>(readKernel().module)
const kernel = createKernel(instantiate)
const traced = createTracedKernel(instantiate, () => performance.now())

export interface LargeTrace {
  readonly entries: number
  readonly ms: number
  readonly mebibytes: number
}

/** How many times as long a search takes that is recorded, with spawned leaves, for each built-in evaluator. */
export function recordingRatios(): Readonly<Record<keyof typeof builtInProfiles, number>> {
  return { thesis: recordingRatio('thesis'), power: recordingRatio('power') }
}

function recordingRatio(name: keyof typeof builtInProfiles): number {
  const { evaluator } = builtInProfiles[name]
  const settings: SearchSettings = { ...PLAIN_SETTINGS, leaf: 'spawned' }
  kernel.load(evaluator, settings)
  const tracer = traced.tracer(evaluator, settings)
  const plain = () => {
    for (const board of positions)
      kernel.search({ board, depth: DEPTH, moves: legalMoves(board), reach: 1, nodes: Infinity }, neverStop)
  }
  const recorded = () => {
    for (const board of positions)
      tracer({ root: { board, kind: 'max' }, depth: DEPTH, reach: 1, nodes: Infinity, mebibytes: 256 }, neverStop)
  }
  // The shortest of each: the others were disturbed.
  const times = Array.from({ length: TIMES }, () => [msOf(plain), msOf(recorded)] as const)
  return Math.min(...times.map(([, ms]) => ms)) / Math.min(...times.map(([ms]) => ms))
}

/** Searches of a position at this depth take 0.1 to 1 ms: of so many, the tenth that is quickest was not interrupted. */
const DRAWN = { depth: 3, times: 20 } as const

export interface DrawnCost {
  readonly profile: string
  readonly search: 'its own' | 'no table, no cut'
  /** Mean of the positions, without recording. */
  readonly microseconds: number
  /** How many times as long a search takes whose first pairs are recorded: one, as Play has it, and two. */
  readonly onePair: number
  readonly twoPairs: number
  /** Entries of two pairs, mean of the positions. */
  readonly entries: number
}

/** What it costs to record the first pairs of the search that moves. In the first rounds the kernel is still being compiled. */
export function drawnCosts(): readonly DrawnCost[] {
  for (let round = 0; round < 2; round++) allDrawnCosts()
  return allDrawnCosts()
}

function allDrawnCosts(): readonly DrawnCost[] {
  return Object.entries(builtInProfiles).flatMap(([profile, { evaluator, settings }]) => [
    drawnCost(profile, 'no table, no cut', evaluator, { ...settings, table: 'off', cut: 0 }),
    drawnCost(profile, 'its own', evaluator, settings),
  ])
}

function drawnCost(profile: string, search: DrawnCost['search'], evaluator: Evaluator, settings: SearchSettings): DrawnCost {
  kernel.load(evaluator, settings)
  const sums = [0, 0, 0]
  let entries = 0
  for (const board of positions) {
    const request = { board, depth: DRAWN.depth, moves: legalMoves(board), reach: 1, nodes: Infinity }
    const times: number[][] = [[], [], []]
    for (let time = 0; time < DRAWN.times; time++)
      times.forEach((all, pairs) => all.push(msOf(() => kernel.search({ ...request, ...(pairs > 0 && { pairs }) }, neverStop))))
    times.forEach((all, pairs) => (sums[pairs]! += all.toSorted((a, b) => a - b)[DRAWN.times / 10]!))
    const { slides } = kernel.search({ ...request, pairs: 2 }, neverStop)
    entries += slides.reduce((sum, { tree }) => sum + tree!.end - tree!.start, 0)
  }
  const [plain, one, two] = sums as [number, number, number]
  return {
    ...{ profile, search, microseconds: Math.round((1000 * plain) / positions.length) },
    ...{ onePair: rounded(one / plain), twoPairs: rounded(two / plain), entries: Math.round(entries / positions.length) },
  }
}

function rounded(ratio: number): number {
  return Math.round(ratio * 100) / 100
}

/** A trace of 5 million nodes. */
export function largeTrace(): LargeTrace {
  const { position, depth, mebibytes } = LARGE
  const root = { board: parseBoard(position), kind: 'max' as const }
  const start = performance.now()
  const { trace } = traced.tracer(builtInProfiles.thesis.evaluator, PLAIN_SETTINGS)(
    { root, depth, reach: 1, nodes: Infinity, mebibytes },
    neverStop,
  )
  const ms = performance.now() - start
  return { entries: trace.entries, ms, mebibytes: (trace.entries * bytesPerEntry(WITHOUT_WINDOWS)) / MEBIBYTE }
}

function msOf(run: () => void): number {
  const start = performance.now()
  run()
  return performance.now() - start
}
