/** The page of the warehouse's agents. */
import type { MatchLine } from '../../../../core/contract/files'
import { fixedDecimals, numberText } from '../../../../core/numberText'
import { mean } from '../../../../core/stats/summary'
import { gamesCell, madeLines } from '../made'
import { table, whole } from '../markdown'
import type { ResultsFile } from '../resultsFile'
import { scoreOf, scoreText, seedsText, sumOf, valueText, wonText } from './score'
import { matchesOf } from './series'
import { pairingsOf, SETTINGS, type Agent, type Pairing, type Setting } from './warehousePairings'

interface Played {
  readonly pairing: Pairing
  readonly matches: readonly MatchLine[]
}

export function warehousePage(results: ResultsFile, command: string, most: number): string {
  const played = (setting: Setting): Played[] =>
    pairingsOf(setting, most)
      .map(pairing => ({ pairing, matches: matchesOf(results, pairing) }))
      .filter(({ matches }) => matches.length > 0)
  const [nodes, clock, long] = [played(SETTINGS.nodes), played(SETTINGS.clock), played(SETTINGS.long)]
  return [
    '# The agents of the warehouse against each other',
    madeLines(results, command, 'times and games under a clock'),
    [
      'Course work “warehouse robots”: two robots on 5 × 5 cells, 4 packages, a battery of 20 each; more credit wins. Its text compares the agents without figures, so there are none beside ours.',
      'Each seed places robots, packages and stations, and is played twice, with sides swapped. A game ends after 100 steps of each robot, or earlier when both batteries are empty.',
      endText([...nodes, ...clock]),
      '',
      ...SETTINGS.nodes.agents.map(({ name, text }) => `- **${name}**: \`${text}\``),
      '',
      'In the columns:',
      '',
      '- **won**, **lost**: shares of all games, drawn ones too, with 95 % intervals (Wilson), which take games as independent; those of one seed are not quite.',
      '- **credits ahead**: the mean difference of the credits at the end, with its 95 % interval (Student): over the means of the seeds for an agent, over the pairs of games for two agents.',
      '- **late moves**: moves that took 5 ms more than their limit in time.',
    ].join('\n'),
    '## At 1,000 nodes a move',
    [
      'Agents that search deepen until they have entered 1,000 positions. First each agent against all others, then each pair. `greedy` sees the difference of the credits one move ahead:',
      'unless that move is a delivery, all moves look equal to it, and it takes the first.',
    ].join('\n'),
    ...sections(SETTINGS.nodes, nodes),
    '## Under a clock of 20 ms a move',
    [
      'The same, until 20 ms of processor time are over. The games are played one at a time, and time that the processor gives to other programs does not count. They cannot be played again from their seeds:',
      'what a search reaches in 20 ms depends on the machine.',
    ].join('\n'),
    ...sections(SETTINGS.clock, clock),
    '## With the steps of the framework',
    'The framework of the work gives each robot 4,761 steps. One game of each pair of agents that do not search, so there are no intervals:',
    long.length === 0
      ? 'None is played yet.'
      : table([
          ['first', 'second', 'credits ahead', 'moves of both'],
          ...long.map(({ pairing, matches: [match] }) => [
            ...pairing.agents.map(({ name }) => name),
            whole(match!.values[0]!),
            whole(match!.moves.reduce((sum, moves) => sum + moves, 0)),
          ]),
        ]),
  ].join('\n\n')
}

function sections({ agents }: Setting, played: readonly Played[]): string[] {
  if (played.length === 0) return ['None is played yet.']
  return [agentTable(agents, played), pairTable(played), ...faultLines(played)]
}

function endText(played: readonly Played[]): string {
  const games = played.flatMap(({ matches }) => matches)
  const early = games.filter(({ moves }) => moves.every(each => each < SETTINGS.nodes.steps)).length
  return `Batteries were empty first in ${whole(early)} of these ${whole(games.length)} games.`
}

/** Over all opponents. */
function agentTable(agents: readonly Agent[], played: readonly Played[]): string {
  const rows = agents.map(agent => {
    const own = played.flatMap(({ pairing, matches }) => {
      const player = pairing.agents.indexOf(agent)
      return player < 0 ? [] : matches.map(match => ({ player, match }))
    })
    const sum = (of: (match: MatchLine, player: number) => number) =>
      own.reduce((total, { player, match }) => total + of(match, player), 0)
    const moves = sum(({ moves }, player) => moves[player]!)
    const score = sumOf(own.map(({ player, match }) => scoreOf([match], player)))
    return {
      won: score.won / own.length,
      cells: [
        agent.name,
        whole(own.length),
        scoreText(score),
        wonText(score),
        wonText({ ...score, won: score.lost, lost: score.won }),
        seedsText(own.map(({ player, match: { seed, values } }) => ({ seed, value: values[player]! }))),
        whole(sum(({ nodes }, player) => nodes[player]!) / moves),
        numberText(sum(({ processorMs, ms }, player) => (processorMs ?? ms)[player]!) / moves, fixedDecimals(2)),
        whole(sum(({ overruns }, player) => overruns[player]!)),
      ],
    }
  })
  const head = [
    'agent',
    'games',
    'won–drawn–lost',
    'won',
    'lost',
    'credits ahead',
    'nodes per move',
    'processor ms per move',
    'late moves',
  ]
  return table([head, ...rows.toSorted((a, b) => b.won - a.won).map(({ cells }) => cells)])
}

function pairTable(played: readonly Played[]): string {
  const rows = played.map(({ pairing, matches }) => [
    ...pairing.agents.map(({ name }) => name),
    gamesCell(matches, { games: pairing.matches }),
    scoreText(scoreOf(matches, 0)),
    wonText(scoreOf(matches, 0)),
    wonText(scoreOf(matches, 1)),
    valueText(matches, 0),
    whole(mean(matches.map(({ moves }) => moves[0]! + moves[1]!))),
  ])
  return table([
    ['first', 'second', 'games', 'won–drawn–lost', 'first won', 'second won', 'credits ahead', 'moves of both'],
    ...rows,
  ])
}

function faultLines(played: readonly Played[]): string[] {
  const faults = played.flatMap(({ pairing, matches }) =>
    matches.flatMap(({ fault, match }) =>
      fault ? [`- ${pairing.name}, game ${match}: ${pairing.agents[fault.player]!.name} ${fault.reason}`] : [],
    ),
  )
  return faults.length === 0 ? [] : [['Games that ended with a fault, which loses them:', '', ...faults].join('\n')]
}
