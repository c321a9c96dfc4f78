import { MANY_AGENTS, manyAgentsLines, searchManyAgents } from '../manyAgents'
import type { Searcher } from '../searcher'

/**
 * All others are one coalition against the agent that the search is for, but each of them takes what is best for itself, and only of what
 * is the same to it what is worst for that agent.
 * Source: course work "Can't Go Back".
 */
export const coalition: Searcher = {
  id: 'coalition',
  ...MANY_AGENTS,
  pseudoCode: manyAgentsLines('Coalition', 'best for Turn(State), worst for MAIN'),
  search: (game, root, heuristic, _config, context) =>
    searchManyAgents(game, root, heuristic, context, {
      for: agent => agent,
      against: (agent, main) => (agent === main ? undefined : main),
    }),
}
