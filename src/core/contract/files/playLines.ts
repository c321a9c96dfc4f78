/** The output of `lab play` to a file or pipe: a line of JSON for each move, then one for the whole game. */
import { LabError } from '../../errors'
import { makePosition } from '../../games/twenty48/notation'
import { startGame } from '../../games/twenty48/playGame'
import type { Replay } from '../../games/twenty48/replay'
import { quoted } from '../../quoted'
import { parseJson } from './json'
import { MAX_REPLAY_CHARS, parseReplay, REPLAY_FORMAT, REPLAY_VERSION } from './replayFile'

/** The beginning of its first line. */
const BEGINNING = /^[\s\uFEFF]*\{\s*"slide"\s*:\s*0\s*,/

export function isPlayLines(text: string): boolean {
  return BEGINNING.test(text)
}

type Line = Readonly<Record<string, unknown>>

/** A game that was cut off has no last line, so its player is unknown. @throws {LabError} `BAD_FILE`, naming the line or the field */
export function parsePlayLines(text: string, fileName: string): Replay {
  const lines = text
    .split('\n')
    .map((line, i) => ({ line: line.trim(), where: `${fileName}: line ${i + 1}` }))
    .filter(({ line }) => line !== '')
    .map(({ line, where }) => ({ where, line: objectOf(line, where) }))
  const again = lines.slice(1).find(({ line }) => line['slide'] === 0)
  if (again) throw bad(again.where, 'a second game begins; a file of the lines of lab play holds one')
  const endAt = lines.findIndex(({ line }) => !('slide' in line))
  const behind = endAt < 0 ? undefined : lines[endAt + 1]
  if (behind) throw bad(behind.where, 'the game ended in the line before')
  const first = lines[0]!.line
  const moves = lines.slice(1, endAt < 0 ? undefined : endAt).map(({ line }) => line)
  const whole = endAt < 0 ? undefined : lines[endAt]!.line
  const last = moves.at(-1) ?? first
  if (whole) checkEnd(whole, { slides: moves.length, score: last['score'], position: last['position'] }, lines[endAt]!.where)
  const replay = {
    format: REPLAY_FORMAT,
    version: REPLAY_VERSION,
    by: 'engine',
    ...(whole && playedBy(whole, first)),
    start: first['position'],
    startScore: first['score'],
    final: last['position'],
    score: last['score'],
    ms: moves.map(({ ms }) => ms),
    steps: moves.map(({ move, spawn }) => [move, spawn].map(word => (typeof word === 'string' ? word : '')).join(' ')),
  }
  return parseReplay(JSON.stringify(replay), fileName)
}

function objectOf(line: string, where: string): Line {
  const data = parseJson(line, where, MAX_REPLAY_CHARS)
  if (typeof data !== 'object' || data === null) throw bad(where, 'not a move of a game')
  return data as Line
}

/** Lines of moves may be missing before the last line. @throws {LabError} `BAD_FILE` */
function checkEnd(whole: Line, moves: Line, where: string): void {
  for (const [field, value] of Object.entries(moves))
    if (whole[field] !== undefined && whole[field] !== value)
      throw bad(where, `${field}: ${quoted(whole[field])} is not that of the moves, ${quoted(value)}`)
}

function bad(where: string, message: string): LabError {
  return new LabError('BAD_FILE', `${where}: ${message}`, { where })
}

function playedBy({ seed, settings }: Line, first: Line): Line {
  const { profile: name, evaluator, settings: search, limits, generator } = (settings ?? {}) as Line
  return {
    seed,
    generator,
    origin: isStartOf(seed, first) ? 'seed' : 'position',
    profile: { name, evaluator, settings: search },
    limits,
  }
}

/** True if the game began with two tiles drawn from the seed. */
function isStartOf(seed: unknown, { position }: Line): boolean {
  return typeof seed === 'number' && Number.isSafeInteger(seed) && seed >= 0 && makePosition(startGame(seed).board) === position
}
