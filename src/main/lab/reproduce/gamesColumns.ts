/** Figures of games of 2048. */
import type { GameLine, GamesRow } from '../../../core/contract/files'
import { parseBoard } from '../../../core/games/twenty48/notation'
import { areDifferent, wallsOf } from '../../../core/games/twenty48/board'
import { numberText } from '../../../core/numberText'
import { meanInterval, type Interval } from '../../../core/stats/intervals'
import { gamesOf, speedOf } from './games'
import { type Sources, gamesText, meanText, shareText, unknownFigure, whole } from './text'

export const usualGamesColumns = ['games', 'score', 'reached 2048', 'reached 4096', 'reached 8192', 'nodes']

/** From this rank, 1024, a tile counts as a wall. */
const WALL = 10
/** Ends of games without a 32,768, by the walls on the last board. */
const ENDS: Readonly<Record<string, (walls: readonly number[]) => boolean>> = {
  equal: walls => !areDifferent(walls),
  three: walls => areDifferent(walls) && walls.length <= 3,
  four: walls => areDifferent(walls) && walls.length === 4,
  five: walls => areDifferent(walls) && walls.length >= 5,
}
const LOST = 32_768
/** Games by their largest tile. */
const FITS: Readonly<Record<string, (largest: number, of: number) => boolean>> = {
  reached: (largest, of) => largest >= of,
  is: (largest, of) => largest === of,
  below: (largest, of) => largest < of,
  count: (largest, of) => largest === of,
  fewer: (largest, of) => largest < of,
}

/**
 * `games`, `score`, `nodes` and `ms` per move, `distance` to the published largest tiles; of a face `reached`, `is` and `below` as shares,
 * `count` and `fewer` as numbers; `lost`, and `end` of those games.
 * @throws {LabError} `BAD_SETTING` for another id
 */
export function gamesColumn(row: GamesRow, id: string, { results }: Sources): string {
  const games = gamesOf(results, row)
  if (id === 'games') return gamesText(games, row.games)
  if (games.length === 0) return ''
  const [what = '', of = ''] = id.split(' ')
  const fits = FITS[what]
  const count = games.filter(({ largest }) => fits?.(largest!, Number(of))).length
  const lost = games.filter(({ largest }) => largest! < LOST)
  switch (what) {
    case 'score':
      return meanText(
        games.map(({ values }) => values[0]!),
        { interval: () => scoreInterval(games, row) },
      )
    case 'nodes':
      return whole(nodesPerMove(games))
    case 'ms': {
      const speed = speedOf(results, row)
      return speed ? numberText(msPerMove(games, speed), 'size') : ''
    }
    case 'distance':
      return distanceTo(row.published!, games).toFixed(2)
    case 'reached':
    case 'is':
    case 'below':
      return shareText(count, games.length)
    case 'count':
    case 'fewer':
      return String(count)
    case 'lost':
      return String(lost.length)
    case 'end':
      return String(lost.filter(({ board }) => board !== undefined && ENDS[of]!(wallsOf(parseBoard(board), WALL))).length)
    default:
      throw unknownFigure(id)
  }
}

/** The interval that `lab bench` gives: its resamples take the games by their seeds. */
export function scoreInterval(games: readonly GameLine[], { seed }: GamesRow): Interval {
  const bySeed = games.toSorted((a, b) => a.seed! - b.seed!).map(({ values }) => values[0]!)
  return meanInterval(bySeed, seed)
}

/** Slides tried per move of all games, at the speed that was measured. */
export function msPerMove(games: readonly GameLine[], speed: { readonly nodes: number; readonly ms: number }): number {
  return (nodesPerMove(games) * speed.ms) / speed.nodes
}

function nodesPerMove(games: readonly GameLine[]): number {
  const total = (of: 'nodes' | 'moves') => games.reduce((sum, game) => sum + game[of]![0]!, 0)
  return total('nodes') / total('moves')
}

/** Total variation distance between the distributions of the largest tile: half the sum of the differences of all shares. 0 … 1. */
function distanceTo(published: Readonly<Record<string, number>>, games: readonly GameLine[]): number {
  const all = Object.values(published).reduce((sum, count) => sum + count, 0)
  const faces = new Set([...games.map(({ largest }) => String(largest)), ...Object.keys(published)])
  let sum = 0
  for (const face of faces) {
    const share = games.filter(({ largest }) => String(largest) === face).length / games.length
    sum += Math.abs(share - (published[face] ?? 0) / all)
  }
  return sum / 2
}
