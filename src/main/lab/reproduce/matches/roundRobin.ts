/** Agents that all play each other, and the tables of it. */
import type { MatchLine } from '../../../../core/contract/files'
import { parsePlayerText } from '../../../../core/contract/playerText'
import { fixedDecimals, numberText } from '../../../../core/numberText'
import { mean } from '../../../../core/stats/summary'
import { gamesCell } from '../made'
import { table, whole } from '../markdown'
import type { ResultsFile } from '../resultsFile'
import { scoreOf, scoreText, seedsText, sumOf, valueText, wonText } from './score'
import { matchesOf, type Series } from './series'

/** A searcher with its heuristic. */
export interface Agent {
  readonly name: string
  /** As `parsePlayerText` reads it; without its limit. */
  readonly text: string
  /** Whether it looks further than one move, so that it needs a limit. */
  readonly searches: boolean
}

/** Two agents at one setting. */
export interface Pairing extends Series {
  readonly agents: readonly [Agent, Agent]
}

/** Games of one setting. */
export interface Meeting extends Pick<Series, 'rules' | 'matches' | 'seed'> {
  readonly stage: string
  /** Of an agent that searches. */
  readonly limit: string
}

/** Each agent against each that comes after it. */
export function pairingsOf({ stage, limit, rules, matches, seed }: Meeting, agents: readonly Agent[]): Pairing[] {
  return agents.flatMap((one, i) =>
    agents.slice(i + 1).map(other => {
      const pair = [one, other] as const
      const players = pair.map(({ text, searches }) => parsePlayerText(searches ? `${text}:${limit}` : text))
      const name = `${one.name} against ${other.name}, ${stage}`
      return { name, rules, players, agents: pair, seed, matches }
    }),
  )
}

export interface Played {
  readonly pairing: Pairing
  readonly matches: readonly MatchLine[]
}

/** Those of which a match is played. */
export function playedOf(results: ResultsFile, pairings: readonly Pairing[]): Played[] {
  return pairings.map(pairing => ({ pairing, matches: matchesOf(results, pairing) })).filter(({ matches }) => matches.length > 0)
}

/**
 * First each agent against all others, then each pair, then what was a fault.
 *
 * @param ahead what a difference in value is called; absent: values say no more than who won
 */
export function meetingTables(agents: readonly Agent[], played: readonly Played[], ahead?: string): string[] {
  if (played.length === 0) return ['None is played yet.']
  return [agentTable(agents, played, ahead), pairTable(played, ahead), ...faultLines(played)]
}

/** Over all opponents. */
function agentTable(agents: readonly Agent[], played: readonly Played[], ahead?: string): string {
  const rows = agents.flatMap(agent => {
    const own = played.flatMap(({ pairing, matches }) => {
      const player = pairing.agents.indexOf(agent)
      return player < 0 ? [] : matches.map(match => ({ player, match }))
    })
    if (own.length === 0) return []
    const sum = (of: (match: MatchLine, player: number) => number) =>
      own.reduce((total, { player, match }) => total + of(match, player), 0)
    const moves = sum(({ moves }, player) => moves[player]!)
    const score = sumOf(own.map(({ player, match }) => scoreOf([match], player)))
    const row = {
      won: score.won / own.length,
      cells: [
        agent.name,
        whole(own.length),
        scoreText(score),
        wonText(score),
        wonText({ ...score, won: score.lost, lost: score.won }),
        ...(ahead === undefined
          ? []
          : [seedsText(own.map(({ player, match: { seed, values } }) => ({ seed, value: values[player]! })))]),
        whole(sum(({ nodes }, player) => nodes[player]!) / moves),
        numberText(sum(({ processorMs, ms }, player) => (processorMs ?? ms)[player]!) / moves, fixedDecimals(2)),
        whole(sum(({ overruns }, player) => overruns[player]!)),
      ],
    }
    return [row]
  })
  const head = [
    ...['agent', 'games', 'won–drawn–lost', 'won', 'lost', ...(ahead === undefined ? [] : [ahead])],
    ...['nodes per move', 'processor ms per move', 'late moves'],
  ]
  return table([head, ...rows.toSorted((a, b) => b.won - a.won).map(({ cells }) => cells)])
}

function pairTable(played: readonly Played[], ahead?: string): string {
  const rows = played.map(({ pairing, matches }) => [
    ...pairing.agents.map(({ name }) => name),
    gamesCell(matches, { games: pairing.matches }),
    scoreText(scoreOf(matches, 0)),
    wonText(scoreOf(matches, 0)),
    wonText(scoreOf(matches, 1)),
    ...(ahead === undefined ? [] : [valueText(matches, 0)]),
    whole(mean(matches.map(({ moves }) => moves[0]! + moves[1]!))),
  ])
  const head = ['first', 'second', 'games', 'won–drawn–lost', 'first won', 'second won']
  return table([[...head, ...(ahead === undefined ? [] : [ahead]), 'moves of both'], ...rows])
}

function faultLines(played: readonly Played[]): string[] {
  const faults = played.flatMap(({ pairing, matches }) =>
    matches.flatMap(({ fault, match }) =>
      fault ? [`- ${pairing.name}, game ${match}: ${pairing.agents[fault.player]!.name} ${fault.reason}`] : [],
    ),
  )
  return faults.length === 0 ? [] : [['Games that ended with a fault, which loses them:', '', ...faults].join('\n')]
}
