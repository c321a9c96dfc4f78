/**
 * Trees given by their leaves, as text: `(max 3 (min 5 2) (chance 0.4:6 0.6:(min 4 1)))`.
 *
 *     text    = tree | "(bounds" number number tree ")"    smallest and largest value to the first player, as stated
 *     tree    = number | list | "(" kind [mark] tree … ")"
 *     list    = "[" number, number, … "]"            a value for each of three or more players
 *     kind    = "max" | "min" | "chance" | "p1" | "p2" | …
 *     mark    = ["~" number] ["!"]                   the heuristic's estimate of this node, and that it is noisy
 *
 * Below "chance" each tree has its probability before it: `0.4:6`. Stated bounds are not checked against the leaves: a search prunes by them
 * as if they were true.
 */
import { LabError } from '../../errors'
import { type Bounds, clearlyAbove, clearlyBelow } from '../../game/bounds'
import type { Heuristic } from '../../game/heuristic'
import type { Game, Values } from '../../game/game'
import { plainMinus } from '../../numberText'
import { quoted } from '../../quoted'
import { isSummable, LARGEST_NUMBER } from '../../settingChecks'

const LONGEST = 200_000
const DEEPEST = 100
/** Probabilities are decimals: 0.1 three times and 0.7 sum to 1 but for rounding. */
const SUM_ROUNDING = 1e-9

const NUMBER = /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?/iy
const KIND = /(max|min|chance|p[1-9]\d{0,4})(?![a-z0-9])/iy
const BOUNDS = /\(\s*bounds(?![a-z0-9])/iy
const WORD = /[^\s()[\],]+/y

/** @throws {LabError} `BAD_POSITION`, naming the character. */
export function parseTree(text: string): TreeNode {
  if (text.length > LONGEST) throw new LabError('BAD_POSITION', `a tree has at most ${LONGEST} characters`)
  const reader = new Reader(plainMinus(text))
  const stated = reader.bounds()
  const tree = reader.tree(0)
  reader.end(stated !== undefined)
  const root = withAgents(tree, reader.listLength ?? 2)
  return stated ? { ...root, bounds: stated, text: `(bounds ${stated[0]} ${stated[1]} ${root.text})` } : root
}

class Reader {
  #at = 0
  /** Values in each list; `undefined` before the first. */
  listLength: number | undefined
  /** Position of the first plain leaf or max or min: lists are for p1, p2, …, numbers for max and min. */
  #plain: number | undefined
  /** Players above lists that are not counted yet. */
  readonly #players: { readonly player: number; readonly at: number }[] = []

  constructor(private readonly text: string) {}

  /** Bounds stated around the whole tree. */
  bounds(): Bounds | undefined {
    this.#skip()
    if (this.#take(BOUNDS) === undefined) return undefined
    this.#skip()
    const low = this.#number()
    this.#skip()
    const at = this.#at
    const high = this.#number()
    if (!(low < high)) throw this.#bad(at, `the upper bound ${high} is not above the lower bound ${low}`)
    return [low, high]
  }

  tree(depth: number): TreeNode {
    this.#skip()
    const start = this.#at
    const next = this.text[start]
    if (next === undefined) throw this.#bad(start, 'a tree is missing here')
    if (next === ')') throw this.#bad(start, 'this parenthesis closes nothing')
    if (depth > DEEPEST) throw this.#bad(start, `a tree is at most ${DEEPEST} levels deep`)
    if (next === '[') return this.#list()
    if (next === '(') return this.#inner(depth)
    const value = this.#number()
    this.#plain ??= start
    return leaf([value, 0 - value], String(value))
  }

  /** @param isBounded true if the parenthesis of stated bounds is open */
  end(isBounded: boolean): void {
    this.#skip()
    if (isBounded && !this.#sign(')')) {
      const isLast = this.#at >= this.text.length
      throw this.#bad(this.#at, isLast ? 'the parenthesis of "bounds" is not closed' : 'bounds are for one tree, which has ended')
    }
    this.#skip()
    if (this.#at < this.text.length) {
      const isClosing = this.text[this.#at] === ')'
      throw this.#bad(this.#at, isClosing ? 'this parenthesis closes nothing' : 'the tree has ended before this')
    }
    if (this.listLength !== undefined && this.#plain !== undefined)
      throw this.#bad(this.#plain, 'max, min and single numbers do not mix with lists of values')
    const players = this.listLength ?? 0
    for (const { player, at } of this.#players)
      if (player > players)
        throw this.#bad(
          at,
          players === 0
            ? `p${player} needs leaves with a value for each player: [3, 1, 2]`
            : `p${player} is not one of p1 … p${players}`,
        )
  }

  #inner(depth: number): TreeNode {
    const start = this.#at++
    this.#skip()
    const kindAt = this.#at
    const kind = this.#take(KIND)?.toLowerCase()
    if (kind === undefined) throw this.#bad(kindAt, `${this.#wordHere()} is not max, min, chance, p1, p2, …`)
    if (kind === 'max' || kind === 'min') this.#plain ??= kindAt
    if (kind.startsWith('p')) this.#players.push({ player: Number(kind.slice(1)), at: kindAt })
    const estimate = this.#sign('~') ? this.#number() : undefined
    const isNoisy = this.#sign('!')
    const children: TreeNode[] = []
    const chances: number[] = []
    for (;;) {
      this.#skip()
      if (this.#at >= this.text.length) throw this.#bad(start, 'this parenthesis is not closed')
      if (this.#sign(')')) break
      if (kind === 'chance') chances.push(this.#probability())
      children.push(this.tree(depth + 1))
    }
    if (children.length === 0) throw this.#bad(start, `${kind} has nothing to choose from`)
    if (children.length > 65_536) throw this.#bad(start, 'a node has at most 65536 children')
    const sum = chances.reduce((total, chance) => total + chance, 0)
    if (kind === 'chance' && Math.abs(sum - 1) > SUM_ROUNDING)
      throw this.#bad(start, `the probabilities of this chance node sum to ${Number(sum.toPrecision(12))}, not to 1`)
    const turn = kind === 'chance' ? kind : kind === 'max' ? 0 : kind === 'min' ? 1 : Number(kind.slice(1)) - 1
    const marks = (estimate === undefined ? '' : `~${estimate}`) + (isNoisy ? '!' : '')
    const texts = children.map((child, i) => (kind === 'chance' ? `${chances[i]}:${child.text}` : child.text))
    return {
      turn,
      children,
      chances,
      values: [],
      estimate,
      isNoisy,
      text: `(${kind}${marks} ${texts.join(' ')})`,
      agents: 2,
    }
  }

  #list(): TreeNode {
    const start = this.#at++
    const values: number[] = []
    do {
      this.#skip()
      values.push(this.#number())
      this.#skip()
    } while (this.#sign(','))
    if (!this.#sign(']')) throw this.#bad(start, 'this bracket is not closed')
    if (values.length < 3) throw this.#bad(start, 'a list has three or more values; two players are max and min')
    this.listLength ??= values.length
    if (values.length !== this.listLength)
      throw this.#bad(start, `this list has ${values.length} values, the first one has ${this.listLength}`)
    return leaf(values, `[${values.join(',')}]`)
  }

  #probability(): number {
    const at = this.#at
    const chance = this.#number()
    if (!(chance > 0 && chance <= 1)) throw this.#bad(at, `${chance} is not a probability above 0 and up to 1`)
    this.#skip()
    if (!this.#sign(':')) throw this.#bad(this.#at, 'a probability is followed by a colon and its tree: 0.4:6')
    return chance
  }

  #number(): number {
    const at = this.#at
    const value = Number(this.#take(NUMBER) ?? NaN)
    const rest = this.text[this.#at]
    if (Number.isNaN(value) || (rest !== undefined && /[\w.~]/.test(rest))) {
      this.#at = at
      throw this.#bad(at, `${this.#wordHere()} is not a number`)
    }
    if (!isSummable(value)) throw this.#bad(at, `this number is too large: up to ${LARGEST_NUMBER}`)
    return value + 0
  }

  #wordHere(): string {
    const word = this.#take(WORD) ?? this.text[this.#at]
    return word === undefined ? 'the end' : quoted(word)
  }

  #sign(sign: string): boolean {
    if (this.text[this.#at] !== sign) return false
    this.#at++
    return true
  }

  #skip(): void {
    while (/\s/.test(this.text[this.#at] ?? '')) this.#at++
  }

  #take(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at
    const [found] = pattern.exec(this.text) ?? []
    this.#at += found?.length ?? 0
    return found
  }

  #bad(at: number, problem: string): LabError {
    return new LabError('BAD_POSITION', `character ${at + 1}: ${problem}`, { at: at + 1 })
  }
}

function leaf(values: readonly number[], text: string): TreeNode {
  return { turn: 'over', children: [], chances: [], values, isNoisy: false, text, agents: values.length }
}

/** Gives every node the number of agents of its tree, which is known only at its end. */
function withAgents(node: TreeNode, agents: number): TreeNode {
  return { ...node, agents, children: node.children.map(child => withAgents(child, agents)) }
}

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
  /** At a root: the bounds that its text states. */
  readonly bounds?: Bounds | undefined
  /** The tree's text in its plainest form: equal texts are equal trees. */
  readonly text: string
  readonly agents: number
}

/**
 * A tree where minimax and expectimax differ: minimax plays safe and takes the left branch (10 against 9), expectimax with equal chances
 * the right one (54.5 against 10). Source: B.Sc. project "2048 AI Solver using Expectimax Algorithm & Particle Swarm Optimization", 2015.
 */
const FIRST = '(max (chance 0.5:10 0.5:10) (chance 0.5:100 0.5:9))'

/** A tree given by its leaves: a position is a node, an action or outcome is the number of a child. */
export const exampleTree: Game<TreeNode> = {
  id: 'exampleTree',
  start: () => parseTree(FIRST),
  agents: ({ agents }) => agents,
  toAct: ({ turn }) => turn,
  actions: ({ children }) => children.map((_, i) => i),
  apply({ children, agents }, action) {
    const state = children[action]
    if (!state) throw new LabError('ILLEGAL_MOVE', `child ${action + 1}: this node has ${children.length}`)
    return { state, rewards: Array<number>(agents).fill(0) }
  },
  outcomes: ({ children, chances }) => children.map((state, edge) => ({ state, edge, draws: 1, chance: chances[edge]! })),
  utilities: ({ values }) => values,
  key: ({ text }) => text,
  isNoisy: ({ isNoisy }) => isNoisy,
  parse: parseTree,
  format: ({ text }) => text,
  words: (_, edge) => String(edge + 1),
}

/** The estimates written into a tree; without one, the middle of all its leaves. */
export function treeEstimates(root: TreeNode): Heuristic<TreeNode> {
  const leaves = leavesOf(root)
  const bounds = (agent: number) => rangeOf(leaves.map(values => values[agent]!))
  const middles = Array.from({ length: root.agents }, (_, agent) => {
    const [low, high] = bounds(agent)
    return low / 2 + high / 2
  })
  return {
    evaluate({ estimate }, agent) {
      if (estimate === undefined) return middles[agent]!
      return agent === 0 ? estimate : 0 - estimate
    },
    bounds: () => root.bounds ?? around(bounds(0), rangeOf(estimatesOf(root))),
  }
}

function leavesOf({ turn, values, children }: TreeNode): (readonly number[])[] {
  return turn === 'over' ? [values] : children.flatMap(leavesOf)
}

function estimatesOf({ estimate, children }: TreeNode): readonly number[] {
  return [...(estimate === undefined ? [] : [estimate]), ...children.flatMap(estimatesOf)]
}

/** The bounds of the leaves, widened if necessary so that the estimates stay inside. */
function around([low, high]: Bounds, [lowest, highest]: Bounds): Bounds {
  return [lowest <= low ? clearlyBelow(lowest) : low, highest >= high ? clearlyAbove(highest) : high]
}

/** The range of no numbers is from infinity down to its negative. */
function rangeOf(numbers: readonly number[]): Bounds {
  return [least(numbers), -least(numbers.map(number => -number))]
}

function least(numbers: readonly number[]): number {
  return numbers.reduce((lowest, each) => Math.min(lowest, each), Infinity)
}
