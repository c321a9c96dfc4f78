/** Zod schemas of the values that cross a boundary: untrusted until they have passed one. */
import { expectedOf, kindName, NO_MEMBER, textShape, tryShape, wholeShape, z } from './zod'
import { checkBoard } from '../games/twenty48/notation'
import { CELLS, MAX_RANK, MOVES, type Board } from '../games/twenty48/board'
import { checkEvaluator } from '../games/twenty48/heuristics/evaluator'
import { EVALUATOR_FAMILIES, FAMILY_IDS, type Evaluator, type TermEvaluator } from '../games/twenty48/heuristics/family'
import type { Player } from '../games/twenty48/player'
import type { Judge } from '../games/twenty48/playerHash'
import { LabError } from '../errors'
import { quoted, shortened, visible } from '../quoted'
import { MAX_SEED } from '../random'
import {
  checkLimits,
  checkSettings,
  DEPTH_RULES,
  LEAVES,
  PLAIN_SETTINGS,
  POINTS,
  TABLES,
  type Depth,
  type SearchLimits,
  type SearchSettings,
  type SomeSettings,
  type WallExpert,
} from '../search/settings'

/** Characters of a field's path, and of its fault, that an error shows. */
const MOST_QUOTED = 300

/** Passes a value to a core check that throws a `LabError`, and reports the error as an issue of this field. */
export function checkedBy<T>(check: (value: T) => unknown) {
  return (value: T, context: z.core.$RefinementCtx<T>): void => {
    try {
      check(value)
    } catch (error) {
      if (!(error instanceof LabError)) throw error
      context.addIssue({ code: 'custom', message: error.message })
    }
  }
}

/** Like `checkedBy`, and reports the error at the field of the value that it names. */
export function checkedAtField<T>(check: (value: T) => unknown) {
  return (value: T, context: z.core.$RefinementCtx<T>): void => {
    try {
      check(value)
    } catch (error) {
      if (!(error instanceof LabError)) throw error
      const field = String(error.detail?.['field'] ?? '')
      context.addIssue({ code: 'custom', path: field.split('.'), message: error.message.slice(field.length + 2) })
    }
  }
}

export const moveShape = z.enum(MOVES)

const seedFault = {
  error: ({ input }: { readonly input?: unknown }) => `${quoted(input)} is not a whole number in 0 … ${MAX_SEED}`,
}
export const seedShape = z.int(seedFault).min(0, seedFault).max(MAX_SEED, seedFault)

export const boardShape: z.ZodType<Board> = z
  .array(wholeShape(0, MAX_RANK))
  .length(CELLS)
  .superRefine(checkedBy<number[]>(checkBoard))

const namedNumbers = z.record(textShape(40), z.number())
const namedWords = z.record(textShape(40), textShape(40))

const termFields = { parameters: namedNumbers, variants: namedWords }
const termEvaluatorShape = z.strictObject({ family: z.enum(FAMILY_IDS), ...termFields })
const networkEvaluatorShape = z.strictObject({ family: z.literal('network'), network: textShape(40) })

export const evaluatorShape: z.ZodType<Evaluator> = z
  .discriminatedUnion('family', [termEvaluatorShape, networkEvaluatorShape], {
    error: ({ input }) =>
      `${quoted((input as { family?: unknown } | null)?.family)} is not one of ${EVALUATOR_FAMILIES.join(', ')}`,
  })
  .superRefine(checkedBy<Evaluator>(checkEvaluator))

/** An evaluator with weights that a tuner moves. */
export const tunedEvaluatorShape: z.ZodType<TermEvaluator> = z
  .strictObject({
    family: z.enum(FAMILY_IDS, {
      error: ({ input }) =>
        input === 'network'
          ? 'a network has no weights that can be tuned: "lab train" trains one'
          : `${quoted(input)} is not one of ${FAMILY_IDS.join(', ')}`,
    }),
    ...termFields,
  })
  .superRefine(checkedBy<TermEvaluator>(checkEvaluator))

export const expertShape: z.ZodType<WallExpert> = z.strictObject({
  network: textShape(40),
  target: z.number(),
  least: z.number(),
  layers: z.number(),
  cut: z.number(),
  below: z.number(),
})

const SETTINGS = z.strictObject({
  leaf: z.enum(LEAVES),
  points: z.enum(POINTS),
  dead: z.union([z.literal('heuristic'), z.number()]),
  floor: z.union([z.literal('none'), z.number()]),
  cut: z.number(),
  table: z.enum(TABLES),
  tableBits: z.number(),
  expert: expertShape.exactOptional(),
})

export const settingsShape: z.ZodType<SearchSettings> = SETTINGS.superRefine(checkedBy<SearchSettings>(checkSettings))

/** Settings that override others. */
export const someSettingsShape = SETTINGS.partial()
  .extend({ expert: expertShape.nullable().exactOptional() })
  .superRefine(
    checkedBy(some => checkSettings({ ...PLAIN_SETTINGS, ...(some as Partial<SearchSettings>) })),
  ) as z.ZodType<SomeSettings>

export const depthShape: z.ZodType<Depth> = z.union([z.number(), z.enum(DEPTH_RULES)])

export const limitsShape: z.ZodType<SearchLimits> = z
  .strictObject({ depth: depthShape.exactOptional(), nodes: z.number().exactOptional(), ms: z.number().exactOptional() })
  .superRefine(checkedBy<SearchLimits>(checkLimits))

/** The parts of a player that its values depend on. */
export const judgeShape: z.ZodType<Judge> = z.strictObject({
  evaluator: evaluatorShape,
  settings: settingsShape,
  cut: z.literal('varies').exactOptional(),
})

/** In characters. */
export const LONGEST_PLAYER_TEXT = 1000
/** The text of a searcher. What it says is checked by `searcherPlayer`. */
export const searcherTextShape = textShape(LONGEST_PLAYER_TEXT)

export const playerShape: z.ZodType<Player> = z.strictObject({
  evaluator: evaluatorShape,
  settings: settingsShape,
  limits: limitsShape,
})

/**
 * Runs a schema and turns its first issue into an error that names the field.
 * @throws {LabError} with `code`, as `where: field: fault`.
 */
export function parseShape<T>(shape: z.ZodType<T>, value: unknown, where: string, code: LabError['code'] = 'BAD_REQUEST'): T {
  const parsed = tryShape(shape, value)
  if (parsed.success) return parsed.data
  const { field } = findingOf(parsed.error.issues[0]!)
  throw new LabError(code, [where, faultOf(parsed.error)].filter(part => part !== '').join(': '), { where, field })
}

/** The first fault, after its field. */
export function faultOf({ issues }: z.core.$ZodError): string {
  const { field, message } = findingOf(issues[0]!)
  return field === '' ? message : `${field}: ${message}`
}

/** A field and its fault. Both may quote the input, such as a name of a megabyte or a thousand unknown names, so they are cut. */
export function findingOf(issue: z.core.$ZodIssue): { readonly field: string; readonly message: string } {
  const { path, message } = withoutUnions(issue)
  return { field: legible(path.map(String).join('.')), message: legible(message) }
}

/** For a value that fits no member of a union: the fault in the member that it was meant for, or what is allowed. */
function withoutUnions(issue: z.core.$ZodIssue): Pick<z.core.$ZodIssue, 'path' | 'message'> {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue
  const meant = issue.errors.filter(([first]) => first && !refusesWhole(first)).toSorted((a, b) => a.length - b.length)[0]
  if (!meant) return issue.message === NO_MEMBER ? { ...issue, message: expectedOf(expectedBy(issue)) } : issue
  const { path, message } = withoutUnions(meant[0]!)
  return { path: [...issue.path, ...path], message }
}

/** True if a member of a union refuses the value for its kind, not for what is in it. */
function refusesWhole(issue: z.core.$ZodIssue): boolean {
  if (issue.code === 'invalid_union') return issue.errors.every(([first]) => first && refusesWhole(first))
  return issue.path.length === 0 && (issue.code === 'invalid_type' || issue.code === 'invalid_value')
}

function expectedBy(issue: z.core.$ZodIssue): string[] {
  switch (issue.code) {
    case 'invalid_union':
      return [...new Set(issue.errors.flatMap(([first]) => (first ? expectedBy(first) : [])))]
    case 'invalid_type':
      return [kindName(issue.expected)]
    case 'invalid_value':
      return issue.values.map(value => quoted(value))
    default:
      return []
  }
}

function legible(text: string): string {
  return visible(shortened(text, MOST_QUOTED))
}
