/** What a walk does at each node: takes something down from the parent, and brings something up from the children. */
export interface Fold<Node, Down, Up> {
  /** What goes down to a node from above; `undefined` skips the node with all that is below it. */
  down(node: Node, from: Down): Down | undefined
  /** The children to walk to, in order. */
  children(node: Node, own: Down): readonly Node[]
  /** What comes up from a node, after its children. */
  up(node: Node, own: Down, children: readonly Up[]): Up
}

/** Nodes between two pauses. */
export const WALKED_AT_ONCE = 200

/**
 * Walks a tree from a node on, in slices. Needs no call stack: a line of moves can be longer.
 * @returns what comes up from the node; `undefined` if it was skipped
 */
export function* walk<Node, Down, Up>(
  { down, children, up }: Fold<Node, Down, Up>,
  root: Node,
  start: Down,
): Generator<number, Up | undefined> {
  interface Open {
    readonly node: Node
    readonly own: Down
    readonly below: readonly Node[]
    next: number
    readonly ups: Up[]
  }
  const line: Open[] = []
  let visited = 0
  const enter = (node: Node, from: Down): void => {
    const own = down(node, from)
    if (own !== undefined) line.push({ node, own, below: children(node, own), next: 0, ups: [] })
    visited++
  }
  enter(root, start)
  for (let open = line.at(-1); open; open = line.at(-1)) {
    if (open.next < open.below.length) {
      enter(open.below[open.next++]!, open.own)
      if (visited % WALKED_AT_ONCE === 0) yield visited
      continue
    }
    line.pop()
    const result = up(open.node, open.own, open.ups)
    const above = line.at(-1)
    if (!above) return result
    above.ups.push(result)
  }
  return undefined
}
