/**
 * A study: who plays or searches what, within which limits, and what is counted. It is a JSON file, so that a study needs no program:
 * resources/studies has those that ship, and anyone can write another.
 *
 *     { "format": "2048-lab-study", "version": 1, "name": "clock", "title": "A clock for the whole game", "source": "…",
 *       "parts": [{ "id": "blitz", "kind": "match", "game": "cantGoBack", "bounds": { "clockMs": 50 },
 *                   "for": [{ "factor": [0.1, 0.3, 0.9] }], "games": 60, "seed": 1,
 *                   "players": ["alphaBeta:heavy:clock={factor}", "alphaBeta:heavy:clock=even"] }] }
 */
import { WALL_MULTIPLES } from '../../games/twenty48/wallGame/phases'
import { PRESET_IDS } from '../tuning/presets'
import { badSetting } from '../../settingChecks'
import { quoted, shortened } from '../../quoted'
import { GAME_SEARCH, START } from '../searchers'
import { depthShape, parseShape, seedShape, someSettingsShape } from '../shapes'
import { z } from '../zod'
import { headFields, parseJson, readFields, type Fields } from './json'

export const STUDY_FORMAT = '2048-lab-study'
export const STUDY_VERSION = 1

const MAX_CHARACTERS = 2 ** 20
const MOST_ROWS = 1000
const columnsShape = z.array(z.union([z.string(), z.tuple([z.string(), z.string()])])).min(1)
const idShape = z.string().regex(/^[\w-]{1,40}$/)
const nameShape = z.string().min(1).max(120)
const timesShape = z.int().min(1).max(1e6)
const playerText = z.string().max(1000)

/** Fields of every row. */
const ROW = {
  /**
   * Columns of the part's table: a variable or a figure of the kind (docs/studies.md), after its own head or the usual one. Absent: the
   * usual columns of the kind.
   */
  columns: columnsShape.exactOptional(),
  /** Columns of further tables, by name. */
  views: z.record(z.string(), columnsShape).exactOptional(),
}

const matchRow = z.strictObject({
  kind: z.literal('match'),
  game: GAME_SEARCH.game,
  position: GAME_SEARCH.position.default(START),
  options: GAME_SEARCH.options,
  bounds: z.strictObject({ actions: timesShape.exactOptional(), clockMs: z.number().positive().exactOptional() }).exactOptional(),
  /** The players in the form of `lab arena`, in the order of the seats; alpha-beta and its like find all ties of the root. */
  players: z.array(playerText).min(1).max(40),
  /** What tables call them. */
  names: z.array(nameShape).exactOptional(),
  /** `all`: a row for each two of the players. */
  meet: z.literal('all').exactOptional(),
  games: timesShape,
  seed: seedShape,
  /** Each game has a seed of its own, and players keep their seats: their parts differ. Absent: each seed is played from all seats. */
  keepsSeats: z.literal(true).exactOptional(),
  /** One game at a time in this process, limited by this clock; the first `warmUps` games of each row are played twice, and count once. */
  timed: z.strictObject({ clock: z.enum(['processor', 'passing']), warmUps: z.int().min(0).max(100) }).exactOptional(),
  /** Name of a difference in final values. Absent: they say no more than who won. */
  ahead: nameShape.exactOptional(),
  /** Name of the row that a column compares with. */
  base: z.string().exactOptional(),
  ...ROW,
})

/** A built-in player of 2048, with other settings. */
const profileFields = {
  profile: nameShape,
  settings: someSettingsShape.exactOptional(),
  variants: z.record(z.string().max(40), z.string().max(40)).exactOptional(),
  depth: depthShape.exactOptional(),
}

const gamesRow = z.strictObject({
  kind: z.literal('games'),
  ...profileFields,
  games: timesShape,
  seed: seedShape,
  /** Measures processor time once a machine, in the first moves of the first game, or in all of it. */
  speed: z.union([timesShape, z.literal('game')]).exactOptional(),
  /** Games by their largest tile, as another source has them. */
  published: z.record(z.string().regex(/^\d+$/), z.int().min(0)).exactOptional(),
  ...ROW,
})

const tuneRow = z.strictObject({
  kind: z.literal('tune'),
  preset: z.enum(PRESET_IDS),
  /** Replaces fields of the preset; the run checks them. */
  optimizer: z.looseObject({ kind: z.string() }).exactOptional(),
  start: z.looseObject({ kind: z.string() }).exactOptional(),
  objective: z.looseObject({}).exactOptional(),
  budget: z.looseObject({}).exactOptional(),
  validation: z.looseObject({}).exactOptional(),
  /** True for a row whose results stay, but this lab has no program for them. */
  past: z.boolean().exactOptional(),
  /** A run that has played them begins no further batch. */
  mostGames: timesShape.exactOptional(),
  /** Runs from the seeds 1 … runs. */
  runs: timesShape,
  /** Name of the row with whose runs those of this one are compared. */
  base: z.string().exactOptional(),
  ...ROW,
})

/**
 * Orders of the children of each node; `bestChild`: the best first, the others as drawn; `uncut`: one tree whose values let alpha-beta cut
 * nothing.
 */
const CHILD_ORDERS = ['best', 'bestChild', 'random', 'worst', 'uncut'] as const

const countRow = z.strictObject({
  kind: z.literal('count'),
  /** Uniform trees: children of each inner node, plies, and if there is a chance node after each player's, the highest leaf. */
  trees: z
    .strictObject({
      branching: z.int().min(1).max(100),
      depth: z.int().min(1).max(40),
      chance: z.int().min(1).exactOptional(),
      orders: z.array(z.enum(CHILD_ORDERS)).min(1),
    })
    .exactOptional(),
  /** In place of trees: positions of a game, listed ones in turn, or each from a seed of its own if it is `start`. */
  positions: z
    .strictObject({
      ...{ game: GAME_SEARCH.game, options: GAME_SEARCH.options },
      position: z.union([GAME_SEARCH.position, z.array(GAME_SEARCH.position).min(1)]).default(START),
    })
    .exactOptional(),
  /** For positions. Uniform trees have the seeds of their size. */
  seed: seedShape.default(0),
  /** Names and player texts; of a uniform tree all must find the same value, which `VALUE` in a text stands for. */
  searchers: z.record(nameShape, playerText),
  of: z.enum(['leaves', 'nodes', 'cutoffs', 'evaluations', 'ms']),
  number: timesShape,
  ...ROW,
})

const wallsRow = z.strictObject({
  kind: z.literal('walls'),
  players: z.array(z.strictObject(profileFields)).min(1).max(2),
  /** Place of the player whose games the boards come from. */
  from: z.int().min(0).max(1),
  multiple: z.literal(WALL_MULTIPLES),
  /** One after the other; phases that are in several of them are played once. */
  steps: z.array(z.strictObject({ boards: timesShape, continuations: timesShape })).min(1),
  games: timesShape,
  seed: seedShape,
  ...ROW,
})

const rowShape = z.discriminatedUnion('kind', [matchRow, gamesRow, tuneRow, countRow, wallsRow])

const partShape = z.looseObject({
  id: idShape,
  kind: z.enum(['match', 'games', 'tune', 'count', 'walls']),
  /**
   * Variables of the rows: those of one axis change together, and each axis is combined with all others. `{name}` stands for a value; a
   * variable whose name begins with `_` has no column.
   */
  for: z.array(z.record(nameShape, z.array(z.json()).min(1))).exactOptional(),
})

export const studyShape = z.strictObject({
  ...headFields(STUDY_FORMAT, STUDY_VERSION),
  name: idShape,
  title: z.string().min(1).max(200),
  /** What is played, and for how long, in a line of a list. */
  summary: z.string().max(300),
  /** Where the question and the published figures stand. */
  source: z.string().max(2000),
  parts: z.array(partShape).min(1).max(100),
})

export type Study = Fields<z.infer<typeof studyShape>>
type RowOf<Shape extends z.ZodType> = Readonly<z.infer<Shape>> & {
  readonly part: string
  /** The part and the values of the first variable of each axis; unique in the study. */
  readonly name: string
  /** By variable, in the order of the file. */
  readonly values: Readonly<Record<string, unknown>>
}
export type MatchRow = RowOf<typeof matchRow>
export type GamesRow = RowOf<typeof gamesRow>
export type TuneRow = RowOf<typeof tuneRow>
export type CountRow = RowOf<typeof countRow>
export type WallsRow = RowOf<typeof wallsRow>
export type StudyRow = MatchRow | GamesRow | TuneRow | CountRow | WallsRow
export type ProfileChoice = Pick<GamesRow, 'profile' | 'settings' | 'variants' | 'depth'>

/** @throws {LabError} `BAD_FILE`, naming the field */
export function parseStudy(text: string, fileName: string): Study {
  return readFields(studyShape, parseJson(text, fileName, MAX_CHARACTERS), fileName)
}

/** The rows of all parts. @throws {LabError} `BAD_SETTING`, naming the row and the field */
export function rowsOf({ parts }: Study): StudyRow[] {
  const rows = parts.flatMap(part => combinations(part.for ?? []).flatMap(values => rowsAt(part, values)))
  checkCount(rows.length)
  const names = rows.map(({ name }) => name)
  const twice = names.find((name, i) => names.indexOf(name) !== i)
  if (twice !== undefined) throw badSetting('parts', `two rows are ${quoted(twice)}`)
  return rows
}

function checkCount(rows: number): void {
  if (rows > MOST_ROWS) throw badSetting('parts', `these are ${rows} rows, more than ${MOST_ROWS}`)
}

type Values = Readonly<Record<string, unknown>>

/** Values of all variables, a row each. @throws {LabError} `BAD_SETTING` */
function combinations(axes: readonly Readonly<Record<string, readonly unknown[]>>[]): { names: string[]; values: Values }[] {
  let rows: { names: string[]; values: Values }[] = [{ names: [], values: {} }]
  for (const axis of axes) {
    const [first = []] = Object.values(axis)
    const uneven = Object.entries(axis).find(([, each]) => each.length !== first.length)
    if (uneven) throw badSetting(`for.${uneven[0]}`, `${uneven[1].length} values beside ${first.length} of its axis`)
    const steps = first.map((_, i) => Object.fromEntries(Object.entries(axis).map(([name, each]) => [name, each[i]])))
    checkCount(rows.length * steps.length)
    rows = rows.flatMap(({ names, values }) =>
      steps.map((step, i) => ({ names: [...names, spelled(first[i])], values: { ...values, ...step } })),
    )
  }
  return rows
}

function rowsAt({ for: _, id, ...fields }: Study['parts'][number], at: ReturnType<typeof combinations>[number]): StudyRow[] {
  const { names, values } = at
  const name = [id, ...names].join(' ')
  const row = {
    ...parseShape(rowShape, filled(fields, values), shortened(name, 200), 'BAD_SETTING'),
    part: id,
    name,
    values,
  } as StudyRow
  if (row.kind !== 'match' || !row.meet) return [row]
  const { players, names: called = players, ...rest } = row
  if (called.length !== players.length) throw badSetting('names', `these are ${called.length} of ${players.length} players`)
  return players.flatMap((one, i) =>
    players.slice(i + 1).map((other, j) => {
      const pair = [called[i]!, called[i + 1 + j]!]
      return { ...rest, players: [one, other], names: pair, name: [name, ...pair].join(' ') }
    }),
  )
}

function spelled(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Replaces each `{name}` in texts; a text that is nothing else becomes the value itself. */
function filled(content: unknown, values: Values): unknown {
  if (Array.isArray(content)) return content.map(each => filled(each, values))
  if (typeof content === 'object' && content !== null)
    return Object.fromEntries(Object.entries(content).map(([field, each]) => [field, filled(each, values)]))
  if (typeof content !== 'string') return content
  const whole = /^\{([^{}]+)\}$/.exec(content)?.[1]
  if (whole !== undefined && Object.hasOwn(values, whole)) return values[whole]
  return content.replaceAll(/\{([^{}]+)\}/g, (text, name: string) => (Object.hasOwn(values, name) ? spelled(values[name]) : text))
}
