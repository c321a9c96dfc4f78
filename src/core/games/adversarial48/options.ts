/** The rule of the adversarial 2048 that can be chosen. Its schema is in core/contract. */
export interface Adversarial48Options {
  /** Whether tiles come by chance, as in 2048: then there is one agent, and only its searches may take chance for an adversary. */
  readonly randomTiles: boolean
}

export const USUAL_OPTIONS: Adversarial48Options = { randomTiles: false }
