/** A saved game, move by move, and a check against the rules. */
import { LabError } from '../../errors'
import { createRandom, GENERATOR, type Random } from '../../random'
import { finish } from '../../sliced'
import type { Stamp } from '../../stamp'
import { drawSpawn, legalMoves, MAX_FACE_SUM, slide, startBoard, withTile, type Board, type Slide } from './board'
import { makePosition, makeSpawn } from './notation'
import type { Player, Turn } from './player'

/** No game has more moves: each adds at least a 2 to the sum of the faces. */
export const MAX_SLIDES = MAX_FACE_SUM / 2

/** Who chose the moves. */
export const PLAYED_BY = ['person', 'engine', 'both', 'unknown'] as const

/** The moves that a person made, if an engine made others: sorted ranges; 0 is the first move, `to` is exclusive. */
export type HandMoves = readonly (readonly [from: number, to: number])[]

/** @param slide number of the move, from 1 */
export function isByHand(hand: HandMoves, slide: number): boolean {
  return hand.some(([from, to]) => from < slide && slide <= to)
}

/** How the tiles were drawn. If this lab's generator drew them, a check of the replay draws them again. */
export interface TileDraws {
  readonly seed: number
  /** `GENERATOR`, or a name that this lab does not know: the tiles are then accepted as they are. */
  readonly generator: string
  /** `seed`: the two tiles of the start were drawn too. `position`: the start was set, and the draws begin after it. */
  readonly origin: 'seed' | 'position'
}

/** The engine's part in a game. */
export interface ReplayEngine extends Player {
  /** Name of the profile that the player is based on; its weights or settings may have changed since. */
  readonly profile: string
}

/**
 * Another course of a game, tried in its replay. Moves count from the start of the game, so that a number means the same move on every
 * line.
 */
export interface SideLine {
  /** Number of the earlier line that it leaves, from 1; absent: it leaves the game. */
  readonly of?: number
  /** Moves before its first; on a line that it leaves, at least one of them is that line's own. */
  readonly after: number
  /** At least one. */
  readonly turns: readonly Turn[]
}

/** Most side lines of a game, and most moves of all of them together. */
export const MAX_SIDE_LINES = 100
export const MAX_SIDE_MOVES = 10_000

/** A game as its moves, before its end is known. */
export interface GameRecord {
  readonly start: Board
  /** Points at the start, from a saved game; otherwise 0. */
  readonly startScore: number
  readonly turns: readonly Turn[]
  readonly by: (typeof PLAYED_BY)[number]
  /** Absent if tiles were set by hand, or if it is unknown. */
  readonly draws?: TileDraws
  /** The engine that played, the last one if there were several. */
  readonly engine?: ReplayEngine
  readonly title?: string
  readonly notes?: string
  readonly stamp?: Stamp
  /**
   * Milliseconds of each move, one per turn: the engine's search time, or a person's time since the board was shown; `null` if not
   * measured.
   */
  readonly ms?: readonly (number | null)[]
  readonly values?: ReplayValues
  /** Other moves that were tried in its replay; absent without any. */
  readonly sideLines?: readonly SideLine[]
}

/** One player's values of the boards of a game. */
export interface ReplayValues {
  /** The player in `engine`; or unknown, as in files of version 1, which may mix the values of several in one column. */
  readonly of: 'engine' | 'unknown'
  /** For the board before each turn, the value of its best move; `null` without a search. One per turn. */
  readonly boards: readonly (number | null)[]
  /** Depth of each value; `null` without a value, and for those of the unknown player. */
  readonly depths: readonly (number | null)[]
}

export interface Replay extends GameRecord {
  readonly final: Board
  readonly score: number
}

/** A game after `step` moves; 0 is the start. */
export interface ReplayPosition {
  readonly step: number
  readonly board: Board
  readonly score: number
}

/** Why a turn cannot follow a board. */
interface StepFault {
  readonly problem: string
  readonly expected: string
}

/** The board after a turn and the points of its move, or the turn's fault. */
export function playStep(board: Board, { move, spawn }: Turn): Slide | StepFault {
  const slid = slide(board, move)
  if (!slid) {
    const legal = legalMoves(board).join(', ')
    const problem = `sliding ${move} moves nothing on ${makePosition(board)}`
    return { problem, expected: legal === '' ? 'the end of the game' : legal }
  }
  if (slid.board[spawn.cell] !== 0)
    return { problem: `${makeSpawn(spawn)} is not free on ${makePosition(slid.board)}`, expected: 'a tile on an empty cell' }
  return { board: withTile(slid.board, spawn), reward: slid.reward }
}

/**
 * The start and the position after each turn; then checks the side lines. If this lab's generator drew the tiles, draws each again, but for
 * those of side lines.
 * @throws {LabError} `BAD_FILE` at a step that the rules or the draws forbid; its detail has `step`, from 1 (0 for a start that was not
 * drawn), what was `expected`, and `line` for a side line
 */
export function* playThrough(record: GameRecord): Generator<ReplayPosition, ReplayPosition> {
  const { sideLines = [] } = record
  const forks = new Map<number, ReplayPosition | undefined>(
    sideLines.flatMap(({ of, after }) => (of === undefined ? [[after, undefined]] : [])),
  )
  const random = randomOf(record)
  let position: ReplayPosition = { step: 0, board: record.start, score: record.startScore }
  if (forks.has(0)) forks.set(0, position)
  yield position
  for (const turn of record.turns) {
    const step = position.step + 1
    const next = playStep(position.board, turn)
    if ('problem' in next) throw faulty(step, next)
    if (random) checkDraw(step, turn, next.board.with(turn.spawn.cell, 0), random)
    position = { step, board: next.board, score: position.score + next.reward }
    if (forks.has(step)) forks.set(step, position)
    yield position
  }
  playSideLines(sideLines, record.turns.length, step => forks.get(step)!)
  return position
}

/** Checks where each line leaves, and the sizes. @param length moves of the game */
function checkSideLines(lines: readonly SideLine[], length: number): void {
  if (lines.length > MAX_SIDE_LINES)
    throw new LabError('BAD_FILE', `a game has at most ${MAX_SIDE_LINES} side lines, this has ${lines.length}`)
  const moves = lines.reduce((sum, { turns }) => sum + turns.length, 0)
  if (moves > MAX_SIDE_MOVES)
    throw new LabError('BAD_FILE', `side lines have at most ${MAX_SIDE_MOVES} moves together, these have ${moves}`)
  for (const [i, { of, after, turns }] of lines.entries()) {
    const bad = (problem: string) => new LabError('BAD_FILE', `side line ${i + 1} ${problem}`, { line: i + 1 })
    if (turns.length === 0) throw bad('has no moves')
    if (of !== undefined && !(Number.isInteger(of) && of >= 1 && of <= i))
      throw bad(`leaves line ${of}; expected an earlier line, or the game`)
    const left = of === undefined ? undefined : lines[of - 1]!
    const [first, last] = left ? [left.after + 1, left.after + left.turns.length] : [0, length]
    if (!(Number.isInteger(after) && after >= first && after <= last))
      throw bad(`leaves ${left ? `line ${of}` : 'the game'} after move ${after}; expected ${first} … ${last}`)
  }
}

/**
 * The positions of each line: where it leaves, then after each of its moves.
 * @param length moves of the game
 * @param at the position of the game after a number of moves
 * @throws {LabError} `BAD_FILE`, as `playThrough`
 */
export function playSideLines(
  lines: readonly SideLine[],
  length: number,
  at: (step: number) => ReplayPosition,
): readonly (readonly ReplayPosition[])[] {
  checkSideLines(lines, length)
  const played: (readonly ReplayPosition[])[] = []
  for (const [i, { of, after, turns }] of lines.entries()) {
    let position = of === undefined ? at(after) : played[of - 1]![after - lines[of - 1]!.after]!
    const positions = [position]
    for (const turn of turns) {
      const next = playStep(position.board, turn)
      if ('problem' in next) throw faulty(positions.length, next, i + 1)
      position = { step: position.step + 1, board: next.board, score: position.score + next.reward }
      positions.push(position)
    }
    played.push(positions)
  }
  return played
}

/** The replay of a record whose end is known. @throws {LabError} `BAD_FILE`, as `playThrough` */
export function completeReplay(record: GameRecord): Replay {
  const { board, score } = lastOf(record)
  return { ...record, final: board, score }
}

/** Replays a game to its final board and score. @throws {LabError} `BAD_FILE`, naming the step and what was expected */
export function verifyReplay(replay: Replay): Replay {
  checkEnd(replay, lastOf(replay))
  return replay
}

/** @throws {LabError} `BAD_FILE` if the replay's stated end differs from the one that its turns lead to */
export function checkEnd(replay: Replay, { step, board, score }: ReplayPosition): void {
  const [stated, reached] = [makePosition(replay.final), makePosition(board)]
  if (stated !== reached) throw faulty(step, { problem: `the final board is given as ${stated}`, expected: reached })
  if (replay.score !== score)
    throw faulty(step, { problem: `the final score is given as ${replay.score}`, expected: String(score) })
}

function lastOf(record: GameRecord): ReplayPosition {
  return finish(playThrough(record))
}

function randomOf({ draws, start }: GameRecord): Random | undefined {
  if (draws?.generator !== GENERATOR) return undefined
  const random = createRandom(draws.seed)
  if (draws.origin === 'position') return random
  const expected = makePosition(startBoard(random))
  if (makePosition(start) !== expected)
    throw faulty(0, { problem: `the start ${makePosition(start)} is not that of seed ${draws.seed}`, expected })
  return random
}

/** @param after the board between the move and the tile */
function checkDraw(step: number, { spawn }: Turn, after: Board, random: Random): void {
  const drawn = makeSpawn(drawSpawn(after, random))
  if (makeSpawn(spawn) === drawn) return
  throw faulty(step, { problem: `${makeSpawn(spawn)} is not the tile that the seed draws`, expected: drawn })
}

function faulty(step: number, { problem, expected }: StepFault, line?: number): LabError {
  const where = line === undefined ? `step ${step}` : `side line ${line}, step ${step}`
  return new LabError('BAD_FILE', `${where}: ${problem}; expected ${expected}`, {
    ...{ step, expected },
    ...(line !== undefined && { line }),
  })
}
