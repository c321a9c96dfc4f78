import type { ActionId, EdgeId, Game } from '../game/game'
import { createRandom, deriveSeed, restoreRandom, type Random } from '../random'
import { drawOutcome } from '../game/game'
import type { Limits } from '../game/limits'
import { positionSearcher } from '../search/registry'
import { searchPosition, type Context } from '../search/searcher'
import {
  type Fault,
  GRACE_MS,
  type Match,
  type MatchResult,
  type Player,
  type PlayerEffort,
  illegalChoice,
  outcomeOf,
  searchLimits,
} from './match'
import { SilentObserver } from '../search/observer'
import type { NodeKind } from '../trace/format'

/** The clocks of a match. */
export interface Clocks {
  /** Milliseconds from any origin. */
  now(): number
  /** Milliseconds of processor time from any origin. */
  processor?(): number
}

/**
 * Plays a match from its first position to its end. If all limits are on depth or nodes, edges and values are reproducible.
 *
 * A player that throws, chooses no legal action or exceeds its clock is disqualified: see `Fault`. An error of the game itself is a bug,
 * and is thrown.
 */
export function playMatch<State>(match: Match<State>, clocks: Clocks): MatchResult {
  const inPlay = new MatchInPlay(match, clocks)
  for (;;) {
    const result = inPlay.step()
    if (result) return result
  }
}

/** The same match one action at a time, for a thread that does other work in between. */
export class MatchInPlay<State> {
  private state: State
  private readonly edges: EdgeId[] = []
  private actions = 0
  private readonly earned: number[]
  private readonly chance: Random
  private readonly seats: readonly Seat<State>[]

  constructor(
    private readonly match: Match<State>,
    private readonly clocks: Clocks,
  ) {
    const { game, start, players, seed } = match
    const agents = game.agents(start)
    if (players.length !== agents) throw new Error(`${players.length} players for a game of ${agents}`)
    this.state = start
    this.earned = Array<number>(agents).fill(0)
    this.chance = createRandom(deriveSeed(seed, 0))
    this.seats = players.map((player, agent) => new Seat(player, start, deriveSeed(seed, agent + 1)))
  }

  /**
   * Plays one action, and the chance events before it. A stopped search does not count: the next step repeats it.
   * @param stopped true if the thread is needed elsewhere; polled by the search
   * @returns the result once the match has ended
   */
  step(stopped: () => boolean = () => false): MatchResult | undefined {
    const { game, bounds } = this.match
    const turn = this.passChance()
    if (turn === 'over' || this.actions >= (bounds?.actions ?? Infinity)) return this.result()
    const seat = this.seats[turn]!
    const replied = seat.reply(game, this.state, this.edges)
    const chosen = replied ?? seat.choose(game, this.state, this.edges.length, this.clocks, bounds?.clockMs, stopped)
    if (chosen === 'stopped') return undefined
    if (typeof chosen !== 'number') return this.result({ agent: turn, ...chosen })
    const { state, rewards } = game.apply(this.state, chosen)
    rewards.forEach((reward, agent) => (this.earned[agent]! += reward))
    this.go(chosen, state)
    this.actions++
    return undefined
  }

  /** Number of actions so far. */
  get played(): number {
    return this.actions
  }

  private passChance(): number | 'over' {
    const { game, draw } = this.match
    for (;;) {
      const turn = game.toAct(this.state)
      if (turn !== 'chance') return turn
      const { edge, state } = draw?.(this.state) ?? drawOutcome(game, this.state, this.chance)
      this.go(edge, state)
    }
  }

  private go(edge: EdgeId, state: State): void {
    this.edges.push(edge)
    this.state = state
  }

  private result(fault?: Fault): MatchResult {
    const players = this.seats.map(({ effort }) => effort)
    return { ...outcomeOf(this.match.game, this.state, this.earned, fault), edges: this.edges, players }
  }
}

type Chosen = ActionId | Omit<Fault, 'agent'> | 'stopped'

/** An agent's player, with its effort so far. */
class Seat<State> {
  private random: Random
  private readonly kept: Context['kept'] & object = {}
  private spent: Required<PlayerEffort> = { moves: 0, nodes: 0, ms: 0, longestMs: 0, processorMs: 0, overruns: 0 }
  private knowsProcessor = true

  private readonly heuristicOf: Player<State>['heuristic']
  /** From its last search; `from` is the number of edges of the match before it. */
  private strategy: { readonly tree: Strategy; readonly from: number } | undefined

  constructor(
    private readonly player: Player<State>,
    start: State,
    seed: number,
  ) {
    this.random = createRandom(seed)
    const its = player.heuristic(start)
    // a searcher of views must not see what the first position hides
    this.heuristicOf = 'searchView' in player.searcher ? player.heuristic : () => its
  }

  get effort(): PlayerEffort {
    const { processorMs, ...rest } = this.spent
    return this.knowsProcessor ? { ...rest, processorMs } : rest
  }

  /** The reply to this position in the tree of the last search. */
  reply(game: Game<State>, state: State, edges: readonly EdgeId[]): ActionId | undefined {
    if (!this.strategy) return undefined
    const { tree, from } = this.strategy
    const known = tree.reply(edges.slice(from))
    if (known === undefined || !game.actions(state).includes(known)) return undefined
    this.spent = { ...this.spent, moves: this.spent.moves + 1 }
    return known
  }

  choose(
    game: Game<State>,
    state: State,
    edgesBefore: number,
    clocks: Clocks,
    clockMs = Infinity,
    stopped: () => boolean,
  ): Chosen {
    const { searcher, config, wrapping, replies = 0 } = this.player
    const limits = searchLimits(game, this.player, state, clockMs - this.spent.ms)
    this.strategy = undefined
    const tree = replies > 0 ? new Strategy(game.toAct(state) as number, replies) : undefined
    const before = this.random.state
    const startedAt = clocks.now()
    const processorBefore = clocks.processor?.()
    const end = startedAt + clockMs - this.spent.ms
    let wasStopped = false
    const context: Context = {
      ...{ limits, wrapping, random: this.random, kept: this.kept, ...(tree && { observer: tree }) },
      now: () => clocks.now(),
      searcher: positionSearcher,
      stopped: () => (wasStopped ||= stopped()) || (end < Infinity && clocks.now() > end),
    }
    let nodes = 0
    let best: ActionId | undefined
    let failure: string | undefined
    try {
      const report = searchPosition(searcher, game, state, this.heuristicOf, config, context)
      nodes = report.effort.nodes
      best = report.best
    } catch (error) {
      failure = messageOf(error)
    }
    this.kept.memory?.endSearch(!wasStopped)
    if (wasStopped) {
      this.random = restoreRandom(before)
      return 'stopped'
    }
    const ms = clocks.now() - startedAt
    this.count(nodes, ms, limits, clocks.processor && clocks.processor() - processorBefore!)
    if (failure !== undefined) return { reason: 'threw', message: failure }
    if (this.spent.ms > clockMs)
      return { reason: 'clock', message: `it searched for ${Math.ceil(this.spent.ms)} ms, of ${clockMs}` }
    const fault = illegalChoice(game, state, best)
    if (fault) return fault
    if (tree) this.strategy = { tree, from: edgesBefore }
    return best!
  }

  private count(nodes: number, ms: number, limits: Limits, processorMs: number | undefined): void {
    const { spent } = this
    this.knowsProcessor = processorMs !== undefined
    this.spent = {
      moves: spent.moves + 1,
      nodes: spent.nodes + nodes,
      ms: spent.ms + ms,
      longestMs: Math.max(spent.longestMs, ms),
      processorMs: spent.processorMs + (processorMs ?? 0),
      overruns: spent.overruns + (ms > (limits.ms ?? Infinity) + GRACE_MS ? 1 : 0),
    }
  }
}

function messageOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : String(failure)
}

/** A searched node. An agent's own node keeps only the chosen child, any other node all children. */
interface Node {
  readonly edge: EdgeId
  readonly isOwn: boolean
  /** Own nodes from the root to here, this one included. */
  readonly depth: number
  taken: Node | undefined
  readonly others: Node[]
}

/**
 * The agent's answers to replies: the part of a search tree that is a strategy of the agent at the root. Alpha-beta skips no reply to a
 * move that it plays, so the strategy guarantees the agent at least the root's value, whatever the other does before the horizon. Source:
 * course work "Can't Go Back", which plays ⌊D/2⌋ moves from the tree of a search of D + 1 plies after its first.
 */
export class Strategy extends SilentObserver {
  /** From the root to the current node. */
  private line: Node[] = []
  private last: Node | undefined
  /** From the last finished iteration. */
  private root: Node | undefined

  /** @param agent of the root @param moves number of moves to keep after the first */
  constructor(
    private readonly agent: number,
    private readonly moves: number,
  ) {
    super()
  }

  override iteration(): void {
    this.line = []
  }

  override enter(kind: NodeKind, edge: EdgeId): void {
    const isOwn = kind === (this.agent === 0 ? 'max' : 'min')
    const depth = (this.line.at(-1)?.depth ?? 0) + (isOwn ? 1 : 0)
    this.line.push({ edge, isOwn, depth, taken: undefined, others: [] })
  }

  override improve(): void {
    const node = this.line.at(-1)!
    if (node.isOwn) node.taken = this.last
  }

  override leave(): void {
    const node = this.line.pop()!
    const parent = this.line.at(-1)
    this.last = node
    if (!parent) this.root = node
    else if (this.isNeeded(node, parent)) parent.others.unshift(node) // if a child is searched again, the later search counts
  }

  /** The action after these edges; `undefined`: the search did not get that far. @param path from the root, its own edge first */
  reply(path: readonly EdgeId[]): ActionId | undefined {
    let node = this.root
    for (const edge of path)
      node = node && (node.taken?.edge === edge ? node.taken : node.others.find(each => each.edge === edge))
    return node?.isOwn ? node.taken?.edge : undefined
  }

  /** The root keeps all of its children: the searcher chooses among them, by ties and other iterations. */
  private isNeeded(node: Node, parent: Node): boolean {
    return node.depth <= this.moves + 1 && (!parent.isOwn || this.line.length === 1)
  }
}
