import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { MOVES, type Board } from '../../src/core/games/twenty48/board'
import { makeEvaluator } from '../../src/core/games/twenty48/heuristics/evaluator'
import type { FamilyId, TermEvaluator } from '../../src/core/games/twenty48/heuristics/family'
import { parseBoard } from '../../src/core/games/twenty48/notation'
import type { KernelExports } from '../../src/core/kernel/memory'
import { createKernel } from '../../src/core/kernel/port'
import { deepen } from '../../src/core/games/twenty48/search/deepening'
import { drive, neverStop, type Engine } from '../../src/core/games/twenty48/search/engine'
import type { SearchReport } from '../../src/core/games/twenty48/search/report'
import type { Depth } from '../../src/core/search/settings'
import { readKernel } from '../../src/main/compute/pool/kernelFile'
import { builtInProfiles } from './profiles'
import { textbook } from '../support/textbook'

const DEEPEST_GROWTH = 7
/** The textbook tries about 0.6 M slides a second: it gets the first few positions, and little depth. */
const TEXTBOOK = { positions: 4, depth: 2 }
/** Stands for the largest tile, so that the same positions are searched as boards with a 65536. */
const BIG = 16

export const positions = (
  JSON.parse(readFileSync(new URL('../../resources/bench-positions.json', import.meta.url), 'utf8')) as string[]
).map(parseBoard)
const { evaluator, settings, depth: rule } = builtInProfiles.power
const { module } = readKernel()
export const kernel = createKernel(
  imports => new WebAssembly.Instance(module, { ...imports }).exports as unknown as KernelExports,
)
const byKernel: Engine = (request, stop) => kernel.search(request, stop)

interface Run {
  readonly nodes: number
  readonly ms: number
  readonly nodesPerSecond: number
  readonly reports: readonly SearchReport[]
}

/** Milliseconds of this thread's processor. */
export function processorMs(act: () => void): number {
  const start = process.threadCpuUsage()
  act()
  const { user, system } = process.threadCpuUsage(start)
  return (user + system) / 1000
}

/** The built-in power profile, which has the settings of the reference vectors. */
export function kernelRun(): Run {
  kernel.load(evaluator, settings)
  return run(byKernel, positions, rule)
}

/** How quick searches are of positions with a 65536 for their largest tile, as a share of the speed without. */
export function wideRatio(): number {
  kernel.load(evaluator, settings)
  const some = positions.slice(0, 8)
  const wide = some.map(board => board.map(rank => (rank === Math.max(...board) ? BIG : rank)))
  const normal = run(byKernel, some, 4).nodesPerSecond
  return run(byKernel, wide, 4).nodesPerSecond / normal
}

/** How quick searches are with a table for each line, as a share of the speed with one for all. Its terms weigh next to nothing: the trees are the same. */
export function ownTablesRatio(): number {
  const parameters = { ...(evaluator as TermEvaluator).parameters, gradient: 1e-9, snake: 1e-9 }
  kernel.load(makeEvaluator('positional', parameters), settings)
  const own = run(byKernel, positions, 4)
  kernel.load(evaluator, settings)
  const shared = run(byKernel, positions, 4)
  if (own.nodes !== shared.nodes) throw new Error(`${own.nodes} nodes, not ${shared.nodes}`)
  return own.nodesPerSecond / shared.nodesPerSecond
}

/** How many times as many nodes per second the kernel searches, on the same work. */
export function textbookRun(): number {
  const some = positions.slice(0, TEXTBOOK.positions)
  const engine = textbook(evaluator, settings)
  const slow = run(engine, some, TEXTBOOK.depth)
  kernel.load(evaluator, settings)
  let fast = run(byKernel, some, TEXTBOOK.depth)
  for (let i = 0; i < 20; i++) fast = run(byKernel, some, TEXTBOOK.depth) // so short that it needs warming
  return fast.nodesPerSecond / slow.nodesPerSecond
}

/** Total nodes over the positions, and a hash of every slide's value. */
export function signature(): string {
  const { nodes, reports } = kernelRun()
  const values = reports.flatMap(report => MOVES.map(move => report.values[move] ?? NaN))
  return `${nodes} ${createHash('sha256').update(new Float64Array(values)).digest('hex').slice(0, 12)}`
}

/** Time to load an evaluator that differs from the last one in a parameter. */
export function changeMs(family: FamilyId, id: string): number {
  const rounds = 200
  const usual = makeEvaluator(family).parameters
  const changed = Array.from({ length: rounds }, (_, i) =>
    makeEvaluator(family, { ...usual, [id]: usual[id]! * (1 + i / rounds) }),
  )
  const start = performance.now()
  for (const each of changed) kernel.load(each, settings)
  return (performance.now() - start) / rounds
}

/** Cost of each further pair of plies. */
export function growth(): { depth: number; nodes: number; ms: number }[] {
  kernel.load(evaluator, settings)
  return Array.from({ length: DEEPEST_GROWTH + 1 }, (_, depth) => {
    const { nodes, ms } = run(byKernel, positions, depth)
    return { depth, nodes, ms }
  })
}

function run(engine: Engine, boards: readonly Board[], depth: Depth): Run {
  const start = performance.now()
  const reports = boards.map(board => drive(deepen(board, { depth }), request => engine(request, neverStop)))
  const ms = performance.now() - start
  const nodes = reports.reduce((sum, report) => sum + report.nodes, 0)
  return { nodes, ms, nodesPerSecond: (1000 * nodes) / ms, reports }
}
