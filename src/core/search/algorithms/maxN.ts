import { manyAgents } from '../manyAgents'
import type { Searcher } from '../searcher'

/**
 * Max-n: every agent maximises its own value, and takes the first of equal actions. Source: Luckhardt and Irani, "An Algorithmic Solution
 * of N-Person Games", 1986.
 */
export const maxN: Searcher = manyAgents({
  id: 'maxN',
  name: 'MaxN',
  choice: 'best for Turn(State)',
  aims: { for: agent => agent },
})
