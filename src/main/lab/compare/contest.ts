/** Plays the same seeds with every player of a comparison, on one pool. */
import type { Comparison } from '../../../core/contract/calls'
import type { StopRule } from '../../../core/contract/files'
import type { StoredBatchGame } from '../../../core/contract/stored'
import { LabError } from '../../../core/errors'
import type { Player } from '../../../core/games/twenty48/player'
import type { PlayedGame, Pool, WorkOptions } from '../../compute/pool/pool'
import { Looks, SEEDS_PER_LOOK, mayEndEarly } from './looks'

export type ContestPool = Pick<Pool, 'threads' | 'playGames' | 'playSeeds' | 'isOneMachine'>

interface Contender {
  readonly player: Player
  /** The player's earlier games, by pages. */
  readonly earlier?: AsyncIterable<readonly StoredBatchGame[]> | undefined
}

/** A game of a batch. */
export interface BatchGame extends PlayedGame {
  /** Number of its seed, 0 … games − 1. */
  readonly index: number
}

export interface ContestPlan {
  readonly contenders: readonly Contender[]
  readonly seeds: readonly number[]
  /** For `seeds.length` games. */
  readonly rule: StopRule
  readonly maxSlides?: number | undefined
}

export interface ContestOptions extends WorkOptions {
  /** Called for each of the earlier games that are read, before any is played. @param place of the player */
  readonly onEarlier: (game: StoredBatchGame, place: number) => void
  /** Called for each game as it ends, in no fixed order, also for those past the end. */
  readonly onGame: (game: BatchGame, place: number) => void
  /** Time of earlier sittings. */
  readonly seconds: number
}

export interface Contest {
  readonly looks: Looks
  /** All sittings together. */
  readonly seconds: number
  readonly endedBy: Comparison['ended']
}

/**
 * Plays all players in step: the quickest is ahead of the slowest by at most twice as many seeds, plus a few. If the rule may end it early,
 * by a fifth plus a few: these games are lost if a look decides. If a clock limits a player, all play a seed on one machine.
 * @param looks without any game
 * @throws {LabError} `BAD_STORE` for earlier games that are not of this plan, `BAD_SETTING` for seeds under a clock that another machine
 * began, and errors of the pool
 */
export async function playContest(
  pool: ContestPool,
  plan: ContestPlan,
  { onEarlier, onGame, seconds: before, signal, room }: ContestOptions,
  looks = new Looks(plan.contenders.length, plan.rule),
): Promise<Contest> {
  const { contenders, seeds, rule } = plan
  const played: Uint8Array[] = []
  for (const [place, { earlier }] of contenders.entries())
    played.push(
      await playedSeeds(seeds, earlier, game => {
        looks.add(place, game.index, game.score)
        onEarlier(game, place)
      }),
    )
  const teams = teamsOf(contenders, played)
  const split = teams.reduce((sum, team) => sum + team.split, 0)
  if (split > 0 && !pool.isOneMachine)
    throw new LabError(
      'BAD_SETTING',
      `A clock limits a player, and not every player has played ${split === 1 ? '1 seed that was begun' : `${split} seeds that were begun`}: another machine would play the rest at another pace. Resume it without a queue.`,
    )
  const started = performance.now()
  const seconds = (): number => before + (performance.now() - started) / 1000
  const late = new AbortController()
  const limit = rule.minutes === undefined ? undefined : Math.max(0, 1000 * (60 * rule.minutes - before))
  const timer = limit === undefined ? undefined : setTimeout(() => late.abort(), Math.min(limit, LONGEST_TIMER_MS))
  try {
    const signals = [late.signal, ...(signal ? [signal] : [])]
    const contest = new RunningContest(pool, plan, teams, looks, { signal: AbortSignal.any(signals), room })
    if (!looks.isDecided) await contest.play(onGame)
  } finally {
    clearTimeout(timer)
  }
  const endedBy = looks.isDecided
    ? 'rule'
    : looks.seeds === rule.games
      ? 'games'
      : late.signal.aborted && !signal?.aborted
        ? 'minutes'
        : 'signal'
  return { looks, seconds: seconds(), endedBy }
}

const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Players whose games of a seed are played together: one alone, or all if a clock limits one of them. */
interface Team {
  /** Places of the players that lack each seed; `undefined`: none does. */
  readonly missing: readonly (readonly number[] | undefined)[]
  /** Numbers of the missing seeds, in order. */
  readonly indexes: readonly number[]
  /** Number of `indexes` given to the pool so far. */
  given: number
  readonly isClocked: boolean
  /** Seeds under a clock that some of its players have. */
  readonly split: number
}

/** Seeds that may be played ahead of the last that every player has: this many, plus a fifth of those if a rule may end it. */
const LEAST_AHEAD = 2 * SEEDS_PER_LOOK
const MOST_AHEAD = 1000
/** Blocks of a player in the pool at a time: while the last games of one are played, threads continue with the next. */
const LANES = 2

class RunningContest {
  readonly #end = new AbortController()
  readonly #signal: AbortSignal
  #more = Promise.withResolvers<void>()
  /** One player without a rule gets all its games at once; several advance in step, whatever their speeds. */
  readonly #isStepwise: boolean

  constructor(
    private readonly pool: ContestPool,
    private readonly plan: ContestPlan,
    private readonly teams: readonly Team[],
    private readonly looks: Looks,
    private readonly options: WorkOptions,
  ) {
    this.#signal = AbortSignal.any([this.#end.signal, ...(options.signal ? [options.signal] : [])])
    this.#signal.addEventListener('abort', () => this.#more.resolve())
    this.#isStepwise = plan.contenders.length > 1 || mayEndEarly(plan.rule)
  }

  async play(onGame: ContestOptions['onGame']): Promise<void> {
    const lanes = this.teams.flatMap(team =>
      Array.from({ length: this.#isStepwise ? LANES : 1 }, () => this.#playLane(team, onGame)),
    )
    for (const lane of lanes) lane.catch(() => this.#end.abort()) // the others end too
    const failed = (await Promise.allSettled(lanes)).find(({ status }) => status === 'rejected')
    if (failed) throw (failed as PromiseRejectedResult).reason
  }

  async #playLane(team: Team, onGame: ContestOptions['onGame']): Promise<void> {
    const { contenders, seeds, maxSlides } = this.plan
    const players = contenders.map(({ player }) => (maxSlides === undefined ? player : { ...player, maxSlides }))
    const rules = players.map(({ evaluator, ...rules }) => ({ evaluator, rules }))
    const options = { signal: this.#signal, room: this.options.room }
    while (!this.#signal.aborted && team.given < team.indexes.length) {
      const block = this.#take(team)
      if (block.length === 0) {
        await this.#more.promise
        continue
      }
      const placesOf = (of: number): readonly number[] => team.missing[block[of]!]!
      const onPlayed = (game: PlayedGame, of: number, place = placesOf(of)[0]!): void => {
        const index = block[of]!
        this.looks.add(place, index, game.result.score)
        onGame({ index, ...game }, place)
        if (this.looks.isDecided) this.#end.abort()
        const more = this.#more
        this.#more = Promise.withResolvers()
        more.resolve()
      }
      const blockSeeds = block.map(index => seeds[index]!)
      if (!team.isClocked)
        await this.pool.playGames(players[placesOf(0)[0]!]!, blockSeeds, (...game) => onPlayed(...game), options)
      else {
        const tasks = blockSeeds.map((seed, of) => ({ seed, players: placesOf(of).map(place => rules[place]!) }))
        const onSeed = (games: readonly PlayedGame[], of: number): void =>
          games.forEach((game, i) => onPlayed(game, of, placesOf(of)[i]))
        await this.pool.playSeeds(tasks, onSeed, options)
      }
    }
  }

  #take(team: Team): readonly number[] {
    const { indexes, given } = team
    const bound = this.#bound
    if (bound === Infinity) {
      team.given = indexes.length
      return indexes.slice(given)
    }
    let end = given
    while (end < indexes.length && indexes[end]! < bound) end++
    team.given = given + Math.ceil((end - given) / LANES)
    return indexes.slice(given, team.given)
  }

  /** Seeds below this one may be played. */
  get #bound(): number {
    if (!this.#isStepwise) return Infinity
    const { seeds } = this.looks
    const least = Math.max(LEAST_AHEAD, 2 * this.pool.threads)
    if (!mayEndEarly(this.plan.rule)) return 2 * seeds + least // every game counts
    return seeds + Math.min(MOST_AHEAD, least + Math.floor(seeds / 5))
  }
}

function teamsOf(contenders: readonly Contender[], played: readonly Uint8Array[]): Team[] {
  const isClocked = contenders.some(({ player }) => player.limits.ms !== undefined)
  const places = [...contenders.keys()]
  return (isClocked ? [places] : places.map(place => [place])).map(team => {
    const lacking = Array.from(played[0]!, (_, index) => {
      const left = team.filter(place => played[place]![index] === 0)
      return left.length > 0 ? left : undefined
    })
    const indexes = [...lacking.keys()].filter(index => lacking[index])
    const split = indexes.filter(index => lacking[index]!.length < team.length).length
    return { missing: lacking, indexes, given: 0, isClocked, split }
  })
}

/** Reads the earlier games of a player. @returns 1 for each seed that was played */
async function playedSeeds(
  seeds: readonly number[],
  earlier: Contender['earlier'],
  onEarlier: (game: StoredBatchGame) => void,
): Promise<Uint8Array> {
  const isPlayed = new Uint8Array(seeds.length)
  for await (const page of earlier ?? [])
    for (const game of page) {
      if (game.seed !== seeds[game.index])
        throw new LabError('BAD_STORE', `game ${game.index} of the batch has the seed ${game.seed}, not ${seeds[game.index]}`)
      isPlayed[game.index] = 1
      onEarlier(game)
    }
  return isPlayed
}
