/** The page of the warehouse's agents. */
import { matchLines } from '../made'
import { table, whole } from '../markdown'
import type { ResultsFile } from '../resultsFile'
import { meetingTables, playedOf, type Played } from './roundRobin'
import { pairingsOf, SETTINGS, type Setting } from './warehousePairings'

const AHEAD = 'credits ahead'

export function warehousePage(results: ResultsFile, command: string, most: number): string {
  const played = (setting: Setting) => playedOf(results, pairingsOf(setting, most))
  const [nodes, clock, long] = [played(SETTINGS.nodes), played(SETTINGS.clock), played(SETTINGS.long)]
  return [
    '# The agents of the warehouse against each other',
    matchLines(results, command, 'times and games under a clock'),
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
    ...meetingTables(SETTINGS.nodes.agents, nodes, AHEAD),
    '## Under a clock of 20 ms a move',
    [
      'The same, until 20 ms of processor time are over. The games are played one at a time, and time that the processor gives to other programs does not count. They cannot be played again from their seeds:',
      'what a search reaches in 20 ms depends on the machine.',
    ].join('\n'),
    ...meetingTables(SETTINGS.clock.agents, clock, AHEAD),
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

function endText(played: readonly Played[]): string {
  const games = played.flatMap(({ matches }) => matches)
  const early = games.filter(({ moves }) => moves.every(each => each < SETTINGS.nodes.steps)).length
  return `Batteries were empty first in ${whole(early)} of these ${whole(games.length)} games.`
}
