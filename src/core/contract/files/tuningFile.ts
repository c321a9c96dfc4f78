/** The form of a tuning run as a file, and files of `lab tune export --format weights`: weights for a search, or a player with them. */
import { LabError } from '../../errors'
import { lineShape } from '../texts'
import { countShape, textShape, z } from '../zod'
import { GAMES, GAME_IDS, type GameEntry } from '../../games/registry'
import { BOARD_GAME } from '../tuning/boardObjective'
import { MATCH_FITNESS_KINDS, type BoardFitness } from '../../tuning/fitness'
import { isWallObjective, type ObjectiveSpec } from '../tuning/objective'
import { OPTIMIZER_KINDS, type OptimizerConfig } from '../../tuning/optimizerConfig'
import { MOST_SET_BOARDS, WALLS, withoutFound } from '../tuning/wallObjective'
import { WALL_MULTIPLES } from '../../games/twenty48/wallGame/phases'
import { SEED_POLICIES } from '../../tuning/seeds'
import { DRAWS } from '../../tuning/swarm/flight'
import { BOUNDARIES, START_VELOCITIES, THESIS_BOUNDARIES, TOPOLOGIES } from '../../tuning/swarm/rules'
import { SCALES } from '../../stats/weightScale'
import { BUDGET_KINDS, type TuningConfig, checkTuning, retiredIn, withoutRetired } from '../tuning/tuningConfig'
import type { StartSpec } from '../../tuning/start'
import { type MatchPlayer, matchPlayerShape, openPlayerShape } from '../matches'
import { GAME_SEARCH, type GameSearch } from '../searchers'
import { checkedAtField, depthShape, tunedEvaluatorShape, seedShape, settingsShape } from '../shapes'
import { headFields, parseJson, readFields, readText } from './json'
import { makeWeighted } from '../../games/weightedHeuristic'
import { parsePlayerText } from '../playerText'

/** For pages, which compare outcomes but search nothing themselves. */
export { sameOutcome } from '../../tuning/fitness'

export const TUNING_VERSION = 1
export const TUNING_FORMAT = '2048-lab-tuning'
/** Largest file of a run's settings to read, in characters; ours take about 2,000, and 70 more for each board of the wall test. */
export const MAX_TUNING_CHARS = 500_000

const namedNumbers = z.record(textShape(40), z.number())

const pulling = {
  particles: z.number(),
  c1: z.number(),
  c2: z.number(),
  velocityLimit: z.union([z.literal('none'), z.number()]),
  startVelocity: z.enum(START_VELOCITIES),
}
const neighbours = { boundary: z.enum(BOUNDARIES), topology: z.enum(TOPOLOGIES) }

const optimizerShape: z.ZodType<OptimizerConfig> = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('thesis'), ...pulling, boundary: z.enum(THESIS_BOUNDARIES), draws: z.enum(DRAWS) }),
    z.strictObject({
      kind: z.literal('inertia'),
      ...pulling,
      inertia: z.union([z.number(), z.strictObject({ from: z.number(), to: z.number(), iterations: z.number() })]),
      ...neighbours,
    }),
    z.strictObject({ kind: z.literal('constriction'), ...pulling, ...neighbours }),
    z.strictObject({ kind: z.literal('spso2011'), particles: z.number(), informed: z.number() }),
    z.strictObject({ kind: z.literal('cmaes'), population: z.union([z.literal('auto'), z.number()]), sigma: z.number() }),
    z.strictObject({ kind: z.literal('random'), batch: z.number() }),
  ],
  { error: `the kind of an optimiser is one of ${OPTIMIZER_KINDS.join(', ')}` },
)

const fitnessShape: z.ZodType<BoardFitness> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['mean', 'logMean', 'median']) }),
  z.strictObject({ kind: z.literal('quantile'), p: z.number() }),
  z.strictObject({ kind: z.literal('reach'), face: z.number() }),
])

const anyObjective = {
  tuned: z
    .array(z.strictObject({ id: textShape(40), min: z.number(), max: z.number(), scale: z.enum(SCALES) }))
    .min(1)
    .max(100),
  games: z.number(),
  seeds: z.enum(SEED_POLICIES),
  racing: z.union([z.literal('off'), z.strictObject({ every: z.number(), error: z.number() })]),
}

const boardObjectiveShape = z.strictObject({
  kind: z.literal('games').exactOptional(),
  game: z.literal(BOARD_GAME).exactOptional(),
  evaluator: tunedEvaluatorShape,
  ...anyObjective,
  settings: settingsShape,
  depth: depthShape,
  fitness: fitnessShape,
  maxSlides: z.union([z.literal('none'), z.number()]),
})

const phaseBoardsShape = z
  .array(z.strictObject({ position: textShape(120), game: countShape }))
  .min(2)
  .max(MOST_SET_BOARDS)

const wallObjectiveShape = z.strictObject({
  kind: z.literal(WALLS),
  game: z.literal(BOARD_GAME).exactOptional(),
  evaluator: tunedEvaluatorShape,
  ...anyObjective,
  settings: settingsShape,
  depth: depthShape,
  fitness: z.strictObject({ kind: z.literal('survival') }),
  walls: z.strictObject({
    multiple: z.literal(WALL_MULTIPLES),
    walls: z.number(),
    leastSum: z.number(),
    boards: z.number(),
    given: phaseBoardsShape.exactOptional(),
    found: z.strictObject({ search: phaseBoardsShape, select: phaseBoardsShape, report: phaseBoardsShape }).exactOptional(),
  }),
})

const TUNED_GAMES = GAME_IDS.filter(id => id !== BOARD_GAME)
const gameObjectiveShape = z.strictObject({
  game: z.enum(TUNED_GAMES),
  options: GAME_SEARCH.options.unwrap(),
  family: textShape(40),
  weights: namedNumbers,
  ...anyObjective,
  player: openPlayerShape,
  opponent: matchPlayerShape,
  fitness: z.strictObject({ kind: z.enum(MATCH_FITNESS_KINDS) }),
  maxActions: z.union([z.literal('none'), z.number()]),
})

const objectiveShape: z.ZodType<ObjectiveSpec> = z.discriminatedUnion(
  'game',
  [z.discriminatedUnion('kind', [boardObjectiveShape, wallObjectiveShape]), gameObjectiveShape],
  { error: `the game of an objective is one of ${GAME_IDS.join(', ')}` },
)

const startShape: z.ZodType<StartSpec> = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.enum(['random', 'latin']) }),
  z.strictObject({ kind: z.literal('scattered'), around: namedNumbers, share: z.number() }),
])

const FIELDS = {
  title: lineShape(80),
  optimizer: optimizerShape,
  start: startShape,
  objective: objectiveShape,
  budget: z.strictObject({ kind: z.enum(BUDGET_KINDS), count: z.number() }),
  seed: seedShape,
  validation: z.strictObject({ games: z.number(), level: z.number() }),
}

/** A run's form as sent by the window and the terminal. */
export const tuningConfigShape: z.ZodType<TuningConfig> = z
  .strictObject(FIELDS)
  .superRefine(checkedAtField<TuningConfig>(checkTuning))

export const tuningFileShape = z
  .strictObject({
    ...headFields(TUNING_FORMAT, TUNING_VERSION),
    ...FIELDS,
  })
  .superRefine(checkedAtField<TuningConfig>(checkTuning))

/** @throws {LabError} `BAD_FILE`, naming the file and the field or the place in its JSON. */
export function parseTuning(text: string, fileName: string): TuningConfig {
  return readFields(tuningFileShape, parseJson(text, fileName, MAX_TUNING_CHARS), fileName, data => {
    const retired = retiredIn(data)
    if (!retired) return withoutRetired(data)
    throw new LabError(
      'BAD_FILE',
      `${fileName}: ${retired.field}: new runs have no ${retired.name}, which gained nothing: leave it out.`,
    )
  })
}

/** The text of the file, without boards that a run found; `parseTuning` reads it back. */
export function makeTuning(config: TuningConfig): string {
  const { objective } = config
  const settings = isWallObjective(objective) ? { ...config, objective: withoutFound(objective) } : config
  return JSON.stringify({ format: TUNING_FORMAT, version: TUNING_VERSION, ...settings }, undefined, 2) + '\n'
}

export const MAX_WEIGHTS_CHARS = 65_536

/** Other fields of the file are ignored. */
const weightsShape = z.object({
  game: textShape(40),
  family: textShape(40),
  weights: z.record(textShape(40), z.number()),
})

/** Other fields of the file are ignored. */
const playerShape = z.object({ game: textShape(40).optional(), player: textShape(1000) })

/**
 * The heuristic of a file of weights, in the notation of a search of that game: `improved(9000,220,…)`.
 * @throws {LabError} `BAD_FILE`, naming the file and the field: of another game, or without one of the family's weights
 */
export function parseWeightsFile(text: string, fileName: string, game: GameSearch['game']): string {
  const read = readText(weightsShape, text, fileName, MAX_WEIGHTS_CHARS)
  const { families = {} }: GameEntry = GAMES[game]
  const bad = (problem: string) => new LabError('BAD_FILE', `${fileName}: ${problem}`, { file: fileName })
  if (read.game !== game) throw bad(`these are weights of ${read.game}, not of ${game}`)
  if (!Object.hasOwn(families, read.family)) throw bad(`${game} has no family ${read.family} whose weights a search could take`)
  const names = families[read.family]!.weights.map(({ name }) => name)
  for (const name of Object.keys(read.weights))
    if (!names.includes(name)) throw bad(`${read.family} has no weight ${name}; it has ${names.join(', ')}`)
  const missing = names.find(name => !Object.hasOwn(read.weights, name))
  if (missing !== undefined) throw bad(`the weight ${missing} is missing`)
  return makeWeighted({ family: read.family, weights: names.map(name => read.weights[name]!) })
}

/**
 * The player in a file: `{"player": "alphaBeta:heavy:depth=3"}`, a field of weights that were tuned for a game of two.
 * @throws {LabError} `BAD_FILE`, naming the file and the field: of another game, or no player
 */
export function parsePlayerFile(text: string, fileName: string, game: GameSearch['game']): MatchPlayer {
  const read = readText(playerShape, text, fileName, MAX_WEIGHTS_CHARS)
  if (read.game !== undefined && read.game !== game)
    throw new LabError('BAD_FILE', `${fileName}: a player of ${read.game}, not of ${game}`, { file: fileName })
  try {
    return parsePlayerText(read.player)
  } catch (cause) {
    if (!(cause instanceof LabError)) throw cause
    throw new LabError('BAD_FILE', `${fileName}: ${cause.message}`, { file: fileName }, { cause })
  }
}
