/** Files of `lab tune export --format weights`: weights for a search, or a player with them. */
import { GAMES, type GameEntry } from '../../games/registry'
import { makeWeighted } from '../../games/weightedHeuristic'
import { LabError } from '../../errors'
import type { MatchPlayer } from '../matches'
import { parsePlayerText } from '../playerText'
import type { GameSearch } from '../searchers'
import { textShape, z } from '../zod'
import { readText } from './json'

export const MAX_WEIGHTS_CHARS = 65_536

/** Other fields of the file are ignored. */
const weightsShape = z.object({
  game: textShape(40),
  family: textShape(40),
  weights: z.record(textShape(40), z.number()),
})

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

/** Other fields of the file are ignored. */
const playerShape = z.object({ game: textShape(40).optional(), player: textShape(1000) })

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
