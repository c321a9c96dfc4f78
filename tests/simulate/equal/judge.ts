/** `power` at depth 1, calibrated here, as the judge of moves. */
import { legalMoves, maxRank, MOVES, type Board, type Move } from '../../../src/core/games/twenty48/board'
import { makePosition } from '../../../src/core/games/twenty48/notation'
import { isOver, playTurn, startGame } from '../../../src/core/games/twenty48/playGame'
import { playerHash } from '../../../src/core/games/twenty48/playerHash'
import type { Calibration } from '../../../src/core/games/twenty48/scale/calibration'
import { fitStages, reliabilityOf } from '../../../src/core/games/twenty48/scale/fit'
import { judgeMoves } from '../../../src/core/games/twenty48/scale/judgedMoves'
import { fitLosses, type LossSample } from '../../../src/core/games/twenty48/scale/lossCurve'
import { noiseOf, type NoiseSample } from '../../../src/core/games/twenty48/scale/noise'
import { GameSampler, type SampledGame } from '../../../src/core/games/twenty48/scale/sampledGame'
import { slideValues, type SlideValues } from '../../../src/core/games/twenty48/search/report'
import { neverStop } from '../../../src/core/games/twenty48/search/engine'
import { createRandom, deriveSeed } from '../../../src/core/random'
import { finish } from '../../../src/core/sliced'
import { fewCompared, kernel, PLAYER, type Judged } from './playouts'

const GAMES = 2_000
const NOISE_BOARDS = 500
/** Pairs of moves that are compared for the loss curves. */
const LOSS_PAIRS = 700
const [CALIBRATION_SEED, LOSS_SEED, BOARD_SEED] = [20_260_101, 20_260_202, 20_260_303]

function search(board: Board, depth: number): SlideValues {
  const { slides } = kernel.search({ board, depth, moves: legalMoves(board), reach: 1, nodes: Infinity }, neverStop)
  return slideValues(move => slides.find(slide => slide.move === move)?.value ?? null)
}

function bestOf(values: SlideValues): Move | undefined {
  const legal = MOVES.filter(move => values[move] !== null)
  return legal.length === 0 ? undefined : legal.reduce((best, move) => (values[move]! > values[best]! ? move : best))
}

/** Positions of a game of the player, with the values of their moves. */
function* positionsOf(seed: number) {
  for (let position = startGame(seed); !isOver(position);) {
    const values = search(position.board, 1)
    const best = bestOf(values)!
    yield { position, values, best }
    position = playTurn(position, best)!.position
  }
}

export function calibrated(say: (what: string) => void): Calibration {
  const games: SampledGame[] = []
  const samples: NoiseSample[] = []
  for (let i = 0; i < GAMES; i++) {
    const sampler = new GameSampler()
    const random = createRandom(deriveSeed(CALIBRATION_SEED + 1, i))
    let end = startGame(deriveSeed(CALIBRATION_SEED, i))
    for (const { position, values, best } of positionsOf(deriveSeed(CALIBRATION_SEED, i))) {
      sampler.add(position.board, position.score, { value: values[best]!, decider: 'search' })
      if (random.below(200) === 0) {
        const { board } = position
        samples.push({ board, decider: 'search', depth: 1, values, before: search(board, 0) })
      }
      end = playTurn(position, best)!.position
    }
    games.push(sampler.end(end.board, end.score))
  }
  say(`${GAMES} games for the calibration`)
  const { settings, limits } = PLAYER
  const lost = typeof settings.dead === 'number' ? settings.dead : undefined
  const stages = finish(fitStages(games, lost))
  return {
    ...{ player: playerHash(PLAYER), limits, games: GAMES, seed: CALIBRATION_SEED, stages },
    noise: noiseOf({ stages }, spread(samples, NOISE_BOARDS)),
    reliability: finish(reliabilityOf(games, lost)),
  }
}

/** With the curves of what moves lose in playouts, from boards of other games. */
export function withLosses(calibration: Calibration, say: (what: string) => void): Calibration {
  const samples: LossSample[] = []
  for (const board of boardsWithPairs(calibration, LOSS_SEED)) {
    for (const judged of board) samples.push({ ...judged, loss: fewCompared(judged).difference })
    if (samples.length > LOSS_PAIRS) break
  }
  say(`${samples.length} pairs for the loss curves`)
  return { ...calibration, losses: fitLosses(samples) }
}

function spread<Item>(items: readonly Item[], count: number): Item[] {
  const step = items.length / count
  return step <= 1 ? [...items] : Array.from({ length: count }, (_, i) => items[Math.floor(i * step)]!)
}

/** Boards of further games, a few of each, with their legal moves but the best, judged; those whose value is the best's are no test. */
export function* boardsWithPairs(calibration: Calibration, seed = BOARD_SEED): Generator<Judged[]> {
  for (let i = 0; ; i++) {
    const random = createRandom(deriveSeed(seed + 1, i))
    for (const { position, values, best } of positionsOf(deriveSeed(seed, i))) {
      const { board } = position
      if (maxRank(board) < 8 || random.below(400) > 0) continue
      const judged = judgeMoves(position, { values, depth: 1 }, { calibration })
      const top = judged[best]?.chance
      if (!top) continue
      yield MOVES.flatMap((move): Judged[] => {
        const its = judged[move]
        if (!its?.class || its.loss === undefined || move === best || its.ownLoss === 0) return []
        const pair = { board, position: makePosition(board), best, move, goal: top.rank, chance: top.share }
        return [{ ...pair, loss: its.loss, ownLoss: its.ownLoss!, class: its.class }]
      })
    }
  }
}
