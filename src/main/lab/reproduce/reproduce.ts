import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ReproductionName } from '../../../core/contract/files'
import { readMatch, type MatchOrder } from '../../../core/contract/matches'
import type { MatchResult } from '../../../core/match/match'
import { playMatch, type Clocks } from '../../../core/match/playMatch'
import { badFile } from '../../files/fileProblem'
import { readTextFile } from '../../files/textFile'
import { writeWhole } from '../../files/wholeFile'
import type { LocalContext } from '../ground/localContext'
import { whileLocked } from '../../store/files/fileLock'
import type { EnginePool } from '../ground/enginePool'
import { fingerprintOf } from './fingerprint'
import { anytime } from './matches/anytime'
import { branching } from './matches/branching'
import { cantGoBack } from './matches/cantGoBack'
import { clock } from './matches/clock'
import { lightHeavy } from './matches/lightHeavy'
import { minimaxAlphaBeta } from './matches/minimaxAlphaBeta'
import { onePlayerMinimax } from './matches/onePlayerMinimax'
import { rival } from './matches/rival'
import { storedTree } from './matches/storedTree'
import { warehouse } from './matches/warehouse'
import { ordering } from './ordering'
import type { StudyListener, Reproduction } from './reproduction'
import { players } from './players'
import { ResultsFile } from './resultsFile'
import { star } from './star'
import { strength } from './strength/strength'
import { walls } from './strength/walls'
import { thesis } from './thesis'
import { tuning } from './tuning'

export const PLAYED_AGAIN: Readonly<Record<ReproductionName, Reproduction>> = {
  thesis,
  tuning,
  players,
  ordering,
  star,
  warehouse,
  branching,
  'light-heavy': lightHeavy,
  rival,
  'cant-go-back': cantGoBack,
  'minimax-alphabeta': minimaxAlphaBeta,
  anytime,
  clock,
  'stored-tree': storedTree,
  'one-player-minimax': onePlayerMinimax,
  strength,
  walls,
}

/** The beginning of pages and pictures that the lab may overwrite. */
export const MARK = '<!-- Written by lab reproduce: what is changed here is lost. -->'

const MAX_PAGE_BYTES = 2 ** 20

export interface ReproduceOrder {
  readonly name: ReproductionName
  /** Folder of its file of results, its page and its picture; created if missing. */
  readonly folder: string
  /** Largest number of games, seeds or trees of each; a small one is for a trial. */
  readonly most: number
  /** As the user types it. */
  readonly command: string
}

/**
 * Computes missing results, and writes page and picture, also after a stop if there is enough for a page.
 * @returns the path of the page
 * @throws {LabError} `CANCELLED` if it was stopped; `BAD_FILE`, also while another process does the same; `KERNEL_BROKEN` for results of
 * a lab with other results
 */
export function reproduce(
  { engine }: Pick<LocalContext, 'engine'>,
  order: ReproduceOrder,
  listener: StudyListener,
): Promise<string> {
  return whileLocked(resultsPath(order), () => reproduceAlone(engine, order, listener))
}

async function reproduceAlone({ kernel, pool }: EnginePool, order: ReproduceOrder, listener: StudyListener): Promise<string> {
  const { name, folder, most, command } = order
  const reproduction = PLAYED_AGAIN[name]
  const page = join(folder, `${name}.md`)
  const picture = join(folder, `${name}.svg`)
  refuseForeign(page)
  if (reproduction.picture) refuseForeign(picture)
  const fingerprint = reproduction.fingerprint?.() ?? (await fingerprintOf(pool))
  const results = ResultsFile.open(resultsPath(order), name, { kernel, fingerprint })
  const write = () => {
    // as they are in the file: another process may have computed the same ones
    const stored = ResultsFile.read(results.path, name)
    if (reproduction.picture) writeMarked(picture, reproduction.picture(stored, most))
    writeMarked(page, `\n${reproduction.page(stored, command, most)}`)
  }
  try {
    await reproduction.compute({ ...listener, pool, playHere, results }, most)
  } catch (error) {
    if (reproduction.isEnough?.(results, most)) write()
    throw error
  }
  write()
  return page
}

function resultsPath({ name, folder }: ReproduceOrder): string {
  return join(folder, `${name}.jsonl`)
}

function playHere(order: MatchOrder, clocks: Clocks): MatchResult {
  return playMatch(readMatch(order), clocks)
}

/** Replaces a file only once the new text is complete. @throws {LabError} `BAD_FILE` */
export function writeMarked(path: string, text: string): void {
  writeWhole(path, `${MARK}\n${text}\n`, 0o666) // minus the bits of this user's umask
}

/**
 * Refuses a file that the lab did not write. An empty file is accepted, because a full disk leaves one behind.
 * @throws {LabError} `BAD_FILE`
 */
export function refuseForeign(path: string): void {
  const text = existsSync(path) ? readTextFile(path, MAX_PAGE_BYTES) : ''
  if (text !== '' && !text.startsWith(MARK))
    throw badFile(path, 'it is there already, and not written by this command; name another folder')
}
