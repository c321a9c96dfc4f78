/**
 * The classic replay string of 2048verse.com: `replay_`, then one character a step. A character stands for 7 bits,
 * `slide << 5 | is4 << 4 | column << 2 | row`, slides in the order up, right, down, left, rows from the top. The first two
 * are the tiles of the start, whose slide bits mean nothing: we write 0.
 *
 * Source of the alphabet and of the bits' order: what the public analyser
 * https://github.com/game-difficulty/2048EndgameTablebase (Analyzer.py, commit 15a0322) reads.
 */
import { LabError } from '../../errors'
import { quoted } from '../../quoted'
import { EMPTY, SIDE, withTile, type Board, type Move, type Spawn } from './board'
import { makePosition, makeSpawn } from './notation'
import type { Turn } from './player'
import { completeReplay, MAX_SLIDES, playStep, type Replay } from './replay'

const PREFIX = 'replay_'
const START_TILES = 2

/** Longest string to read. */
export const MAX_VERSE_CHARS = PREFIX.length + START_TILES + MAX_SLIDES

/** The 95 characters from space to `~`, then code page 850 from 0x80 to 0xA0. */
export const VERSE_ALPHABET =
  Array.from({ length: 95 }, (_, i) => String.fromCharCode(0x20 + i)).join('') + 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒá'

const VERSE_MOVES: readonly Move[] = ['up', 'right', 'down', 'left']

const INDEX: ReadonlyMap<string, number> = new Map([...VERSE_ALPHABET].map((character, index) => [character, index]))

/** One turn in 7 bits. */
export function packTurn({ move, spawn }: Turn): number {
  const [row, column] = [Math.floor(spawn.cell / SIDE), spawn.cell % SIDE]
  return (VERSE_MOVES.indexOf(move) << 5) | (Number(spawn.rank === 2) << 4) | (column << 2) | row
}

/** @param bits 0 … 127; each of them is a turn */
export function unpackTurn(bits: number): Turn {
  const [row, column] = [bits & 3, (bits >> 2) & 3]
  return { move: VERSE_MOVES[bits >> 5]!, spawn: { cell: row * SIDE + column, rank: bits & 16 ? 2 : 1 } }
}

export function isVerse(text: string): boolean {
  return text.trimStart().startsWith(PREFIX)
}

/** The successor of the classic form: `4x4-…_`, then three characters per step. It is recognised, but not read. */
export function isNewerVerse(text: string): boolean {
  return /^\s*\d{1,2}x\d{1,2}-[^_\s]{0,100}_/.test(text)
}

/**
 * Reads a classic string and plays it through. Blanks before it and line ends after it are dropped; a blank at its end
 * is a step like any other.
 *
 * @throws {LabError} `BAD_FILE`, naming the character (from 1, counted from `replay_`) and what was expected.
 */
export function parseVerse(text: string): Replay {
  if (isNewerVerse(text))
    throw bad(
      'this is the newer form of a 2048verse replay (three characters a step), which is not read: export the classic form',
    )
  // some programs store an accent as a character of its own
  const line = text
    .trimStart()
    .normalize('NFC')
    .replace(/[\r\n]+$/, '')
  if (!line.startsWith(PREFIX)) throw bad(`a 2048verse replay begins with "${PREFIX}"`)
  if (line.length > MAX_VERSE_CHARS)
    throw bad(`a 2048verse replay is at most ${MAX_VERSE_CHARS} characters, this has ${line.length}`)
  const size = /^(?:2x4|3x3|3x4|4x2|4x3)/.exec(line.slice(PREFIX.length))
  if (size) throw bad(`this is a game on ${size[0]} cells; only 4x4 is read`)

  // every character of the alphabet is one UTF-16 unit, so an index into the string is an index into its steps
  const turns = Array.from({ length: line.length - PREFIX.length }, (_, i) => readCharacter(line, PREFIX.length + i))
  const start = startOf(turns)
  let board = start
  turns.slice(START_TILES).forEach((turn, i) => {
    const next = playStep(board, turn)
    if ('problem' in next) throw faulty(PREFIX.length + START_TILES + i, next.problem, next.expected)
    board = next.board
  })
  return completeReplay({ start, startScore: 0, turns: turns.slice(START_TILES), by: 'unknown' })
}

/** The classic string of a game; `parseVerse` reads its board and turns back. @throws {LabError} `BAD_REQUEST` */
export function makeVerse({ start, startScore, turns }: Replay): string {
  const tiles = start.flatMap((rank, cell) => (rank === 0 ? [] : [{ cell, rank }]))
  if (tiles.length !== START_TILES || tiles.some(({ rank }) => rank > 2) || startScore !== 0)
    throw new LabError(
      'BAD_REQUEST',
      `a 2048verse replay begins with two tiles of 2 or 4 and no points; this game began from ${makePosition(start)}`,
    )
  const opening = tiles.map((spawn): Turn => ({ move: 'up', spawn }))
  return PREFIX + [...opening, ...turns].map(turn => VERSE_ALPHABET[packTurn(turn)]!).join('')
}

function readCharacter(line: string, at: number): Turn {
  const index = INDEX.get(line[at]!)
  if (index === undefined) {
    const character = String.fromCodePoint(line.codePointAt(at)!)
    throw faulty(at, `${quoted(character)} is not in the alphabet of 2048verse`, 'one of its 128 characters')
  }
  return unpackTurn(index)
}

function startOf(turns: readonly Turn[]): Board {
  if (turns.length < START_TILES) throw faulty(PREFIX.length + turns.length, 'the string ends', 'the two tiles of the start')
  const [first, second] = turns.slice(0, START_TILES).map(({ spawn }) => spawn) as [Spawn, Spawn]
  const board = withTile(EMPTY, first)
  if (first.cell === second.cell)
    throw faulty(PREFIX.length + 1, `${makeSpawn(second)} is not free`, 'a second tile on another cell')
  return withTile(board, second)
}

/** @param at index into the string */
function faulty(at: number, problem: string, expected: string): LabError {
  const character = at + 1
  return bad(`character ${character}: ${problem}; expected ${expected}`, { character, expected })
}

function bad(message: string, detail?: LabError['detail']): LabError {
  return new LabError('BAD_FILE', message, detail)
}
