/**
 * Records 5 million nodes and opens them as the lab does; prints processor milliseconds and memory, phase by phase. `live` records the
 * first pairs of searches of the bench positions, as Play does, and prints how many times as long they take.
 *
 *     npm run -s perf -- --trees kernel|calls|visits|live
 *
 * Two commits are compared by running both in turn, from two worktrees.
 */
import { makeTraceFile, TraceFileReader } from '../../src/core/contract/files'
import { readConfig } from '../../src/core/contract/searchers'
import { GAMES, heuristicOf, type GameEntry } from '../../src/core/games/registry'
import { parseBoard } from '../../src/core/games/twenty48/notation'
import { neverStop } from '../../src/core/games/twenty48/search/engine'
import type { KernelExports } from '../../src/core/kernel/memory'
import { createTracedKernel } from '../../src/core/kernel/tracedPort'
import { finish, type Sliced } from '../../src/core/sliced'
import { createRandom } from '../../src/core/random'
import { recordSearch } from '../../src/core/search/record'
import { positionSearcher } from '../../src/core/search/registry'
import { PLAIN_SETTINGS } from '../../src/core/search/settings'
import { Trace, type TraceData } from '../../src/core/trace/trace'
import { levelStatistics } from '../../src/core/tree/levels'
import { instance, readKernel } from '../../src/main/compute/pool/kernelFile'
import { OutlinedTree } from '../../src/main/compute/trees/outlinedTree'
import { TREE_ANSWERS } from '../../src/main/compute/trees/treeAnswers'
import { builtInProfiles } from './profiles'
import { drawnCosts } from './traces'

const MEBIBYTES = 256
/** Recorded once, or in several trees that come to the same number of nodes. */
const RECORDINGS: Readonly<Record<string, { readonly times: number; readonly record: () => TraceData }>> = {
  kernel: { times: 1, record: recordKernel },
  calls: { times: 9, record: () => recordTicTacToe('minimax', {}) },
  visits: { times: 1, record: () => recordTicTacToe('mcts', readConfig('mcts', { iterations: 150_000 }) as object) },
}

const { cpuUsage } = process
let since = cpuUsage()
const phases: Record<string, number> = {}

function phase<T>(name: string, work: () => T): T {
  since = cpuUsage()
  const result = work()
  const { user, system } = cpuUsage(since)
  phases[name] = (phases[name] ?? 0) + Math.round((user + system) / 1000)
  return result
}

function recordKernel(): TraceData {
  const traced = createTracedKernel(instance<KernelExports>(readKernel().module))
  const root = { board: parseBoard('2001113331332323'), kind: 'max' as const }
  const tracer = traced.tracer(builtInProfiles.thesis.evaluator, PLAIN_SETTINGS)
  return tracer({ root, depth: 5, reach: 1, nodes: Infinity, mebibytes: 160 }, neverStop).trace.data
}

function recordTicTacToe(searcher: string, config: object): TraceData {
  const entry: GameEntry = GAMES.ticTacToe
  const context = {
    limits: {},
    wrapping: {},
    random: createRandom(1),
    now: () => 0,
    stopped: () => false,
    searcher: positionSearcher,
  }
  const root = entry.game.parse('.../.../...')
  return recordSearch(entry.game, root, positionSearcher(searcher), at => heuristicOf(entry, at), config, context, MEBIBYTES)
    .trace
}

const [kind = 'kernel'] = process.argv.slice(-1)
if (kind === 'live') for (const cost of drawnCosts()) console.log(JSON.stringify(cost))
else measure(RECORDINGS[kind]!)

function measure({ times, record }: (typeof RECORDINGS)[string]): void {
  let [entries, events] = [0, 0]
  for (let time = 0; time < times; time++) {
    const data = phase('record', record)
    const file = phase('write', () => [...makeTraceFile(new Trace(data))])
    const read = phase('read', () => {
      const reader = new TraceFileReader(
        'tree',
        file.reduce((sum, { length }) => sum + length, 0),
      )
      for (const piece of file) reader.push(piece)
      return reader.finish()
    })
    phase('levels', () => levelStatistics(read))
    const desk = phase('open', () => new OutlinedTree(read.data))
    phase('top', () => TREE_ANSWERS.treeTop(desk, { tree: 1, plies: 12, boards: 300, line: 'best' }))
    phase('unfold', () => desk.outline.fold(0, 1000))
    phase('lecture', () => TREE_ANSWERS.lectureAt(desk, { tree: 1, at: 0, step: 'stay' }))
    const ask = <K extends 'findFlag' | 'exportTree' | 'treeIcicle'>(question: K, arg: object) => {
      const answer = TREE_ANSWERS[question] as (desk: OutlinedTree, arg: object) => Sliced<unknown>
      const value = answer(desk, { tree: 1, ...arg })
      return value !== null && 'next' in value ? finish(value) : value
    }
    phase('find', () => ask('findFlag', { flag: 'floor', from: '0', backwards: false }))
    phase('icicle', () => ask('treeIcicle', { node: '0', levels: 20, room: 1000 }))
    phase('text', () => ask('exportTree', { node: '0', levels: 1000, format: 'text' }))
    phase('JSON', () => ask('exportTree', { node: '0', levels: 3, format: 'json' }))
    entries += read.entries
    events += read.log?.events ?? 0
  }
  const { maxRSS } = process.resourceUsage()
  console.log(JSON.stringify({ kind, entries, events, ...phases, MiB: Math.round(maxRSS / 1024) }))
}
