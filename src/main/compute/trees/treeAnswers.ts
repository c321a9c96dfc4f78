import type { Arg, Result } from '../../../core/contract/calls'
import { MOST_EXPORTED, MOST_STRATEGY_POSITIONS, type OutlineChange, type TreeExport } from '../../../core/contract/calls/tree'
import type { TreeQuestion } from '../../../core/contract/trees'
import { LabError } from '../../../core/errors'
import { GAMES, type GameEntry } from '../../../core/games/registry'
import { chosenStrategy } from '../../../core/search/strategies'
import type { NodeId } from '../../../core/trace/format'
import { findFlag, findPosition } from '../../../core/tree/find'
import { icicle } from '../../../core/tree/icicle'
import { makeKey, parseKey } from '../../../core/tree/views'
import { eventStop } from '../../../core/tree/lecture'
import { KnownRows } from '../../../core/tree/knownRows'
import { nodeDetails } from '../../../core/tree/nodeDetails'
import { outlineSvg, writeOutline } from '../../../core/tree/outlineText'
import { fullRows, writeRows } from '../../../core/tree/rows'
import { treeTop } from '../../../core/tree/top'
import { countNodes, treeJson } from '../../../core/tree/treeJson'
import { NO_FILTER, type NodeKey } from '../../../core/tree/views'
import { WALKED_AT_ONCE } from '../../../core/tree/walk'
import { partOf, type Sliced } from '../../../core/sliced'
import type { OutlinedTree } from './outlinedTree'

/** Maximum number of rows of a picture: programs do not draw a higher one. */
const MOST_DRAWN = 2_000
/** Share of the time of an export that it takes to collect its rows. */
const ROWS_SHARE = 0.5

type Answer<K extends TreeQuestion> = Result<K> | null

/** The answer to each question. Questions about the whole tree are answered in slices. */
export const TREE_ANSWERS: {
  readonly [K in TreeQuestion]: (outlined: OutlinedTree, arg: Arg<K>) => Answer<K> | Sliced<Answer<K>>
} = {
  treeRows(outlined, { first, count, lecture }) {
    const { tree, outline, revision } = outlined
    if (lecture === undefined)
      return { rows: fullRows(tree, outline, outline.rows(first, count)), total: outline.total, revision }
    if (outline.sort !== 'search' || outline.filter !== NO_FILTER)
      throw new LabError('BAD_REQUEST', 'A lecture shows all rows, in the order of the search.')
    const known = new KnownRows(outlined.known(lecture), outline)
    return { rows: known.rows(first, count), total: known.total, revision }
  },
  foldTree(outlined, { node, levels }) {
    const { node: entry } = parseKey(outlined.tree.trace, node)
    const capped = outlined.outline.fold(entry, levels)
    return changeOf(outlined, capped)
  },
  *arrangeTree(outlined, { sort, filter }) {
    let arranged
    do {
      arranged = outlined.outline
      yield* arranged.arranging(sort, filter)
    } while (arranged !== outlined.outline) // another iteration replaced it meanwhile
    return changeOf(outlined, false)
  },
  revealNode(outlined, { node, lecture }) {
    const before = outlined.outline.total
    const index = outlined.outline.reveal(parseKey(outlined.tree.trace, node))
    if (index === undefined) throw new LabError('NOT_FOUND', `Node ${node} is hidden by the filter.`, { node })
    // rows already in sight stay as a page has them, and a key that follows finds its row
    if (outlined.outline.total !== before) outlined.changed()
    const isOfVisits = outlined.tree.trace.data.space.hasVisits === true // other spaces list known nodes first
    const known = lecture !== undefined && isOfVisits ? new KnownRows(outlined.known(lecture), outlined.outline) : undefined
    const place = known?.indexOf(index) ?? index
    return { total: (known ?? outlined.outline).total, revision: outlined.revision, capped: false, key: node, index: place }
  },
  treeNode(outlined, { node, lecture }) {
    const tree = lecture === undefined ? outlined.tree : outlined.known(lecture)
    const place = parseKey(tree.trace, node)
    if (!tree.trace.isThere(place.node)) throw notThere(node)
    return nodeDetails(tree, place)
  },
  treeAt({ tree }, { edges }) {
    const node = tree.trace.follow(edges)
    return keyOf(node)
  },
  *findPosition({ tree }, { position, after }) {
    const place = yield* findPosition(tree, tree.game.parse(position), parseKey(tree.trace, after))
    return place ? makeKey(place) : null
  },
  findFlag: ({ tree }, { flag, from, backwards }) => flagFound(findFlag(tree.trace, flag, parseKey(tree.trace, from), backwards)),
  treeStrategy({ tree: { trace } }, { error, moves }) {
    const { [trace.head.game]: entry } = GAMES as Readonly<Record<string, GameEntry>>
    const root: unknown = entry?.game.parse(trace.head.root)
    const turn = entry?.game.toAct(root)
    if (!entry || typeof turn !== 'number') throw new LabError('BAD_REQUEST', 'no player moves at the root of this tree')
    const { chosen, best, moves: taken } = chosenStrategy(entry.game, root, turn, error, moves, MOST_STRATEGY_POSITIONS)
    const { agent, value, encounters, strategies, leaves } = chosen
    return {
      ...{ agent, value, encounters, moves: taken },
      ...{ strategies: String(strategies), leaves: String(leaves), best: { value: best.value, leaves: String(best.leaves) } },
    }
  },
  treeIcicle: ({ tree }, { node, levels, room }) => icicle(tree, parseKey(tree.trace, node).node, levels, room),
  lectureAt({ tree, lecture }, { at, step, to }) {
    const from = Math.min(at, lecture.events - 1)
    const next =
      to !== undefined ? lecture.runTo(from, parseKey(tree.trace, to).node) : step === 'stay' ? from : lecture.step(from, step)
    return next === undefined ? null : eventStop(tree, lecture, next)
  },
  treeTop(outlined, { plies, boards, node = '0', unfold = [], line = 'all', lecture }) {
    const tree = lecture === undefined ? outlined.tree : outlined.known(lecture)
    const top = parseKey(tree.trace, node)
    if (!tree.trace.isThere(top.node)) throw notThere(node)
    const at = lecture === undefined ? {} : { at: outlined.lecture.at(lecture).event.node }
    const root = treeTop(tree, { plies, boards, top, unfolded: unfold, line, ...at })
    const hasScale = lecture !== undefined && outlined.tree.trace.data.space.hasWindows === true
    return { version: 0, root, ...(hasScale && { scale: outlined.lecture.scale }) } // `Trees` has the version
  },
  lectureCode: ({ lecture }) => lecture.code.map(({ text }) => text),
  exportTree(outlined, { node, levels, format }) {
    return format === 'json' ? exportJson(outlined, node, levels) : exportOutline(outlined, format)
  },
}

function notThere(node: NodeKey): LabError {
  return new LabError('NOT_FOUND', `The lecture has not come to node ${node}.`, { node })
}

function changeOf(outlined: OutlinedTree, capped: boolean): OutlineChange {
  outlined.changed()
  return { total: outlined.outline.total, revision: outlined.revision, capped }
}

function keyOf(node: number | undefined): NodeKey | null {
  return node === undefined ? null : makeKey({ node })
}

function* flagFound(search: Sliced<NodeId | undefined>): Sliced<NodeKey | null> {
  return keyOf(yield* search)
}

function* exportJson({ tree }: OutlinedTree, key: NodeKey, levels: number): Sliced<TreeExport> {
  const { node } = parseKey(tree.trace, key)
  const count = countNodes(tree, node, levels, MOST_EXPORTED)
  if (count > MOST_EXPORTED)
    throw new LabError(
      'BAD_REQUEST',
      `This subtree has more than ${MOST_EXPORTED} nodes: choose fewer levels, or save the tree and use "lab tree show FILE --json".`,
    )
  const pieces: string[] = []
  for (const piece of treeJson(tree, node, levels)) {
    pieces.push(piece)
    yield Math.min(1, (pieces.length * WALKED_AT_ONCE) / count)
  }
  return { text: pieces.join('') + '\n', count }
}

/** The rows at the time of the request; later unfolding does not change them. */
function* exportOutline({ tree, outline }: OutlinedTree, format: 'text' | 'svg'): Sliced<TreeExport> {
  const placed = outline.rows(0, format === 'svg' ? MOST_DRAWN : MOST_EXPORTED)
  const more = outline.total - placed.length
  const rows = yield* partOf(writeRows(tree, outline, placed), 0, ROWS_SHARE)
  const title = `${tree.game.title(tree.game.root)}, depth ${tree.trace.head.depth}`
  const text =
    format === 'svg' ? outlineSvg(tree, rows, more, title) : yield* partOf(writeOutline(tree, rows, more), ROWS_SHARE, 1)
  return { text, count: rows.length }
}
