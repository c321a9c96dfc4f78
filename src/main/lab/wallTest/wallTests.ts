/** Wall tests as runs. Lines are games, and after them phases. */
import type { WallProgress, WallSummary, WallTestRow, WallTestView } from '../../../core/contract/calls'
import {
  MOST_GAMES,
  MOST_WALL_BOARDS,
  WALL_LINES,
  type WallGame,
  type WallHead,
  type WallPhase,
  type WallSettings,
} from '../../../core/contract/files'
import type { StoredLineRun } from '../../../core/contract/storedRuns'
import { LabError } from '../../../core/errors'
import { parseBoard } from '../../../core/games/twenty48/notation'
import { beginsPhase } from '../../../core/games/twenty48/wallGame/phases'
import { refuseTwins } from '../../../core/contentHash'
import { badFile } from '../../files/fileProblem'
import type { EnginePool } from '../ground/enginePool'
import { beginningHere, refuseOther } from '../ground/resultFile'
import { LineRuns, type LineRun, type LineRunsOptions, type LineTurn, type RunLines } from '../runs/lineRuns'
import { OneRun } from '../runs/oneRun'
import { type WallPlan, WallRecord, planOf } from './wallRecord'
import { summaryOf } from './wallSummary'
import { playWallTest } from './wallTest'
import type { WALL_CALLS } from '../../../core/contract/calls/walls'
import type { LabContext } from '../context/labContext'
import type { KindFeature } from '../runs/runsFeature'

export interface WallTestsOptions extends LineRunsOptions<WallTestRow> {
  readonly engine: Pick<EnginePool, 'pool' | 'kernel'>
}

type Run = LineRun<WallHead>
type WallLine = WallGame | WallPhase

interface Live {
  readonly id: number
  readonly record: WallRecord
  progress?: WallProgress
}

/** By which a test gets more phases. */
export type MorePhases = Partial<Pick<WallSettings, 'boards' | 'games' | 'continuations'>>

export class WallTests extends LineRuns<number, WallHead, WallLine, WallTestRow> {
  protected readonly lineKind = WALL_LINES as RunLines<WallHead, WallLine>
  /** Of the test that computes, or the last that did. */
  #live: Live | undefined

  constructor(private readonly options: WallTestsOptions) {
    super('wallTest', options)
  }

  async view(id: number): Promise<WallTestView> {
    const run = await this.find(id)
    const summary: WallSummary = summaryOf(await this.record(id))
    return { ...this.rowOf(run), head: run.head, summary }
  }

  /** What a test has played so far. */
  async record(id: number): Promise<WallRecord> {
    return this.#live?.id === id ? this.#live.record : this.#read(await this.find(id))
  }

  /** @param games whose boards are taken @throws {LabError} `BAD_SETTING` if both players are the same */
  start(plan: WallPlan, games: readonly WallGame[] = []): Promise<WallTestRow> {
    return this.steer(async () => {
      refuseTwins(plan.players.map(({ name, player }) => ({ name, content: player })))
      const run = await this.add({ head: headOf(plan, this.options.engine.kernel), title: titleOf(plan) })
      const known = new Set<number>()
      for await (const { number } of this.lines(run)) known.add(number)
      const lines = games
        .filter(line => !known.has(numberOf(line)))
        .map(line => ({ number: numberOf(line), text: JSON.stringify(line) }))
      if (lines.length > 0) await this.options.store.lineRuns.append(run.id, lines)
      return this.enqueue(await this.find(this.idOf(run)))
    })
  }

  /** Resumes a test with more phases, also if it is finished. */
  extend(id: number, more: MorePhases): Promise<WallTestRow> {
    return this.steer(async () => {
      const run = await this.find(id)
      if (this.standing(id).state) throw new LabError('BAD_REQUEST', `Wall test ${id} computes: pause it first.`, { id })
      return this.extendBy(run, more)
    })
  }

  protected jobOf({ title, head, lines }: Run) {
    return { title, total: head.boards * head.continuations * head.players.length, done: lines }
  }

  protected rowOf(run: Run): WallTestRow {
    const { players, boards, seed, continuations, at } = run.head
    const facts = this.facts(run)
    const progress = this.#live?.id === facts.id ? this.#live.progress : undefined
    const names = players.map(({ name }) => name)
    return { ...facts, players: names, ...{ boards, seed, continuations, at }, ...(progress && { progress }) }
  }

  protected damagedRow(run: StoredLineRun): WallTestRow {
    const at = new Date(run.created).toISOString()
    return { ...this.facts(run), players: [], boards: 0, seed: 0, continuations: 0, at }
  }

  protected override numberOf(line: WallLine): number {
    return numberOf(line)
  }

  protected override origins({ head }: Run) {
    return [begunWith(head), begunWith(headOf(planOf(head), this.options.engine.kernel))] as const
  }

  protected async advance({ run, signal, add, progress }: LineTurn<WallHead, WallLine>): Promise<boolean> {
    const record = await this.#read(run, line => add(numberOf(line), line))
    const live: Live = { id: this.idOf(run), record }
    this.#live = live
    const reach = (of: WallProgress['of'], done: number, total: number): void => {
      live.progress = { of, done, total, games: record.games.size }
      if (of === 'boards') progress()
      else progress(record.games.size + done, record.games.size + total)
    }
    let total = 0
    await playWallTest(this.options.engine.pool, record, {
      signal,
      onCollecting: (wanted, found) => reach('boards', found, (total = wanted)),
      onBoards: found => reach('boards', found, total),
      onPhases: (wanted, done) => reach('phases', done, (total = wanted)),
      onPhase: done => reach('phases', done, total),
    })
    return !signal.aborted
  }

  async #read(run: Run, onLine?: (line: WallLine) => void): Promise<WallRecord> {
    const games: WallGame[] = []
    const phases: WallPhase[] = []
    for await (const { line } of this.lines(run)) {
      if ('game' in line) games.push(line)
      else phases.push(line)
    }
    return new WallRecord(planOf(run.head), onLine && { add: onLine }, { games, phases })
  }
}

/** Games come before phases: a file of them all is in this order. */
function numberOf(line: WallLine): number {
  if ('game' in line) return line.game
  const { board, continuation, player } = line
  return MOST_GAMES + 2 * (continuation * MOST_WALL_BOARDS + board) + player
}

/**
 * The test in a file, which does not change before a run is added.
 * @throws {LabError} `BAD_FILE`, naming the line; with a plan also for another test, naming the difference, and for one of another lab. The
 * numbers of boards, games and continuations may differ: the test then has more of them, or counts fewer.
 */
export async function openWallFile(
  path: string,
  { mayBeNew = false, plan, kernel }: { readonly mayBeNew?: boolean; readonly plan?: WallPlan; readonly kernel?: string } = {},
): Promise<OneRun<WallHead, WallLine>> {
  let head: WallHead | undefined
  const one = await OneRun.open(path, WALL_LINES, numberOf, {
    mayBeNew,
    onHead: found => (head = found),
    onLine(line, number) {
      const wrong = 'game' in line && line.boards.find(position => !beginsPhase(parseBoard(position), head!))
      if (wrong) throw badFile(path, `line ${number}: ${wrong} has not the walls or the sum that line 1 asks for`)
    },
  })
  if (plan && one.head) refuseOther(path, WALL_LINES.name, begunWith(one.head), begunWith(headOf(plan, kernel!)))
  return one
}

function titleOf({ players, source }: WallPlan): string {
  return `${players.map(({ name }) => name).join(' · ')}, ${source.walls} walls of ${source.multiple}`.slice(0, 200)
}

export function headOf({ source, seed, continuations, players }: WallPlan, kernel: string): WallHead {
  return { ...source, seed, continuations, players: [...players], kernel, ...beginningHere() }
}

/** What must not change when a test resumes. */
function begunWith({ multiple, walls, leastSum, gameSeed, from, seed, players, lab, kernel, generator }: WallHead) {
  return {
    ...{ multiple, walls, 'least sum': leastSum, 'seed of its games': gameSeed, 'player of the games': from },
    ...{ seed, players, lab, kernel, generator },
  }
}

export function openWallTests(context: LabContext): KindFeature<keyof typeof WALL_CALLS> {
  const tests = context.scope.add(new WallTests({ ...context, onRow: row => context.emit('wallTest', row) }))
  return {
    runs: () => tests,
    handlers: {
      wallTests: () => tests.list(),
      wallTest: ({ id }) => tests.view(id),
      startWallTest: settings => tests.start(planOf(settings)),
    },
  }
}
