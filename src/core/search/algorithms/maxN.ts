import { manyAgents } from '../manyAgents'
import type { Searcher } from '../searcher'

/**
 * Max-n: every agent makes its own value as large as it can, and takes the first action of those that are worth the same to it.
 * Source: Luckhardt and Irani, "An Algorithmic Solution of N-Person Games", 1986.
 */
export const maxN: Searcher = manyAgents({
  id: 'maxN',
  name: 'MaxN',
  choice: 'best for Turn(State)',
  aims: { for: agent => agent },
})
