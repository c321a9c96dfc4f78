import { manyAgents } from '../manyAgents'
import type { Searcher } from '../searcher'

/**
 * All others are one coalition against the agent that the search is for, but each of them takes what is best for itself, and only of what
 * is the same to it what is worst for that agent.
 * Source: course work "Can't Go Back".
 */
export const coalition: Searcher = manyAgents({
  id: 'coalition',
  name: 'Coalition',
  choice: 'best for Turn(State), then worst for MAIN',
  aims: {
    for: agent => agent,
    against: (agent, main) => (agent === main ? undefined : main),
  },
})
