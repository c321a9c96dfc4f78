/** The variable rule of the adversarial 2048. Its schema is in core/contract. */
export interface Adversarial48Options {
  /** True if tiles are random, as in 2048: there is then one agent, and its searches may treat chance as an adversary. */
  readonly randomTiles: boolean
}

export const USUAL_OPTIONS: Adversarial48Options = { randomTiles: false }
