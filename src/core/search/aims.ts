/** Whom an agent has in mind when it chooses. The main agent is the one that the search is for. */
export interface Aims {
  /** Whose value it makes as large as it can. */
  for(agent: number, agents: number): number
  /** Whose value it makes as small as it can where that is the same; absent: nobody's. */
  against?(agent: number, main: number): number | undefined
}
