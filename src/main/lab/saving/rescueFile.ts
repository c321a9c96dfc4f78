/** Unsaved work as a file: each game is a replay in the lab's format, with additional data for the library and the board. */
import { amountShape, countShape, positiveShape, textShape, z } from '../../../core/contract/zod'
import { draftShape } from '../../../core/contract/calls/profiles'
import { engineChoiceShape } from '../../../core/contract/calls/engine'
import { makeProfile, makeReplay, parseProfile, parseReplay } from '../../../core/contract/files'
import { parseJson, refuseNewer } from '../../../core/contract/files/json'
import { PREFERENCE_FIELDS } from '../../../core/contract/preferences'
import { parseShape, playerShape, seedShape } from '../../../core/contract/shapes'
import { GAME_KINDS, MAX_NOTES, MOST_VALUE_OWNERS, type NewGame, type PlayerValues } from '../../../core/contract/stored'
import { LabError } from '../../../core/errors'
import { encodeTurns } from '../../../core/games/twenty48/turnBytes'
import { VERSION } from '../../installation'
import { gameOf, replayOf } from '../games/gameRecords'
import { LabGame, MOST_EARLIER, handMovesShape, newGameOf } from '../games/labGame'
import { paced } from '../ground/throttle'
import type { UnsavedGame, UnsavedWork } from './unsavedWork'

const FORMAT = '2048-lab-rescue'
const RESCUE_VERSION = 1
/** Largest rescue file to read, in characters. */
export const MAX_RESCUE_CHARS = 256_000_000

const time = amountShape.max(8.64e15)
const any = z.unknown()

const row = positiveShape
const count = countShape

/** Values in the form of `storedValues`. Absent in a file of an earlier lab: the replay then has the values. */
const valuesShape = z
  .array(
    z.strictObject({
      hash: textShape(200),
      profile: textShape(80).nullable(),
      player: any,
      first: count,
      values: z.string(),
      depths: z.string().nullable(),
    }),
  )
  .max(MOST_VALUE_OWNERS)
  .exactOptional()

const gameShape = z.strictObject({
  kind: z.enum(GAME_KINDS),
  profile: textShape(80).nullable(),
  seed: seedShape.nullable(),
  created: time,
  started: time.nullable(),
  ended: time.nullable(),
  notes: textShape(MAX_NOTES),
  row: row.exactOptional(),
  /** True if it began with the two tiles of its seed. */
  fromSeed: z.boolean(),
  provenance: any,
  /** Without values: a replay has those of at most one player. */
  replay: any,
  values: valuesShape,
})

const boardShape = z.strictObject({
  seed: seedShape,
  origin: z.enum(['seed', 'position']),
  /** Moves that the game had when it began here, and the state of its generator then. */
  startSlides: countShape,
  random: textShape(100),
  played: countShape,
  about: z.strictObject({
    started: time,
    changed: time,
    person: z.boolean(),
    hand: handMovesShape.optional(),
    engine: playerShape.nullable(),
    earlier: z.array(playerShape).max(MOST_EARLIER).readonly().exactOptional(),
    kept: z.boolean(),
  }),
  /** Without values: a replay has those of at most one player. */
  replay: any,
  values: valuesShape,
})

const rescueShape = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(RESCUE_VERSION),
  lab: textShape(40),
  /** The data folder of all this work. */
  folder: textShape(4096),
  written: z.iso.datetime(),
  problem: z.strictObject({ code: z.string(), message: z.string(), detail: z.record(z.string(), any).exactOptional() }),
  games: z.array(gameShape),
  leaving: z.array(z.strictObject({ id: row, seed: seedShape.nullable(), score: count, slides: count })).default([]),
  boards: z.array(boardShape),
  drafts: z.array(z.strictObject({ id: positiveShape, draft: draftShape.nullable(), profile: any })),
  preferences: z.strictObject(PREFERENCE_FIELDS),
  engine: engineChoiceShape.exactOptional(),
  /** A copy of all data, beside this file. */
  database: textShape(4096).exactOptional(),
})

/** The contents of a rescue file. */
export interface Rescue {
  readonly folder: string
  readonly work: UnsavedWork
}

/** @param folder the data folder that the work belongs to */
export async function makeRescue(work: UnsavedWork, folder: string): Promise<string> {
  const { problem, games, leaving, boards, drafts, preferences, engine, database } = work
  const file: z.infer<typeof rescueShape> = {
    format: FORMAT,
    version: RESCUE_VERSION,
    lab: VERSION,
    folder,
    written: new Date().toISOString(),
    problem,
    games: await Promise.all(games.map(gameRecord)),
    leaving: [...leaving],
    boards: await Promise.all(boards.map(boardRecord)),
    drafts: drafts.map(({ id, draft, profile }) => ({ id, draft, profile: JSON.parse(makeProfile(profile)) as unknown })),
    preferences,
    ...(engine && { engine }),
    ...(database !== undefined && { database }),
  }
  return JSON.stringify(file, undefined, 1) + '\n'
}

/** @throws {LabError} `BAD_FILE`, naming the file and the field */
export async function parseRescue(text: string, name: string): Promise<Rescue> {
  const data = parseJson(text, name, MAX_RESCUE_CHARS)
  refuseNewer(data, FORMAT, RESCUE_VERSION, name)
  const { folder, problem, games, leaving, boards, drafts, preferences, engine, database } = parseShape(
    rescueShape,
    data,
    name,
    'BAD_FILE',
  )
  const work: UnsavedWork = {
    problem: { code: 'BAD_STORE', message: problem.message },
    games: games.map((game, i) => readGame(game, `${name}: game ${i + 1}`)),
    leaving,
    boards: await Promise.all(boards.map((board, i) => readBoard(board, `${name}: board ${i + 1}`))),
    drafts: drafts.map(({ profile, ...rest }, i) => ({
      ...rest,
      profile: parseProfile(JSON.stringify(profile), `${name}: draft ${i + 1}`),
    })),
    preferences,
    engine,
    database,
  }
  return { folder, work }
}

async function gameRecord(game: UnsavedGame): Promise<z.infer<typeof gameShape>> {
  const { kind, profile, seed, created, started, ended, notes, provenance, start, row } = game
  return {
    ...{ kind, profile, seed, created, started, ended, notes, provenance },
    ...(row !== undefined && { row }),
    fromSeed: start === null,
    replay: await replayFile(game),
    values: valueRecords(game.played?.values ?? []),
  }
}

function readGame({ replay, values, fromSeed, created, ...record }: z.infer<typeof gameShape>, name: string): UnsavedGame {
  const game = gameOf(parseReplay(JSON.stringify(replay), name), created)
  const played = game.played && values ? { ...game.played, values: readValues(values, game.slides, name) } : game.played
  return { ...game, ...record, played, start: fromSeed ? null : game.start }
}

async function boardRecord(game: LabGame): Promise<z.infer<typeof boardShape>> {
  const { seed, origin, start, history, about } = game
  return {
    ...{ seed, origin, about },
    startSlides: start.slides,
    random: start.random,
    played: history.undoable,
    replay: await replayFile(newGameOf(game, undefined, [])),
    values: valueRecords(history.values),
  }
}

async function readBoard(record: z.infer<typeof boardShape>, name: string): Promise<LabGame> {
  const { seed, origin, startSlides, random, played, about } = record
  const replay = parseReplay(JSON.stringify(record.replay), name)
  const { values: inReplay, ms } = gameOf(replay, 0).played!
  const values = record.values ? readValues(record.values, replay.turns.length, name) : inReplay
  if (played > replay.turns.length) throw new LabError('BAD_FILE', `${name}: ${played} moves are made of ${replay.turns.length}`)
  return paced(
    LabGame.resume({
      ...{ seed, origin, played, about, values, ms },
      start: { board: replay.start, score: replay.startScore, slides: startSlides, random },
      turns: encodeTurns(replay.turns),
    }),
  )
}

type ValueRecords = NonNullable<z.infer<typeof valuesShape>>

/** In the store's form: to the last bit, and for every player. */
function valueRecords(all: readonly PlayerValues[]): ValueRecords {
  return all.map(({ hash, profile, player, first, values, depths }) => ({
    ...{ hash, profile, player, first },
    values: Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString('base64'),
    depths: depths && Buffer.from(depths).toString('base64'),
  }))
}

/** @throws {LabError} `BAD_FILE` for values of another number of moves */
function readValues(record: ValueRecords, slides: number, name: string): PlayerValues[] {
  if (new Set(record.map(({ hash }) => hash)).size < record.length)
    throw new LabError('BAD_FILE', `${name}: values: a player is there twice`)
  return record.map(({ first, values, depths, ...owner }, i) => {
    const bytes = readBytes(values, `${name}: values ${i + 1}`)
    const known = depths === null ? null : readBytes(depths, `${name}: depths ${i + 1}`)
    const boards = bytes.length / Float64Array.BYTES_PER_ELEMENT
    if (!Number.isInteger(boards) || first + boards > slides + 1 || (known && known.length !== boards))
      throw new LabError('BAD_FILE', `${name}: values ${i + 1}: they are not of the ${slides + 1} boards of this game`)
    return { ...owner, first, values: new Float64Array(bytes.buffer), depths: known }
  })
}

/** @throws {LabError} `BAD_FILE` */
function readBytes(text: string, name: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Buffer.from(text, 'base64'))
  if (Buffer.from(bytes).toString('base64') !== text) throw new LabError('BAD_FILE', `${name}: it is not base64`)
  return bytes
}

async function replayFile(game: NewGame): Promise<unknown> {
  const played = game.played && { ...game.played, values: [] }
  const replay = await replayOf({ ...game, played, id: 0, hasTurns: true }, () => {
    throw new Error('the slides of a game are in memory')
  })
  return JSON.parse(makeReplay(replay))
}
