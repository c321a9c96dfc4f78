import { deepen } from './search/deepening'
import { drive, neverStop, type Engine, type Stop } from './search/engine'
import { boardValue, type SearchReport } from './search/report'
import { clockOf } from './search/gameClock'
import type { SearchLimits } from '../../search/settings'
import { createRandom, restoreRandom } from '../../random'
import { drawSpawn, legalMoves, MAX_RANK, maxRank, slide, startBoard, withTile, type Board, type Move } from './board'
import type { GamePosition, GameResult, SearchedTurn, Turn } from './player'

const RANKS = Array.from({ length: MAX_RANK + 1 }, (_, rank) => rank)

/** The first position of the game of a seed: two tiles are drawn. */
export function startGame(seed: number): GamePosition {
  const random = createRandom(seed)
  return { board: startBoard(random), score: 0, slides: 0, random: random.state }
}

export function isOver({ board }: GamePosition): boolean {
  return legalMoves(board).length === 0
}

/** The position after a move and its random tile; `undefined` if the move is illegal. */
export function playTurn(position: GamePosition, move: Move): { position: GamePosition; turn: Turn } | undefined {
  const slid = slide(position.board, move)
  if (!slid) return undefined
  const random = restoreRandom(position.random)
  const spawn = drawSpawn(slid.board, random)
  return {
    turn: { move, spawn },
    position: {
      board: withTile(slid.board, spawn),
      score: position.score + slid.reward,
      slides: position.slides + 1,
      random: random.state,
    },
  }
}

/**
 * Plays a whole game, one search per move. The kernel plays the same games faster if depth is their only limit.
 * @param startClock makes the stop signal of one search; only a time limit needs one
 * @param cut of the engine's settings; if given, a limit on nodes is then a mean over the game, see `GameClock`
 */
export function playGame(
  seed: number,
  engine: Engine,
  limits: SearchLimits,
  startClock: () => Stop = () => neverStop,
  cut?: number,
): GameResult {
  const clock = limits.ms === undefined ? clockOf(limits, cut ?? 0, () => 0) : undefined
  const steps = gameSteps(seed, board => {
    const stop = startClock()
    const report = drive(deepen(board, limits, { cut, pace: clock?.begin() }), request => engine(request, stop))
    clock?.end(report.nodes)
    return report
  })
  let step = steps.next()
  while (!step.done) step = steps.next()
  return step.value
}

/** The same game one turn per step, so that the caller can do other work in between. Ends early after `maxSlides`. */
export function* gameSteps(
  seed: number,
  search: (board: Board) => SearchReport,
  maxSlides = Infinity,
): Generator<Omit<SearchedTurn, 'ms'>, GameResult> {
  let position = startGame(seed)
  let nodes = 0
  const firstSlide: (number | null)[] = RANKS.map(rank => (position.board.includes(rank) ? 0 : null))
  while (position.slides < maxSlides && !isOver(position)) {
    const report = search(position.board)
    nodes += report.nodes
    const played = playTurn(position, report.best!)!
    position = played.position
    for (const rank of position.board) firstSlide[rank] ??= position.slides
    yield { ...played.turn, ...boardValue(report) }
  }
  const { board, score, slides } = position
  return { seed, score, slides, board, maxRank: maxRank(board), firstSlide, nodes }
}
