/** A built-in player's games at its own search, and what they come to. */
import type { Profile, ProfileStatistics } from '../../../core/contract/files'
import { meanInterval, wilsonInterval, type Interval } from '../../../core/stats/intervals'
import { max, mean, median } from '../../../core/stats/summary'
import { gamesOf, playerKey, type GameBatch } from './reproduction'
import type { ResultsFile } from './resultsFile'
import { SEEDS } from './thesisReadings'

/** Finer cuts than this take minutes a game: fewer of them are played. */
const FINEST_CUT = 1e-3
const GAMES = { usual: 100, fine: 10 }

/** Its games at its own search. `thesis` was chosen by games of one seed, so it is judged by those of another. */
export function ownBatch({ name, evaluator, settings, depth }: Profile, most: number): GameBatch {
  return {
    name,
    player: { evaluator, settings, limits: { depth } },
    games: Math.min(most, settings.cut < FINEST_CUT ? GAMES.fine : GAMES.usual),
    seed: name === 'thesis' ? SEEDS.closest : SEEDS.readings,
  }
}

/** As its profile holds them; `undefined` before there are two games. */
export function ownStatistics(results: ResultsFile, batch: GameBatch, { depth }: Profile): ProfileStatistics | undefined {
  const games = gamesOf(results, batch)
  if (games.length < 2) return undefined
  const scores = games.map(({ score }) => score)
  const largest = games.map(game => game.largest)
  const reach = new Map<string, { share: number; interval: readonly [number, number] }>()
  for (let face = 2; face <= Math.max(...largest); face *= 2) {
    const reached = largest.filter(each => each >= face).length
    reach.set(String(face), { share: reached / games.length, interval: wilsonInterval(reached, games.length) })
  }
  const speed = results.speeds(playerKey(batch)).at(-1)
  const { lab: version, kernel, at } = results.headOf(games)
  return {
    games: games.length,
    seed: batch.seed,
    limits: { depth },
    mean: mean(scores),
    interval: intervalOf(games, batch),
    median: median(scores),
    max: max(scores),
    reach: Object.fromEntries(reach),
    ...(speed && { msPerMove: msPerMove(games, speed) }),
    stamp: { version, kernel, ...(speed && { hardware: speed.machine }), at },
  }
}

/** As `lab bench` has it: its resamples take the games by their seeds. */
export function intervalOf(games: readonly { readonly seed: number; readonly score: number }[], { seed }: GameBatch): Interval {
  const bySeed = games.toSorted((a, b) => a.seed - b.seed).map(({ score }) => score)
  return meanInterval(bySeed, seed)
}

/** Slides tried a move of all games, at the speed that was measured. */
export function msPerMove(
  games: readonly { readonly nodes: number; readonly slides: number }[],
  speed: { readonly nodes: number; readonly ms: number },
): number {
  const nodes = games.reduce((sum, game) => sum + game.nodes, 0)
  const moves = games.reduce((sum, { slides }) => sum + slides, 0)
  return ((nodes / moves) * speed.ms) / speed.nodes
}
