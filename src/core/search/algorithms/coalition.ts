import { manyAgents } from '../manyAgents'
import type { Searcher } from '../searcher'

/**
 * All others form a coalition against the agent that searches. Each of them first maximises its own value, and breaks ties by minimising
 * the main agent's. Source: course work "Can't Go Back".
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
