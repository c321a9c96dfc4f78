/** Shows a bench or a comparison, new or resumed, while it is played, and its result. */
import type { CompareHooks, CompareKind, CompareOutcome, Looks } from '../../../lab/localLab'
import { counted, whole } from '../output/numbers'
import { Progress } from '../output/progress'
import { benchTable } from './benchTable'
import { benchAnswer, compareAnswer } from './compareAnswer'
import { compareTable } from './compareTable'
import { EXIT, type Terminal } from '../terminal'
import { csvHead, csvRow } from '../../../../core/csv'
import { face, MAX_RANK } from '../../../../core/games/twenty48/board'
import { makePosition } from '../../../../core/games/twenty48/notation'
import type { StoredBatchGame } from '../../../../core/contract/stored'
import { rounded } from '../output/machineOutput'

/** What the terminal calls each kind. */
export const WORDS = {
  bench: { command: 'bench', one: 'bench', noun: 'batch' },
  comparison: { command: 'compare', one: 'comparison', noun: 'comparison' },
} as const satisfies Readonly<Record<CompareKind, object>>

export interface OutputFlags {
  readonly json?: boolean
  /** For a bench. */
  readonly csv?: boolean
  readonly home?: string
}

/** Sets a failing exit code if a game could not be stored. */
export async function showComparison(
  terminal: Terminal,
  kind: CompareKind,
  { json, csv, home }: OutputFlags,
  signal: AbortSignal,
  play: (hooks: CompareHooks) => Promise<CompareOutcome>,
): Promise<void> {
  const rows = csv ? new CsvRows(text => terminal.printAtOnce(text)) : undefined
  const outcome = await playAndShow(terminal, kind, play, signal, rows)
  const { result, id, isDropped, saved, failure } = outcome
  const [answer, table] = kind === 'bench' ? [benchAnswer, benchTable] : [compareAnswer, compareTable]
  if (result && json) await terminal.printJson(answer(result, outcome, signal.aborted))
  else if (result && !rows) await terminal.printLines(table(result, outcome, terminal.style))
  const { one } = WORDS[kind]
  if (isDropped) terminal.complain(`no game ended, so this ${one} was not saved`)
  else if (saved) reportSaved(terminal, kind, outcome, saved, resumeCommand(terminal, kind, id!, home))
  else if (result?.ended === 'signal') terminal.complain(`nothing was saved, so this ${one} cannot be resumed`)
  if (failure) throw failure
}

async function playAndShow(
  terminal: Terminal,
  kind: CompareKind,
  play: (hooks: CompareHooks) => Promise<CompareOutcome>,
  signal: AbortSignal,
  rows: CsvRows | undefined,
): Promise<CompareOutcome> {
  const { command, one, noun } = WORDS[kind]
  let bar: Progress | undefined
  let timeLeft: TimeLeft | undefined
  let names: readonly string[] = []
  let counted = Infinity
  let isWarned = false
  try {
    return await play({
      signal,
      async onStart({ plan, id, done, seconds, unsaved }) {
        if (unsaved) {
          terminal.complain(`the games are not saved, and this ${one} cannot be resumed: ${unsaved.message}`)
          if (unsaved.code !== 'STORE_LOCKED') terminal.exitCode = EXIT.failure
        }
        if (rows) await terminal.print(CSV_HEADER)
        names = plan.players.map(({ name }) => name)
        timeLeft = new TimeLeft(names.length, { done, seconds })
        const hidden = rows !== undefined && terminal.stdout.isTTY
        const name = id === null ? command : `${noun} ${id}`
        bar = new Progress(terminal, { total: names.length * plan.rule.games, done, name, hidden })
      },
      onGame(game, looks, soFar) {
        if (looks.isDecided || looks.rule.minutes !== undefined) counted = looks.seeds
        rows?.add(game, counted)
        if (!soFar) return
        const [alike] = looks.alike
        if (alike && !isWarned) {
          isWarned = true
          const [a, b] = alike.map(place => names[place]!)
          terminal.complain(
            `all ${whole(looks.seeds)} games of ${a} and ${b} so far are equal: they seem to play alike, although their settings differ`,
          )
        }
        const note = () =>
          kind === 'bench' ? `mean ${whole(soFar.mean)}` : `difference ${whole(looks.first.mean)} after ${whole(looks.seeds)}`
        bar?.show(soFar.games, note, timeLeft?.after(soFar.games, looks))
      },
      ...(rows && { room: () => terminal.backlog() }),
      // as soon as the disk is full, and when it has room again
      onTrouble: problem =>
        terminal.complain(
          problem
            ? `the games are not being stored: ${problem.message} Trying again every second.`
            : 'the games are being stored again',
        ),
    })
  } finally {
    rows?.end(counted)
    bar?.stop()
  }
}

/** Prints nothing for what is finished and stored completely. */
function reportSaved(
  terminal: Terminal,
  kind: CompareKind,
  { id, done, plan, result }: CompareOutcome,
  { stored, unstored, trouble }: NonNullable<CompareOutcome['saved']>,
  resume: string,
): void {
  const isLost = trouble !== undefined || unstored > 0
  if (result && result.ended !== 'signal' && !isLost) return
  const all = kind === 'bench' ? `${whole(done + stored)} of ${counted(plan.rule.games, 'game')}` : counted(done + stored, 'game')
  const lost = unstored > 0 ? `; ${counted(unstored, 'game')} could not be stored` : ''
  const why = trouble ? ` (${trouble.message})` : ''
  terminal.complain(`${WORDS[kind].noun} ${id}: ${all} stored${lost}${why}. Resume with: ${resume}`)
  if (isLost) terminal.exitCode = EXIT.failure
}

/** @param home of the flag */
export function resumeCommand(terminal: Terminal, kind: CompareKind, id: number, home?: string): string {
  return terminal.commandLine(`${WORDS[kind].command} --resume ${id}`, home)
}

/** Estimates the time until a stop rule ends a batch, or a comparison. */
export class TimeLeft {
  readonly #started = performance.now()
  #looks = -1
  #expected = 0

  /** @param before games of all players in earlier sittings, and their time */
  constructor(
    private readonly players: number,
    private readonly before: { readonly done: number; readonly seconds: number },
  ) {}

  /** In ms; `undefined` if the pace of the games gives the same estimate. @param games of all players so far */
  after(games: number, looks: Looks): number | undefined {
    const { rule } = looks
    if (looks.looks !== this.#looks) [this.#looks, this.#expected] = [looks.looks, this.players * looks.expected]
    const ms = performance.now() - this.#started
    const byGames = (ms / (games - this.before.done)) * Math.max(0, this.#expected - games)
    if (rule.minutes !== undefined) return Math.min(byGames, Math.max(0, 60_000 * rule.minutes - 1000 * this.before.seconds - ms))
    return this.#expected < this.players * rule.games ? byGames : undefined
  }
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

  constructor(private readonly write: (row: string) => void) {}

  /** @param counted games with a lower number have rows */
  add(game: StoredBatchGame, counted = Infinity): void {
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
  end(counted = Infinity): void {
    for (const [index, row] of [...this.#waiting].sort(([a], [b]) => a - b)) if (index < counted) this.write(row)
    this.#waiting.clear()
  }
}

function makeRow({ index, seed, score, slides, maxRank, nodes, ms, board, firstSlide }: StoredBatchGame): string {
  const times = TIMED_RANKS.map(rank => firstSlide[rank] ?? null)
  return csvRow([index, String(seed), score, slides, face(maxRank), nodes, rounded(ms), makePosition(board), ...times])
}
