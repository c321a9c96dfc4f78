import { expect, test } from 'vitest'
import { walk, WALKED_AT_ONCE, type Fold } from '../../../src/core/tree/walk'
import { finish } from '../../../src/core/sliced'

interface Node {
  readonly name: string
  readonly below?: readonly Node[]
}

/** Counts the nodes down to a level, by name. */
const counting: Fold<Node, number, string> = {
  down: ({ name }, levels) => (name === 'skipped' || levels < 0 ? undefined : levels - 1),
  children: ({ below = [] }) => below,
  up: ({ name }, _, children) => (children.length > 0 ? `${name}(${children.join(' ')})` : name),
}

test('what comes up is that of the children in their order, without a skipped node and all below it', () => {
  const leaf = (name: string): Node => ({ name })
  const tree = {
    name: 'a',
    below: [{ name: 'b', below: [leaf('c'), { name: 'skipped', below: [leaf('d')] }, leaf('e')] }, leaf('f')],
  }
  expect(finish(walk(counting, tree, 9))).toBe('a(b(c e) f)')
  expect(finish(walk(counting, tree, 1))).toBe('a(b f)')
  expect(finish(walk(counting, leaf('skipped'), 9))).toBeUndefined()
})

test('a long line of nodes needs no call stack, and is walked with pauses', () => {
  const length = 100_000
  let tree: Node = { name: 'x' }
  for (let i = 1; i < length; i++) tree = { name: 'x', below: [tree] }
  const depth: Fold<Node, true, number> = {
    down: () => true,
    children: ({ below = [] }) => below,
    up: (_node, _own, [below = 0]) => below + 1,
  }
  const steps = walk(depth, tree, true)
  let pauses = 0
  let step = steps.next()
  for (; !step.done; step = steps.next()) pauses++
  expect([step.value, pauses]).toEqual([length, length / WALKED_AT_ONCE])
})
