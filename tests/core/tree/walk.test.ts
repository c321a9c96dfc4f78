import { expect, test } from 'vitest'
import { ENTRIES_AT_ONCE, walk, walkEntries, WALKED_AT_ONCE, type Fold } from '../../../src/core/tree/walk'
import { finish } from '../../../src/core/sliced'
import { newSpace, viewColumns, WITHOUT_WINDOWS, type NodeId } from '../../../src/core/trace/format'
import { Trace } from '../../../src/core/trace/trace'
import { GOLDEN_TRACES } from '../support/goldenTraces'

interface Node {
  readonly name: string
  readonly below?: readonly Node[]
}

interface Written {
  readonly levels: number
  text: string
}

/** Writes the nodes down to a level. */
const writing: Fold<Node, Written> = {
  down: ({ name }, { levels }) => (name === 'skipped' || levels < 0 ? undefined : { levels: levels - 1, text: '' }),
  up({ name }, { text }, above) {
    above.text += ` ${name}${text && `(${text.slice(1)})`}`
    return above
  },
}
const below = ({ below = [] }: Node) => below
const write = (tree: Node, levels: number) => finish(walk(below, writing, tree, { levels, text: '' })).text

test('what comes up is that of the children in their order, without a skipped node and all below it', () => {
  const leaf = (name: string): Node => ({ name })
  const tree = {
    name: 'a',
    below: [{ name: 'b', below: [leaf('c'), { name: 'skipped', below: [leaf('d')] }, leaf('e')] }, leaf('f')],
  }
  expect(write(tree, 9)).toBe(' a(b(c e) f)')
  expect(write(tree, 1)).toBe(' a(b f)')
  expect(write(leaf('skipped'), 9)).toBe('')
})

test('a long line of nodes needs no call stack, and is walked with pauses', () => {
  const length = 100_000
  let tree: Node = { name: 'x' }
  for (let i = 1; i < length; i++) tree = { name: 'x', below: [tree] }
  const depth: Fold<Node, number> = { down: () => 0, up: (_node, own, above) => Math.max(own + 1, above) }
  const steps = walk(below, depth, tree, 0)
  let pauses = 0
  let step = steps.next()
  for (; !step.done; step = steps.next()) pauses++
  expect([step.value, pauses]).toEqual([length, length / WALKED_AT_ONCE])
})

test.each(GOLDEN_TRACES)('%s: a walk through all entries is the walk to the children of each node', (_name, record) => {
  const trace = new Trace(record())
  for (const top of [0, 1])
    for (const deepest of [0, 1, 3, Infinity]) {
      const each: [NodeId, number][] = []
      const down = (node: NodeId, above: number) => {
        const level = above + 1
        if (level <= deepest) each.push([node, level])
        return level < deepest ? level : undefined
      }
      finish(walk(node => trace.children(node), { down }, top, -1))
      const all: [NodeId, number][] = []
      let share = 0
      for (const { nodes, levels, size, done } of walkEntries(trace, top, deepest)) {
        for (let i = 0; i < size; i++) all.push([nodes[i]!, levels[i]!])
        expect(done).toBeGreaterThan(share)
        share = done
      }
      expect([all, share]).toEqual([each, 1])
    }
})

test('a level of a walk through all entries stands for the deeper ones too', () => {
  const entries = 2 * ENTRIES_AT_ONCE
  const space = newSpace(entries, WITHOUT_WINDOWS)
  const { parent, children, link } = viewColumns(space)
  for (let node = 1; node < entries; node++) {
    parent[node] = node - 1
    children[node - 1] = 1
    link[node - 1] = entries
  }
  const trace = new Trace<unknown>({ head: undefined, space, entries }) as Trace
  const walked: number[] = []
  for (const { levels, size } of walkEntries(trace, 0)) walked.push(...levels.subarray(0, size))
  expect(walked).toEqual(Array.from({ length: entries }, (_, node) => Math.min(node, 255)))
})
