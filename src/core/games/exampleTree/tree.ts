import type { Values } from '../../game/game'

/** Who chooses at an inner node: an agent, or nature. */
type Chooser = number | 'chance'

/** A node of a tree given by its leaves. */
export interface TreeNode {
  /** `over` at a leaf. */
  readonly turn: Chooser | 'over'
  readonly children: readonly TreeNode[]
  /** At a chance node: a probability for each child, as written. */
  readonly chances: readonly number[]
  /** At a leaf: its value to each agent. */
  readonly values: Values
  /** The heuristic's estimate of an inner node; absent: the default. */
  readonly estimate?: number | undefined
  /** True if the estimate is unreliable. */
  readonly isNoisy: boolean
  /** The tree's text in its plainest form: equal texts are equal trees. */
  readonly text: string
  readonly agents: number
}
