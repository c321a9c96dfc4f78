/** Who plays whom in the warehouse, and how long they search. */
import { parsePlayerText } from '../../../../core/contract/playerText'
import { START } from '../../../../core/contract/searchers'
import type { Series } from './series'

/** A searcher of the course work with its heuristic. */
export interface Agent {
  readonly name: string
  /** As `parsePlayerText` reads it; without its limit. */
  readonly text: string
  /** Whether it looks further than one move, so that it needs a limit. */
  readonly searches: boolean
}

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

/** Two agents at one setting. */
export interface Pairing extends Series {
  readonly agents: readonly [Agent, Agent]
}

/** Each agent against each that comes after it. */
export function pairingsOf({ stage, limit, steps, matches, agents }: Setting, most: number): Pairing[] {
  const rules = { game: 'warehouse', position: START, options: { steps } } as const
  return agents.flatMap((one, i) =>
    agents.slice(i + 1).map(other => {
      const pair = [one, other] as const
      const players = pair.map(({ text, searches }) => parsePlayerText(searches ? `${text}:${limit}` : text))
      const name = `${one.name} against ${other.name}, ${stage}`
      return { name, rules, players, agents: pair, seed: SEED, matches: Math.min(most, matches) }
    }),
  )
}
