import { manyAgents } from '../manyAgents'
import type { Searcher } from '../searcher'

/**
 * Every agent makes the next one's value as large as it can; after the last comes the first.
 * Source: course work on warehouse robots, which asks for it as one of three forms of minimax for many players.
 */
export const helpNext: Searcher = manyAgents({
  id: 'helpNext',
  name: 'HelpNext',
  choice: 'best for the agent after Turn(State)',
  aims: { for: (agent, agents) => (agent + 1) % agents },
})
