import type { StopRule } from '../../../core/contract/files'
import type { StoredComparison } from '../../../core/contract/stored'
import { LabError, type LabErrorData } from '../../../core/errors'
import type { Player } from '../../../core/games/twenty48/player'
import { refuseTwins } from '../../../core/twins'
import type { TimedGame } from '../../../core/stats/moveTimes'
import type { Pool } from '../../compute/pool/pool'
import type { Store } from '../../store/store'
import { provenanceOf, type Provenance } from '../ground/provenance'
import type { LocalContext } from '../ground/localContext'
import { seedsOfGames, type EarlierGames } from './bench'
import { checkSameKernel, extended, unfinishedOf } from './benchBatches'
import { BenchKeeper, newBatch, type KeeperOptions, type Kept } from './benchKeeper'
import { compared, type Comparison } from './comparison'
import { findComparison, getComparison, listComparisons, nameOf, ruleOf, type StoredRule } from './comparisons'
import { playContest } from './contenders'
import { keepIfPossible } from './keepIfPossible'
import type { Looks } from './looks'
import { playAgain, type PlayedAgain, type ReplayHearing } from './playAgain'
import type { SittingBegun, SittingEnded } from './sitting'

export interface ComparedProfile {
  /** Unique among the players. */
  readonly name: string
  /** Name of the profile that the player is based on. */
  readonly profile: string
  readonly player: Player
}

export interface ComparePlan {
  readonly players: readonly ComparedProfile[]
  /** Game i of every player is played from `deriveSeed(seed, i)`. */
  readonly seed: number
  readonly rule: StopRule
}

/** A comparison before the first game that this command plays. */
interface CompareBegun extends SittingBegun {
  readonly plan: ComparePlan
  /** One per player. */
  readonly made: readonly Provenance[]
  /** Its number in the library; `null`: nothing is saved. */
  readonly comparison: number | null
}

export interface CompareHearing extends Pick<KeeperOptions, 'onTrouble'> {
  /** Ends it early. */
  readonly signal: AbortSignal
  /** Awaited. */
  readonly onBegun: (begun: CompareBegun) => Promise<void>
  /** Called for each game as it ends. @param games of all players together, with those of earlier sittings */
  readonly onGame: (games: number, looks: Looks) => void
}

export interface CompareOutcome extends CompareBegun, SittingEnded {
  /** Absent after a failure. */
  readonly result: Comparison | undefined
  /** All sittings together. */
  readonly seconds: number
}

/** Comparisons, for commands. */
export class CompareCommands {
  constructor(private readonly context: LocalContext) {}

  /** Newest first; and the program that has the folder open for writing. */
  async list() {
    const { store } = this.context
    return { comparisons: await store.readOr([], listComparisons), writer: store.writer }
  }

  /**
   * Plays a comparison, without saving it if that is impossible: `onBegun` reports why.
   * @throws {LabError} `BAD_SETTING` if two players are the same
   */
  async begin(plan: ComparePlan, keep: boolean, hearing: CompareHearing): Promise<CompareOutcome> {
    const { engine } = this.context
    checkPlayers(plan.players)
    const made = plan.players.map(({ profile, player }) => provenanceOf(profile, player, engine))
    if (!keep) return playComparison(engine.pool, { plan, made }, hearing)
    const { seed, rule } = plan
    return keepIfPossible(
      this.context,
      async store => {
        const batches = plan.players.map(({ name }, i) => newBatch(name, { seed, games: rule.games }, made[i]!))
        const declared: StoredRule = { ...rule, players: plan.players.length }
        return new ComparisonKeeper(store, await store.comparisons.begin(declared, batches), hearing)
      },
      (keeper, unkept) => playComparison(engine.pool, { plan, made, ...(keeper ? { keeper } : { unkept }) }, hearing),
    )
  }

  /**
   * Plays the missing games of a comparison, with its stored players.
   * @param id absent: the only unfinished one
   * @param games total games to extend it to
   * @throws {LabError} `NOT_FOUND`, `BAD_SETTING`, `KERNEL_BROKEN`, `STORE_LOCKED`
   */
  resume(id: number | undefined, games: number | undefined, hearing: CompareHearing): Promise<CompareOutcome> {
    return this.context.store.write(async store => {
      const found = await findComparison(store, id, games)
      const { engine } = this.context
      const comparison = games === undefined ? found : await extendedBy(store, found, games)
      const batches = comparison.batches.map(batch => unfinishedOf(store, batch))
      checkSameKernel(nameOf(comparison.id), batches[0]!.made, engine)
      const players = batches.map(({ made, plan }, i) => ({
        name: comparison.batches[i]!.title,
        profile: made.profile,
        player: plan.player,
      }))
      checkPlayers(players)
      const plan = { players, seed: comparison.batches[0]!.seed, rule: ruleOf(comparison) }
      const made = players.map(({ profile, player }) => provenanceOf(profile, player, engine))
      const keeper = new ComparisonKeeper(store, comparison, hearing)
      return playComparison(engine.pool, { plan, made, keeper, earlier: batches.map(({ earlier }) => earlier) }, hearing)
    })
  }

  /** Plays the stored games of all players again. @throws {LabError} `NOT_FOUND`, and of `playAgain` */
  playAgain(id: number, hearing: ReplayHearing): Promise<PlayedAgain> {
    const { engine, store } = this.context
    return store.read(async store => playAgain(engine, store, (await getComparison(store, id)).batches, hearing))
  }
}

/** @throws {LabError} `BAD_SETTING` */
function checkPlayers(players: ComparePlan['players']): void {
  refuseTwins(players.map(({ name, player }) => ({ name, content: player })))
}

async function extendedBy(store: Store, comparison: StoredComparison, games: number): Promise<StoredComparison> {
  const batches = comparison.batches.map(batch => (games > batch.games ? extended(batch, games) : batch))
  await store.batches.extend(batches, batches[0]!.games)
  return { ...comparison, batches }
}

/** Saves the games of all players. */
class ComparisonKeeper {
  readonly keepers: readonly BenchKeeper[]
  readonly #troubled = new Set<number>()

  constructor(
    private readonly store: Store,
    readonly comparison: StoredComparison,
    { onTrouble }: Pick<KeeperOptions, 'onTrouble'>,
  ) {
    const { batches } = comparison
    this.keepers = batches.map(({ id, progress }) => {
      const hear = (problem: LabErrorData | undefined): void => {
        const before = this.#troubled.size
        if (problem) this.#troubled.add(id)
        else this.#troubled.delete(id)
        if ((before === 0) !== (this.#troubled.size === 0)) onTrouble(problem)
      }
      return new BenchKeeper({ store, onTrouble: hear }, id, progress as EarlierGames['progress'])
    })
  }

  readonly room = (): Promise<void> | undefined => {
    for (const keeper of this.keepers) {
      const room = keeper.room()
      if (room) return room
    }
    return undefined
  }

  /** Writes the remaining games; if there is a result, also the end. */
  async end(result: Comparison | undefined): Promise<Kept> {
    const isOver = result !== undefined && result.ended !== 'signal'
    const kept: Kept[] = []
    for (const [place, keeper] of this.keepers.entries())
      kept.push(await (isOver ? keeper.end(summaryOf(result, place)) : keeper.pause()))
    const all = {
      stored: kept.reduce((sum, { stored }) => sum + stored, 0),
      unstored: kept.reduce((sum, { unstored }) => sum + unstored, 0),
      trouble: kept.find(({ trouble }) => trouble)?.trouble,
    }
    if (isOver && !all.trouble && all.unstored === 0) await this.store.comparisons.end(this.comparison.id, result)
    return all
  }

  /** Removes a comparison without games. @returns true if it could */
  async drop(): Promise<boolean> {
    const { stored, unstored } = await this.end(undefined)
    if (stored + unstored > 0) return false
    try {
      await this.store.comparisons.drop(this.comparison.id)
      return true
    } catch (error) {
      if (!(error instanceof LabError)) throw error
      return false // the list shows it
    }
  }
}

function summaryOf({ ended, players }: Comparison, place: number): object {
  const { games, mean, interval, median, max } = players[place]!
  return { games, mean, interval, median, max, ended }
}

interface ToPlay extends Pick<CompareBegun, 'plan' | 'made' | 'unkept'> {
  /** Absent: nothing is saved. */
  readonly keeper?: ComparisonKeeper
  /** One per player. */
  readonly earlier?: readonly EarlierGames[]
}

/** An error of the lab itself ends it, with no result. */
async function playComparison(
  pool: Pool,
  { keeper, earlier, ...told }: ToPlay,
  { signal, onBegun, onGame }: CompareHearing,
): Promise<CompareOutcome> {
  const stored = keeper?.comparison.batches ?? []
  const done = stored.reduce((sum, batch) => sum + batch.stored, 0)
  const before = Math.max(0, ...(earlier ?? []).map(({ progress }) => progress.seconds))
  const begun: CompareBegun = { done, seconds: before, ...told, comparison: keeper?.comparison.id ?? null }
  const { players, seed, rule } = told.plan
  await onBegun(begun)
  let result: Comparison | undefined
  let failure: Error | undefined
  let [seconds, games] = [before, 0]
  const times: TimedGame[][] = players.map(() => [])
  const broken = keeper?.keepers.map(each => each.signal) ?? []
  try {
    const contest = await playContest(
      pool,
      {
        contenders: players.map(({ player }, i) => ({ player, earlier: earlier?.[i]!.pages })),
        seeds: seedsOfGames({ games: rule.games, seed }),
        rule,
      },
      {
        signal: AbortSignal.any([signal, ...broken]),
        room: keeper?.room,
        seconds: before,
        onEarlier: ({ index, slides, ms }, place) => {
          games++
          times[place]![index] = { slides, ms }
        },
        onGame: (game, place, looks) => {
          times[place]![game.index] = { slides: game.result.slides, ms: game.ms }
          keeper?.keepers[place]!.add(game)
          onGame(++games, looks)
        },
      },
    )
    const extensions = earlier?.[0]!.progress.extended?.length ?? 0
    const about = players.map(({ name, player }, i) => ({
      ...{ name, reproducible: player.limits.ms === undefined, times: times[i]! },
    }))
    seconds = contest.seconds
    if (!broken.some(({ aborted }) => aborted)) result = compared(about, contest, { seed, extensions })
  } catch (error) {
    failure = error as Error
  }
  const ended = { ...begun, result, seconds, failure }
  // a resumed comparison existed before
  if (keeper && !earlier && games === 0 && (await keeper.drop()))
    return { ...ended, comparison: null, kept: undefined, isDropped: true }
  return { ...ended, kept: await keeper?.end(result), isDropped: false }
}
