/** Plays the games of a run on the pool: one implementation per kind of objective. */
import type { PlayedPassage } from '../../../core/contract/compute'
import type { LabError } from '../../../core/errors'
import type { Evaluator } from '../../../core/games/twenty48/heuristics/family'
import { playerAt, type BoardObjective } from '../../../core/contract/tuning/boardObjective'
import type { WeightedHeuristic } from '../../../core/games/weightedHeuristic'
import type { MatchResult, PlayerEffort } from '../../../core/match/match'
import type { GameOutcome } from '../../../core/tuning/fitness'
import { heuristicAt, matchesOf, pairOutcome, type GameObjective } from '../../../core/contract/tuning/gameObjective'
import { isGameObjective, isWallObjective, type ObjectiveSpec } from '../../../core/contract/tuning/objective'
import { phaseOf, type WallObjective } from '../../../core/contract/tuning/wallObjective'
import type { BoardSet } from '../../../core/tuning/seeds'
import type { PlayedGame, Pool } from '../../compute/pool/pool'
import type { GameTask } from '../../compute/pool/workKinds'

/** One game to play: its player's weights, and its seed. */
export interface RunGame<Subject = unknown> {
  readonly subject: Subject
  readonly seed: number
  /** For a phase: its number, which decides its board, and the set of that. */
  readonly place: number
  readonly set: BoardSet
}

/** A game that is over. */
export interface RunGamePlayed extends Required<GameOutcome> {
  readonly slides: number
  /** Time on its thread. */
  readonly ms: number
}

type MoreRunGames<Subject> = readonly RunGame<Subject>[] | undefined | void

interface RunGameOptions<Subject> {
  readonly signal: AbortSignal
  /** The same as in the pool's tasks. */
  readonly onLost: (game: number, error: LabError) => MoreRunGames<Subject>
}

export type RunPool = Pick<Pool, 'playTasks' | 'playMatches' | 'playPassages'>

/** @typeParam Subject the weights in the pool's form; equal weights are the same object */
export interface RunGames<Subject = unknown> {
  /** The weights of the run's origin. */
  readonly origin: Subject
  /** @throws {LabError} `BAD_SETTING` for invalid weights: a failed evaluation */
  at(params: readonly number[]): Subject
  /**
   * @param onPlayed called once for each game as it ends, with its number, in no fixed order. It returns further games, with numbers that
   * continue
   */
  play(
    games: readonly RunGame<Subject>[],
    onPlayed: (played: RunGamePlayed, game: number) => MoreRunGames<Subject>,
    options: RunGameOptions<Subject>,
  ): Promise<void>
}

export function runGamesOf(pool: RunPool, objective: ObjectiveSpec): RunGames {
  if (isWallObjective(objective)) return new PhaseGames(pool, objective)
  return isGameObjective(objective) ? new PairGames(pool, objective) : new BoardGames(pool, objective)
}

/** Games of 2048 have the weights of an evaluator. */
abstract class EvaluatorGames<Objective extends BoardObjective | WallObjective> {
  constructor(
    protected readonly pool: RunPool,
    protected readonly objective: Objective,
  ) {}

  get origin(): Evaluator {
    return this.objective.evaluator
  }

  at(params: readonly number[]): Evaluator {
    return playerAt(this.objective, params).evaluator
  }
}

/** Games of 2048, by the kernel. */
class BoardGames extends EvaluatorGames<BoardObjective> implements RunGames<Evaluator> {
  play(
    games: readonly RunGame<Evaluator>[],
    onPlayed: (played: RunGamePlayed, game: number) => MoreRunGames<Evaluator>,
    { signal, onLost }: RunGameOptions<Evaluator>,
  ): Promise<void> {
    const { settings, depth, maxSlides } = this.objective
    const rules = { settings, limits: { depth }, ...(maxSlides !== 'none' && { maxSlides }) }
    const take = ({ result: { score, maxRank, slides }, ms }: PlayedGame, task: number) =>
      tasksOf(onPlayed({ score, maxRank, wins: null, slides, ms }, task))
    const lose = (task: number, error: LabError) => tasksOf(onLost(task, error))
    return this.pool.playTasks(rules, games.map(taskOf), take, { signal, onLost: lose })
  }
}

function taskOf({ subject, seed }: RunGame<Evaluator>): GameTask {
  return { evaluator: subject, seed }
}

function tasksOf(games: MoreRunGames<Evaluator>): GameTask[] | undefined {
  return games?.map(taskOf)
}

/** Pairs of games of any game against an opponent: a pair ends with both its games, and is lost with either. */
class PairGames implements RunGames<WeightedHeuristic> {
  constructor(
    private readonly pool: RunPool,
    private readonly objective: GameObjective,
  ) {}

  get origin(): WeightedHeuristic {
    return heuristicAt(this.objective, [])
  }

  at(params: readonly number[]): WeightedHeuristic {
    return heuristicAt(this.objective, params)
  }

  play(
    games: readonly RunGame<WeightedHeuristic>[],
    onPlayed: (played: RunGamePlayed, game: number) => MoreRunGames<WeightedHeuristic>,
    { signal, onLost }: RunGameOptions<WeightedHeuristic>,
  ): Promise<void> {
    const pairs = new Map<number, MatchResult | 'lost'>()
    const matches = (more: MoreRunGames<WeightedHeuristic>) =>
      more?.flatMap(({ subject, seed }) => matchesOf(this.objective, subject, seed))
    const onMatch = (match: MatchResult, number: number) => {
      const pair = Math.floor(number / 2)
      const other = pairs.get(pair)
      if (other === undefined) return void pairs.set(pair, match)
      pairs.delete(pair)
      return other === 'lost' ? undefined : matches(onPlayed(pairOf(number % 2 === 0 ? [match, other] : [other, match]), pair))
    }
    const lose = (number: number, error: LabError) => {
      const pair = Math.floor(number / 2)
      const other = pairs.get(pair)
      if (other === undefined) pairs.set(pair, 'lost')
      else pairs.delete(pair)
      return other === 'lost' ? undefined : matches(onLost(pair, error))
    }
    return this.pool.playMatches(matches(games)!, { onMatch, onLost: lose }, { signal })
  }
}

/** Phases of the wall test. A phase is lost with its thread alone. */
class PhaseGames extends EvaluatorGames<WallObjective> implements RunGames<Evaluator> {
  async play(
    games: readonly RunGame<Evaluator>[],
    onPlayed: (played: RunGamePlayed, game: number) => MoreRunGames<Evaluator>,
    { signal, onLost }: RunGameOptions<Evaluator>,
  ): Promise<void> {
    const playing: Promise<void>[] = []
    let count = 0
    /** One work for each player. */
    const begin = (more: MoreRunGames<Evaluator>): void => {
      for (const group of bySubject(more ?? [])) {
        const first = count
        count += group.length
        const work = this.#play(group, {
          onPlayed: (played, i) => begin(onPlayed(played, first + i)),
          onLost: (i, error) => begin(onLost(first + i, error)),
          signal,
        })
        work.catch(() => undefined) // awaited below with the others
        playing.push(work)
      }
    }
    begin(games)
    for (let awaited = 0; awaited < playing.length;) {
      awaited = playing.length
      await Promise.all(playing)
    }
  }

  #play(
    group: readonly RunGame<Evaluator>[],
    {
      onPlayed,
      onLost,
      signal,
    }: {
      readonly onPlayed: (played: RunGamePlayed, phase: number) => void
      readonly onLost: (phase: number, error: LabError) => void
      readonly signal: AbortSignal
    },
  ): Promise<void> {
    const { settings, depth } = this.objective
    const player = { evaluator: group[0]!.subject, settings, limits: { depth } }
    const phases = group.map(({ set, place, seed }) => phaseOf(this.objective, set, place, seed))
    const take = ({ before, end, ms }: PlayedPassage, i: number): void => {
      const survived = before.length === phases[i]!.sums.length
      onPlayed({ score: end.score, maxRank: null, wins: survived ? 1 : 0, slides: end.slides, ms }, i)
    }
    return this.pool.playPassages(player, phases, take, { signal, onLost: (i, error) => void onLost(i, error) })
  }
}

/** Neighbours of one subject, in their order. */
function bySubject(games: readonly RunGame<Evaluator>[]): RunGame<Evaluator>[][] {
  const groups: RunGame<Evaluator>[][] = []
  for (const game of games) {
    const last = groups.at(-1)
    if (last?.[0]!.subject === game.subject) last.push(game)
    else groups.push([game])
  }
  return groups
}

function pairOf(matches: readonly [MatchResult, MatchResult]): RunGamePlayed {
  const [first, second] = matches.map(({ players }) => players) as [MatchResult['players'], MatchResult['players']]
  const sum = (valueOf: (player: PlayerEffort) => number) =>
    [...first, ...second].reduce((total, player) => total + valueOf(player), 0)
  return { ...pairOutcome(matches), slides: sum(({ moves }) => moves), ms: sum(({ ms }) => ms) }
}
