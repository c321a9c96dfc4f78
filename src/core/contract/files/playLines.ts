/** The output of `lab play` to a file or pipe: a line of JSON for each move, then one for the whole game. */
import { LabError } from '../../errors'
import { makePosition } from '../../games/twenty48/notation'
import { startGame } from '../../games/twenty48/playGame'
import type { Replay } from '../../games/twenty48/replay'
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
    .map((line, i) => ({ line: line.trim(), number: i + 1 }))
    .filter(({ line }) => line !== '')
    .map(({ line, number }) => objectOf(line, `${fileName}: line ${number}`))
  const [first, ...others] = lines as [Line, ...Line[]]
  const moves = others.filter(line => 'slide' in line)
  const whole = others.find(line => !('slide' in line))
  const last = moves.at(-1) ?? first
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
    steps: moves.map(({ move, spawn }) => `${String(move)} ${String(spawn)}`),
  }
  return parseReplay(JSON.stringify(replay), fileName)
}

function objectOf(line: string, where: string): Line {
  const data = parseJson(line, where, MAX_REPLAY_CHARS)
  if (typeof data !== 'object' || data === null) throw new LabError('BAD_FILE', `${where}: not a move of a game`, { where })
  return data as Line
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
