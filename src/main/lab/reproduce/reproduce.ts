/** Studies of a command: their results in a file, with tables beside it. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { StudyRunRow, StudyStage } from '../../../core/contract/calls'
import type { ResultsHead } from '../../../core/contract/files'
import { csvOf } from '../../../core/csv'
import { LabError } from '../../../core/errors'
import { shellWord } from '../../../core/labCommand'
import { badFile } from '../../files/fileProblem'
import { readTextFile } from '../../files/textFile'
import { writeWhole } from '../../files/wholeFile'
import type { LocalContext } from '../ground/storeLease'
import { whileWriting, type CutOffListener } from '../ground/resultFile'
import { withRuns } from '../runs/oneRun'
import { filledPage, isPage, newPage } from './page'
import { openResults } from './results'
import { studyRows } from './rows'
import { contentOf, headHere, Studies } from './studies'
import { readStudy } from './studyFiles'
import { csvTable, type Sources } from './text'
import { tableNames, tableOf } from './tables'

const MAX_PAGE_BYTES = 2 ** 20

export interface ReproduceOrder {
  /** A study that ships, or the path of a file. */
  readonly study: string
  /** Folder of its results, its page and its tables; created if missing. */
  readonly folder: string
  /** Its results; absent: the file in the folder that has the study's name. */
  readonly file?: string | undefined
  /** Largest number of games, runs, trees or boards of each row, for a trial. */
  readonly most?: number | undefined
  /** Refuses to begin where there are no results to resume. */
  readonly resume: boolean
  /** Writes each table as `NAME-TABLE.csv` too. */
  readonly csv: boolean
}

export interface ReproduceListener extends CutOffListener {
  /** Pauses the study. */
  readonly signal: AbortSignal
  readonly onStage: (stage: StudyStage) => void
}

/**
 * Computes what a study's results lack, and fills the tables of its page, also after a stop.
 * @returns the path of the page
 * @throws {LabError} `CANCELLED` if it was stopped; `BAD_FILE`, also while another process does the same, and for results of a lab with
 * other results; `NOT_FOUND` if there is nothing to resume
 */
export function reproduce(
  context: Pick<LocalContext, 'engine' | 'reportBug'>,
  order: ReproduceOrder,
  { signal, onStage, onCutOff }: ReproduceListener,
): Promise<string> {
  const study = readStudy(order.study)
  const { name } = study
  const { most } = order
  const rows = studyRows(study, most)
  const path = order.file ?? join(order.folder, `${name}.jsonl`)
  let head: ResultsHead
  const open = async () => openResults(path, name, (head = await headHere(context.engine, study, most)))
  return whileWriting(path, order.resume, open, async saved => {
    const page = join(dirname(path), `${name}.md`)
    const text = existsSync(page) ? readTextFile(page, MAX_PAGE_BYTES) : newPage(study, { rows })
    if (!isPage(text)) throw badFile(page, 'it is there already, and has no place for tables; name another folder')
    if (saved.cutOff !== undefined) onCutOff(saved.cutOff)
    const { most: _, ...origin } = saved.head ?? head
    const onRow = ({ stage }: StudyRunRow) => stage && onStage(stage)
    await withRuns(
      context,
      saved,
      options => new Studies({ ...options, onRow }),
      async studies => {
        const { id } = await studies.startWith({ ...origin, ...contentOf(study, most) })
        try {
          await studies.ended(id, signal)
        } finally {
          const sources = await studies.sources(id, shellWord(order.study))
          if (sources.results.heads.length > 0) write(page, filledPage(text, sources))
          if (order.csv) for (const table of tableNames(rows)) writeTable(dirname(path), table, sources)
        }
        if ((await studies.find(id)).state === 'finished') return
        const done = existsSync(path) ? `What is done is in ${path}; the same command resumes there.` : 'Nothing is done yet.'
        throw new LabError('CANCELLED', `Stopped. ${done}`)
      },
    )
    return page
  })
}

function writeTable(folder: string, table: string, sources: Sources): void {
  const file = [sources.name, ...table.split(' ')].join('-')
  write(join(folder, `${file}.csv`), csvOf(csvTable(tableOf(sources, table))))
}

function write(path: string, text: string): void {
  writeWhole(path, text, 0o666) // minus the bits of this user's umask
}
