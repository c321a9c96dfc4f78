/** Packs games from a thread into arrays of numbers: a message copies them faster than a list of objects with lists. */
import { CELLS, MAX_RANK, type Rank } from '../games/twenty48/board'
import type { GameResult } from '../games/twenty48/player'
import type { PackedGames, PlayedGame } from './compute'

/** The result of a finished game. */
interface TimedResult extends GameResult {
  /** Time on its thread. */
  readonly ms: number
}

const RANKS = MAX_RANK + 1
/** Numbers of a game: seed, score, moves, largest rank, nodes and ms, then its board and the first move of each rank. */
const BOARD = 6
const FIRST = BOARD + CELLS
const WIDTH = FIRST + RANKS
const NEVER = -1

function packResults(results: readonly TimedResult[]): Float64Array {
  const packed = new Float64Array(results.length * WIDTH)
  let at = 0
  for (const { seed, score, slides, maxRank, nodes, ms, board, firstSlide } of results) {
    packed[at] = seed
    packed[at + 1] = score
    packed[at + 2] = slides
    packed[at + 3] = maxRank
    packed[at + 4] = nodes
    packed[at + 5] = ms
    for (let cell = 0; cell < CELLS; cell++) packed[at + BOARD + cell] = board[cell]!
    for (let rank = 0; rank < RANKS; rank++) packed[at + FIRST + rank] = firstSlide[rank] ?? NEVER
    at += WIDTH
  }
  return packed
}

function unpackResults(packed: Float64Array): TimedResult[] {
  const results: TimedResult[] = []
  for (let at = 0; at < packed.length; at += WIDTH) {
    const board: Rank[] = []
    for (let cell = 0; cell < CELLS; cell++) board.push(packed[at + BOARD + cell]!)
    const firstSlide: (number | null)[] = []
    for (let rank = 0; rank < RANKS; rank++) {
      const slide = packed[at + FIRST + rank]!
      firstSlide.push(slide === NEVER ? null : slide)
    }
    results.push({
      ...{ seed: packed[at]!, score: packed[at + 1]!, slides: packed[at + 2]!, board, maxRank: packed[at + 3]!, firstSlide },
      ...{ nodes: packed[at + 4]!, ms: packed[at + 5]! },
    })
  }
  return results
}

export function packGames(games: readonly PlayedGame[]): PackedGames {
  const ends = new Int32Array(games.length)
  let end = 0
  games.forEach(({ times }, i) => (ends[i] = end += times.length))
  const times = new Int32Array(end)
  games.forEach((game, i) => times.set(game.times, ends[i]! - game.times.length))
  const results = packResults(games.map(({ result, ms }) => ({ ...result, ms })))
  return { results, times, ends, ...(games.some(({ turns }) => turns) && { turns: games.map(({ turns }) => turns) }) }
}

export function unpackGames({ results, times, ends, turns }: PackedGames): PlayedGame[] {
  return unpackResults(results).map(({ ms, ...result }, i) => {
    const played = turns?.[i]
    return { result, ms, times: times.subarray(i === 0 ? 0 : ends[i - 1]!, ends[i]), ...(played && { turns: played }) }
  })
}
