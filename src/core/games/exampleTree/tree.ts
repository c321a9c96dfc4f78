import type { Values } from '../game'

/** Who chooses at an inner node: an agent, or nature. */
type Chooser = number | 'chance'

/** A node of a tree given by its leaves. */
export interface TreeNode {
  /** Of a leaf `over`. */
  readonly turn: Chooser | 'over'
  readonly children: readonly TreeNode[]
  /** Of a chance node: a probability for each child, as it was written. */
  readonly chances: readonly number[]
  /** Of a leaf: what it is worth to each agent. */
  readonly values: Values
  /** What a heuristic says of an inner node; absent: nothing in particular. */
  readonly estimate?: number | undefined
  /** Whether the estimate is not to be trusted. */
  readonly isNoisy: boolean
  /** The text it was read from, in its plainest form: equal texts are equal trees. */
  readonly text: string
  readonly agents: number
}
