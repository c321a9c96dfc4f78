import { MANY_AGENTS, manyAgentsLines, searchManyAgents } from '../manyAgents'
import type { Searcher } from '../searcher'

/**
 * Max^n: every agent makes its own value as large as it can, and takes the first action of those that are worth the same to it.
 * Source: Luckhardt and Irani, "An Algorithmic Solution of N-Person Games", 1986.
 */
export const maxN: Searcher = {
  id: 'maxN',
  ...MANY_AGENTS,
  pseudoCode: manyAgentsLines('MaxN', 'best for Turn(State)'),
  search: (game, root, heuristic, _config, context) => searchManyAgents(game, root, heuristic, context, { for: agent => agent }),
}
