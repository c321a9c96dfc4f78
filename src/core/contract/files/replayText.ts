/** Replays as text, in pieces, because writing a game of 30,000 moves at once would block for too long. */
import { makePosition, makeSpawn } from '../../games/twenty48/notation'
import type { Turn } from '../../games/twenty48/player'
import type { Replay } from '../../games/twenty48/replay'
import { REPLAY_FORMAT, REPLAY_VERSION, type ReplayFile } from './replayFile'

/** Steps in a piece: far below a millisecond. */
const PIECE = 256

/** The text of a replay file, one field or step per line; `parseReplay` reads it back. */
export function makeReplay(replay: Replay): string {
  return [...replayPieces(replay, 1)].join('')
}

/** One line of a file of many. */
export function makeReplayLine(replay: Replay): string {
  return [...replayPieces(replay, 0)].join('')
}

/** The result of `JSON.stringify` with this indent, piece by piece; with 0 it is one line. */
export function* replayPieces(replay: Replay, indent: 0 | 1): Generator<string> {
  const { ms, values, turns } = replay
  yield JSON.stringify(headOf(replay), undefined, indent).replace(/\n?\}$/, '')
  if (ms) yield* columnPieces('ms', ms, indent, each => each)
  // values of the unknown player are of no use to a reader of the file
  if (values?.of === 'engine') {
    yield* columnPieces('values', values.boards, indent, each => each)
    yield* columnPieces('depths', values.depths, indent, each => each)
  }
  yield* columnPieces('steps', turns, indent, makeStep)
  yield indent === 0 ? '}\n' : '\n}\n'
}

/** A list, as another field of the open object. */
function* columnPieces<T>(name: keyof ReplayFile, list: readonly T[], indent: 0 | 1, entryOf: (each: T) => unknown) {
  const [field, entry, colon] = indent === 0 ? ['', '', ':'] : ['\n ', '\n  ', ': ']
  yield `,${field}"${name}"${colon}[`
  for (let from = 0; from < list.length; from += PIECE) {
    const texts = list.slice(from, from + PIECE).map(each => JSON.stringify(entryOf(each), undefined, indent))
    yield (from === 0 ? '' : ',') + texts.map(text => entry + text.replaceAll('\n', entry)).join(',')
  }
  yield list.length === 0 ? ']' : `${field}]`
}

function headOf({ start, startScore, final, score, by, draws, engine, title, notes, stamp }: Replay): Omit<ReplayFile, 'steps'> {
  return {
    format: REPLAY_FORMAT,
    version: REPLAY_VERSION,
    ...(title !== undefined && { title }),
    ...(notes !== undefined && { notes }),
    by,
    ...draws,
    ...(engine && {
      profile: { name: engine.profile, evaluator: engine.evaluator, settings: engine.settings },
      limits: engine.limits,
    }),
    ...(stamp && { stamp }),
    start: makePosition(start),
    startScore,
    final: makePosition(final),
    score,
  }
}

function makeStep({ move, spawn }: Turn): string {
  return `${move} ${makeSpawn(spawn)}`
}
