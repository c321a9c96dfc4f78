import type { Random } from '../../random'
import type { Best, Bound, Question } from '../optimizer'
import { startPoints, type Start } from '../start'
import type { Answer, Strategy } from '../batchOptimizer'
import type { Flight } from './flight'
import {
  type Particle,
  type StartVelocity,
  type Topology,
  type VelocityLimit,
  commonLeader,
  drawInformants,
  leadersOf,
  limitVelocity,
  ringAround,
  startVelocity,
} from './rules'

/** The rules by which swarms differ. */
export interface SwarmRules {
  readonly particles: number
  readonly startVelocity: StartVelocity
  readonly velocityLimit: VelocityLimit
  /** A number K: each particle informs K random ones, drawn again after a batch that did not improve the swarm's best. */
  readonly topology: Topology | number
  readonly flight: Flight
}

export interface SwarmState {
  readonly particles: readonly Particle[]
  /** The informants of each particle, if they are drawn. */
  readonly informants: readonly (readonly number[])[] | null
  /** The swarm's best before the last batch; `null` before any. */
  readonly reached: number | null
}

/** Particles that move together, once the whole batch is answered: sources are in `flight.ts` and `rules.ts`. */
export class Swarm implements Strategy<SwarmState> {
  readonly #rules: SwarmRules
  #particles: readonly Particle[]
  #informants: readonly (readonly number[])[] | null
  #reached: number | null

  constructor(rules: SwarmRules, { particles, informants, reached }: SwarmState) {
    this.#rules = rules
    this.#particles = particles
    this.#informants = informants
    this.#reached = reached
  }

  static create(rules: SwarmRules, bounds: readonly Bound[], start: Start, random: Random): Swarm {
    const particles = startPoints(start, bounds, rules.particles, random).map(x => {
      const v = startVelocity(rules.startVelocity, x, bounds, random)
      return { x, v: v.map((speed, d) => limitVelocity(speed, rules.velocityLimit, bounds[d]!)), best: null }
    })
    const { topology } = rules
    const informants = typeof topology === 'number' ? drawInformants(rules.particles, topology, random) : null
    return new Swarm(rules, { particles, informants, reached: null })
  }

  questions(): Question[] {
    return this.#particles.map(({ x, v }, particle) => ({ params: x, particle, velocity: v }))
  }

  rival({ particle }: Question): number | undefined {
    return this.#particles[particle!]!.best?.fitness
  }

  learn(answers: readonly Answer[], iteration: number, random: Random): void {
    this.#particles = this.#particles.map((particle, i) => {
      const answer = answers[i]!
      const better = answer.fitness > (particle.best?.fitness ?? -Infinity) // never NaN
      return better ? { ...particle, best: answer } : particle
    })
    this.#renewTopology(random)
    const { bests } = this
    const leaders = this.#leaders()
    this.#particles = this.#particles.map((particle, i) => {
      const leader = leaders[i] === undefined ? undefined : bests[leaders[i]]
      return { ...this.#rules.flight(particle, leader, iteration, random), best: particle.best }
    })
  }

  get bests(): readonly (Best | undefined)[] {
    return this.#particles.map(({ best }) => best ?? undefined)
  }

  population() {
    const leaders = this.#leaders()
    const members = this.#particles.map(({ x, v, best }, i) => ({ params: x, velocity: v, best, leader: leaders[i] ?? null }))
    return { members, distribution: null }
  }

  snapshot(): SwarmState {
    return { particles: this.#particles, informants: this.#informants, reached: this.#reached }
  }

  #leaders(): (number | undefined)[] {
    const { topology, particles } = this.#rules
    const { bests } = this
    if (topology === 'global') return commonLeader(bests)
    if (topology === 'ring') return leadersOf(bests, particle => ringAround(particle, particles))
    return leadersOf(bests, particle => this.#informants![particle]!)
  }

  #renewTopology(random: Random): void {
    const { topology, particles } = this.#rules
    if (typeof topology !== 'number') return
    const reached = Math.max(...this.#particles.map(({ best }) => best?.fitness ?? -Infinity))
    if (!(reached > (this.#reached ?? -Infinity))) this.#informants = drawInformants(particles, topology, random)
    this.#reached = Number.isFinite(reached) ? reached : null
  }
}
