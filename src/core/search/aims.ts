/** Whom an agent has in mind when it chooses. The main agent is the one that the search is for. */
export interface Aims {
  /** Whose value it makes as large as it can. */
  for(agent: number, agents: number): number
  /** Whose value it makes as small as it can where that is the same; absent: nobody's. */
  against?(agent: number, main: number): number | undefined
}

/** How an agent chooses that looks to values of its own. */
export interface Choice {
  /** Who acts. */
  readonly agent: number
  /** Whose value it makes as large as it can, which need not be its own. */
  readonly for: number
  /** Whose value it makes as small as it can where that is the same; absent: nobody's. */
  readonly against?: number | undefined
}
