/** Who plays whom in the warehouse, and how long they search. */
import { START } from '../../../../core/contract/searchers'
import { pairingsOf as pairingsAt, type Agent, type Pairing } from './roundRobin'

const AGENTS: readonly Agent[] = [
  { name: 'random', text: 'random', searches: false },
  { name: 'greedy', text: 'greedy:creditDifference', searches: false },
  { name: 'improved greedy', text: 'greedy:improved', searches: false },
  { name: 'minimax', text: 'minimax:improved', searches: true },
  { name: 'alpha-beta', text: 'alphaBeta:improved', searches: true },
  { name: 'expectimax', text: 'expectimax:improved:opponent=chance', searches: true },
  { name: 'MCTS, played to the end', text: 'mcts:values=result', searches: true },
  { name: 'MCTS, with the heuristic', text: 'mcts:improved:rollout=none', searches: true },
]

/** How long the agents search, and for how many steps each. */
export interface Setting {
  readonly id: 'nodes' | 'clock' | 'long'
  readonly stage: string
  /** Of an agent that searches. */
  readonly limit: string
  readonly steps: number
  readonly matches: number
  readonly agents: readonly Agent[]
}

export const SETTINGS: Readonly<Record<Setting['id'], Setting>> = {
  nodes: { id: 'nodes', stage: '1,000 nodes a move', limit: 'nodes=1000', steps: 100, matches: 100, agents: AGENTS },
  clock: { id: 'clock', stage: '20 ms a move', limit: 'time=20', steps: 100, matches: 10, agents: AGENTS },
  // the framework's limit
  long: {
    id: 'long',
    stage: '4,761 steps',
    limit: '',
    steps: 4761,
    matches: 1,
    agents: AGENTS.filter(({ searches }) => !searches),
  },
}

const SEED = 20260101

/** Each agent against each that comes after it. */
export function pairingsOf({ steps, matches, agents, ...setting }: Setting, most: number): Pairing[] {
  const rules = { game: 'warehouse', position: START, options: { steps } } as const
  return pairingsAt({ ...setting, rules, seed: SEED, matches: Math.min(most, matches) }, agents)
}
