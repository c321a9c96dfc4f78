import type { Racing } from '../../tuning/racing'
import type { SeedPolicy } from '../../tuning/seeds'
import type { TunedParameter } from '../../tuning/tunedParameter'

/** Fields of the objectives of all games. */
export interface AnyObjective {
  /** One or more, in the order of an optimiser's coordinates. */
  readonly tuned: readonly TunedParameter[]
  /** Games of one evaluation, unless racing stops it: games of 2048, or pairs of games against an opponent. */
  readonly games: number
  readonly seeds: SeedPolicy
  readonly racing: Racing
}

/** An objective's behaviour apart from its fitness: one implementation per kind. */
export interface ObjectiveKind<Spec extends AnyObjective> {
  /** Checks the fields that only this kind has. @throws {LabError} `BAD_SETTING`, naming the field as `objective.games` */
  check(spec: Spec): void
  /** Every weight by name at the origin, tuned or not. */
  origin(spec: Spec): Readonly<Record<string, number>>
  /** How the games are played: follows a number of games in a sentence. */
  search(spec: Spec): string
}
