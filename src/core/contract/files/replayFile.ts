/** Replays as JSON: one a file, or one a line (`replayLines.ts`). */
import { z } from 'zod'
import { LabError } from '../../errors'
import { MOVES, type Move } from '../../games/twenty48/board'
import { makePosition, makeSpawn, parseBoard, parseSpawn } from '../../games/twenty48/notation'
import type { Turn } from '../../games/twenty48/player'
import { MAX_SLIDES, PLAYED_BY, verifyReplay, type Replay } from '../../games/twenty48/replay'
import { slideValues, type SlideValues } from '../../search/report'
import { evaluatorShape, limitsShape, parseShape, seedShape, settingsShape } from '../shapes'
import { parseJson, positionShape, refuseNewer, schemaField, stampShape } from './json'

export const REPLAY_VERSION = 1
/**
 * Largest replay that is read, in characters, as a file or as a line. The longest game takes 3 million; with times and
 * the values of all slides an ordinary one of 20,000 slides takes 2 million.
 */
export const MAX_REPLAY_CHARS = 16_000_000

export const REPLAY_FORMAT = '2048-lab-replay'

const scoreShape = z.int().min(0)
const valueShape = z.union([z.number(), z.null()])

/** A slide and the tile that followed. */
const stepShape = z.string().regex(/^(up|down|left|right) [24]@r[1-4]c[1-4]$/, 'a step is a slide and a tile, like "left 2@r1c3"')

const SEEDED = ['seed', 'generator', 'origin'] as const

export const replayFileShape = z
  .strictObject({
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
    /** Milliseconds of each slide. */
    ms: z.array(z.number().min(0)).max(MAX_SLIDES).exactOptional(),
    /** Before each step what the engine held of the slides up, down, left, right, `null` for an illegal one; or `null`. */
    values: z
      .array(z.union([z.tuple([valueShape, valueShape, valueShape, valueShape]), z.null()]))
      .max(MAX_SLIDES)
      .exactOptional(),
    steps: z.array(stepShape).max(MAX_SLIDES),
  })
  .superRefine((file, context) => {
    const issue = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message })
    const missing = SEEDED.find(field => file[field] === undefined)
    if (missing && SEEDED.some(field => file[field] !== undefined))
      issue(missing, `is missing: ${SEEDED.join(', ')} belong together`)
    if ((file.profile === undefined) !== (file.limits === undefined))
      issue(file.profile ? 'limits' : 'profile', 'is missing: profile and limits belong together')
    for (const field of ['ms', 'values'] as const)
      if (file[field] && file[field].length !== file.steps.length)
        issue(field, `has ${file[field].length} entries for ${file.steps.length} steps`)
  })

type ReplayFile = z.infer<typeof replayFileShape>

/**
 * Reads one replay and plays it through, which takes about 0.3 s for the longest of games.
 *
 * @throws {LabError} `BAD_FILE`, naming the file and the field, the step, or the place in its JSON.
 */
export function parseReplay(text: string, fileName: string): Replay {
  const data = parseJson(text, fileName, MAX_REPLAY_CHARS)
  refuseNewer(data, REPLAY_FORMAT, REPLAY_VERSION, fileName)
  refuseLong(data, fileName)
  return verified(replayOf(parseShape(replayFileShape, data, fileName, 'BAD_FILE')), fileName)
}

/** The text of a replay file, a field or a step a line; `parseReplay` reads it back. */
export function makeReplay(replay: Replay): string {
  return JSON.stringify(fileOf(replay), undefined, 1) + '\n'
}

/** One line of a file of many. */
export function makeReplayLine(replay: Replay): string {
  return JSON.stringify(fileOf(replay)) + '\n'
}

/** A list that is far too long would cost far more in findings than in bytes. */
function refuseLong(data: unknown, fileName: string): void {
  for (const field of ['steps', 'ms', 'values'] as const) {
    const list = (data as Partial<Record<string, unknown>> | null)?.[field]
    if (Array.isArray(list) && list.length > MAX_SLIDES)
      throw new LabError(
        'BAD_FILE',
        `${fileName}: ${field}: no game has more than ${MAX_SLIDES} slides, this has ${list.length}`,
        {
          where: fileName,
          field,
        },
      )
  }
}

function verified(replay: Replay, fileName: string): Replay {
  try {
    return verifyReplay(replay)
  } catch (error) {
    if (!(error instanceof LabError)) throw error
    throw new LabError(error.code, `${fileName}: ${error.message}`, { ...error.detail, where: fileName }, { cause: error })
  }
}

function replayOf(file: ReplayFile): Replay {
  const { $schema: _schema, format: _format, version: _version, ...fields } = file
  const { seed, generator, origin, profile, limits, steps, values, start, final, ...rest } = fields
  return {
    ...rest,
    start: parseBoard(start),
    final: parseBoard(final),
    turns: steps.map(parseStep),
    ...(origin !== undefined && { draws: { seed: seed!, generator: generator!, origin } }),
    ...(profile && {
      engine: { profile: profile.name, evaluator: profile.evaluator, settings: profile.settings, limits: limits! },
    }),
    ...(values && { values: values.map(row => row && valuesOf(row)) }),
  }
}

function fileOf({
  start,
  startScore,
  turns,
  final,
  score,
  by,
  draws,
  engine,
  title,
  notes,
  stamp,
  ms,
  values,
}: Replay): ReplayFile {
  return {
    format: REPLAY_FORMAT,
    version: REPLAY_VERSION,
    ...(title !== undefined && { title }),
    ...(notes !== undefined && { notes }),
    by,
    ...draws,
    ...(engine && {
      profile: { name: engine.profile, evaluator: engine.evaluator, settings: engine.settings },
      limits: engine.limits,
    }),
    ...(stamp && { stamp }),
    start: makePosition(start),
    startScore,
    final: makePosition(final),
    score,
    ...(ms && { ms: [...ms] }),
    ...(values && { values: values.map(row => row && [row.up, row.down, row.left, row.right]) }),
    steps: turns.map(makeStep),
  }
}

function makeStep({ move, spawn }: Turn): string {
  return `${move} ${makeSpawn(spawn)}`
}

function parseStep(text: string): Turn {
  const [move, spawn] = text.split(' ') as [Move, string]
  return { move, spawn: parseSpawn(spawn) }
}

function valuesOf(row: readonly (number | null)[]): SlideValues {
  return slideValues(move => row[MOVES.indexOf(move)]!)
}
