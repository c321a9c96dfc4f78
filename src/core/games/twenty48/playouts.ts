/**
 * What a slide is worth in points, by experiment: many games played on from its afterstate by a fast player. It says
 * which slide is better for that player, not for a perfect one.
 */
import { LabError } from '../../errors'
import { createRandom, deriveSeed } from '../../random'
import { badSetting } from '../../settingChecks'
import { meanDifference, type MeanDifference } from '../../stats/difference'
import { drawSpawn, MOVES, slide, withTile, type Board, type Move } from './board'
import { makePosition } from './notation'
import type { GamePosition } from './player'

/** Fewest playouts of each slide that are compared: below, the interval's t distribution is only roughly known. */
export const MIN_PLAYOUTS = 10

export interface PlayoutComparison extends MeanDifference {
  readonly better: Move
  readonly worse: Move
  /** Playouts of each slide. */
  readonly games: number
  readonly seed: number
}

/**
 * The positions that the playouts `from` … `from + count − 1` of a slide begin at: its afterstate and a first tile, each
 * with its own stream of draws. Their scores and slides count from the slide itself, whose points they hold.
 *
 * Playout i of a slide draws from seed `deriveSeed(deriveSeed(seed, index of the slide), i)`: the slides of a position have
 * independent draws, and those of one slide are the same whatever it is compared with. Drawing the same tiles for both
 * slides was left out: in 2048 it correlates scores by 0.03 to 0.05 only, and the games would not be independent.
 *
 * @throws {LabError} `ILLEGAL_MOVE` where nothing would move.
 */
export function playoutStarts(board: Board, move: Move, seed: number, from: number, count: number): GamePosition[] {
  const slid = slide(board, move)
  if (!slid) throw new LabError('ILLEGAL_MOVE', `Sliding ${move} moves nothing on ${makePosition(board)}.`, { move })
  const slideSeed = deriveSeed(seed, MOVES.indexOf(move))
  return Array.from({ length: count }, (_, i) => {
    const random = createRandom(deriveSeed(slideSeed, from + i))
    const after = withTile(slid.board, drawSpawn(slid.board, random))
    return { board: after, score: slid.reward, slides: 1, random: random.state }
  })
}

/**
 * The difference in points between two slides, mean of the one − mean of the other, with a 95 % interval (Welch).
 *
 * @param play plays games from positions to their ends, in any order, and gives their scores in any order.
 * @param games playouts of each slide, `MIN_PLAYOUTS` or more
 * @throws {LabError} `ILLEGAL_MOVE`, `BAD_SETTING`, or of `play`.
 */
export async function comparePlayouts(
  board: Board,
  { better, worse, games, seed }: { better: Move; worse: Move; games: number; seed: number },
  play: (starts: readonly GamePosition[]) => Promise<readonly number[]>,
): Promise<PlayoutComparison> {
  if (!(Number.isInteger(games) && games >= MIN_PLAYOUTS))
    throw badSetting('games', `${games} is not a whole number of at least ${MIN_PLAYOUTS}`)
  const [one, other] = await Promise.all([better, worse].map(async move => play(playoutStarts(board, move, seed, 0, games))))
  return { better, worse, games, seed, ...meanDifference(one!, other!) }
}
