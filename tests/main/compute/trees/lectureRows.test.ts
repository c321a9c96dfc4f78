/** All that the rows of a lecture say follows from the events up to there: a model that reads nothing but those says the same. */
import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type TreeNode, exampleTree } from '../../../../src/core/games/exampleTree/game'
import { differenceToBest, isEqualButForRounding } from '../../../../src/core/rounding'
import { boundOf } from '../../../../src/core/game/bounds'
import type { SearcherId } from '../../../../src/core/search/registry'
import type { EventLog, SearchEvent } from '../../../../src/core/trace/eventLog'
import type { FlagName, NodeKind } from '../../../../src/core/trace/format'
import type { EventStop, TreeRow, WindowEnd } from '../../../../src/core/tree/views'
import { OutlinedTree } from '../../../../src/main/compute/trees/outlinedTree'
import { TREE_ANSWERS } from '../../../../src/main/compute/trees/treeAnswers'
import { recordedGame } from '../../../core/support/recordedGame'
import { runs } from '../../../setup/extent'

/** A node that has appeared. */
interface Seen {
  readonly node: number
  readonly parent: Seen | undefined
  readonly state: TreeNode
  readonly edge: number
  readonly window: readonly [alpha: number, beta: number] | undefined
  readonly first: number | undefined
  readonly children: Seen[]
  kind: NodeKind
  readonly flags: Set<FlagName>
  /** What it will say when it is left. */
  readonly coming: Set<FlagName>
  cut: number | undefined
  value: number | undefined
  entered: number
  nodes: number
  /** Whether the parent went on with its value. */
  counted: boolean
  /** What it is worth so far, and by which child. */
  best: { readonly value: number; readonly child: number } | undefined
}

/** What is known after each event, by the log and the game's rules alone. */
class Model {
  readonly seen: Seen[] = []
  readonly #line: Seen[] = []
  #entered = 0
  /** The child that was left last, until something happens to its parent. */
  #pending: Seen | undefined
  #isAgain = false

  constructor(
    private readonly root: TreeNode,
    private readonly searcher: SearcherId,
    private readonly edgeOf: (node: number) => number,
  ) {}

  play({ kind, node, x, y }: SearchEvent): void {
    const top = this.#line.at(-1)
    if (this.#pending && kind !== 'again') this.#pending.counted = true
    this.#pending = undefined
    switch (kind) {
      case 'enter':
        this.#entered++
        this.#line.push(this.#appear(node, top, this.#isAgain, [x, y]))
        this.#isAgain = false
        break
      case 'again':
        this.#isAgain = true
        break
      case 'utility':
        top.kind = 'leaf'
        top.coming.add('terminal')
        break
      case 'evaluate':
        top.kind = 'leaf'
        top.coming.add('horizon')
        break
      case 'hit':
        top.coming.add('table-hit')
        break
      case 'cut':
        top.coming.add(top.kind === 'max' ? 'beta-cut' : 'alpha-cut')
        break
      case 'improve':
        top.best = { value: x, child: y }
        break
      case 'leave': {
        const left = this.#line.pop()!
        for (const flag of left.coming) left.flags.add(flag)
        left.value = x
        left.nodes = this.#entered - left.entered
        const visited = new Set(left.children.map(({ edge }) => edge))
        for (let child = this.seen.length; child < y; child++) {
          const unseen = this.#appear(child, left, false, undefined)
          expect(visited.has(unseen.edge)).toBe(false)
          unseen.kind = 'leaf'
          unseen.flags.add('not-visited')
        }
        this.#pending = left
        break
      }
      case 'visit':
      case 'rollout':
      case 'backUp': // of trees of visits
      case 'iteration':
      case 'expand':
      case 'probe':
      case 'narrow':
    }
  }

  #appear(node: number, parent: Seen | undefined, isAgain: boolean, window: Seen['window']): Seen {
    expect(node).toBe(this.seen.length)
    const edge = parent ? this.edgeOf(node) : 0
    const state = parent ? parent.state.children[edge]! : this.root
    const first = isAgain ? parent!.children.at(-1).node : undefined
    const seen: Seen = {
      ...{ node, parent, state, edge, window, first, children: [], kind: this.#kindOf(state, parent) },
      ...{ flags: new Set<FlagName>(isAgain ? ['searched-again'] : []), coming: new Set(isAgain ? ['searched-again'] : []) },
      ...{ cut: undefined, value: undefined, entered: this.#entered - 1, nodes: 0, counted: false, best: undefined },
    }
    this.seen.push(seen)
    parent?.children.push(seen)
    return seen
  }

  /** Whose turn it is: the end of a game looks like the other player's turn until it is seen to be one. */
  #kindOf({ turn }: TreeNode, parent: Seen | undefined): NodeKind {
    const adversary = this.root.turn === 1 ? 'max' : 'min'
    if (turn === 'chance') return this.searcher === 'expectimax' ? 'chance' : adversary
    if (turn !== 'over') return turn === 0 ? 'max' : 'min'
    for (let above = parent; above; above = above.parent)
      if (typeof above.state.turn === 'number') return above.state.turn === 0 ? 'min' : 'max'
    return 'max'
  }

  row(seen: Seen): Partial<TreeRow> {
    const { node, parent, state, edge, window, first, children, kind, flags, value, nodes } = seen
    const bound = boundText(seen)
    const best = parent && bestOf(parent)
    const isOutcome = parent?.kind === 'chance'
    const chance = isOutcome ? parent.state.chances[edge]! : 1
    const cut = flags.has('beta-cut') ? 'lower' : flags.has('alpha-cut') ? 'upper' : undefined
    return {
      key: String(node),
      level: 1 + depthOf(seen),
      position: parent ? parent.children.indexOf(seen) + 1 : 1,
      siblings: parent ? parent.children.length : 1,
      kind,
      value: value ?? null,
      points: 0,
      best: best !== undefined && best === seen,
      tie: best !== undefined && isTie(seen, best),
      difference: best === undefined ? null : differenceOf(seen, best),
      ...((bound === 'upper' || bound === 'lower') && { bound }),
      ...(window && { window: { alpha: endText(window[0]), beta: endText(window[1]) } }),
      ...(cut && { cut: { bound: cut, window: endText(window![cut === 'lower' ? 1 : 0]) } }),
      ...(first !== undefined && { first: String(first) }),
      chance,
      reach: reachOf(seen),
      ...(isOutcome && { contribution: value === undefined || !seen.counted ? null : chance * value }),
      nodes,
      flags: FLAG_ORDER.filter(flag => flags.has(flag)),
      children: children.length,
      derived: false,
      ...(parent && { edge: { id: edge, words: exampleTree.words(state, edge), notation: exampleTree.words(state, edge) } }),
    }
  }
}

const FLAG_ORDER: readonly FlagName[] = [
  ...(['table-hit', 'horizon', 'terminal', 'alpha-cut', 'beta-cut', 'not-visited', 'searched-again'] as const),
]

const endText = (end: number): WindowEnd => (end === Infinity ? '∞' : end === -Infinity ? '−∞' : end)
const depthOf = ({ parent }: Seen): number => (parent ? 1 + depthOf(parent) : 0)
const reachOf = ({ parent, edge }: Seen): number =>
  parent ? reachOf(parent) * (parent.kind === 'chance' ? parent.state.chances[edge]! : 1) : 1

function boundText({ kind, value, window }: Seen): string | undefined {
  if (value === undefined || kind === 'leaf') return undefined
  return boundOf(value, window![0], window![1])
}

/** Of the children that were counted those that are worth what the parent said last: what is surely so, then the lowest. */
function bestOf({ kind, best, children }: Seen): Seen | undefined {
  if ((kind !== 'max' && kind !== 'min') || best === undefined) return undefined
  const worse = kind === 'max' ? 'upper' : 'lower'
  const superseded = new Set(children.map(({ first }) => first))
  const equal = children.filter(
    ({ node, counted, value }) => counted && !superseded.has(node) && value !== undefined && same(value, best.value),
  )
  const sure = equal.filter(child => boundText(child) !== worse)
  expect(equal.map(({ node }) => node)).toContain(best.child)
  return (sure.length > 0 ? sure : equal).reduce((one, other) => (other.edge < one.edge ? other : one))
}

const same = (one: number, other: number) => isEqualButForRounding(one, other)
const isExact = (seen: Seen) => seen.kind === 'leaf' || boundText(seen) === 'exact'

function isTie(seen: Seen, best: Seen): boolean {
  return seen.counted && seen.edge !== best.edge && isExact(seen) && same(seen.value!, best.value!)
}

function differenceOf(seen: Seen, best: Seen): number | null {
  const isSuperseded = seen.parent!.children.some(({ first }) => first === seen.node)
  if (!seen.counted || isSuperseded || !isExact(seen) || !isExact(best)) return null
  return differenceToBest(seen.value!, best.value!)
}

/** A tree as text. Few different values and subtrees, so that there are ties and table hits. */
const leaves = fc.integer({ min: -3, max: 3 }).map(String)
const REPEATED = ['(min 2 (max 0 3))', '(chance 0.5:1 0.5:(max 0 2))']
/** Its first two children are one position. */
const TRANSPOSED = `(max ${REPEATED[1]} ${REPEATED[1]} (min (max 1 2) 3) (min 2 0 1))`
const kinds = fc.constantFrom('max', 'min', 'min', 'max', 'chance')
const tree = (height: number): fc.Arbitrary<string> =>
  height === 0
    ? leaves
    : fc.oneof(
        { arbitrary: leaves, weight: 1 },
        { arbitrary: fc.constantFrom(...REPEATED), weight: 3 },
        { arbitrary: inner(height), weight: 4 },
      )
const inner = (height: number): fc.Arbitrary<string> =>
  fc
    .tuple(kinds, fc.array(tree(height - 1), { minLength: 1, maxLength: 4 }), fc.option(fc.integer({ min: -3, max: 3 })))
    .map(([kind, children, estimate]) => {
      const mark = estimate === null ? '' : `~${estimate}`
      // chances that binary numbers have exactly
      const chances = [['1'], ['0.25', '0.75'], ['0.25', '0.5', '0.25'], ['0.5', '0.25', '0.125', '0.125']][children.length - 1]!
      const parts = kind === 'chance' ? children.map((child, i) => `${chances[i]}:${child}`) : children
      return `(${kind}${mark} ${parts.join(' ')})`
    })

const eventsOf = (log: EventLog) => Array.from({ length: log.events }, (_, at) => log.event(at))

test.each(['minimax', 'alphaBeta', 'pvs', 'expectimax'] as const)(
  'every row of a lecture of %s says at every event what the events so far say',
  searcher => {
    const met = new Set<string>()
    fc.assert(
      fc.property(
        inner(4),
        fc.boolean(),
        fc.constantFrom(undefined, 1, 2, 3, 5),
        fc.constantFrom(undefined, 'static' as const),
        (text, hasTable, depth, order) => {
          const isOrdered = order !== undefined && (searcher === 'alphaBeta' || searcher === 'pvs')
          const data = recordedGame('exampleTree', text, searcher, {
            limits: depth === undefined ? {} : { depth },
            wrapping: { ...(hasTable && { table: 8 }), ...(isOrdered && { order }) },
          })
          const desk = new OutlinedTree(data)
          desk.outline.fold(0, 1000)
          const { columns } = desk.tree.trace
          const model = new Model(exampleTree.parse(text), searcher, node => columns.edge[node]!)
          const log = desk.tree.trace.log!
          for (const [at, event] of eventsOf(log).entries()) {
            model.play(event)
            met.add(event.kind)
            const { rows, total } = TREE_ANSWERS.treeRows(desk, { tree: 1, first: 0, count: 1000, lecture: at }) as unknown as {
              rows: TreeRow[]
              total: number
            }
            expect(total).toBe(model.seen.length)
            for (const [i, { open: _open, depth: _depth, source, ...said }] of rows.entries()) {
              const seen = model.seen[i]!
              const known = model.row(seen)
              if (!isDeepStrictEqual(said, known)) expect({ at, ...said }).toEqual({ at, ...known }) // of itself it is slow
              if (source !== undefined) expect([...seen.flags]).toContain('table-hit')
              for (const word of [
                said.kind,
                ...said.flags,
                ...(said.tie ? ['tie'] : []),
                ...(said.difference ? ['difference'] : []),
              ])
                met.add(word)
            }
            const stop = TREE_ANSWERS.lectureAt(desk, { tree: 1, at, step: 'stay' }) as EventStop
            const kinds = stop.frames.map(({ key, kind }) => [kind, model.seen[Number(key)]!.kind])
            for (const [said, known] of kinds) expect(said).toBe(known)
            expect(stop.event.nodeKind).toBe(model.seen[event.node]!.kind)
          }
          // at the end all is known
          const plain = TREE_ANSWERS.treeRows(desk, { tree: 1, first: 0, count: 1000 }) as { rows: readonly TreeRow[] }
          const last = TREE_ANSWERS.treeRows(desk, { tree: 1, first: 0, count: 1000, lecture: log.events - 1 })
          expect((last as { rows: readonly TreeRow[] }).rows).toEqual(plain.rows)
        },
      ),
      { numRuns: runs(10, 300), examples: [[TRANSPOSED, true, undefined, undefined]] },
    )
    const expected = ['leave', 'improve', 'leaf', 'max', 'min', 'terminal', 'horizon', 'table-hit', 'tie', 'difference']
    const ofWindows = ['cut', 'narrow', 'not-visited', 'alpha-cut', 'beta-cut']
    const own = { minimax: [], alphaBeta: ofWindows, pvs: [...ofWindows, 'searched-again', 'again'], expectimax: ['chance'] }
    expect([...expected, ...own[searcher]].filter(word => !met.has(word))).toEqual([])
  },
)
