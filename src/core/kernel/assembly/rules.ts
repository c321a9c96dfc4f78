/** The current settings of a search: the part of the core's `SearchSettings` that concerns values. */

export let leafSpawned: bool = false
export let pointsAdded: bool = false
export let deadHeuristic: bool = false
export let deadValue: f64 = 0
/** −∞ for none. */
export let floor: f64 = -Infinity
export let cutBelow: f64 = 0

export function setRules(spawned: bool, points: bool, heuristic: bool, dead: f64, lowest: f64, cut: f64): void {
  leafSpawned = spawned
  pointsAdded = points
  deadHeuristic = heuristic
  deadValue = dead
  floor = lowest
  cutBelow = cut
}
