/**
 * What a drawn tree shows, without a place or a canvas: which nodes of a recorded tree, and of each its value, colours, cuts and what is
 * hidden. Nothing is in a scene that is not in its tree: in a lecture the tree holds only what the search knows by then.
 */
import type { Values } from '../../../../core/game/game'
import type { NodeKind } from '../../../../core/trace/format'
import type { EventStop, LectureFrame, NodeKey, TopNode, TopOutcome, TreeEdge, ValueScale } from '../../../../core/tree/views'
import { pathTo, type Sketch } from './sketch'
import { barsOf, type WindowBar } from './windowBars'

/** The colour of a node: what its move costs. `worse`: less than the best, by an amount that no class rates. */
export type Tone = 'best' | 'equal' | 'worse' | 'inaccuracy' | 'mistake' | 'blunder' | 'unknown'

/** Why the search did not follow an edge, or ended there. */
type EdgeCut = 'window' | 'probability'

/** An amount of a label, and how to write it. */
type Label =
  | { readonly is: 'value'; readonly value: number; readonly values?: Values; readonly sign: '' | '≤ ' | '≥ ' }
  | { readonly is: 'difference'; readonly value: number }
  | { readonly is: 'best' | 'equal' }

export interface SceneNode {
  /** The edges from the drawn root: the same place has the same path in every scene of one root. */
  readonly path: string
  /** Absent if the search has not come to the node: it is known by the rules of the game alone. */
  readonly key?: NodeKey
  /** 0 for the drawn root. */
  readonly level: number
  readonly parent?: SceneNode
  readonly children: readonly SceneNode[]
  readonly kind: NodeKind
  readonly agent?: number
  readonly edge?: TreeEdge
  /** Probability of an outcome. */
  readonly chance?: number
  /** As the game writes it; absent where the answer had no room, and where nothing is known. */
  readonly position?: string
  /** The value, or the best so far of a call that has not returned. */
  readonly label?: Label
  readonly isOpen: boolean
  readonly tone: Tone
  /** Width of the edge to it, 0 … 1: its probability, or its share of the search among its siblings; `undefined` if not known yet. */
  readonly share?: number
  /** The action that its agent takes; and whether the nodes above are taken, too, up to the drawn root. */
  readonly isTaken: boolean
  readonly isOnLine: boolean
  readonly isNotVisited: boolean
  readonly cut?: EdgeCut
  /** For a table hit: the node that computed its value. */
  readonly owner?: NodeKey
  readonly more?: More
  /** All outcomes of a chance event: place 0 … 1 on the scale of its level, and probability. */
  readonly strip?: readonly StripDot[]
  /** In a lecture, for a call that has not returned; and its window, where the search has one. */
  readonly frame?: LectureFrame
  readonly bar?: WindowBar
  /** Room for that window is left free beside the node. */
  readonly hasBarRoom: boolean
  readonly isCurrent: boolean
  readonly name?: string
  /** What the answer says of the node. */
  readonly row?: TopNode
}

/** Children that are not drawn. */
interface More {
  readonly children: number
  /** Their probability together, below a chance event. */
  readonly chance: number | undefined
  /** The search's count of nodes at and below them. */
  readonly nodes: number
}

interface StripDot {
  readonly key: NodeKey
  readonly place: number
  readonly probability: number
}

export interface SceneStrategy {
  readonly agent: number
  readonly moves: ReadonlyMap<string, number>
}

export interface SceneOptions {
  /** `best`: the taken line, its risks and the first alternatives; `all`: everything in the answer. */
  readonly mode: 'best' | 'all'
  /**
   * Most boards and levels of the mode `best`, for a small drawing; `MOST_BEST` if absent. Unfolded nodes, and the node of a lecture, are
   * drawn in addition.
   */
  readonly most?: { readonly boards: number; readonly levels: number }
  /** Nodes whose children are not drawn, and nodes whose children are all drawn. */
  readonly folded?: ReadonlySet<NodeKey>
  readonly unfolded?: ReadonlySet<NodeKey>
  readonly sketch?: Sketch
  readonly stop?: EventStop
  /** True in a lecture of a search with windows. */
  readonly hasWindows?: boolean
  /** The ends of the scale of all windows. */
  readonly scale?: ValueScale
  /** What is lit, instead of the taken line: a strategy of an agent, by the edge that it takes at the path of each own node. */
  readonly strategy?: SceneStrategy
  /** Names of nodes by their paths. */
  readonly names?: ReadonlyMap<string, string>
  readonly toneOf?: (node: TopNode) => Tone
  /** True if values are written inside of the nodes, which are no boards. */
  readonly isOfValues?: boolean
  /** Numbers of each value; one if absent. */
  readonly agents?: number
  /** True if labels are what actions lose to the best. Without it, in nodes that are no boards, and in a lecture they are values. */
  readonly withLosses?: boolean
}

/** Most boards of the mode `best`, and its levels where chance events follow moves: more would be too small to read. */
export const MOST_BEST = { boards: 40, levels: 5 } as const
/** Alternatives below the root of a game without chance. */
const MOST_REPLIES = 3

export interface Scene {
  readonly root: SceneNode
  /** In preorder. */
  readonly nodes: readonly SceneNode[]
  /** Numbers of each value. */
  readonly agents?: number
  /** Leaves of the sketch below edges that are cut, and all of them; absent if some of their nodes are not in the answer. */
  readonly pruned?: { readonly leaves: number; readonly of: number }
}

type Mutable = { -readonly [K in keyof SceneNode]: SceneNode[K] } & { children: Mutable[] }

/** The scene of the first plies of a tree. @param top as the lab answers; in a lecture, with what is known at its event */
export function makeScene(top: TopNode, options: SceneOptions): Scene {
  const { mode, sketch, stop, toneOf = relativeTone, isOfValues = false, withLosses = false, hasWindows = false, names } = options
  const drawn = mode === 'best' ? bestAndRisks(top, options) : undefined
  const frames = new Map(stop?.frames.map(frame => [frame.key, frame]))
  const bars = hasWindows && stop ? barsOf(stop, options.scale) : undefined
  let pruned = 0
  let isWhole = true
  const nodes: Mutable[] = []

  function add(row: TopNode | undefined, its: Sketch | undefined, place: Place): Mutable {
    const { parent, above, path } = place
    const frame = row && frames.get(row.key)
    const isOutcome = row ? row.contribution !== undefined || row.derived : place.chance !== undefined
    const isNotVisited = row?.flags.includes('not-visited') ?? false
    const isTaken = parent && options.strategy ? isOfStrategy(parent, place.edge!.id, options.strategy) : (row?.best ?? false)
    const isOnLine = parent === undefined || (parent.isOnLine && (isTaken || isOutcome))
    const label =
      row &&
      labelOf(row, above, frame && { ...frame, ...leafValue(row, stop) }, {
        ...{ isOfValues: isOfValues || !withLosses || stop !== undefined, isOutcome, level: place.level },
      })
    const share = row && above && shareOf(row, above, isOutcome, stop !== undefined)
    const chance = isOutcome ? (row?.chance ?? place.chance) : undefined
    // the sketch gives leaves away before the search knows them
    const kind = its?.kind === 'leaf' ? 'leaf' : row && !(its && isNotVisited) ? row.kind : (its?.kind ?? 'leaf')
    const bar = row && kind !== 'leaf' ? bars?.get(row.key) : undefined
    const { cut } = cutOf(row, isNotVisited && above?.visits === undefined, place.isCutOff)
    const name = names?.get(path)
    if (its && cut === 'window') pruned += leavesOf(its)
    const node: Mutable = {
      path,
      ...(row && { key: row.key, row }),
      level: place.level,
      ...(parent && { parent }),
      children: [],
      kind,
      ...((row?.agent ?? its?.agent) !== undefined && { agent: (row?.agent ?? its?.agent)! }),
      ...((row?.edge ?? place.edge) && { edge: (row?.edge ?? place.edge)! }),
      ...(chance !== undefined && { chance }),
      ...(row?.position !== undefined && { position: row.position }),
      ...(label && { label }),
      isOpen: frame !== undefined,
      tone: row && above && !isOutcome ? toneOf(row) : 'unknown',
      ...(share !== undefined && { share }),
      isTaken,
      isOnLine,
      isNotVisited,
      ...(cut && { cut }),
      ...(row?.source !== undefined && { owner: row.source }),
      ...(frame && { frame }),
      ...(bar && { bar }),
      hasBarRoom: hasWindows && kind !== 'leaf',
      isCurrent: row !== undefined && stop?.event.key === row.key,
      ...(name !== undefined && { name }),
    }
    nodes.push(node)
    addChildren(node, row, its)
    return node
  }

  function addChildren(node: Mutable, row: TopNode | undefined, its: Sketch | undefined): void {
    const isFolded = row !== undefined && options.folded?.has(row.key)
    const known = new Map(row?.children.map(child => [child.edge!.id, child]))
    // children that the answer had no room for may have been searched: they are counted, not drawn
    const isPart = row !== undefined && row.hidden.children > 0
    if (its && isPart) isWhole = false
    const inOrder: { readonly row?: TopNode; readonly its?: Sketch['children'][number] }[] = isFolded
      ? []
      : its
        ? its.children.flatMap(each => {
            const child = known.get(each.edge.id)
            return isPart && !child ? [] : [{ its: each, ...(child && { row: child }) }]
          })
        : ordered(row, mode, drawn).map(each => ({ row: each }))
    const isCutOff = stop?.event.kind === 'cut' && row !== undefined && stop.event.key === row.key
    for (const each of inOrder) {
      const edge = each.row?.edge ?? each.its!.edge
      node.children.push(
        add(each.row, each.its?.node, {
          path: pathTo(node.path, edge.id),
          level: node.level + 1,
          parent: node,
          above: row,
          edge,
          chance: each.its?.chance,
          isCutOff: isCutOff && each.row === undefined,
        }),
      )
    }
    // of a sketch all children are drawn, unless the node is folded or the answer lacks some
    const more = row && (!its || isPart || (isFolded && its.children.length > 0)) ? moreOf(row, node.children) : undefined
    if (more) node.more = more
  }

  const root = add(top, sketch, { path: '', level: 0, isCutOff: false })
  if (!isOfValues) addStrips(nodes)
  const facts = sketch && isWhole ? { pruned: { leaves: pruned, of: leavesOf(sketch) } } : {}
  return { root, nodes, ...(options.agents !== undefined && { agents: options.agents }), ...facts }
}

/** The place of a node that is added. */
interface Place {
  readonly path: string
  readonly level: number
  readonly parent?: Mutable
  readonly above?: TopNode | undefined
  readonly edge?: TreeEdge
  readonly chance?: number | undefined
  /** The search cuts the node above just now, before it came to this one. */
  readonly isCutOff: boolean
}

/** Whether a strategy leads from a node along an edge: of its agent's nodes along one, of all others along each. */
function isOfStrategy({ path, kind, agent, isOnLine }: SceneNode, edge: number, { agent: own, moves }: SceneStrategy): boolean {
  const turn = kind === 'max' ? 0 : kind === 'min' ? 1 : agent
  return isOnLine && (turn !== own || moves.get(path) === edge)
}

const leavesOf = ({ kind, children }: Sketch): number =>
  kind === 'leaf' ? 1 : children.reduce((sum, { node }) => sum + leavesOf(node), 0)

/** Best, equal or worse by the numbers of the search alone. */
function relativeTone({ best, tie, difference }: TopNode): Tone {
  if (best) return 'best'
  if (tie || difference === 0) return 'equal'
  return difference === null ? 'unknown' : 'worse'
}

function cutOf(row: TopNode | undefined, isNotVisited: boolean, isCutOff: boolean): Pick<SceneNode, 'cut'> {
  if (isNotVisited || isCutOff) return { cut: 'window' }
  return row?.flags.includes('probability-cut') ? { cut: 'probability' } : {}
}

/** At the event that gives a leaf its value: this one. */
function leafValue({ key }: TopNode, stop: EventStop | undefined): Pick<LectureFrame, 'best' | 'values'> | undefined {
  if (!stop || stop.event.key !== key || !(stop.event.kind === 'utility' || stop.event.kind === 'evaluate')) return undefined
  if (typeof stop.event.x !== 'number') return undefined
  return { best: stop.event.x, ...(stop.values && { values: stop.values }) }
}

const BOUND_SIGNS = { upper: '≤ ', lower: '≥ ' } as const

interface LabelPlace {
  readonly isOfValues: boolean
  readonly isOutcome: boolean
  readonly level: number
}

function labelOf(
  row: TopNode,
  above: TopNode | undefined,
  frame: LectureFrame | undefined,
  { isOfValues, isOutcome, level }: LabelPlace,
): Label | undefined {
  if (frame && row.value === null)
    return frame.best === null
      ? undefined
      : { is: 'value', value: frame.best, ...(frame.values && { values: frame.values }), sign: '' }
  if (row.value === null) return undefined
  const value: Label = {
    ...{ is: 'value', value: row.value, sign: row.bound ? BOUND_SIGNS[row.bound] : '' },
    ...(row.values && { values: row.values }),
  }
  if (isOfValues || !above || row.visits !== undefined || row.bound) return value
  if (isOutcome) return above.value === null ? value : { is: 'difference', value: row.value - above.value }
  if (row.best) return level === 1 ? { is: 'best' } : undefined
  if (row.tie || row.difference === 0) return { is: 'equal' }
  return row.difference === null ? value : { is: 'difference', value: row.difference }
}

/** Probability of an outcome; share of the visits, or of the search's nodes, of an action. */
function shareOf(row: TopNode, above: TopNode, isOutcome: boolean, isOfLecture: boolean): number | undefined {
  if (isOutcome) return row.chance
  if (isOfLecture && row.visits === undefined) return undefined // the effort of calls is known at their end
  const of = (each: TopNode) => each.visits ?? each.nodes
  const all = above.children.reduce((sum, each) => sum + of(each), row.visits === undefined ? above.hidden.nodes : 0)
  return all === 0 ? undefined : of(row) / all
}

/** One scale for all strips of a level: a difference that means little beside the others looks little. */
function addStrips(nodes: readonly Mutable[]): void {
  const levels = new Map<number, Mutable[]>()
  for (const node of nodes)
    if (node.row?.outcomes && node.row.outcomes.all.length > 1) levels.set(node.level, [...(levels.get(node.level) ?? []), node])
  for (const level of levels.values()) {
    let [low, high] = [Infinity, -Infinity]
    for (const { row } of level)
      for (const [, worth] of row!.outcomes!.all) [low, high] = [Math.min(low, worth), Math.max(high, worth)]
    for (const node of level) node.strip = stripOf(node.row!.outcomes!.all, low, high)
  }
}

function stripOf(all: readonly TopOutcome[], low: number, high: number): readonly StripDot[] {
  return all.map(([key, worth, probability]) => ({ key, place: high > low ? (worth - low) / (high - low) : 0.5, probability }))
}

function moreOf(row: TopNode, children: readonly SceneNode[]): SceneNode['more'] {
  const drawn = new Set(children.map(({ key }) => key))
  const left = row.children.filter(({ key }) => !drawn.has(key))
  const count = row.hidden.children + left.length
  if (count === 0) return undefined
  const chances = row.outcomes && children.reduce((rest, { chance = 0 }) => rest - chance, 1)
  return {
    children: count,
    chance: chances === undefined ? undefined : Math.max(0, chances),
    nodes: row.hidden.nodes + left.reduce((sum, { nodes }) => sum + nodes, 0),
  }
}

/** The children to draw. The best come first where the picture is of the best. */
function ordered(row: TopNode | undefined, mode: SceneOptions['mode'], drawn: ReadonlySet<NodeKey> | undefined) {
  const children = (row?.children ?? []).filter(({ key }) => !drawn || drawn.has(key))
  return mode === 'best' && drawn && drawn.size > 0 ? children.toSorted(byWorth(row!)) : children
}

/** The taken action first, then by what they lose; outcomes from the best to the worst. */
function byWorth({ outcomes }: TopNode): (a: TopNode, b: TopNode) => number {
  const worths = new Map(outcomes?.all.map(([key, worth]) => [key, worth]))
  const loss = ({ best, difference, key }: TopNode) => {
    const worth = worths.get(key)
    if (worth !== undefined) return -worth
    return best ? -1 : difference === null ? Infinity : Math.abs(difference)
  }
  return (a, b) => {
    const [of, and] = [loss(a), loss(b)]
    return of === and ? 0 : of - and
  }
}

/** The keys of the nodes to draw: level by level, along the taken line, and along the open calls of a lecture. */
function bestAndRisks(top: TopNode, { unfolded, stop, most = MOST_BEST }: SceneOptions): ReadonlySet<NodeKey> {
  const keys = new Set([top.key])
  const open = new Set(stop?.frames.map(({ key }) => key))
  const isWhole = countOf(top) <= most.boards
  const isOfChance = hasChance(top)
  let count = 1
  /** What the user unfolds is beside the taken line, and costs it no room. */
  let level: readonly { readonly node: TopNode; readonly isFollowed: boolean }[] = [{ node: top, isFollowed: true }]
  for (let ply = 0; level.length > 0; ply++) {
    const chosen = level.map(({ node, isFollowed }) =>
      isWhole || open.has(node.key) ? node.children : isFollowed ? chosenOf(node, ply, isOfChance, most.boards - 1) : [],
    )
    count += chosen.reduce((sum, { length }) => sum + length, 0)
    const hasRoom = isWhole || ply === 0 || (count <= most.boards && !(isOfChance && ply >= most.levels))
    level = level.flatMap(({ node }, i) => {
      const its = new Set(hasRoom ? chosen[i]! : node.children.filter(({ key }) => open.has(key)))
      const children = unfolded?.has(node.key) ? node.children : node.children.filter(child => its.has(child))
      for (const { key } of children) keys.add(key)
      const below = children.map(child => ({
        node: child,
        isFollowed: its.has(child) && (isWhole || child.best || open.has(child.key) || node.outcomes !== undefined),
      }))
      return below.filter(each => each.isFollowed || unfolded?.has(each.node.key))
    })
  }
  return keys
}

/** @param most below the root: there are always some of its children */
function chosenOf(node: TopNode, ply: number, isOfChance: boolean, most: number): readonly TopNode[] {
  if (ply === 0 && node.children.length > most) return node.children.toSorted(byWorth(node)).slice(0, most)
  if (ply === 0 || node.outcomes) return node.children
  if (isOfChance) return node.children.filter(({ best }) => best)
  return node.children.toSorted(byWorth(node)).slice(0, MOST_REPLIES)
}

const countOf = ({ children, hidden }: TopNode): number =>
  1 + hidden.children + children.reduce((sum, child) => sum + countOf(child), 0)

const hasChance = ({ outcomes, children }: TopNode): boolean => outcomes !== undefined || children.some(hasChance)
