/** Who learns from whom in a swarm. */
import type { Random } from '../../random'
import type { Best } from '../optimizer'

/**
 * `global`: all from the best of the swarm. `ring`: each from itself and its two neighbours in a ring (lbest).
 * Source: J. Kennedy and R. Mendes, "Population structure and particle swarm performance", CEC 2002.
 */
export const TOPOLOGIES = ['global', 'ring'] as const
export type Topology = (typeof TOPOLOGIES)[number]

/** For each particle, the informant whose best leads it; `undefined` while no informant has one. Among equals, the first. */
export function leadersOf(
  bests: readonly (Best | undefined)[],
  informants: (particle: number) => readonly number[],
): (number | undefined)[] {
  return bests.map((_, particle) => leaderAmong(bests, informants(particle)))
}

/** Like `leadersOf`, if all inform all. */
export function commonLeader(bests: readonly (Best | undefined)[]): (number | undefined)[] {
  const leader = leaderAmong(bests, [...bests.keys()])
  return bests.map(() => leader)
}

function leaderAmong(bests: readonly (Best | undefined)[], informers: readonly number[]): number | undefined {
  return informers.reduce<number | undefined>((leader, other) => {
    const [best, rival] = [bests[other], leader === undefined ? undefined : bests[leader]]
    return best && (!rival || best.fitness > rival.fitness) ? other : leader
  }, undefined)
}

/** Itself and its two neighbours. */
export function ringAround(particle: number, particles: number): readonly number[] {
  return [particle, (particle + particles - 1) % particles, (particle + 1) % particles]
}

/**
 * The random topology of SPSO: each particle informs itself and K drawn ones, with repetition. Returns the informants of each. Source: M.
 * Clerc, "Standard Particle Swarm Optimisation" (2012), hal-00764996, section 3.1.
 */
export function drawInformants(particles: number, links: number, random: Random): number[][] {
  const informers = Array.from({ length: particles }, (_, i) => new Set([i]))
  for (let informer = 0; informer < particles; informer++)
    for (let link = 0; link < links; link++) informers[random.below(particles)]!.add(informer)
  return informers.map(set => [...set].sort((a, b) => a - b))
}
