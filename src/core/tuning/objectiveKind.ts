import type { Racing } from './racing'
import type { SeedPolicy } from './seeds'
import type { TunedParameter } from './tunedParameter'

/** What objectives of all games have. */
export interface AnyObjective {
  /** One or more, in the order of an optimiser's coordinates. */
  readonly tuned: readonly TunedParameter[]
  /** Of one evaluation, where racing does not stop it: games of 2048, pairs of games against an opponent. */
  readonly games: number
  readonly seeds: SeedPolicy
  readonly racing: Racing
}

/** What the rest of tuning asks of an objective besides what its fitness says: an implementation a kind. */
export interface ObjectiveKind<Spec extends AnyObjective> {
  /** What only this kind has. @throws {LabError} `BAD_SETTING`, naming the field as `objective.games` */
  check(spec: Spec): void
  /** Every weight by its name as it stood before, tuned or not. */
  origin(spec: Spec): Readonly<Record<string, number>>
  /** How the games are played, after a number of games in a sentence. */
  search(spec: Spec): string
}
