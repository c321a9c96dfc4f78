/** Replays as JSON: one per file, or one per line; `replayReader.ts` reads and writes them as text. */
import { draftLineShape, legibleLine, notesShape } from '../texts'
import { amountShape, countShape, textShape, wholeShape, z } from '../zod'
import { LabError } from '../../errors'
import { MOVES, type Move } from '../../games/twenty48/board'
import { parseBoard, parseSpawn } from '../../games/twenty48/notation'
import type { Turn } from '../../games/twenty48/player'
import {
  MAX_SIDE_LINES,
  MAX_SIDE_MOVES,
  MAX_SLIDES,
  PLAYED_BY,
  verifyReplay,
  type Replay,
  type ReplayValues,
  type SideLine,
} from '../../games/twenty48/replay'
import { bestSlide, slideValues } from '../../games/twenty48/search/report'
import { withoutRepeats } from '../../games/twenty48/sideLines'
import { MAX_DEPTH } from '../../game/limits'
import { evaluatorShape, limitsShape, parseShape, seedShape, settingsShape } from '../shapes'
import { locating, parseJson, positionShape, refuseNewer, refuseWide, schemaField, stampShape } from './json'

/**
 * Version 1 had four values per step, one for each move, without their players: files mix those of several players in one column. They are
 * read as values of an unknown player. Version 3 added side lines.
 */
export const REPLAY_VERSION = 3
/**
 * Largest replay to read, in characters, as a file or as a line. The longest game takes 3 million; with times and values, an ordinary one
 * of 20,000 moves takes 2 million.
 */
export const MAX_REPLAY_CHARS = 16_000_000

export const REPLAY_FORMAT = '2048-lab-replay'

const VERSIONS = [1, 2, REPLAY_VERSION] as const
const SEEDED = ['seed', 'generator', 'origin'] as const
const scoreShape = countShape

/** Fields that appear once per game. */
const HEAD = {
  $schema: schemaField,
  format: z.literal(REPLAY_FORMAT),
  version: z.literal(VERSIONS),
  title: draftLineShape(200).exactOptional(),
  notes: notesShape(10_000).exactOptional(),
  by: z.enum(PLAYED_BY),
  seed: seedShape.exactOptional(),
  generator: z.string().min(1).max(40).exactOptional(),
  origin: z.enum(['seed', 'position']).exactOptional(),
  profile: z.strictObject({ name: draftLineShape(80), evaluator: evaluatorShape, settings: settingsShape }).exactOptional(),
  limits: limitsShape.exactOptional(),
  stamp: stampShape.exactOptional(),
  start: positionShape,
  startScore: scoreShape,
  final: positionShape,
  score: scoreShape,
}

/** What the store saves besides the game itself: its player and settings. An earlier lab took other characters in texts. */
export const replayOriginShape: z.ZodType<Pick<Replay, 'by' | 'draws' | 'engine' | 'title' | 'stamp'>> = z.object({
  by: HEAD.by,
  draws: z.object({ seed: seedShape, generator: z.string(), origin: z.enum(['seed', 'position']) }).exactOptional(),
  engine: z
    .object({
      profile: z.string().transform(legibleLine),
      ...{ evaluator: evaluatorShape, settings: settingsShape, limits: limitsShape },
    })
    .exactOptional(),
  title: textShape(200).transform(legibleLine).exactOptional(),
  stamp: HEAD.stamp,
})

const headShape = z.strictObject(HEAD).superRefine((head, context) => {
  const issue = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
  const missing = SEEDED.find(field => head[field] === undefined)
  if (missing && SEEDED.some(field => head[field] !== undefined))
    issue(missing, `is missing: ${SEEDED.join(', ')} belong together`)
  if ((head.profile === undefined) !== (head.limits === undefined))
    issue(head.profile ? 'limits' : 'profile', 'is missing: profile and limits belong together')
})

/** A move and the tile that followed. */
const STEP = /^(up|down|left|right) ([24]@r[1-4]c[1-4])$/
const valueShape = z.union([z.number(), z.null()])
/** Where a side line leaves. */
const sideHeadShape = z.strictObject({
  of: wholeShape(1, MAX_SIDE_LINES)
    .exactOptional()
    .describe('Number of the earlier line that it leaves, from 1; absent: the game.'),
  after: wholeShape(0, MAX_SLIDES).describe('Moves from the start of the game to where it leaves.'),
})

/** The whole file. Its lists may have 131,070 entries, which are checked by hand: a finding for each would be too many. */
export const replayFileShape = z.strictObject({
  ...HEAD,
  ms: z
    .array(z.union([amountShape, z.null()]))
    .max(MAX_SLIDES)
    .exactOptional()
    .describe('Milliseconds of each move, one per step, or null if not measured.'),
  values: z
    .array(z.union([z.number(), z.tuple([valueShape, valueShape, valueShape, valueShape]), z.null()]))
    .max(MAX_SLIDES)
    .exactOptional()
    .describe(
      'Before each step the value of the board to the player of "profile", or null if not searched. Version 1: of an unknown player, for the moves up, down, left, right.',
    ),
  depths: z
    .array(z.union([wholeShape(0, MAX_DEPTH), z.null()]))
    .max(MAX_SLIDES)
    .exactOptional()
    .describe('The depth of each value, or null where there is none. Not in version 1.'),
  steps: z.array(z.string().regex(STEP)).max(MAX_SLIDES).describe('Each move and the tile that followed.'),
  sideLines: z
    .array(sideHeadShape.extend({ steps: z.array(z.string().regex(STEP)).min(1).max(MAX_SIDE_MOVES) }))
    .max(MAX_SIDE_LINES)
    .exactOptional()
    .describe('Other moves that were tried in the replay, each with the tile that followed. From version 3.'),
})

export type ReplayFile = z.infer<typeof replayFileShape>

/**
 * Reads one replay and replays it, about 1 µs per move.
 * @throws {LabError} `BAD_FILE`, naming the file and the field, the step, or the place in its JSON.
 */
export function parseReplay(text: string, fileName: string): Replay {
  const data = parseJson(text, fileName, MAX_REPLAY_CHARS)
  refuseNewer(data, REPLAY_FORMAT, REPLAY_VERSION, fileName)
  // Step 1. All but the lists.
  const { steps, ms, values, depths, sideLines, ...rest } = (isObject(data) ? data : {}) as Partial<Record<string, unknown>>
  const head = isObject(data) ? rest : data
  refuseWide(head, fileName)
  const { $schema: _schema, format: _format, version, ...fields } = parseShape(headShape, head, fileName, 'BAD_FILE')
  // Step 2. The lists, up to their first fault.
  const column = <T>(field: string, list: unknown, what: string, read: (entry: unknown) => T | undefined): T[] =>
    readColumn({ fileName, field, what }, list, read)
  const turns = column('steps', steps, STEP_WORDS, readStep)
  const times = ms === undefined ? undefined : column('ms', ms, 'a time is a number of milliseconds from 0, or null', readTime)
  const [what, readOne] =
    version === 1
      ? (['values are four numbers or nulls, or null', readFour] as const)
      : (['a value is a number, or null', readValue] as const)
  const boards = values === undefined ? undefined : column('values', values, what, readOne)
  const searched =
    depths === undefined
      ? undefined
      : column('depths', depths, `a depth is a whole number in 0 … ${MAX_DEPTH}, or null`, readDepth)
  for (const [field, list] of [['ms', times] as const, ['values', boards] as const, ['depths', searched] as const])
    if (list && list.length !== turns.length) throw bad(fileName, field, `has ${list.length} entries for ${turns.length} steps`)
  if (version > 1) checkValues(fileName, boards, searched, fields.profile !== undefined)
  else if (searched) throw bad(fileName, 'depths', 'version 1 has none')
  if (sideLines !== undefined && version < 3) throw bad(fileName, 'sideLines', `version ${version} has none`)
  const lines = sideLines === undefined ? [] : readSideLines(fileName, sideLines)
  // Step 3. The game.
  const { seed, generator, origin, profile, limits, start, final, ...others } = fields
  const game: Replay = {
    ...others,
    start: parseBoard(start),
    final: parseBoard(final),
    turns,
    ...(origin !== undefined && { draws: { seed: seed!, generator: generator!, origin } }),
    ...(profile && {
      engine: { profile: profile.name, evaluator: profile.evaluator, settings: profile.settings, limits: limits! },
    }),
    ...(times && { ms: times }),
    ...(boards && { values: version === 1 ? unknownValues(boards) : { of: 'engine', boards, depths: searched! } }),
  }
  if (lines.length === 0) return locating(fileName, () => verifyReplay(game))
  locating(fileName, () => verifyReplay({ ...game, sideLines: lines }))
  const merged = withoutRepeats(lines, turns)
  return merged.length > 0 ? { ...game, sideLines: merged } : game
}

function isObject(data: unknown): boolean {
  return typeof data === 'object' && data !== null && !Array.isArray(data)
}

/** @param read returns `undefined` for an invalid entry */
function readColumn<T>(
  { fileName, field, what }: { fileName: string; field: string; what: string },
  list: unknown,
  read: (entry: unknown) => T | undefined,
): T[] {
  if (!Array.isArray(list)) throw bad(fileName, field, 'is not a list')
  if (list.length > MAX_SLIDES) throw bad(fileName, field, `no game has more than ${MAX_SLIDES} moves, this has ${list.length}`)
  return list.map((entry: unknown, i) => {
    const value = read(entry)
    if (value === undefined) throw bad(fileName, `${field}.${i}`, what)
    return value
  })
}

/** Where each leaves is checked as the game is played through. */
function readSideLines(fileName: string, list: unknown): SideLine[] {
  if (!Array.isArray(list)) throw bad(fileName, 'sideLines', 'is not a list')
  if (list.length > MAX_SIDE_LINES)
    throw bad(fileName, 'sideLines', `a game has at most ${MAX_SIDE_LINES} side lines, this has ${list.length}`)
  return list.map((entry: unknown, i) => {
    const field = `sideLines.${i}`
    if (!isObject(entry)) throw bad(fileName, field, 'is not an object')
    const { steps, ...head } = entry as Record<string, unknown>
    refuseWide(head, fileName)
    const { of, after } = parseShape(sideHeadShape, head, `${fileName}: ${field}`, 'BAD_FILE')
    const turns = readColumn({ fileName, field: `${field}.steps`, what: STEP_WORDS }, steps, readStep)
    return { ...(of !== undefined && { of }), after, turns }
  })
}

const STEP_WORDS = 'a step is a move and a tile, like "left 2@r1c3"'

function readStep(entry: unknown): Turn | undefined {
  const [, move, spawn] = (typeof entry === 'string' && STEP.exec(entry)) || []
  return spawn === undefined ? undefined : { move: move as Move, spawn: parseSpawn(spawn) }
}

function readTime(entry: unknown): number | null | undefined {
  return entry === null || (isNumber(entry) && entry >= 0) ? entry : undefined
}

function readValue(entry: unknown): number | null | undefined {
  return entry === null || isNumber(entry) ? entry : undefined
}

function readDepth(entry: unknown): number | null | undefined {
  if (entry === null) return null
  return Number.isInteger(entry) && (entry as number) >= 0 && (entry as number) <= MAX_DEPTH ? (entry as number) : undefined
}

/** For version 1: the board has the value of its best move. */
function readFour(entry: unknown): number | null | undefined {
  if (entry === null) return null
  if (!Array.isArray(entry) || entry.length !== MOVES.length) return undefined
  const row: readonly unknown[] = entry
  if (!row.every(value => value === null || isNumber(value))) return undefined
  const values = slideValues(move => row[MOVES.indexOf(move)] as number | null)
  const best = bestSlide(values)
  return best ? values[best] : null
}

type Column = readonly (number | null)[]

function unknownValues(boards: Column): ReplayValues {
  return { of: 'unknown', boards, depths: boards.map(() => null) }
}

/** A value has a depth and a player, a depth has a value. */
function checkValues(fileName: string, values: Column | undefined, depths: Column | undefined, hasProfile: boolean): void {
  if (!values && !depths) return
  if (!values || !depths) throw bad(fileName, values ? 'depths' : 'values', 'is missing: values and depths belong together')
  if (!hasProfile) throw bad(fileName, 'profile', 'is missing: it says whose the values are')
  const odd = values.findIndex((value, i) => (value === null) !== (depths[i] === null))
  if (odd >= 0) throw bad(fileName, `depths.${odd}`, 'a value and its depth belong together')
}

function isNumber(value: unknown): value is number {
  return Number.isFinite(value)
}

function bad(fileName: string, field: string, problem: string): LabError {
  return new LabError('BAD_FILE', `${fileName}: ${field}: ${problem}`, { where: fileName, field })
}
