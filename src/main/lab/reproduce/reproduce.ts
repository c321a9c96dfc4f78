import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Study } from '../../../core/contract/files'
import { readMatch } from '../../../core/contract/matches'
import { csvOf } from '../../../core/csv'
import { shellWord } from '../../../core/labCommand'
import { playMatch } from '../../../core/match/playMatch'
import { badFile } from '../../files/fileProblem'
import { readTextFile } from '../../files/textFile'
import { writeWhole } from '../../files/wholeFile'
import type { EnginePool } from '../ground/enginePool'
import type { LocalContext } from '../ground/localContext'
import { whileWriting, type CutOffListener } from '../ground/resultFile'
import type { StudyListener } from './bench'
import { filledPage, isPage, newPage } from './page'
import { fingerprintOf, playStudy } from './playStudy'
import { Results } from './results'
import { studyRows, type Row } from './rows'
import { readStudy } from './studyFiles'
import { csvTable, type Sources } from './table'
import { tableNames, tableOf } from './tables'

const MAX_PAGE_BYTES = 2 ** 20

export interface ReproduceOrder {
  /** A study that ships, or the path of a file. */
  readonly study: string
  /** Folder of its results, its page and its tables; created if missing. */
  readonly folder: string
  /** Its results; absent: the file in the folder that has the study's name. */
  readonly file?: string | undefined
  /** Largest number of games, runs, trees or boards of each row; a small one is for a trial. */
  readonly most: number
  /** Refuses to begin where there are no results to resume. */
  readonly resume: boolean
  /** Writes each table as `NAME-TABLE.csv` too. */
  readonly csv: boolean
}

/**
 * Computes what a study's results lack, and fills the tables of its page, also after a stop.
 * @returns the path of the page
 * @throws {LabError} `CANCELLED` if it was stopped; `BAD_FILE`, also while another process does the same, and for results of a lab with
 * other results; `NOT_FOUND` if there is nothing to resume
 */
export function reproduce(
  { engine }: Pick<LocalContext, 'engine'>,
  order: ReproduceOrder,
  listener: StudyListener & CutOffListener,
): Promise<string> {
  const study = readStudy(order.study)
  const rows = studyRows(study, order.most)
  const path = order.file ?? join(order.folder, `${study.name}.jsonl`)
  const open = async (): Promise<Results> => {
    const fingerprint = await fingerprintOf(engine.pool, rows)
    return Results.open(path, study.name, { kernel: engine.kernel, fingerprint })
  }
  return whileWriting(path, order.resume, open, results => reproduceInto(results, engine.pool, study, rows, order, listener))
}

async function reproduceInto(
  results: Results,
  pool: EnginePool['pool'],
  study: Study,
  rows: readonly Row[],
  order: ReproduceOrder,
  listener: StudyListener & CutOffListener,
): Promise<string> {
  const { name } = study
  const folder = dirname(results.path)
  const page = join(folder, `${name}.md`)
  const text = existsSync(page) ? readTextFile(page, MAX_PAGE_BYTES) : ''
  if (text !== '' && !isPage(text)) throw badFile(page, 'it is there already, and has no place for tables; name another folder')
  if (results.cutOff !== undefined) listener.onCutOff(results.cutOff)
  try {
    await playStudy({ ...listener, pool, playHere: (match, clocks) => playMatch(readMatch(match), clocks), results }, rows)
  } finally {
    const sources = { name, words: wordsOf(order), results, rows }
    if (results.heads.length > 0) write(page, filledPage(text === '' ? newPage(study, sources) : text, sources))
    if (order.csv) for (const table of tableNames(rows)) writeTable(folder, table, sources)
  }
  return page
}

/** Without folders: the same command elsewhere has the same results. */
function wordsOf({ study, most }: ReproduceOrder): string {
  return most === Infinity ? shellWord(study) : `${shellWord(study)} --most ${most}`
}

function writeTable(folder: string, table: string, sources: Sources): void {
  const file = [sources.name, ...table.split(' ')].join('-')
  write(join(folder, `${file}.csv`), csvOf(csvTable(tableOf(sources, table))))
}

function write(path: string, text: string): void {
  writeWhole(path, text, 0o666) // minus the bits of this user's umask
}
