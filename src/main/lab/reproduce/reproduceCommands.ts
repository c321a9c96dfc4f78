import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ReproductionName } from '../../../core/contract/files'
import { readMatch, type MatchOrder } from '../../../core/contract/matches'
import type { MatchResult } from '../../../core/match/match'
import { playMatch, type Clocks } from '../../../core/match/playMatch'
import { badFile, explainingFile } from '../../files/fileProblem'
import { readTextFile } from '../../files/textFile'
import type { CommandContext } from '../shared/commandContext'
import { fingerprintOf } from './fingerprint'
import { branching } from './matches/branching'
import { lightHeavy } from './matches/lightHeavy'
import { warehouse } from './matches/warehouse'
import { ordering } from './ordering'
import type { Hearing, Reproduction } from './reproduction'
import { players } from './players'
import { ResultsFile } from './resultsFile'
import { star } from './star'
import { thesis } from './thesis'
import { tuning } from './tuning'

const PLAYED_AGAIN: Readonly<Record<ReproductionName, Reproduction>> = {
  thesis,
  tuning,
  players,
  ordering,
  star,
  warehouse,
  branching,
  'light-heavy': lightHeavy,
}

/** Pages and pictures that are ours to write over begin with it. */
const MARK = '<!-- Written by lab reproduce: what is changed here is lost. -->'

const MAX_PAGE_BYTES = 2 ** 20

export interface ReproduceOrder {
  readonly name: ReproductionName
  /** Where its file of results is, its page and its picture; made where there is none. */
  readonly folder: string
  /** Largest number of games, seeds or trees of each; a small one is for a trial. */
  readonly most: number
  /** As a person types it. */
  readonly command: string
}

export class ReproduceCommands {
  constructor(private readonly context: CommandContext) {}

  /**
   * Computes what the file of results lacks, and writes page and picture, also where it was stopped and there is enough for a page.
   * @returns where the page is
   *
   * @throws {LabError} `CANCELLED` where it was stopped; `BAD_FILE`; `KERNEL_BROKEN` for results of a lab that has others
   */
  async run({ name, folder, most, command }: ReproduceOrder, hearing: Hearing): Promise<string> {
    const { engine } = this.context
    const reproduction = PLAYED_AGAIN[name]
    const page = join(folder, `${name}.md`)
    const picture = join(folder, `${name}.svg`)
    refuseForeign(page)
    if (reproduction.picture) refuseForeign(picture)
    const { kernel, pool } = engine
    const fingerprint = reproduction.fingerprint?.() ?? (await fingerprintOf(pool))
    const results = ResultsFile.open(join(folder, `${name}.jsonl`), name, { kernel, fingerprint })
    const write = () => {
      if (reproduction.picture) writeMarked(picture, reproduction.picture(results, most))
      writeMarked(page, `\n${reproduction.page(results, command, most)}`)
    }
    try {
      await reproduction.compute({ ...hearing, pool, playHere, results }, most)
    } catch (error) {
      if (reproduction.isEnough?.(results, most)) write()
      throw error
    }
    write()
    return page
  }
}

function playHere(order: MatchOrder, clocks: Clocks): MatchResult {
  return playMatch(readMatch(order), clocks)
}

function writeMarked(path: string, text: string): void {
  explainingFile(path, () => writeFileSync(path, `${MARK}\n${text}\n`))
}

function refuseForeign(path: string): void {
  if (existsSync(path) && !readTextFile(path, MAX_PAGE_BYTES).startsWith(MARK))
    throw badFile(path, 'it is there already, and not written by this command; name another folder')
}
