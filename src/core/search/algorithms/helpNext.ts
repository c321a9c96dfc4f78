import { manyAgents } from '../manyAgents'
import type { Searcher } from '../searcher'

/**
 * Every agent maximises the value of the next agent; the first follows the last. Source: course work on warehouse robots, which names it as
 * one of three forms of minimax for many players.
 */
export const helpNext: Searcher = manyAgents({
  id: 'helpNext',
  name: 'HelpNext',
  choice: 'best for the agent after Turn(State)',
  aims: { for: (agent, agents) => (agent + 1) % agents },
})
