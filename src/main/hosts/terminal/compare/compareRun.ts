/** Computes a bench or a comparison, new or resumed, and shows its progress and its result. */
import type { CompareKind, ComparisonRow, ComparisonView } from '../../../../core/contract/calls'
import type { StoredBatchGame } from '../../../../core/contract/stored'
import { csvHead, csvRow } from '../../../../core/csv'
import { LabError } from '../../../../core/errors'
import { face, MAX_RANK } from '../../../../core/games/twenty48/board'
import { makePosition } from '../../../../core/games/twenty48/notation'
import type { CommandLab, OpenServices } from '../../../lab/localLab'
import { computeToRest } from '../computing'
import { rounded } from '../output/machineOutput'
import { counted, whole } from '../output/numbers'
import { Progress } from '../output/progress'
import { EXIT, type Terminal } from '../terminal'
import { benchTable } from './benchTable'
import { benchAnswer, compareAnswer } from './compareAnswer'
import { compareTable } from './compareTable'

/** What the terminal calls each kind. */
export const WORDS = {
  bench: { command: 'bench', one: 'bench', several: 'benches', noun: 'batch', list: 'The batches: lab bench --list' },
  comparison: {
    ...{ command: 'compare', one: 'comparison', several: 'comparisons', noun: 'comparison' },
    list: 'The comparisons: lab compare --list',
  },
} as const satisfies Readonly<Record<CompareKind, object>>

export interface OutputFlags {
  readonly json?: boolean
  /** For a bench. */
  readonly csv?: boolean
  readonly home?: string
}

export interface ComparisonOrder {
  /** Starts or resumes it. */
  readonly begin: (call: OpenServices['call']) => Promise<ComparisonRow>
  readonly isNew: boolean
  readonly saves: boolean
}

/** Sets a failing exit code if a game could not be stored. A new one is computed without saving it if that is impossible. */
export async function computeComparison(
  terminal: Terminal,
  open: CommandLab['open'],
  kind: CompareKind,
  flags: OutputFlags,
  signal: AbortSignal,
  { begin, isNew, saves }: ComparisonOrder,
): Promise<void> {
  const { one } = WORDS[kind]
  let isBegun = false
  const compute = (isSaved: boolean) =>
    open(isSaved ? 'write' : 'none', async services => {
      const { call } = services
      const rows = flags.csv ? new CsvRows(text => terminal.printAtOnce(text)) : undefined
      if (rows)
        services.on('compared', ({ game, counted, waitFor }) => {
          rows.add(game, counted)
          waitFor(terminal.backlog())
        })
      const progress = new ComparisonProgress(terminal, isSaved, rows !== undefined && terminal.stdout.isTTY)
      const { id } = await computeToRest(terminal, services, signal, {
        kind,
        async begin() {
          const row = await begin(call)
          isBegun = true
          return row
        },
        onRow: row => progress.show(row),
      }).finally(() => progress.stop())
      rows?.end()
      const view = await call('comparison', { kind, id })
      const result = await call('comparisonResult', { kind, id })
      if (!isSaved) return { view, result, id: null }
      const isEmpty = isNew && view.stored + (view.unstored ?? 0) === 0
      // if it cannot be deleted, the list shows it
      const isDropped = isEmpty && (await call('deleteRuns', { kind, ids: [id] }).catch(() => 0)) > 0
      return { view, result, id: isDropped ? null : id, isDropped }
    })
  const { view, result, id, isDropped } = await compute(saves).catch((error: unknown) => {
    const isOfStore = error instanceof LabError && error.detail?.['field'] === undefined
    if (!saves || !isNew || isBegun || !isOfStore) throw error
    terminal.complain(`the games are not saved, and this ${one} cannot be resumed: ${error.message}`)
    terminal.exitCode = EXIT.failure
    return compute(false)
  })
  const outcome = { ...view, id }
  const [answer, table] = kind === 'bench' ? [benchAnswer, benchTable] : [compareAnswer, compareTable]
  if (result && flags.json) await terminal.printJson(answer(result, outcome, signal.aborted))
  else if (result && !flags.csv) await terminal.printLines(table(result, outcome, terminal.style))
  if (isDropped) terminal.complain(`no game ended, so this ${one} was not saved`)
  else if (id !== null) reportSaved(terminal, view, result?.ended === 'signal', flags.home)
  else if (result?.ended === 'signal') terminal.complain(`nothing was saved, so this ${one} cannot be resumed`)
  const { problem } = view
  if (problem) throw LabError.fromData(problem)
}

/** A bar, and what cannot wait until the end. */
class ComparisonProgress {
  readonly #bar: Progress
  #trouble: string | undefined
  #isWarned = false

  constructor(
    private readonly terminal: Terminal,
    private readonly isSaved: boolean,
    hidden: boolean,
  ) {
    this.#bar = new Progress(terminal, hidden)
  }

  show({ kind, id, players, rule, stored, soFar, leftMs, state, trouble }: ComparisonRow): void {
    const { terminal } = this
    const { command, noun } = WORDS[kind]
    const shown = { total: players.length * rule.games, done: stored, name: this.isSaved ? `${noun} ${id}` : command, leftMs }
    if (!soFar) return this.#bar.show(shown)
    const { games, mean, seeds, differences, alike } = soFar
    if (alike && !this.#isWarned) {
      this.#isWarned = true
      terminal.complain(
        `all ${whole(seeds)} games of ${alike.join(' and ')} so far are equal: they seem to play alike, although their settings differ`,
      )
    }
    if (state !== 'running') return
    // as soon as the disk is full, and when it has room again
    if (trouble?.message !== this.#trouble)
      terminal.complain(
        trouble
          ? `the games are not being stored: ${trouble.message} Trying again every second.`
          : 'the games are being stored again',
      )
    this.#trouble = trouble?.message
    const [first] = differences
    const note = () => (first ? `difference ${whole(first.mean ?? 0)} after ${whole(seeds)}` : `mean ${whole(mean ?? 0)}`)
    this.#bar.show({ ...shown, done: games, note })
  }

  stop(): void {
    this.#bar.stop()
  }
}

/** Prints nothing for what is finished and stored completely. */
export function reportSaved(
  terminal: Terminal,
  { kind, id, rule, stored, unstored = 0, trouble, state }: Pick<ComparisonView, 'kind' | 'id' | 'rule' | 'stored' | 'unstored' | 'trouble' | 'state'>, // oxfmt-ignore
  isInterrupted: boolean,
  home: string | undefined,
): void {
  const isLost = trouble !== undefined || unstored > 0
  if (!isLost && !isInterrupted && state === 'finished') return
  const all = kind === 'bench' ? `${whole(stored)} of ${counted(rule.games, 'game')}` : counted(stored, 'game')
  const lost = unstored > 0 ? `; ${counted(unstored, 'game')} could not be stored` : ''
  const why = trouble ? ` (${trouble.message})` : ''
  const { noun, command } = WORDS[kind]
  terminal.complain(`${noun} ${id}: ${all} stored${lost}${why}. ${terminal.resumeWith(`${command} --resume ${id}`, home)}`)
  if (isLost) terminal.exitCode = EXIT.failure
}

/** Tiles with a column for the move at which they first appear. */
const TIMED_RANKS = Array.from({ length: MAX_RANK - 6 }, (_, i) => i + 7)

const CSV_HEADER = csvHead([
  'game',
  'seed',
  'score',
  'slides',
  'max_tile',
  'nodes',
  'ms',
  'position',
  ...TIMED_RANKS.map(rank => `slides_to_${face(rank)}`),
])

/** Rows in the order of the games, although these end in any order: a row waits for those before it. */
class CsvRows {
  readonly #waiting = new Map<number, string>()
  #next = 0
  #counted = Infinity
  #hasHead = false

  constructor(private readonly write: (row: string) => void) {}

  /** @param counted games with a lower number have rows */
  add(game: StoredBatchGame, counted: number): void {
    this.#counted = counted
    this.#begin()
    this.#waiting.set(game.index, makeRow(game))
    for (
      let row = this.#waiting.get(this.#next);
      row !== undefined && this.#next < counted;
      row = this.#waiting.get(++this.#next)
    ) {
      this.#waiting.delete(this.#next)
      this.write(row)
    }
  }

  /** Writes the rows that wait after a game that was never finished. */
  end(): void {
    this.#begin()
    for (const [index, row] of [...this.#waiting].sort(([a], [b]) => a - b)) if (index < this.#counted) this.write(row)
    this.#waiting.clear()
  }

  #begin(): void {
    if (!this.#hasHead) this.write(CSV_HEADER)
    this.#hasHead = true
  }
}

function makeRow({ index, seed, score, slides, maxRank, nodes, ms, board, firstSlide }: StoredBatchGame): string {
  const times = TIMED_RANKS.map(rank => firstSlide[rank] ?? null)
  return csvRow([index, String(seed), score, slides, face(maxRank), nodes, rounded(ms), makePosition(board), ...times])
}
