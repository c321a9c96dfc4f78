/** Comparisons as runs; benches are those of one player. */
import type {
  CompareKind,
  ComparePlan,
  Comparison,
  ComparisonCurves,
  ComparisonRow,
  ComparisonSoFar,
  ComparisonView,
  Provenance,
} from '../../../core/contract/calls'
import { boardPlayerContent, searcherPlayer } from '../../../core/contract/playerText'
import type { NewBatch } from '../../../core/contract/stored'
import { LabError, type LabErrorData } from '../../../core/errors'
import { GENERATOR } from '../../../core/random'
import { badSetting, within } from '../../../core/settingChecks'
import { refuseTwins, sameContent } from '../../../core/contentHash'
import type { Store } from '../../store/store'
import type { EnginePool } from '../ground/enginePool'
import type { LocalContext } from '../ground/storeLease'
import { provenanceOf } from '../ground/provenance'
import { Runs, type RunsOptions, type Turn } from '../runs/runs'
import { summaryOf } from './comparison'
import { ComparisonComputation, type ComparedGame } from './computation'
import { GameSaver, newBatches } from './gameSaver'
import { replayGames, type ReplayedGames, type ReplayOptions } from './replayGames'
import {
  checkResumable,
  experimentOf,
  extended,
  getComparison,
  nameOf,
  playersOf,
  resultOf,
  ruleOf,
  savedComparisons,
  stateOf,
  storedOf,
  type SavedComparison,
  type StoredRule,
} from './storedComparisons'

/** Characters of the name of a comparison that has none of its own. */
const LONGEST_TITLE = 80

type ComparisonStore = Pick<Store, 'batches' | 'comparisons'>

export interface ComparisonsOptions extends RunsOptions<ComparisonRow> {
  readonly kind: CompareKind
  /** Absent: one comparison is computed in memory. */
  readonly store: ComparisonStore | undefined
  readonly engine: Pick<EnginePool, 'pool' | 'kernel'>
  /** Called when games were stored. */
  readonly onLibrary?: () => void
  readonly onGame?: (game: ComparedGame) => void
}

/** The computation of a comparison that computes, or of the last that did. */
interface Live {
  /** As it was when it last computed. */
  readonly turn: Turn<SavedComparison>
  readonly computation: ComparisonComputation
  trouble?: LabErrorData | undefined
}

/** Every method throws why the data folder is unusable, errors of the store, and `NOT_FOUND` for one that does not exist. */
export class Comparisons extends Runs<number, SavedComparison, ComparisonRow> {
  #live: Live | undefined
  /** While there is no store. */
  #unsaved: SavedComparison | undefined

  constructor(private readonly options: ComparisonsOptions) {
    super(options.kind, options)
  }

  /** Newest first. */
  async list(): Promise<ComparisonRow[]> {
    const { store } = this.options
    return store ? (await savedComparisons(store, this.options.kind)).map(each => this.rowOf(each)) : []
  }

  async view(id: number): Promise<ComparisonView> {
    const { run, computation } = await this.#computationOf(id)
    const { plan, provenances, seconds } = computation
    const stored = this.options.store && { batches: run.batches.map(batch => batch.id) }
    return { ...this.rowOf(run), plan, provenances, ...stored, seconds }
  }

  /** @returns `undefined` after a failure in this process */
  async result(id: number): Promise<Comparison | undefined> {
    const { run, computation } = await this.#computationOf(id)
    if (computation === this.#live?.computation) return computation.result
    const stored = stateOf(run) === 'finished' && resultOf(run)
    if (stored) return stored
    await computation.readEarlier()
    return computation.result
  }

  async curves(id: number, pair: number): Promise<ComparisonCurves> {
    const { computation } = await this.#computationOf(id)
    if (computation !== this.#live?.computation) await computation.readEarlier()
    return computation.curves(pair)
  }

  async #computationOf(id: number) {
    const live = this.#liveOf(id)
    // what computed here is in memory, even if the store is gone
    const run = await this.find(id).catch((error: unknown) => live?.turn.run ?? Promise.reject(error as Error))
    if (live) return { run, computation: live.computation }
    const experiment = experimentOf(this.options.store, run)
    return { run, computation: new ComparisonComputation(experiment, experiment.provenances) }
  }

  /** @throws {LabError} `BAD_SETTING` if two players are the same, or if its games cannot be saved */
  start(plan: ComparePlan): Promise<ComparisonRow> {
    const { kind, store, engine } = this.options
    return this.steer(async () => {
      checkPlayers(plan)
      const batches = newBatches(plan, provenancesOf(plan, engine))
      const declared: StoredRule = { ...plan.rule, players: batches.length }
      if (!store) return this.enqueue((this.#unsaved = inMemory(kind, plan, declared, batches)))
      if (plan.maxSlides !== undefined)
        throw badSetting('maxSlides', 'such games cannot be saved: played again from their seeds they would continue')
      const id = kind === 'bench' ? await store.batches.begin(batches[0]!) : (await store.comparisons.begin(declared, batches)).id
      return this.enqueue(await this.find(id))
    })
  }

  /** @param games of each player */
  extend(id: number, games: number): Promise<ComparisonRow> {
    return this.steer(async () => {
      const found = await this.find(id)
      if (this.standing(id).state) throw new LabError('BAD_REQUEST', `${nameOf(found)} computes: pause it first.`, { id })
      const run = this.#checked(found, games)
      if (games > ruleOf(found).games) await this.options.store!.batches.extend(run.batches, games)
      return this.enqueue(run)
    })
  }

  async find(id: number): Promise<SavedComparison> {
    const { store } = this.options
    if (store) return getComparison(store, this.options.kind, id)
    if (this.#unsaved?.id === id) return this.#unsaved
    throw new LabError('NOT_FOUND', 'It was not saved.', { id })
  }

  protected idOf({ id }: SavedComparison): number {
    return id
  }

  protected jobOf(run: SavedComparison) {
    const players = playersOf(run)
    return { title: nameIn(run), total: players.length * ruleOf(run).games, done: storedOf(run) }
  }

  protected rowOf(run: SavedComparison): ComparisonRow {
    const { kind, id, created, batches } = run
    const { problem, ...standing } = this.standing(id)
    const live = this.#liveOf(id)
    const rule = ruleOf(run)
    const state = standing.state ?? (problem ? 'failed' : stateOf(run))
    const trouble = live?.computation.saved ? live.computation.saved.trouble : live?.trouble
    const { unstored = 0 } = live?.computation.saved ?? {}
    const leftMs = standing.leftMs === undefined ? undefined : Math.min(standing.leftMs, live!.computation.mostLeftMs)
    return {
      ...{ kind, id, name: nameIn(run), profile: batches[0]!.profile, players: playersOf(run), seed: batches[0]!.seed },
      ...{ rule, created, stored: storedOf(run), ...standing, state },
      ...(leftMs !== undefined && { leftMs }),
      ...(problem && { problem }),
      ...(trouble && { trouble }),
      ...(unstored > 0 && { unstored }),
      soFar: live?.computation.soFar ?? (state === 'finished' ? soFarOf(run) : null),
    }
  }

  protected override toResume(run: SavedComparison): SavedComparison | undefined {
    return stateOf(run) === 'finished' ? undefined : this.#checked(run)
  }

  /** @throws {LabError} why it cannot be resumed here */
  #checked(run: SavedComparison, games?: number): SavedComparison {
    const { store, engine } = this.options
    checkResumable(run, games)
    const checked = games !== undefined && games > ruleOf(run).games ? extended(run, games) : run
    const { plan, provenances } = experimentOf(store, checked)
    const { kernel, generator } = provenances[0]!
    // another kernel could play other games
    if (kernel !== engine.kernel || generator !== GENERATOR)
      throw new LabError(
        'KERNEL_BROKEN',
        `${nameOf(run)} was begun with the kernel ${kernel}, this lab has ${engine.kernel}: the rest of its games could differ. Begin a new one, or resume it with the lab that began it.`,
      )
    checkPlayers(plan)
    if (this.#liveOf(run.id)) this.#live = undefined // what went wrong there is over
    return checked
  }

  protected override async named(id: number, name: string): Promise<SavedComparison> {
    await this.#rows.rename(id, name)
    return this.find(id)
  }

  /** One without games goes for good. The games of others stay in the library. */
  protected override async setDeleted(id: number, isDeleted: boolean): Promise<SavedComparison | undefined> {
    if (!isDeleted) return (await this.#rows.restore([id])) > 0 ? this.find(id) : undefined
    const run = await this.find(id).catch(unlessMissing)
    if (!run) return undefined
    if (storedOf(run) === 0) await this.#rows.drop(id)
    else await this.#rows.remove([id])
    return run
  }

  get #rows(): ComparisonStore['batches' | 'comparisons'] {
    const { store } = this.options
    if (!store) throw new LabError('BAD_REQUEST', 'It was not saved.')
    return this.options.kind === 'bench' ? store.batches : store.comparisons
  }

  protected async compute(turn: Turn<SavedComparison>): Promise<void> {
    const { store, engine, onGame, onLibrary } = this.options
    const experiment = experimentOf(store, turn.run)
    const computation = new ComparisonComputation(experiment, provenancesOf(experiment.plan, engine))
    const live: Live = (this.#live = { turn, computation })
    const saver =
      store &&
      new GameSaver(turn.run, {
        store,
        onStored: () => onLibrary?.(),
        onTrouble(trouble) {
          live.trouble = trouble
          turn.progress()
        },
      })
    try {
      await computation.compute(engine.pool, { signal: turn.signal, saver, onGame, onProgress: turn.progress })
    } finally {
      if (store) turn.run = await this.find(turn.run.id).catch(() => turn.run) // as far as it is stored
      else if (computation.result) turn.run = this.#unsaved = endedIn(turn.run, computation)
    }
  }

  #liveOf(id: number): Live | undefined {
    return this.#live && this.idOf(this.#live.turn.run) === id ? this.#live : undefined
  }
}

function provenancesOf({ players }: ComparePlan, engine: ComparisonsOptions['engine']): Provenance[] {
  return players.map(({ profile, player }) => provenanceOf(profile, player, engine))
}

/** @throws {LabError} `BAD_SETTING` */
function checkPlayers({ players }: ComparePlan): void {
  for (const [i, { player }] of players.entries())
    if (
      player.searcher !== undefined &&
      !sameContent(
        player,
        within(`players.${i}`, () => searcherPlayer(player.searcher!)),
      )
    )
      throw badSetting(`players.${i}`, 'a searcher has evaluator, settings and limits of its own')
  refuseTwins(players.map(({ name, player }) => ({ name, content: boardPlayerContent(player) })))
}

function unlessMissing(error: unknown): undefined {
  if (!(error instanceof LabError && error.code === 'NOT_FOUND')) throw error
}

function nameIn({ kind, rule, batches }: SavedComparison): string {
  if (kind === 'bench') return batches[0]!.title.replace(/^bench of /, '')
  return (rule as StoredRule).name ?? batches.map(({ title }) => title).join(', ').slice(0, LONGEST_TITLE) // oxfmt-ignore
}

function inMemory(
  kind: CompareKind,
  { maxSlides }: ComparePlan,
  rule: StoredRule,
  batches: readonly NewBatch[],
): SavedComparison {
  const fresh = { stored: 0, ended: null, summary: null, comparison: null }
  const { created } = batches[0]!
  return {
    kind,
    id: 1,
    created,
    rule,
    result: null,
    batches: batches.map((each, i) => ({ id: i, ...each, ...fresh })),
    maxSlides,
  }
}

/** The result of one in memory. */
function endedIn(run: SavedComparison, { result }: ComparisonComputation): SavedComparison {
  if (!result || result.ended === 'signal') return run
  const batches = run.batches.map((each, place) => ({ ...each, ended: Date.now(), summary: summaryOf(result, place) }))
  return { ...run, result, batches }
}

function soFarOf(run: SavedComparison): ComparisonSoFar | null {
  const result = resultOf(run)
  if (!result) return null
  const { games, looks, differences, players } = result
  return {
    ...{ games: storedOf(run), seeds: games, looks, mean: players[0]!.mean },
    differences: differences.map(({ a, b, mean, always, verdict }) => ({ a, b, mean, always, verdict })),
  }
}

/** Plays the stored games of all players again. @throws {LabError} `NOT_FOUND`, and of `replayGames` */
export function replayComparison(
  { engine, store }: LocalContext,
  kind: CompareKind,
  id: number,
  options: ReplayOptions,
): Promise<ReplayedGames> {
  return store.read(async store => {
    const found = await getComparison(store, kind, id)
    return replayGames(engine, found.batches, experimentOf(store, found), options)
  })
}
