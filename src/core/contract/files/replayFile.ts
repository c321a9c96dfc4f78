/** Replays as JSON: one a file, or one a line (`replayLines.ts`); written by `replayText.ts`. */
import { z } from 'zod'
import { LabError } from '../../errors'
import { MOVES, type Move } from '../../games/twenty48/board'
import { parseBoard, parseSpawn } from '../../games/twenty48/notation'
import type { Turn } from '../../games/twenty48/player'
import { MAX_SLIDES, PLAYED_BY, verifyReplay, type Replay } from '../../games/twenty48/replay'
import { slideValues, type SlideValues } from '../../search/report'
import { evaluatorShape, limitsShape, parseShape, seedShape, settingsShape } from '../shapes'
import { parseJson, positionShape, refuseNewer, refuseWide, schemaField, stampShape } from './json'

export const REPLAY_VERSION = 1
/**
 * Largest replay that is read, in characters, as a file or as a line. The longest game takes 3 million; with times and
 * the values of all slides an ordinary one of 20,000 slides takes 2 million.
 */
export const MAX_REPLAY_CHARS = 16_000_000

export const REPLAY_FORMAT = '2048-lab-replay'

const SEEDED = ['seed', 'generator', 'origin'] as const
const scoreShape = z.int().min(0)

/** All that is told once a game. */
const HEAD = {
  $schema: schemaField,
  format: z.literal(REPLAY_FORMAT),
  version: z.literal(REPLAY_VERSION),
  title: z.string().max(200).exactOptional(),
  notes: z.string().max(10_000).exactOptional(),
  by: z.enum(PLAYED_BY),
  seed: seedShape.exactOptional(),
  generator: z.string().min(1).max(40).exactOptional(),
  origin: z.enum(['seed', 'position']).exactOptional(),
  profile: z.strictObject({ name: z.string().max(80), evaluator: evaluatorShape, settings: settingsShape }).exactOptional(),
  limits: limitsShape.exactOptional(),
  stamp: stampShape.exactOptional(),
  start: positionShape,
  startScore: scoreShape,
  final: positionShape,
  score: scoreShape,
}

const headShape = z.strictObject(HEAD).superRefine((head, context) => {
  const issue = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
  const missing = SEEDED.find(field => head[field] === undefined)
  if (missing && SEEDED.some(field => head[field] !== undefined))
    issue(missing, `is missing: ${SEEDED.join(', ')} belong together`)
  if ((head.profile === undefined) !== (head.limits === undefined))
    issue(head.profile ? 'limits' : 'profile', 'is missing: profile and limits belong together')
})

/** A slide and the tile that followed. */
const STEP = /^(up|down|left|right) ([24]@r[1-4]c[1-4])$/
const valueShape = z.union([z.number(), z.null()])

/** The whole file. Its lists may have 131,070 entries, which are read by hand: a finding for each would be too many. */
export const replayFileShape = z.strictObject({
  ...HEAD,
  ms: z
    .array(z.union([z.number().min(0), z.null()]))
    .max(MAX_SLIDES)
    .exactOptional()
    .describe('Milliseconds that each slide took, one a step, or null where nobody measured it.'),
  values: z
    .array(z.union([z.tuple([valueShape, valueShape, valueShape, valueShape]), z.null()]))
    .max(MAX_SLIDES)
    .exactOptional()
    .describe(
      'Before each step what the engine held of the slides up, down, left, right (null: illegal), or null where it was not asked.',
    ),
  steps: z.array(z.string().regex(STEP)).max(MAX_SLIDES).describe('Each slide and the tile that followed.'),
})

export type ReplayFile = z.infer<typeof replayFileShape>

/**
 * Reads one replay and plays it through, about 1 µs a slide.
 *
 * @throws {LabError} `BAD_FILE`, naming the file and the field, the step, or the place in its JSON.
 */
export function parseReplay(text: string, fileName: string): Replay {
  const data = parseJson(text, fileName, MAX_REPLAY_CHARS)
  refuseNewer(data, REPLAY_FORMAT, REPLAY_VERSION, fileName)
  // Step 1. All but the lists.
  const { steps, ms, values, ...rest } = (isObject(data) ? data : {}) as Partial<Record<string, unknown>>
  const head = isObject(data) ? rest : data
  refuseWide(head, fileName)
  const { $schema: _schema, format: _format, version: _version, ...fields } = parseShape(headShape, head, fileName, 'BAD_FILE')
  // Step 2. The lists, up to their first fault.
  const column = <T>(field: string, list: unknown, what: string, read: (entry: unknown) => T | undefined): T[] =>
    readColumn({ fileName, field, what }, list, read)
  const turns = column('steps', steps, 'a step is a slide and a tile, like "left 2@r1c3"', readStep)
  const times = ms === undefined ? undefined : column('ms', ms, 'a time is a number of milliseconds from 0, or null', readTime)
  const rows =
    values === undefined ? undefined : column('values', values, 'values are four numbers or nulls, or null', readValues)
  for (const [field, list] of [['ms', times] as const, ['values', rows] as const])
    if (list && list.length !== turns.length) throw bad(fileName, field, `has ${list.length} entries for ${turns.length} steps`)
  // Step 3. The game.
  const { seed, generator, origin, profile, limits, start, final, ...told } = fields
  const replay: Replay = {
    ...told,
    start: parseBoard(start),
    final: parseBoard(final),
    turns,
    ...(origin !== undefined && { draws: { seed: seed!, generator: generator!, origin } }),
    ...(profile && {
      engine: { profile: profile.name, evaluator: profile.evaluator, settings: profile.settings, limits: limits! },
    }),
    ...(times && { ms: times }),
    ...(rows && { values: rows }),
  }
  return verified(replay, fileName)
}

function isObject(data: unknown): boolean {
  return typeof data === 'object' && data !== null && !Array.isArray(data)
}

/** @param read gives `undefined` for an entry that is not what it should be */
function readColumn<T>(
  { fileName, field, what }: { fileName: string; field: string; what: string },
  list: unknown,
  read: (entry: unknown) => T | undefined,
): T[] {
  if (!Array.isArray(list)) throw bad(fileName, field, 'is not a list')
  if (list.length > MAX_SLIDES) throw bad(fileName, field, `no game has more than ${MAX_SLIDES} slides, this has ${list.length}`)
  return list.map((entry: unknown, i) => {
    const value = read(entry)
    if (value === undefined) throw bad(fileName, `${field}.${i}`, what)
    return value
  })
}

function readStep(entry: unknown): Turn | undefined {
  const [, move, spawn] = (typeof entry === 'string' && STEP.exec(entry)) || []
  return spawn === undefined ? undefined : { move: move as Move, spawn: parseSpawn(spawn) }
}

function readTime(entry: unknown): number | null | undefined {
  return entry === null || (isNumber(entry) && entry >= 0) ? entry : undefined
}

function readValues(entry: unknown): SlideValues | null | undefined {
  if (entry === null) return null
  if (!Array.isArray(entry) || entry.length !== MOVES.length) return undefined
  const row: readonly unknown[] = entry
  if (!row.every(value => value === null || isNumber(value))) return undefined
  return slideValues(move => row[MOVES.indexOf(move)] as number | null)
}

function isNumber(value: unknown): value is number {
  return Number.isFinite(value)
}

function verified(replay: Replay, fileName: string): Replay {
  try {
    return verifyReplay(replay)
  } catch (error) {
    if (!(error instanceof LabError)) throw error
    throw new LabError(error.code, `${fileName}: ${error.message}`, { ...error.detail, where: fileName }, { cause: error })
  }
}

function bad(fileName: string, field: string, problem: string): LabError {
  return new LabError('BAD_FILE', `${fileName}: ${field}: ${problem}`, { where: fileName, field })
}
