/** Data folders, samples and the built thread for the tests of the store. */
import { createHash } from 'node:crypto'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import type { CurrentGame, NewBatch, NewBatchGame, NewGame, PlayerValues, ProfileDraft } from '../../../src/core/contract/stored'
import { legalMoves, maxRank } from '../../../src/core/games/twenty48/board'
import { playTurn, startGame } from '../../../src/core/games/twenty48/playGame'
import type { GamePosition, Turn } from '../../../src/core/games/twenty48/player'
import { makeEvaluator } from '../../../src/core/games/twenty48/heuristics/evaluator'
import { encodeTurns } from '../../../src/core/games/twenty48/turnBytes'
import { PLAIN_SETTINGS } from '../../../src/core/search/settings'
import { Database } from '../../../src/main/store/database'
import { sealAll } from '../../../src/main/store/soundness/setAside'
import { dataFile } from '../../../src/main/store/opening'
import { openStore, openStoreReadOnly, type OpenOptions, type Store, type StoreReader } from '../../../src/main/store/store'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

export const THREAD_FILE = path('../../../out/main/store.js')

const fixture = (version: number) => path(`../../golden/store/v${version}.db`)

/** Everything a test opened, closed and removed by `cleanUp`. */
const open: (Store | StoreReader)[] = []
const folders: string[] = []

export async function cleanUp(): Promise<void> {
  await Promise.all(open.splice(0).map(store => store.close()))
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'lab-store-'))
  folders.push(folder)
  return folder
}

/** A folder with the data file that a lab of this version wrote. */
export function folderOfVersion(version: number): string {
  const folder = newFolder()
  copyFileSync(fixture(version), dataFile(folder))
  return folder
}

/** A folder whose data file is this. */
export function folderOf(content: string | Uint8Array): string {
  const folder = newFolder()
  writeFileSync(dataFile(folder), content)
  return folder
}

/** Runs SQL on a file that nobody has open; the rows that it writes are sound. */
export function edit(folder: string, sql: string): void {
  damage(folder, sql)
  const db = new Database(dataFile(folder), 'write')
  db.transaction(() => sealAll(db))
  db.close()
}

/** As `edit`, but the checksums of the rows stay as they are. */
export function damage(folder: string, sql: string): void {
  const db = new DatabaseSync(dataFile(folder))
  db.exec(sql)
  db.close()
}

export function backups(folder: string): string[] {
  const copies = join(folder, 'backups')
  return existsSync(copies) ? readdirSync(copies).sort() : []
}

export function hash(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

export async function openWriter(folder = newFolder(), options: Partial<OpenOptions> = {}): Promise<Store> {
  const store = await openStore({ folder, program: 'a test', threadFile: THREAD_FILE, ...options })
  open.push(store)
  return store
}

export async function openReader(folder: string): Promise<StoreReader> {
  const store = await openStoreReadOnly({ folder, threadFile: THREAD_FILE })
  open.push(store)
  return store
}

/** The first turns of the game of a seed: always the first legal move. */
export function playSome(seed: number, slides: number): { position: GamePosition; turns: Turn[] } {
  let position = startGame(seed)
  const turns: Turn[] = []
  while (turns.length < slides) {
    const [move] = legalMoves(position.board)
    if (!move) break
    const played = playTurn(position, move)!
    turns.push(played.turn)
    position = played.position
  }
  return { position, turns }
}

export function sampleGame(seed: number, changes: Partial<NewGame> = {}, slides = 20): NewGame {
  const { position, turns } = playSome(seed, slides)
  return {
    kind: 'person',
    profile: null,
    seed,
    score: position.score,
    slides: position.slides,
    maxRank: maxRank(position.board),
    board: position.board,
    over: false,
    created: 1_700_000_000_000 + seed,
    started: 1_700_000_000_000,
    ended: null,
    notes: '',
    batch: null,
    batchIndex: null,
    start: null,
    startScore: 0,
    provenance: { version: '0.1.0', generator: 'splitmix64' },
    played: { turns: encodeTurns(turns), values: [], ms: null },
    ...changes,
  }
}

/** Of the boards from `first` on, by a player; depths count up. */
export function sampleValues(values: Float64Array, first = 0, name = 'thesis'): PlayerValues {
  const player = { evaluator: makeEvaluator('thesis'), settings: PLAIN_SETTINGS }
  return {
    hash: `hash of ${name}`,
    profile: name,
    player,
    first,
    values,
    depths: values.length > 0 ? Uint8Array.from(values, (_, i) => i % 60) : null,
  }
}

export function sampleProfile(name: string, changes: Partial<ProfileDraft> = {}): ProfileDraft {
  return {
    name,
    title: `The ${name}`,
    notes: '',
    evaluator: makeEvaluator('thesis'),
    settings: PLAIN_SETTINGS,
    depth: 2,
    tags: [],
    origin: { made: 'by hand' },
    statistics: null,
    ...changes,
  }
}

export function sampleBatch(changes: Partial<NewBatch> = {}): NewBatch {
  return {
    title: 'depth 1',
    seed: 7,
    games: 3,
    profile: 'thesis',
    provenance: { version: '0.1.0' },
    created: 1_700_000_000_000,
    progress: null,
    ...changes,
  }
}

export function sampleBatchGame(index: number): NewBatchGame {
  const { seed, score, slides, maxRank, board, over, created } = sampleGame(index, { over: true })
  return {
    ...{ index, seed: seed!, score, slides, maxRank, board, over, created },
    firstSlide: [null, 0, 3],
    nodes: 40 + index,
    ms: index / 4,
    played: null,
  }
}

export function sampleCurrent(seed: number, slides: number, undone = 0): CurrentGame {
  const { turns } = playSome(seed, slides)
  return {
    ...{ seed, origin: 'seed', start: startGame(seed), turns: encodeTurns(turns), played: turns.length - undone },
    values:
      slides > 1
        ? [
            sampleValues(
              Float64Array.from(turns.slice(1), (_, i) => (i % 2 ? NaN : i)),
              1,
            ),
          ]
        : [],
    ms: Float32Array.from(turns, (_, i) => (i % 3 ? i / 4 : NaN)),
    about: { note: seed },
  }
}
