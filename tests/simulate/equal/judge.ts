/** The judge: `power` at depth 1 with its own calibration, and boards whose moves it judges. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CALIBRATION_LINES, makeProfile, parseLine } from '../../../src/core/contract/files'
import { legalMoves, maxRank, MOVES, type Board, type Move } from '../../../src/core/games/twenty48/board'
import { makePosition } from '../../../src/core/games/twenty48/notation'
import { isOver, playTurn, startGame } from '../../../src/core/games/twenty48/playGame'
import type { Calibration } from '../../../src/core/games/twenty48/scale/calibration'
import { judgeMoves } from '../../../src/core/games/twenty48/scale/judgedMoves'
import { neverStop } from '../../../src/core/games/twenty48/search/engine'
import { slideValues, type SlideValues } from '../../../src/core/games/twenty48/search/report'
import { createRandom, deriveSeed } from '../../../src/core/random'
import { builtInProfile } from '../../../src/main/lab/profiles/builtInProfiles'
import { kernel, PLAYER, type Judged } from './playouts'

const GAMES = 2_000

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

/** As anyone calibrates a profile. @param folder where an interrupted one goes on */
export function calibrated(folder: string): Calibration {
  const [profile, lines] = ['power1.json', 'calibration.jsonl'].map(name => join(folder, name)) as [string, string]
  if (!existsSync(lines)) {
    const { depth } = PLAYER.limits
    writeFileSync(profile, makeProfile({ ...builtInProfile('power')!, name: 'power1', depth: depth! }))
    const lab = join(import.meta.dirname, '../../../scripts/lab.mjs')
    const args = ['profile', 'calibrate', profile, '--games', String(GAMES), '--home', join(folder, 'home'), '--out', lines]
    execFileSync(process.execPath, [lab, ...args], { stdio: 'inherit' })
  }
  const first = parseLine(CALIBRATION_LINES, readFileSync(lines, 'utf8').split('\n', 1)[0]!, lines, 1)
  if ('head' in first && first.head.calibration) return first.head.calibration
  throw new Error(`${lines} has no calibration: delete it`)
}

/** Boards of games that the calibration has not seen, a few of each, with their legal moves but the best, judged; those of its value are no test. */
export function* boardsWithPairs(calibration: Calibration, seed: number): Generator<Judged[]> {
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
        if (its?.loss === undefined || move === best || its.ownLoss === 0) return []
        const pair = { board, position: makePosition(board), best, move, goal: top.rank, chance: top.share }
        return [{ ...pair, loss: its.loss, class: its.class ?? 'unknown' }]
      })
    }
  }
}
