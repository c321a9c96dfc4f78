import { boardValue, type SearchReport } from './search/report'
import { createRandom, restoreRandom } from '../../random'
import { drawSpawn, FirstSteps, legalMoves, maxRank, slide, startBoard, withTile, type Board, type Move } from './board'
import type { GamePosition, GameResult, SearchedTurn, Turn } from './player'

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

/** A whole game one turn per step, so that the caller can do other work in between. Ends early after `maxSlides`. */
export function* gameSteps(
  seed: number,
  search: (board: Board) => SearchReport,
  maxSlides = Infinity,
): Generator<Omit<SearchedTurn, 'ms'>, GameResult> {
  let position = startGame(seed)
  let nodes = 0
  const first = new FirstSteps()
  first.see(position.board, 0)
  while (position.slides < maxSlides && !isOver(position)) {
    const report = search(position.board)
    nodes += report.nodes
    const played = playTurn(position, report.best!)!
    position = played.position
    first.see(position.board, position.slides)
    yield { ...played.turn, ...boardValue(report) }
  }
  const { board, score, slides } = position
  return { seed, score, slides, board, maxRank: maxRank(board), firstSlide: first.steps, nodes }
}
