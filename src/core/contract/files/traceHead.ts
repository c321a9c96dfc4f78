/** The head of a file of a recorded tree, in each version that there was. */
import { z } from '../zod'
import { GAME_IDS, GAMES } from '../../games/registry'
import { BOARD_SEARCHERS, boardHead, isBoardHead, type BoardSubject } from '../../games/twenty48/tree/head'
import { parseBoard } from '../../games/twenty48/notation'
import { SEARCHER_IDS } from '../../search/registry'
import { MAX_DEPTH } from '../../search/settings'
import { capacityOf, KINDS, SHAPES, TRACE_MEBIBYTES, type Shape } from '../../trace/format'
import type { TraceHead } from '../../trace/head'
import { checkedBy, evaluatorShape, limitsShape, parseShape, settingsShape } from '../shapes'
import { positionShape, stampShape } from './json'

/** 2: the head may have `levelMs`. 3: it names game and searcher; before, all were of 2048. */
export const TRACE_VERSION = 3
const TRACE_FORMAT = '2048-lab-trace'
/** As that of an example tree. */
const LONGEST_ROOT = 200_000

/** What stands in a file besides its columns. */
export interface FileHead {
  readonly head: TraceHead
  readonly entries: number
  readonly shape: Shape
}

const countShape = z.int().min(0)
const COMMON = {
  format: z.literal(TRACE_FORMAT),
  depth: z.int().min(0).max(255),
  reach: z.number().gt(0).max(1),
  nodes: countShape,
  hits: countShape,
  probes: countShape,
  stopped: z.enum(['limit', 'request']).exactOptional(),
  levelMs: z
    .array(z.number().min(0))
    .max(2 * MAX_DEPTH + 2)
    .readonly()
    .exactOptional(),
  stamp: stampShape.exactOptional(),
  entries: z.int().min(1).max(capacityOf(TRACE_MEBIBYTES.max, 'beside')),
}
const SUBJECT = { evaluator: evaluatorShape, settings: settingsShape, limits: limitsShape.exactOptional() }

/** Versions 1 and 2. */
const boardHeadShape = z.strictObject({
  ...COMMON,
  ...SUBJECT,
  root: z.strictObject({ position: positionShape, kind: z.enum(['max', 'chance']) }),
  window: z.literal(false),
})

const boardSubjectShape: z.ZodType<BoardSubject> = z.strictObject(SUBJECT)

const headShape = z
  .strictObject({
    ...COMMON,
    game: z.enum(GAME_IDS),
    root: z.string().max(LONGEST_ROOT),
    rootKind: z.enum(KINDS),
    searcher: z.enum([...BOARD_SEARCHERS, ...SEARCHER_IDS]),
    subject: z.record(z.string(), z.json()),
    shape: z.enum(SHAPES),
  })
  .superRefine(checkedBy(({ game, root }) => GAMES[game].game.parse(root)))

/** @throws {LabError} `BAD_FILE`, naming the field. */
export function readHead(json: unknown, version: number, fileName: string): FileHead {
  const parse = <T>(shape: z.ZodType<T>, data: unknown) => parseShape(shape, data, fileName, 'BAD_FILE')
  if (version < 3) {
    const file = parse(boardHeadShape, json)
    const { format: _, entries, window: _window, root, evaluator, settings, limits, stopped, ...rest } = file
    const subject = { evaluator, settings, ...(limits && { limits }) }
    const its = boardHead({ board: parseBoard(root.position), kind: root.kind }, 'kernel', subject)
    return { head: { ...its, ...rest, stopped }, entries, shape: 'beside' }
  }
  const { format: _, entries, shape, stopped, ...rest } = parse(headShape, json)
  const { game } = GAMES[rest.game]
  const subject = isBoardHead(rest) ? parse(boardSubjectShape, rest.subject) : rest.subject
  const root = game.format(game.parse(rest.root))
  return { head: { ...rest, root, subject, stopped }, entries, shape }
}

export function makeHead({ head: { stopped, ...head }, entries, shape }: FileHead): string {
  return JSON.stringify({ format: TRACE_FORMAT, ...head, ...(stopped && { stopped }), entries, shape })
}
