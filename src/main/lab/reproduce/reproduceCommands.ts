import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReproductionName } from '../../../core/contract/files'
import { badFile, explainingFile } from '../../files/fileProblem'
import { readTextFile } from '../../files/textFile'
import type { CommandContext } from '../shared/commandContext'
import { fingerprintOf } from './fingerprint'
import type { Hearing, Reproduction } from './reproduction'
import { players } from './players'
import { ResultsFile } from './resultsFile'
import { thesis } from './thesis'
import { tuning } from './tuning'

const PLAYED_AGAIN: Readonly<Record<ReproductionName, Reproduction>> = { thesis, tuning, players }

/** Pages that are ours to write over begin with it. */
const MARK = '<!-- Written by lab reproduce: what is changed here is lost. -->'

const MAX_PAGE_BYTES = 2 ** 20

export interface ReproduceOrder {
  readonly name: ReproductionName
  /** Where its file of results is, and its page; made where there is none. */
  readonly folder: string
  /** Largest number of games or seeds of each; a small one is for a trial. */
  readonly most: number
  /** As a person types it. */
  readonly command: string
}

export class ReproduceCommands {
  constructor(private readonly context: CommandContext) {}

  /**
   * Computes what the file of results lacks, and writes the page, also where it was stopped and there is enough for one.
   * @returns where the page is
   *
   * @throws {LabError} `CANCELLED` where it was stopped; `BAD_FILE`; `KERNEL_BROKEN` for results of a lab that plays other games
   */
  async run({ name, folder, most, command }: ReproduceOrder, hearing: Hearing): Promise<string> {
    const { engine } = this.context
    const reproduction = PLAYED_AGAIN[name]
    const page = join(folder, `${name}.md`)
    refuseForeign(page)
    const { kernel, pool } = engine
    const results = ResultsFile.open(join(folder, `${name}.jsonl`), name, { kernel, fingerprint: await fingerprintOf(pool) })
    try {
      await reproduction.compute({ ...hearing, pool, results }, most)
    } finally {
      const text = reproduction.page(results, command, most)
      if (text !== undefined) explainingFile(page, () => writeFileSync(page, `${MARK}\n\n${text}\n`))
    }
    return page
  }
}

function refuseForeign(page: string): void {
  if (existsSync(page) && !readTextFile(page, MAX_PAGE_BYTES).startsWith(MARK))
    throw badFile(page, 'it is there already, and not written by this command; name another folder')
}
