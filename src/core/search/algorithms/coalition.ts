import { manyAgents } from '../manyAgents'
import type { Searcher } from '../searcher'

/**
 * All others form a coalition, each member of which picks what is best for itself: so they do not play jointly against the agent that
 * searches. Source: course work "Can't Go Back", which does not mention ties; that a member breaks them by minimising the main agent's
 * value is ours.
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
