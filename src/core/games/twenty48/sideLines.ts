/** Side lines of a game: moving about in them, and their changes. None of these changes its arguments. */
import { LabError } from '../../errors'
import { createRandom, deriveSeed } from '../../random'
import { drawSpawn, slide, type Board, type Move } from './board'
import type { Turn } from './player'
import { MAX_SIDE_LINES, MAX_SIDE_MOVES, type SideLine } from './replay'
import type { FramedGame } from './timeline'
import { turnByte, turnOf } from './turnBytes'

/** A side line with one `turnByte` per move, as pages and the lab send it. */
export interface PackedLine extends Omit<SideLine, 'turns'> {
  readonly turns: readonly number[]
}

export function packLines(lines: readonly SideLine[]): PackedLine[] {
  return lines.map(line => ({ ...line, turns: line.turns.map(turnByte) }))
}

export function unpackLines(lines: readonly PackedLine[]): SideLine[] {
  return lines.map(line => ({ ...line, turns: line.turns.map(turnOf) }))
}

/** A position of a game or of a side line. */
export interface Place {
  /** Number of the line, from 1; 0: the game. */
  readonly line: number
  /** Moves made; on a side line more than before its first. */
  readonly at: number
}

/** Moves to the end of a line. */
export function endOf({ after, turns }: SideLine): number {
  return after + turns.length
}

/**
 * The tile of a side line: every line that has this board after a move of this number gets the same one, on every machine.
 * @param after the board between the move and the tile
 * @param seed of the game; 0 for a game without one
 * @param number of the move, from 1
 */
function drawSideSpawn(after: Board, seed: number, number: number) {
  return drawSpawn(after, createRandom(deriveSeed(seed, number)))
}

/** The place that a number of moves is on, seen from a line: before its first move that is another line, or the game. */
export function placeAt(lines: readonly SideLine[], line: number, at: number): Place {
  let its = lines[line - 1]
  let number = line
  while (its && at <= its.after) {
    number = its.of ?? 0
    its = lines[number - 1]
  }
  return { line: number, at: its ? Math.min(at, endOf(its)) : at }
}

/** Where a line leaves the game itself. */
export function forkOf(lines: readonly SideLine[], line: number): number {
  let its = lines[line - 1]!
  while (its.of !== undefined) its = lines[its.of - 1]!
  return its.after
}

interface Played {
  readonly lines: readonly SideLine[]
  readonly place: Place
}

/**
 * The place after a move, and the lines with it. A move that follows there already is gone along, on its line or into another one. Otherwise
 * it continues a side line at its end, or begins a new one.
 * @param board at the place
 * @param seed as `drawSideSpawn` takes it
 * @returns `undefined` if the move changes nothing
 * @throws {LabError} `BAD_REQUEST` if the game has as many lines or moves as it can have
 */
export function playMove(
  lines: readonly SideLine[],
  { line, at }: Place,
  move: Move,
  { game, board, seed }: { readonly game: Pick<FramedGame, 'length' | 'turn'>; readonly board: Board; readonly seed: number },
): Played | undefined {
  const own = lines[line - 1]
  const next = own ? own.turns[at - own.after] : at < game.length ? game.turn(at + 1) : undefined
  if (next?.move === move) return { lines, place: { line, at: at + 1 } }
  const leaving = lines.findIndex(each => (each.of ?? 0) === line && each.after === at && each.turns[0]!.move === move)
  if (leaving >= 0) return { lines, place: { line: leaving + 1, at: at + 1 } }
  const slid = slide(board, move)
  if (!slid) return undefined
  const turn: Turn = { move, spawn: drawSideSpawn(slid.board, seed, at + 1) }
  const continued = own !== undefined && at === endOf(own)
  const added = continued
    ? lines.with(line - 1, { ...own, turns: [...own.turns, turn] })
    : [...lines, { ...(line > 0 && { of: line }), after: at, turns: [turn] }]
  requireRoom(added)
  return { lines: added, place: { line: continued ? line : added.length, at: at + 1 } }
}

/** The others, without this line and all that leave it, and the place where it left. */
export function withoutLine(lines: readonly SideLine[], line: number): Played {
  const { of = 0, after } = lines[line - 1]!
  const numbers = new Map<number, number>()
  const kept: SideLine[] = []
  for (const [i, each] of lines.entries()) {
    const left = each.of === undefined ? undefined : numbers.get(each.of)
    if (i + 1 === line || (each.of !== undefined && left === undefined)) continue
    kept.push(left === undefined ? each : { ...each, of: left })
    numbers.set(i + 1, kept.length)
  }
  return { lines: kept, place: { line: numbers.get(of) ?? 0, at: after } }
}

/**
 * The lines without the moves that only repeat what they leave, the game or another line. A line that does so to its end is gone; what left
 * it there leaves the other one.
 * @param turns of the game
 */
export function withoutRepeats(lines: readonly SideLine[], turns: readonly Turn[]): readonly SideLine[] {
  const kept: SideLine[] = []
  /** For each line so far: its number among those kept, 0 for one that is gone; what it leaves among them; and where. */
  const places: { readonly line: number; readonly from: number; readonly after: number }[] = []
  for (const { of, after: first, turns: its } of lines) {
    const left = of === undefined ? undefined : places[of - 1]
    const from = !left ? 0 : left.line > 0 && first > left.after ? left.line : left.from
    const other = kept[from - 1]
    const repeated = commonTurns(its, other ? other.turns.slice(first - other.after) : turns.slice(first, first + its.length))
    const after = first + repeated
    if (repeated < its.length) kept.push({ ...(from > 0 && { of: from }), after, turns: its.slice(repeated) })
    places.push({ line: repeated < its.length ? kept.length : 0, from, after })
  }
  return kept
}

/** Lines of two sources together. */
interface JoinedLines {
  readonly lines: readonly SideLine[]
  /** Lines that are new or longer than before. */
  readonly added: number
  /** Lines that do not fit, with those that leave them. */
  readonly leftOut: number
}

/** The lines of both, as many as fit: one that continues another of the same place takes its place. */
export function joinFitting(lines: readonly SideLine[], others: readonly SideLine[]): JoinedLines {
  let joined = lines
  let [added, leftOut] = [0, 0]
  /** For each of `others` so far, its number among the joined lines; 0 if it was left out. */
  const numbers: number[] = []
  for (const { of: itsOf, after, turns } of others) {
    const of = itsOf === undefined ? undefined : numbers[itsOf - 1]!
    const same = joined.findIndex(
      each =>
        each.of === of && each.after === after && commonTurns(each.turns, turns) === Math.min(each.turns.length, turns.length),
    )
    const isKnown = same >= 0 && turns.length <= joined[same]!.turns.length
    const line = { ...(of !== undefined && { of }), after, turns }
    const more = isKnown ? joined : same < 0 ? [...joined, line] : joined.with(same, line)
    const isFitting = of !== 0 && (isKnown || roomProblem(more) === undefined)
    numbers.push(isFitting ? (same < 0 ? more.length : same + 1) : 0)
    if (!isFitting) leftOut++
    else if (!isKnown) added++
    if (isFitting) joined = more
  }
  return { lines: joined, added, leftOut }
}

/** The lines of both, joined as `joinFitting` does. @throws {LabError} `BAD_REQUEST` if a game cannot have that many */
export function joinLines(lines: readonly SideLine[], others: readonly SideLine[]): readonly SideLine[] {
  const joined = joinFitting(lines, others)
  if (joined.leftOut > 0) requireRoom([...lines, ...others])
  return joined.lines
}

/** @throws {LabError} `BAD_REQUEST` */
function requireRoom(lines: readonly SideLine[]): void {
  const problem = roomProblem(lines)
  if (problem !== undefined) throw new LabError('BAD_REQUEST', problem)
}

function roomProblem(lines: readonly SideLine[]): string | undefined {
  if (lines.length > MAX_SIDE_LINES) return `A game has at most ${MAX_SIDE_LINES} side lines: delete one first.`
  const moves = lines.reduce((sum, { turns }) => sum + turns.length, 0)
  return moves > MAX_SIDE_MOVES ? `The side lines of a game have at most ${MAX_SIDE_MOVES} moves: delete one first.` : undefined
}

function commonTurns(one: readonly Turn[], other: readonly Turn[]): number {
  const differs = one.findIndex(({ move, spawn }, i) => {
    const its = other[i]
    return !its || its.move !== move || its.spawn.cell !== spawn.cell || its.spawn.rank !== spawn.rank
  })
  return differs < 0 ? one.length : differs
}
