import { compileEvaluator } from '../../../src/core/games/twenty48/heuristics/evaluator'
import { MOVES, type Board } from '../../../src/core/games/twenty48/board'
import { boardAfter, chanceOf, derivedOutcomes, pointsOf } from '../../../src/core/games/twenty48/tree/boards'
import { boardRoot, boardSubject } from '../../../src/core/games/twenty48/tree/head'
import { FLAGS, KINDS, type NodeId } from '../../../src/core/trace/format'
import type { Trace } from '../../../src/core/trace/trace'
import type { TraceRequest } from '../../../src/core/games/twenty48/tree/tracer'
import { boardOf, reachOf } from './boards'

/** A whole search of a position; an afterstate's with `kind: 'chance'`. */
export function traceRequest(board: Board, depth: number, rest: Partial<TraceRequest> = {}): TraceRequest {
  return { root: { board, kind: 'max' }, depth, reach: 1, nodes: Infinity, mebibytes: 16, ...rest }
}

/** What is wrong in a trace, node by node: every number is worked out again from those it should follow from. */
export function faultsOf(trace: Trace): string[] {
  const faults: string[] = []
  const { reach } = trace.head
  const root = boardRoot(trace.head.root)
  const { evaluator, settings } = boardSubject(trace.head)
  const evaluate = compileEvaluator(evaluator)

  function visit(node: NodeId, board: Board, reach: number): void {
    const fault = (problem: string) => void faults.push(`node ${node}: ${problem}`)
    const depth = trace.columns.depth[node]!
    const below = trace.kind(node) === 'chance' ? depth - 1 : depth
    for (const child of trace.children(node)) {
      if (trace.parent(child) !== node) fault(`is not the parent of its child ${child}`)
      const left = trace.columns.depth[child]!
      // Slides of a root that were not all searched alike have their own, none more than it.
      if (left !== below && !(node === 0 && root.kind === 'max' && left < below))
        fault(`its child ${child} has another depth than it leaves it`)
      const { draws, chance } = chanceOf(trace, child)
      visit(child, boardAfter(trace, board, child), (reach / draws) * chance)
    }
    if (trace.has(node, FLAGS.STOPPED)) return
    const isCut = reach < settings.cut * (1 - 1e-12)
    if (trace.kind(node) === 'leaf' && trace.has(node, FLAGS.HORIZON) !== (depth === 0)) fault('has the wrong horizon')
    if (trace.kind(node) === 'leaf' && depth > 0 && !isCut) fault('is a leaf without a reason')
    if (trace.kind(node) === 'chance' && (depth === 0 || isCut)) fault('should be a leaf')
    const expected = worth(trace, node, board, evaluate)
    if (expected === undefined) return
    const value = trace.value(node)!
    if (!(Math.abs(value - expected.value) <= 1e-12 * expected.scale)) fault(`is ${value}, its formula gives ${expected.value}`)
    if (trace.columns.nodes[node] !== expected.nodes) fault(`counts ${trace.columns.nodes[node]}, its children ${expected.nodes}`)
  }

  visit(0, root.board, reach)
  return faults
}

interface Worth {
  readonly value: number
  readonly nodes: number
  /** Size of the numbers it is made of. */
  readonly scale: number
}

/** A node's value and count from its formula; `undefined` where its children have no entries. */
function worth(trace: Trace, node: NodeId, board: Board, evaluate: (board: Board) => number): Worth | undefined {
  const { settings } = boardSubject(trace.head)
  const children = trace.children(node)
  const values = children.map(child => trace.value(child)!)
  const scale = Math.max(1e-3, ...values.map(Math.abs))
  const nodes = children.reduce((sum, child) => sum + trace.columns.nodes[child]!, 0)
  if (trace.has(node, FLAGS.NOT_RECORDED)) return undefined
  switch (trace.kind(node)) {
    case 'leaf': {
      const spawned = derivedOutcomes(trace, node, board, evaluate)
      const value =
        settings.leaf === 'afterstate'
          ? evaluate(board)
          : spawned.reduce((sum, outcome) => sum + (outcome.chance / outcome.draws) * outcome.value, 0)
      return { value, nodes: 0, scale: Math.max(1, Math.abs(value), ...spawned.map(outcome => Math.abs(outcome.value))) * 10 }
    }
    case 'chance': {
      if (trace.has(node, FLAGS.TABLE_HIT)) {
        const source = trace.source(node)
        return { value: source === undefined ? trace.value(node)! : trace.value(source)!, nodes: 0, scale: 0 }
      }
      const chances = children.map(child => chanceOf(trace, child))
      return { value: chances.reduce((sum, { draws, chance }, i) => sum + (chance / draws) * values[i]!, 0), nodes, scale }
    }
    default: {
      const points = children.map(child => (settings.points === 'added' ? pointsOf(trace, board, child) : 0))
      const depths = children.map(child => trace.columns.depth[child]!)
      const best = Math.max(...values.map((value, i) => (depths[i]! < Math.max(...depths) ? -Infinity : value + points[i]!)))
      const dead = settings.dead === 'heuristic' ? evaluate(board) : settings.dead
      const unfloored = children.length === 0 ? dead : best
      const value = settings.floor === 'none' ? unfloored : Math.max(unfloored, settings.floor)
      const isLifted = value - unfloored > 1e-12 * Math.abs(value)
      const isRight = trace.has(node, FLAGS.TERMINAL) === (children.length === 0) && trace.has(node, FLAGS.FLOOR) === isLifted
      return { value: isRight ? value : NaN, nodes: nodes + MOVES.length, scale: Math.max(scale, ...points, Math.abs(value)) }
    }
  }
}

/** The faults of its table hits: each has the value of a node of the same board, searched as the rule in force asks. */
export function hitFaultsOf(trace: Trace): string[] {
  const faults: string[] = []
  for (let node = 0; node < trace.entries; node++) {
    const source = trace.source(node)
    if (source === undefined) continue
    const fault = (problem: string) => void faults.push(`node ${node}, found at ${source}: ${problem}`)
    const [left, had] = [trace.columns.depth[node]!, trace.columns.depth[source]!]
    const { table, cut } = boardSubject(trace.head).settings
    if (boardOf(trace, node).join() !== boardOf(trace, source).join()) fault('another board')
    if (trace.path(node)[1] !== trace.path(source)[1]) fault('from the table of another root slide')
    if (table === 'exact' ? had !== left : had < left) fault(`depth ${had} does for ${left}`)
    if (table === 'exact' && cut > 0 && reachOf(trace, node) !== reachOf(trace, source)) fault('another cumulative probability')
    if (trace.value(node) !== trace.value(source)) fault(`${trace.value(source)} became ${trace.value(node)}`)
    if (trace.has(source, FLAGS.TABLE_HIT) || trace.kind(source) !== 'chance') fault('was not computed there')
  }
  return faults
}

/** A trace as nested values, in the order of the search, table sources as addresses: what two searchers must agree on. */
export function treeOf(trace: Trace, node: NodeId = 0): object {
  const { columns } = trace
  const source = trace.source(node)
  return {
    edge: columns.edge[node],
    kind: KINDS[columns.kind[node]!],
    flags: trace.flagNames(node),
    depth: columns.depth[node],
    nodes: columns.nodes[node],
    source: source && trace.edges(source).join(),
    children: trace.children(node).map(child => treeOf(trace, child)),
  }
}
