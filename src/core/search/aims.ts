/** The values that each agent maximises and minimises. The main agent is the one that searches. */
export interface Aims {
  /** The agent whose value it maximises. */
  for(agent: number, agents: number): number
  /** The agent whose value it minimises among actions that are equal by `for`; absent: none. */
  against?(agent: number, main: number): number | undefined
}

/** How an agent chooses if each agent has its own value. */
export interface Choice {
  /** The agent that acts. */
  readonly agent: number
  /** The agent whose value it maximises, which need not be its own. */
  readonly for: number
  /** The agent whose value it minimises among actions that are equal by `for`; absent: none. */
  readonly against?: number | undefined
}
