/** The head of a file of a recorded tree, in each version so far. */
import { amountShape, positiveShape, textShape, wholeShape, z } from '../zod'
import { GAME_IDS, GAMES, heuristicId } from '../../games/registry'
import { BOARD_SEARCHERS, boardHead, isBoardHead, type BoardSubject } from '../../games/twenty48/tree/head'
import { parseBoard } from '../../games/twenty48/notation'
import { MAX_PLIES, MAX_DEPTH, MAX_NODES } from '../../game/limits'
import { isEqualButForRounding } from '../../rounding'
import { positionSearcher, SEARCHER_IDS, SEARCHERS, type SearcherId } from '../../search/registry'
import type { SearchSubject } from '../../search/subject'
import { BYTES_PER_EVENT } from '../../trace/eventLog'
import {
  KINDS,
  type Layout,
  MEBIBYTE,
  MOST_VALUES,
  TRACE_MEBIBYTES,
  type TraceHead,
  WITHOUT_WINDOWS,
  capacityOf,
} from '../../trace/format'
import { LONGEST_POSITION, readConfig, searchSubjectShape } from '../searchers'
import { checkedBy, evaluatorShape, limitsShape, parseShape, settingsShape } from '../shapes'
import { positionShape, stampShape } from './json'

/**
 * 2: the head may have `levelMs`. 3: it names game and searcher; before, all files were of 2048. 4: more columns are possible. 5: worlds
 * are possible. 6: entries stand in the order of the search.
 */
export const TRACE_VERSION = 6
/** The last version whose siblings stood side by side (`beside`), or were linked by one more column, `next` (`grown`). */
export const LAST_WITH_SHAPES = 5
const TRACE_FORMAT = '2048-lab-trace'
const MOST_EVENTS = Math.floor((TRACE_MEBIBYTES.max * MEBIBYTE) / BYTES_PER_EVENT)

/** Everything in a file except its columns. */
export interface FileHead {
  readonly head: TraceHead
  readonly entries: number
  readonly layout: Layout
  /** The event log after the columns. */
  readonly log: { readonly events: number; readonly isWhole: boolean } | undefined
}

/** A search ends within a node of its limit; with several threads, each does. */
const effortShape = wholeShape(0, 2 * MAX_NODES)
/** Longest time of a level, in milliseconds: some thirty years. */
const MOST_LEVEL_MS = 1e12
const COMMON = {
  format: z.literal(TRACE_FORMAT),
  depth: wholeShape(0, MAX_PLIES),
  reach: z.number().gt(0).max(1),
  nodes: effortShape,
  hits: effortShape,
  probes: effortShape,
  stopped: z.enum(['limit', 'request']).exactOptional(),
  levelMs: z
    .array(amountShape.max(MOST_LEVEL_MS))
    .max(2 * MAX_DEPTH + 2)
    .readonly()
    .exactOptional(),
  stamp: stampShape.exactOptional(),
  entries: positiveShape.max(capacityOf(TRACE_MEBIBYTES.max, WITHOUT_WINDOWS)),
}
const SUBJECT = { evaluator: evaluatorShape, settings: settingsShape, limits: limitsShape.exactOptional() }

/** Versions 1 and 2. */
const boardHeadShape = z.strictObject({
  ...COMMON,
  ...SUBJECT,
  depth: wholeShape(0, MAX_DEPTH),
  root: z.strictObject({ position: positionShape, kind: z.enum(['max', 'chance']) }),
  window: z.literal(false),
})

const boardSubjectShape: z.ZodType<BoardSubject> = z.strictObject(SUBJECT)

const headShape = z
  .strictObject({
    ...COMMON,
    game: z.enum(GAME_IDS),
    root: textShape(LONGEST_POSITION),
    rootKind: z.enum(KINDS),
    searcher: z.enum([...BOARD_SEARCHERS, ...SEARCHER_IDS]),
    subject: z.record(z.string(), z.json()),
    hasWindows: z.literal(true).exactOptional(),
    hasVisits: z.boolean().exactOptional(),
    values: wholeShape(1, MOST_VALUES).exactOptional(),
    log: z.strictObject({ events: wholeShape(0, MOST_EVENTS), isWhole: z.boolean() }).exactOptional(),
  })
  .refine(({ hasWindows, log, hasVisits, values }) => hasWindows || (log ?? hasVisits ?? values) === undefined, {
    path: ['hasWindows'],
    error: 'only a tree with windows has a log, visits, or more values than one',
  })
  .refine(head => head.hasWindows || isBoardHead(head), { path: ['hasWindows'], error: 'a tree of this searcher has windows' })
  .refine(head => !isBoardHead(head) || head.depth <= MAX_DEPTH, { path: ['depth'], error: `at most ${MAX_DEPTH}` })
  .superRefine(checkedBy(({ game, root }) => GAMES[game].game.parse(root)))

/** @throws {LabError} `BAD_FILE`, naming the field. */
export function readHead(json: unknown, version: number, fileName: string): FileHead {
  const parse = <T>(shape: z.ZodType<T>, data: unknown) => parseShape(shape, data, fileName, 'BAD_FILE')
  if (version < 3) {
    const file = parse(boardHeadShape, json)
    const { format: _, entries, window: _window, root, evaluator, settings, limits, stopped, ...rest } = file
    const subject = { evaluator, settings, ...(limits && { limits }) }
    const its = boardHead({ board: parseBoard(root.position), kind: root.kind }, 'kernel', subject)
    return { head: { ...its, ...rest, stopped }, entries, layout: WITHOUT_WINDOWS, log: undefined }
  }
  const current = version > LAST_WITH_SHAPES ? json : withoutShape(json)
  const { format: _, entries, hasWindows, hasVisits, values, log, stopped, ...rest } = parse(headShape, current)
  const { game } = GAMES[rest.game]
  const subject = parse<unknown>(subjectShapeOf(rest), rest.subject)
  const root = game.format(game.parse(rest.root))
  return { head: { ...rest, root, subject, stopped }, entries, layout: { hasWindows, hasVisits, values }, log }
}

/** The head of a version with shapes as this one has it; anything else stays, to be refused. */
function withoutShape(json: unknown): unknown {
  const { shape, ...rest } = { ...(json as { readonly shape?: unknown }) }
  if (shape === 'beside') return rest
  return shape === 'grown' ? { ...rest, hasWindows: true } : json
}

function subjectShapeOf(head: Pick<TraceHead, 'searcher'> & { readonly game: (typeof GAME_IDS)[number] }): z.ZodType {
  if (isBoardHead(head)) return boardSubjectShape
  const searcher = SEARCHER_IDS.find(id => id === head.searcher)
  if (!searcher) return z.never({ error: `${head.searcher} searches no game but 2048` })
  return searchSubjectShape
    .superRefine(checkedBy(({ config }) => readConfig(searcher, config as object)))
    .superRefine(checkedBy(({ heuristic }) => heuristicId(GAMES[head.game], heuristic)))
    .superRefine(
      checkedBy(({ world }) => world && readConfig(positionSearcher(world.searcher).id as SearcherId, world.config as object)),
    )
    .superRefine(checkedBy(({ worlds }) => worlds?.of.forEach(({ position }) => GAMES[head.game].game.parse(position))))
    .refine(({ world, worlds }) => (world === undefined) === (worlds === undefined), {
      path: ['worlds'],
      error: 'stand beside how they were searched',
    })
    .refine(({ worlds }) => worlds === undefined || SEARCHERS[searcher].tree === 'worlds', {
      path: ['worlds'],
      error: `${searcher} searches none`,
    })
    .refine(({ worlds }) => worlds === undefined || isShare(worlds), {
      path: ['worlds'],
      error: 'have chances that are no shares of the draws',
    })
}

/** True if the probabilities of worlds are possible: they sum to 1, or to less if some were left out. */
function isShare({ draws, of }: NonNullable<SearchSubject['worlds']>): boolean {
  const sum = of.reduce((sum, { chance }) => sum + chance, 0)
  return of.every(({ chance }) => chance > 0) && (sum <= draws || isEqualButForRounding(sum, draws))
}

/** Always with its fields in this order. */
export function makeHead({ head, entries, layout, log }: FileHead): string {
  const { hasWindows, hasVisits, values } = layout
  const { game, root, rootKind, searcher, subject, depth, reach, nodes, hits, probes, stopped, levelMs, stamp } = head
  return JSON.stringify({
    ...{ format: TRACE_FORMAT, game, root, rootKind, searcher, subject, depth, reach, nodes, hits, probes },
    ...{ stopped, levelMs, stamp, entries, hasWindows, hasVisits, values, log }, // absent fields are left out
  })
}
