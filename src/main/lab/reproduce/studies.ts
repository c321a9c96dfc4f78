/** Studies as runs. Lines are results, and a head for each further sitting that adds some. */
import type { StudyChoice, StudyRunRow, StudyRunView, StudyStage } from '../../../core/contract/calls'
import { RESULT_LINES, type ResultsHead, type Study } from '../../../core/contract/files'
import { readMatch } from '../../../core/contract/matches'
import type { StoredLineRun } from '../../../core/contract/storedRuns'
import { LabError } from '../../../core/errors'
import { playMatch } from '../../../core/match/playMatch'
import type { EnginePool } from '../ground/enginePool'
import { LineRuns, type LineRun, type LineRunsOptions, type LineTurn, type RunLines } from '../runs/lineRuns'
import { filledPage, newPage } from './page'
import { fingerprintOf, playStudy } from './playStudy'
import { begunWith, headOf, Results, type StudyLine } from './results'
import { studyRows, type Row } from './rows'
import { builtInStudies, readStudy } from './studyFiles'
import type { Sources } from './text'
import type { STUDY_CALLS } from '../../../core/contract/calls/studies'
import type { LabContext } from '../context/labContext'
import type { KindFeature } from '../runs/runsFeature'

export interface StudiesOptions extends LineRunsOptions<StudyRunRow> {
  readonly engine: Pick<EnginePool, 'pool' | 'kernel'>
}

type Run = LineRun<ResultsHead>

export class Studies extends LineRuns<number, ResultsHead, StudyLine, StudyRunRow> {
  protected readonly lineKind = RESULT_LINES as RunLines<ResultsHead, StudyLine>
  /** What the study that computes does. */
  #live: { readonly id: number; stage?: StudyStage } | undefined

  constructor(private readonly options: StudiesOptions) {
    super('study', options)
  }

  choices(): StudyChoice[] {
    return builtInStudies().map(name => {
      const { title, summary } = readStudy(name)
      return { name, title, summary }
    })
  }

  async view(id: number): Promise<StudyRunView> {
    const run = await this.find(id)
    const sources = await this.sources(id)
    return { ...this.rowOf(run), page: filledPage(newPage(studyIn(run).study, sources), sources) }
  }

  /** @param study as `lab reproduce` names it */
  async sources(id: number, study?: string): Promise<Sources> {
    const run = await this.find(id)
    const { study: { name }, rows } = studyIn(run) // oxfmt-ignore
    const { most } = run.head
    const words = `${study ?? name}${most === undefined ? '' : ` --most ${most}`}`
    return { name, words, results: await this.#results(run), rows }
  }

  /** @param given the name of one that ships, or another one @throws {LabError} `NOT_FOUND`; `BAD_SETTING`, naming the part */
  async start(given: string | Study, most?: number): Promise<StudyRunRow> {
    const study = typeof given === 'string' ? shipped(given) : given
    return this.startWith(await headHere(this.options.engine, study, most))
  }

  /** @param head with its study, of this lab or of one with the same results */
  startWith(head: ResultsHead): Promise<StudyRunRow> {
    return this.steer(() => this.begin(head, (head.study as Study).title.slice(0, 200)))
  }

  protected jobOf({ title }: Run) {
    return { title }
  }

  protected rowOf(run: Run): StudyRunRow {
    const { name: study, most, at } = run.head
    const facts = this.facts(run)
    const stage = this.#live?.id === facts.id ? this.#live.stage : undefined
    return { ...facts, study, ...(most !== undefined && { most }), results: run.lines, at, ...(stage && { stage }) }
  }

  protected damagedRow(run: StoredLineRun): StudyRunRow {
    return { ...this.facts(run), study: '', results: run.lines, at: new Date(run.created).toISOString() }
  }

  protected override async origins(run: Run) {
    const ours = await headHere(this.options.engine, studyIn(run).study, run.head.most)
    return [begunWith(run.head), begunWith(ours)] as const
  }

  protected async advance({ run, signal, add, progress }: LineTurn<ResultsHead, StudyLine>): Promise<boolean> {
    const live: { readonly id: number; stage?: StudyStage } = { id: this.idOf(run) }
    this.#live = live
    const { study, rows } = studyIn(run)
    const { pool, kernel } = this.options.engine
    const { study: _, ...content } = contentOf(study, run.head.most)
    const sitting = { ...headOf(study.name, kernel, run.head.fingerprint), ...content }
    let next = run.lines
    const results = await this.#results(run, sitting, line => add(next++, line))
    try {
      await playStudy(
        {
          ...{ pool, signal, results, playHere: (match, clocks) => playMatch(readMatch(match), clocks) },
          onStage(name, total, done, unit) {
            live.stage = { name, total, done, unit }
            progress()
          },
          onGames(count) {
            const { stage } = live
            if (stage) live.stage = { ...stage, done: stage.done + count }
            progress()
          },
        },
        rows,
      )
    } finally {
      this.#live = undefined
    }
    return !signal.aborted
  }

  #results(run: Run, ...adding: [sitting?: ResultsHead, onLine?: (line: StudyLine) => void]): Promise<Results> {
    return new Results(`study ${run.key}`, ...adding).read(run.head, this.#stored(run))
  }

  async *#stored(run: Run): AsyncGenerator<StudyLine> {
    for await (const { line } of this.lines(run)) yield line
  }
}

/** @throws {LabError} `BAD_SETTING`, naming the part */
export async function headHere(
  { pool, kernel }: StudiesOptions['engine'],
  study: Study,
  most: number | undefined,
): Promise<ResultsHead> {
  const fingerprint = await fingerprintOf(pool, studyRows(study, most))
  return { ...headOf(study.name, kernel, fingerprint), ...contentOf(study, most) }
}

/** What a run computes, as its head has it. */
export function contentOf(study: Study, most: number | undefined): Pick<ResultsHead, 'study' | 'most'> {
  return { study: { ...study }, ...(most !== undefined && { most }) }
}

/** @throws {LabError} `NOT_FOUND`: pages name no files */
function shipped(name: string): Study {
  const names = builtInStudies()
  if (names.includes(name)) return readStudy(name)
  throw new LabError('NOT_FOUND', `There is no study ${name}. Studies: ${names.join(', ')}`, { name })
}

function studyIn({ head }: Run): { readonly study: Study; readonly rows: readonly Row[] } {
  const study = head.study as Study
  return { study, rows: studyRows(study, head.most) }
}

export function openStudies(context: LabContext): KindFeature<keyof typeof STUDY_CALLS> {
  const studies = context.scope.add(new Studies({ ...context, onRow: row => context.emit('study', row) }))
  return {
    runs: () => studies,
    handlers: {
      studyChoices: async () => studies.choices(),
      studies: () => studies.list(),
      study: ({ id }) => studies.view(id),
      startStudy: ({ study, most }) => studies.start(study, most),
    },
  }
}
