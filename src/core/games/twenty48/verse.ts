/**
 * Replay strings of 2048verse.com: a head, then steps, of which the first two are the tiles of the start, whose slide bits mean
 * nothing: we write 0. Rows count from the top.
 *
 * Classic: `replay_`, then one character a step, `slide << 5 | is4 << 4 | column << 2 | row`, slides in the order up, right, down,
 * left. Newer: `4x4-NAME_`, then three characters a step, of 21 bits, the high ones first: bits 0–1 the slide in the order up,
 * down, left, right, 2–3 the rank less 1, 4–6 the column, 7–9 the row; we know no others.
 *
 * Source of the classic alphabet and bits: what the public analyser
 * https://github.com/game-difficulty/2048EndgameTablebase (Analyzer.py, commit 15a0322) reads.
 */
import { LabError } from '../../errors'
import { quoted } from '../../quoted'
import { EMPTY, face, SIDE, withTile, type Board, type Move, type Spawn } from './board'
import { makePosition, makeSpawn } from './notation'
import type { Turn } from './player'
import { completeReplay, MAX_SLIDES, playStep, type Replay } from './replay'

const START_TILES = 2

/** The 95 characters from space to `~`, then code page 850 from 0x80 to 0xA0. */
export const VERSE_ALPHABET =
  Array.from({ length: 95 }, (_, i) => String.fromCharCode(0x20 + i)).join('') + 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒá'

/** Digits, letters, the Latin letters from `À` to `ÿ`, and two signs. */
export const NEWER_VERSE_ALPHABET = range('0', '9') + range('a', 'z') + range('A', 'Z') + range('À', 'ÿ') + '¤¾'

export type VerseForm = 'classic' | 'newer'

/** How a step is written. Each character of an alphabet is one UTF-16 unit of 7 bits. */
interface StepForm {
  readonly alphabet: string
  readonly index: ReadonlyMap<string, number>
  /** Characters a step. */
  readonly chars: number
  pack(turn: Turn): number
  /** @returns what is wrong, if it is no turn */
  unpack(bits: number): Turn | string
}

const CLASSIC_MOVES: readonly Move[] = ['up', 'right', 'down', 'left']
const NEWER_MOVES: readonly Move[] = ['up', 'down', 'left', 'right']

const FORMS: Readonly<Record<VerseForm, StepForm>> = {
  classic: { ...alphabet(VERSE_ALPHABET), chars: 1, pack: packTurn, unpack: unpackTurn },
  newer: { ...alphabet(NEWER_VERSE_ALPHABET), chars: 3, pack: packNewer, unpack: unpackNewer },
}

const CLASSIC_HEAD = 'replay_'
/** Steps have no `_`, so that a name may. */
const NEWER_HEAD = /^(\d{1,2})x(\d{1,2})-[^\r\n]{0,100}_/
/** The name, which says who played, is not known to us. */
const NEWER_HEAD_WRITTEN = '4x4-player_'

/** Longest strings to read; one that is longer has more moves than a game. */
export const MAX_VERSE_CHARS = CLASSIC_HEAD.length + START_TILES + MAX_SLIDES
const MAX_NEWER_VERSE_CHARS = 110 + 3 * (START_TILES + MAX_SLIDES)

/** One turn in 7 bits. */
export function packTurn({ move, spawn }: Turn): number {
  const [row, column] = [Math.floor(spawn.cell / SIDE), spawn.cell % SIDE]
  return (CLASSIC_MOVES.indexOf(move) << 5) | (Number(spawn.rank === 2) << 4) | (column << 2) | row
}

/** @param bits 0 … 127; each of them is a turn */
export function unpackTurn(bits: number): Turn {
  const [row, column] = [bits & 3, (bits >> 2) & 3]
  return { move: CLASSIC_MOVES[bits >> 5]!, spawn: { cell: row * SIDE + column, rank: bits & 16 ? 2 : 1 } }
}

function packNewer({ move, spawn }: Turn): number {
  const [row, column] = [Math.floor(spawn.cell / SIDE), spawn.cell % SIDE]
  return (row << 7) | (column << 4) | ((spawn.rank - 1) << 2) | NEWER_MOVES.indexOf(move)
}

function unpackNewer(bits: number): Turn | string {
  const [row, column, rank] = [(bits >> 7) & 7, (bits >> 4) & 7, ((bits >> 2) & 3) + 1]
  if (bits >> 10 > 0) return `the step has bits that say nothing to us (${bits.toString(2)})`
  if (row >= SIDE || column >= SIDE) return `r${row + 1}c${column + 1} is not on the board`
  if (rank > 2) return `a new tile of ${face(rank)}`
  return { move: NEWER_MOVES[bits & 3]!, spawn: { cell: row * SIDE + column, rank } }
}

/** Whether a text is, or begins as, a replay string of either form. */
export function isVerse(text: string): boolean {
  return formOf(text.trimStart()) !== undefined
}

/**
 * Reads a string of either form and plays it through. Blanks before it and line ends after it are dropped; a blank at the end of a
 * classic one is a step like any other.
 *
 * @throws {LabError} `BAD_FILE`, naming the character (from 1, counted from its head) and what was expected.
 */
export function parseVerse(text: string): Replay {
  // some programs store an accent as a character of its own
  const line = withoutLineEnds(text.trimStart().normalize('NFC'))
  const head = formOf(line)
  if (!head) throw bad(`a 2048verse replay begins with "${CLASSIC_HEAD}" or "4x4-"`)
  const longest = head.form === 'classic' ? MAX_VERSE_CHARS : MAX_NEWER_VERSE_CHARS
  if (line.length > longest) throw bad(`a 2048verse replay is at most ${longest} characters, this has ${line.length}`)
  if (head.size !== '4x4') throw bad(`this is a game on ${head.size} cells; only 4x4 is read`)

  const form = FORMS[head.form]
  const written = head.form === 'newer' ? line.trimEnd() : line
  const at = (step: number) => head.length + step * form.chars
  const steps = Math.floor((written.length - head.length) / form.chars)
  const turns = Array.from({ length: steps }, (_, step) => readStep(form, written, at(step)))
  if (at(steps) < written.length) throw faulty(written.length, 'the string ends', `${form.chars} characters for each step`)
  const start = startOf(turns, at)
  let board = start
  turns.slice(START_TILES).forEach((turn, i) => {
    const next = playStep(board, turn)
    if ('problem' in next) throw faulty(at(START_TILES + i), next.problem, next.expected)
    board = next.board
  })
  return completeReplay({ start, startScore: 0, turns: turns.slice(START_TILES), by: 'unknown' })
}

/** The string of a game; `parseVerse` reads its board and turns back. @throws {LabError} `BAD_REQUEST` */
export function makeVerse({ start, startScore, turns }: Replay, form: VerseForm = 'classic'): string {
  const tiles = start.flatMap((rank, cell) => (rank === 0 ? [] : [{ cell, rank }]))
  if (tiles.length !== START_TILES || tiles.some(({ rank }) => rank > 2) || startScore !== 0)
    throw new LabError(
      'BAD_REQUEST',
      `a 2048verse replay begins with two tiles of 2 or 4 and no points; this game began from ${makePosition(start)}`,
    )
  const opening = tiles.map((spawn): Turn => ({ move: 'up', spawn }))
  const head = form === 'classic' ? CLASSIC_HEAD : NEWER_HEAD_WRITTEN
  return head + [...opening, ...turns].map(turn => writeStep(FORMS[form], turn)).join('')
}

function withoutLineEnds(text: string): string {
  let end = text.length
  while (text[end - 1] === '\n' || text[end - 1] === '\r') end-- // an expression would look from each line end on
  return text.slice(0, end)
}

/** @param line without blanks before it */
function formOf(line: string): { readonly form: VerseForm; readonly length: number; readonly size: string } | undefined {
  if (line.startsWith(CLASSIC_HEAD)) {
    const size = /^(?:2x4|3x3|3x4|4x2|4x3)/.exec(line.slice(CLASSIC_HEAD.length))
    return { form: 'classic', length: CLASSIC_HEAD.length, size: size?.[0] ?? '4x4' }
  }
  const newer = NEWER_HEAD.exec(line)
  return newer ? { form: 'newer', length: newer[0].length, size: `${newer[1]}x${newer[2]}` } : undefined
}

function writeStep({ alphabet: characters, chars, pack }: StepForm, turn: Turn): string {
  const bits = pack(turn)
  return Array.from({ length: chars }, (_, i) => characters[(bits >> (7 * (chars - 1 - i))) & 127]!).join('')
}

function readStep({ index, chars, unpack }: StepForm, line: string, at: number): Turn {
  let bits = 0
  for (let i = at; i < at + chars; i++) {
    const seven = index.get(line[i]!)
    if (seven === undefined) {
      const character = String.fromCodePoint(line.codePointAt(i)!)
      throw faulty(i, `${quoted(character)} is not in the alphabet of 2048verse`, 'one of its 128 characters')
    }
    bits = (bits << 7) | seven
  }
  const turn = unpack(bits)
  if (typeof turn === 'string') throw faulty(at, turn, 'a move and a 2 or 4 on one of 16 cells')
  return turn
}

function startOf(turns: readonly Turn[], at: (step: number) => number): Board {
  if (turns.length < START_TILES) throw faulty(at(turns.length), 'the string ends', 'the two tiles of the start')
  const [first, second] = turns.slice(0, START_TILES).map(({ spawn }) => spawn) as [Spawn, Spawn]
  const board = withTile(EMPTY, first)
  if (first.cell === second.cell) throw faulty(at(1), `${makeSpawn(second)} is not free`, 'a second tile on another cell')
  return withTile(board, second)
}

function range(first: string, last: string): string {
  const from = first.charCodeAt(0)
  return String.fromCharCode(...Array.from({ length: last.charCodeAt(0) - from + 1 }, (_, i) => from + i))
}

function alphabet(characters: string) {
  return { alphabet: characters, index: new Map([...characters].map((character, i) => [character, i])) }
}

/** @param at index into the string */
function faulty(at: number, problem: string, expected: string): LabError {
  const character = at + 1
  return bad(`character ${character}: ${problem}; expected ${expected}`, { character, expected })
}

function bad(message: string, detail?: LabError['detail']): LabError {
  return new LabError('BAD_FILE', message, detail)
}
