import type { ActionId, EdgeId } from '../game/game'
import { SilentObserver } from '../search/observer'
import type { NodeKind } from '../trace/format'

/** A searched node. An agent's own node keeps only the chosen child, any other node all children. */
interface Node {
  readonly edge: EdgeId
  readonly isOwn: boolean
  /** Own nodes from the root to here, this one included. */
  readonly depth: number
  taken: Node | undefined
  readonly others: Node[]
}

/**
 * The agent's answers to replies: the part of a search tree that is a strategy of the agent at the root. Alpha-beta skips no reply to a
 * move that it plays, so the strategy guarantees the agent at least the root's value, whatever the other does before the horizon. Source:
 * course work "Can't Go Back", which plays ⌊D/2⌋ moves from the tree of a search of D + 1 plies after its first.
 */
export class Strategy extends SilentObserver {
  /** From the root to the current node. */
  private line: Node[] = []
  private last: Node | undefined
  /** From the last finished iteration. */
  private root: Node | undefined

  /** @param agent of the root @param moves number of moves to keep after the first */
  constructor(
    private readonly agent: number,
    private readonly moves: number,
  ) {
    super()
  }

  override iteration(): void {
    this.line = []
  }

  override enter(kind: NodeKind, edge: EdgeId): void {
    const isOwn = kind === (this.agent === 0 ? 'max' : 'min')
    const depth = (this.line.at(-1)?.depth ?? 0) + (isOwn ? 1 : 0)
    this.line.push({ edge, isOwn, depth, taken: undefined, others: [] })
  }

  override improve(): void {
    const node = this.line.at(-1)!
    if (node.isOwn) node.taken = this.last
  }

  override leave(): void {
    const node = this.line.pop()!
    const parent = this.line.at(-1)
    this.last = node
    if (!parent) this.root = node
    else if (this.isNeeded(node, parent)) parent.others.unshift(node) // if a child is searched again, the later search counts
  }

  /** The action after these edges; `undefined`: the search did not get that far. @param path from the root, its own edge first */
  reply(path: readonly EdgeId[]): ActionId | undefined {
    let node = this.root
    for (const edge of path)
      node = node && (node.taken?.edge === edge ? node.taken : node.others.find(each => each.edge === edge))
    return node?.isOwn ? node.taken?.edge : undefined
  }

  /** The root keeps all of its children: the searcher chooses among them, by ties and other iterations. */
  private isNeeded(node: Node, parent: Node): boolean {
    return node.depth <= this.moves + 1 && (!parent.isOwn || this.line.length === 1)
  }
}
