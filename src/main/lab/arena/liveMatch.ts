import { MOST_PLIES, type MatchSetup } from '../../../core/contract/calls/arena'
import type { MatchView, Speed } from '../../../core/contract/calls'
import { readMatch, type MatchPlayer } from '../../../core/contract/matches'
import { readGameSearch } from '../../../core/contract/searchers'
import type { OrderedSearch } from '../../../core/contract/compute'
import { LabError, type LabErrorData } from '../../../core/errors'
import type { ActionId, Turn } from '../../../core/game/game'
import type { GameEntry } from '../../../core/games/registry'
import { makeWeighted } from '../../../core/games/weightedHeuristic'
import { type Fault, type Match, type MatchOutcome, illegalChoice, outcomeOf, searchLimits } from '../../../core/match/match'
import { createRandom, deriveSeed } from '../../../core/random'
import { badSetting } from '../../../core/settingChecks'
import { drawOutcome } from '../../../core/game/game'
import type { Pool } from '../../compute/pool/pool'
import type { Scope } from '../../scope'
import { failureData } from '../ground/labFeature'
import { Course } from './course'

/** Stands in for each person when the match is validated. */
const ANYBODY: MatchPlayer = { searcher: 'random', config: {}, wrapping: {}, limits: {} }

export interface LiveMatchOptions {
  readonly id: number
  readonly pool: Pick<Pool, 'searchGame'>
  readonly scope: Scope
  /** Called after each move, start and pause. */
  readonly onChange: () => void
  /** Called as a search progresses. */
  readonly onProgress: () => void
  /** Milliseconds of a monotonic clock. */
  readonly now?: () => number
}

/** The current turn. */
interface OpenTurn {
  readonly agent: number
  /** When the clock started; `undefined` while it is paused. */
  since: number | undefined
  /** Milliseconds used before the last pause. */
  ms: number
}

/**
 * A match that is watched. Moves come from people and from searches of the pool, chance events from the seed. Each ply has its own seed, so
 * that a move that is taken back and repeated has the same result.
 */
export class LiveMatch {
  readonly #game: GameEntry['game']
  readonly #match: Match
  readonly #course: Course
  readonly #now: () => number
  #revision = 0
  #running = false
  #speed: Speed = 'fastest'
  #steps = false
  #thinking: { readonly abort: AbortController; depth: number; nodes: number } | undefined
  #turn: OpenTurn | undefined
  #fault: (Fault & { readonly ms: number }) | undefined
  /** The outcome at `revision`, computed once. */
  #known: { readonly revision: number; readonly outcome: MatchOutcome | undefined } | undefined
  #problem: LabErrorData | undefined
  #pace: NodeJS.Timeout | undefined
  #flag: NodeJS.Timeout | undefined
  #searchedAt = -Infinity
  readonly scope: Scope

  /** @throws {LabError} `BAD_POSITION`; `BAD_SETTING`, naming the field */
  constructor(
    private readonly setup: MatchSetup,
    private readonly options: LiveMatchOptions,
  ) {
    const { seats, clockMs, ...order } = setup
    const players = seats.map(seat => (seat === 'person' ? ANYBODY : seat))
    for (const [agent, seat] of seats.entries())
      if (seat !== 'person' && seat.replies !== undefined)
        throw badSetting(`players.${agent}.replies`, 'this match searches every move: leave it out, or play a tournament')
    this.#match = readMatch({ ...order, players, bounds: clockMs === undefined ? {} : { clockMs } })
    this.#game = this.#match.game
    this.#course = new Course(this.#game, this.#match.start)
    this.#now = options.now ?? (() => performance.now())
    this.#passChance()
    this.#openTurn()
    this.scope = options.scope.child('a match')
    this.scope.defer(() => this.#rest())
  }

  get id(): number {
    return this.options.id
  }

  get course(): Course {
    return this.#course
  }

  get revision(): number {
    return this.#revision
  }

  get view(): MatchView {
    const { state, plies } = this.#course
    const thinking = this.#thinking
    const outcome = this.#outcome()
    const agent = this.#turn?.agent
    const turnMs = this.#turnMs()
    const inHand = (i: number) => (i === agent ? turnMs : i === this.#fault?.agent ? this.#fault.ms : 0)
    const spentMs = this.#course.spentMs(this.setup.seats.length).map((ms, i) => ms + inHand(i))
    return {
      ...{ id: this.options.id, revision: this.#revision, setup: this.setup, plies, back: plies - this.#backTo() },
      ...{ state: this.#game.format(state), turn: this.#turnNow(), running: this.#running, speed: this.#speed, spentMs },
      ...(thinking && agent !== undefined && { thinking: { agent, depth: thinking.depth, nodes: thinking.nodes } }),
      ...(this.#turn?.since !== undefined && { turnMs }),
      ...(outcome && { outcome }),
      ...(this.#problem && { problem: this.#problem }),
    }
  }

  run(speed: Speed): void {
    this.#speed = speed
    this.#problem = undefined
    this.#steps = false
    this.#running = this.#outcome() === undefined
    this.#goOn()
    this.options.onChange()
  }

  pause(): void {
    this.#rest()
    this.options.onChange()
  }

  step(): void {
    this.#rest()
    this.#problem = undefined
    this.#steps = true
    this.#goOn()
    this.options.onChange()
  }

  /** @throws {LabError} `BAD_REQUEST`, `ILLEGAL_MOVE` */
  move(ply: number, action: ActionId): void {
    const turn = this.#turnNow()
    if (ply !== this.#course.plies) throw new LabError('BAD_REQUEST', 'The match has gone on: choose a move of this position.')
    if (typeof turn !== 'number' || this.setup.seats[turn] !== 'person')
      throw new LabError('BAD_REQUEST', 'No person is to move.')
    if (!this.#game.actions(this.#course.state).includes(action))
      throw new LabError('ILLEGAL_MOVE', `${action} is not a legal move here.`, { action })
    this.#searchedAt = -Infinity // the reply comes at once
    this.#play(action, this.#turnMs())
    this.#goOn()
    this.options.onChange()
  }

  takeBack(): void {
    const to = this.#backTo()
    if (to === this.#course.plies) return
    const isRunning = this.#running && this.setup.seats.includes('person')
    this.#rest()
    this.#fault = undefined
    this.#course.cut(to)
    this.#revision++
    this.#openTurn()
    this.#running = isRunning
    this.#goOn()
    this.options.onChange()
  }

  #turnNow(): Turn {
    return this.#outcome() ? 'over' : this.#game.toAct(this.#course.state)
  }

  #outcome(): MatchOutcome | undefined {
    if (this.#known?.revision !== this.#revision) this.#known = { revision: this.#revision, outcome: this.#findOutcome() }
    return this.#known.outcome
  }

  #findOutcome(): MatchOutcome | undefined {
    const { state, start, plies } = this.#course
    if (!this.#fault && plies < MOST_PLIES && this.#game.toAct(state) !== 'over') return undefined
    const { ms: _, ...fault } = this.#fault ?? {}
    return outcomeOf(this.#game, state, this.#earned(start), this.#fault && (fault as Fault))
  }

  /** Rewards on the way; none in most games, which score at the end. */
  #earned(start: unknown): number[] {
    const earned = Array<number>(this.#game.agents(start)).fill(0)
    for (const [i, edge] of this.#course.edges.entries()) {
      const before = this.#course.stateAt(i)
      if (typeof this.#game.toAct(before) !== 'number') continue
      this.#game.apply(before, edge).rewards.forEach((reward, agent) => (earned[agent]! += reward))
    }
    return earned
  }

  /** The ply that taking back leads to. */
  #backTo(): number {
    const { plies } = this.#course
    const { seats } = this.setup
    const hasPerson = seats.includes('person')
    for (let ply = plies - 1; ply >= 0; ply--) {
      const by = this.#game.toAct(this.#course.stateAt(ply))
      if (typeof by === 'number' && (!hasPerson || seats[by] === 'person')) return ply
    }
    return plies
  }

  /** Ends the current search, and stops the clock. */
  #rest(): void {
    this.#running = this.#steps = false
    clearTimeout(this.#pace)
    clearTimeout(this.#flag)
    this.#pace = undefined
    this.#thinking?.abort.abort()
    this.#thinking = undefined
    if (this.#turn?.since !== undefined) {
      // an abandoned search does not count: it starts again
      const isPerson = this.setup.seats[this.#turn.agent] === 'person'
      this.#turn = { ...this.#turn, ms: isPerson ? this.#turnMs() : 0, since: undefined }
    }
  }

  #openTurn(): void {
    const turn = this.#turnNow()
    this.#turn = typeof turn === 'number' ? { agent: turn, since: undefined, ms: 0 } : undefined
  }

  #turnMs(): number {
    const { since, ms } = this.#turn ?? { since: undefined, ms: 0 }
    return since === undefined ? ms : ms + this.#now() - since
  }

  #leftMs(agent: number): number {
    const { clockMs } = this.setup
    return clockMs === undefined ? Infinity : clockMs - this.#course.spentMs(this.setup.seats.length)[agent]!
  }

  /** Starts the turn of the agent to act: its search, or a person's clock. */
  #goOn(): void {
    const turn = this.#turn
    if (!turn || this.scope.isClosed || this.#outcome()) {
      this.#rest()
      return
    }
    const seat = this.setup.seats[turn.agent]!
    if (seat === 'person') {
      if (this.#running) this.#startClock(turn)
      this.#steps = false
      return
    }
    if (!(this.#running || this.#steps) || this.#thinking || this.#pace) return
    const pauseMs = this.#speed === 'fastest' || this.#steps ? 0 : this.#searchedAt + 1000 / this.#speed - this.#now()
    const begin = () => {
      this.#pace = undefined
      void this.#think(turn, seat)
    }
    if (pauseMs <= 0) begin()
    else this.#pace = setTimeout(begin, pauseMs)
  }

  get #lateness() {
    return { reason: 'clock', message: `it needed more than ${this.setup.clockMs} ms` } as const
  }

  #startClock(turn: OpenTurn): void {
    if (turn.since !== undefined) return
    turn.since = this.#now()
    const left = this.#leftMs(turn.agent) - turn.ms
    if (left === Infinity) return
    this.#flag = setTimeout(
      () => {
        const ms = this.#turnMs()
        this.#rest()
        this.#end(turn, this.#lateness, ms)
        this.options.onChange()
      },
      Math.max(1, left),
    )
  }

  async #think(turn: OpenTurn, seat: MatchPlayer): Promise<void> {
    const abort = new AbortController()
    const thinking = { abort, depth: 0, nodes: 0 }
    this.#thinking = thinking
    this.#startClock(turn)
    this.options.onChange()
    const { pool, onProgress } = this.options
    try {
      const searched = await pool.searchGame(this.#searchOf(turn.agent, seat), {
        signal: abort.signal,
        onProgress: ({ depth, expanded }) => {
          if (this.#thinking !== thinking) return
          ;[thinking.depth, thinking.nodes] = [depth, expanded]
          onProgress()
        },
      })
      if (this.#thinking !== thinking) return // it was abandoned
      this.#thinking = undefined
      if (!searched) return
      const { report, ms } = searched
      this.#searchedAt = this.#now()
      const isLate = ms > this.#leftMs(turn.agent)
      const fault = isLate ? this.#lateness : illegalChoice(this.#game, this.#course.state, report.best)
      if (fault) this.#end(turn, fault, ms)
      else this.#play(report.best!, ms, report)
    } catch (error) {
      if (this.#thinking !== thinking) return
      // the lab's fault, not the player's: the search may be repeated
      this.#rest()
      this.#problem = failureData(error)
    }
    this.#steps = false
    this.#goOn()
    if (!this.scope.isClosed) this.options.onChange()
  }

  #searchOf(agent: number, { heuristic, ...player }: MatchPlayer): OrderedSearch {
    const { game, seed } = this.setup
    const { plies, state } = this.#course
    const position = this.#game.format(state)
    const { searcher, config, wrapping } = player
    const text = typeof heuristic === 'object' ? makeWeighted(heuristic) : heuristic
    const asked = {
      ...{
        game,
        position,
        searcher,
        config,
        wrapping,
        limits: searchLimits(this.#game, this.#match.players[agent]!, state, this.#leftMs(agent)),
        ...(text !== undefined && { heuristic: text }),
      },
      seed: deriveSeed(deriveSeed(seed, agent + 1), plies),
    }
    const ready = readGameSearch(asked)
    return { ...asked, config: ready.config, heuristic: ready.heuristic }
  }

  #play(action: ActionId, ms: number, report?: Parameters<Course['reportOf']>[0]): void {
    const said = report && this.#course.reportOf(report)
    const { state } = this.#game.apply(this.#course.state, action)
    this.#course.add({ edge: action, state, ms, report: said })
    this.#passChance()
    this.#afterMove()
  }

  /** @param ms time spent on the move that was not made */
  #end({ agent }: OpenTurn, fault: Omit<Fault, 'agent'>, ms: number): void {
    this.#fault = { agent, ...fault, ms }
    this.#afterMove()
  }

  #afterMove(): void {
    clearTimeout(this.#flag)
    this.#revision++
    this.#openTurn()
    if (this.#outcome()) this.#running = false
  }

  #passChance(): void {
    while (this.#game.toAct(this.#course.state) === 'chance' && this.#course.plies < MOST_PLIES) {
      const random = createRandom(deriveSeed(deriveSeed(this.setup.seed, 0), this.#course.plies))
      const { edge, state } = drawOutcome(this.#game, this.#course.state, random)
      this.#course.add({ edge, state, ms: 0 })
    }
  }
}
