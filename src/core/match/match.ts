/** A match and its result: one game between players, each with its own way to search. */
import type { ActionId, EdgeId, Game, Outcome, Values } from '../game/game'
import type { Heuristic } from '../game/heuristic'
import type { Limits } from '../game/limits'
import type { AnySearcher, Wrapping } from '../search/searcher'
import { isBetter } from '../search/report'
import { deriveSeed } from '../random'
import { LabError } from '../errors'

/** A searcher with all its settings. */
export interface Player<State = unknown> {
  readonly searcher: AnySearcher
  readonly config: unknown
  /** Made once per match, for its first position; for a searcher of views, for each position that fits. */
  readonly heuristic: (start: State) => Heuristic<State>
  readonly wrapping: Wrapping
  /** For each of its searches. */
  readonly limits: Limits
  /** Plies of a search by its position; overrides the limits' depth. */
  readonly depthRule?: (state: State) => number
  /** The share of its clock that it spends on a search; absent: only its limits apply. */
  readonly clock?: ClockShare
  /** Number of moves to play from the tree of a search after the first, as far as the tree has them. */
  readonly replies?: number
}

/**
 * A factor of the time left, or an even split over the most actions that the agent can still take. Source: course work "Can't Go Back",
 * which takes 0.3 · time left.
 */
export type ClockShare = number | 'even'

export interface Match<State = unknown> {
  readonly game: Game<State>
  readonly start: State
  /** By agent. */
  readonly players: readonly Player<State>[]
  /** Seed of the chance events, and of a stream for each player. */
  readonly seed: number
  /** Draws a chance event; absent: by the seed. */
  readonly draw?: (state: State) => Pick<Outcome<State>, 'edge' | 'state'>
  readonly bounds?: MatchBounds
}

export interface MatchBounds {
  /** Limit on the actions of all players together; a match with more ends undecided. */
  readonly actions?: number
  /** Total milliseconds of search for each player. A player that needs more loses. */
  readonly clockMs?: number
}

/** Why a player is disqualified. */
export interface Fault {
  readonly agent: number
  /** `threw`: its searcher failed; `illegal`: it chose no action, or an illegal one; `clock`: it exceeded `clockMs`. */
  readonly reason: 'threw' | 'illegal' | 'clock'
  readonly message: string
}

/** The result of a match, determined by its first position, its edges and its fault. */
export interface MatchOutcome {
  /** `limit`: at the action limit. */
  readonly ended: 'over' | 'limit' | 'fault'
  readonly fault?: Fault
  /** All rewards, plus the utility of the end, or after a fault the game's penalty. By agent. */
  readonly values: Values
  /**
   * The agent that the game declares the winner, or the one with the highest value; absent after a tie, in an undecided match, and with a
   * single player.
   */
  readonly winner?: number
}

export interface MatchResult extends MatchOutcome {
  /** Actions and chance events from the first position. */
  readonly edges: readonly EdgeId[]
  /** By agent. */
  readonly players: readonly PlayerEffort[]
}

/** The total effort of a player's searches in a match, including failed ones. */
export interface PlayerEffort {
  readonly moves: number
  /** Positions entered. */
  readonly nodes: number
  /** Elapsed time of all searches, and of the longest. */
  readonly ms: number
  readonly longestMs: number
  /** Processor time; absent if unknown. A system may count it in ticks of some ms: it is then accurate only over many moves. */
  readonly processorMs?: number
  /** Searches that exceeded their time limit by more than `GRACE_MS`. */
  readonly overruns: number
}

/** A search reads the clock at each position, so it exceeds its limit by one position, or by a delay of the machine. */
export const GRACE_MS = 5

/** The outcome of a match that ends in a position. @param earned rewards on the way to it */
export function outcomeOf<State>(game: Game<State>, state: State, earned: Values, fault?: Fault): MatchOutcome {
  const values = (worth: Values | undefined): Values => earned.map((reward, agent) => reward + (worth?.[agent] ?? 0))
  if (fault) {
    const its = values(game.forfeit?.(state, fault.agent))
    return { ended: 'fault', fault, values: its, ...winnerOf(its, fault.agent) }
  }
  if (game.toAct(state) !== 'over') return { ended: 'limit', values: earned }
  const its = values(game.utilities(state))
  return { ended: 'over', values: its, ...(game.winner ? named(game.winner(state)) : winnerOf(its)) }
}

function named(winner: number | undefined): Pick<MatchOutcome, 'winner'> {
  return winner === undefined ? {} : { winner }
}

/** @param loser an agent that cannot win, whatever its value */
function winnerOf(values: Values, loser?: number): Pick<MatchOutcome, 'winner'> {
  const highest = Math.max(...values.filter((_, agent) => agent !== loser))
  const best = [...values.keys()].filter(agent => agent !== loser && !isBetter(highest, values[agent]!))
  return named(best.length === 1 && values.length > 1 ? best[0] : undefined)
}

/**
 * The limits of a player's next search: its own, the depth that its rule gives for the position, and its share of the clock.
 * @param leftMs time left on its clock; `Infinity` without one
 */
export function searchLimits<State>(
  game: Game<State>,
  { limits: own, depthRule, clock }: Player<State>,
  state: State,
  leftMs: number,
): Limits {
  const limits = { ...own, ...(depthRule && { depth: depthRule(state) }) }
  if (clock === undefined) return limits
  const left = Math.max(0, leftMs)
  const share = clock === 'even' ? left / game.mostActions!(state) : left * clock
  return { ...limits, ms: Math.min(share, limits.ms ?? Infinity) }
}

/** Why the chosen action cannot be played; `undefined`: it can. */
export function illegalChoice<State>(
  game: Game<State>,
  state: State,
  chosen: ActionId | undefined,
): Omit<Fault, 'agent'> | undefined {
  if (chosen === undefined) return { reason: 'illegal', message: 'it chose no action' }
  if (!game.actions(state).includes(chosen)) return { reason: 'illegal', message: `action ${chosen} is not legal` }
  return undefined
}

export interface Seating {
  readonly seed: number
  /** Index of the player of each agent, from 0. */
  readonly players: readonly number[]
}

/**
 * The seats of a match in a series. Each seed is played once with each rotation of the seats, so that two players swap sides and have the
 * same luck.
 * @param players number of players
 * @param number of the match, from 0
 */
export function seatingOf(seriesSeed: number, players: number, number: number): Seating {
  const turned = number % players
  return {
    seed: deriveSeed(seriesSeed, Math.floor(number / players)),
    players: Array.from({ length: players }, (_, agent) => (agent + turned) % players),
  }
}

/** Reorders a list by agent into a list by player. */
export function byPlayer<T>(byAgent: readonly T[], { players }: Pick<Seating, 'players'>): T[] {
  return players.map((_, player) => byAgent[players.indexOf(player)]!)
}

interface ReplayedMatch<State> extends MatchOutcome {
  /** The first position, and the one after each edge. */
  readonly states: readonly State[]
}

/**
 * Replays a match by its edges, without any search: its values follow from the rules.
 * @param fault that ended it
 * @throws {LabError} `ILLEGAL_MOVE`, naming the ply
 */
export function replayMatch<State>(
  game: Game<State>,
  start: State,
  edges: readonly EdgeId[],
  fault?: Fault,
): ReplayedMatch<State> {
  const states = [start]
  const earned = Array<number>(game.agents(start)).fill(0)
  edges.forEach((edge, i) => {
    const state = states[i]!
    const next = follow(game, state, edge)
    if (!next)
      throw new LabError('ILLEGAL_MOVE', `ply ${i + 1}: ${edge} does not lead on from ${game.format(state)}`, { ply: i + 1 })
    next.rewards?.forEach((reward, agent) => (earned[agent]! += reward))
    states.push(next.state)
  })
  return { states, ...outcomeOf(game, states.at(-1)!, earned, fault) }
}

/** The position after an action or a chance event; `undefined` if it is not possible here. */
export function follow<State>(
  game: Game<State>,
  state: State,
  edge: EdgeId,
): { readonly state: State; readonly rewards?: readonly number[] } | undefined {
  const turn = game.toAct(state)
  if (turn === 'over') return undefined
  if (turn === 'chance') return game.outcomes(state).find(outcome => outcome.edge === edge)
  return game.actions(state).includes(edge) ? game.apply(state, edge) : undefined
}
