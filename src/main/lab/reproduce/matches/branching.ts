/** Measures the effect of the branching factor on each agent of the warehouse. */
import type { MatchLine } from '../../../../core/contract/files'
import type { GivenOptions } from '../../../../core/contract/gameOptions'
import { parsePlayerText } from '../../../../core/contract/playerText'
import { START } from '../../../../core/contract/searchers'
import { fixedDecimals, numberText } from '../../../../core/numberText'
import { tInterval } from '../../../../core/stats/intervals'
import { mean } from '../../../../core/stats/summary'
import { gamesCell, madeLines } from '../made'
import { table, whole } from '../markdown'
import type { Reproduction } from '../reproduction'
import type { ResultsFile } from '../resultsFile'
import { perMove, seedMeans, type SeedValue } from './score'
import { matchesFingerprint, matchesOf, type Series } from './series'
import { timeMissing } from './timed'

interface Agent {
  readonly name: string
  readonly text: string
}

interface Rules {
  readonly name: string
  readonly options: GivenOptions
}

/** Looks at each action once, so it counts them. */
const GREEDY: Agent = { name: 'greedy', text: 'greedy:improved' }
const AGENTS: readonly Agent[] = [
  GREEDY,
  { name: 'minimax, 3 plies', text: 'minimax:improved:depth=3' },
  { name: 'MCTS, 200 iterations', text: 'mcts:iterations=200:values=result' },
]

const USUAL: Rules = { name: '5 × 5', options: {} }
const RULES: readonly Rules[] = [
  USUAL,
  { name: '8 × 8', options: { width: 8, height: 8 } },
  { name: '5 × 5 with 5 obstacles', options: { obstacles: 5 } },
  { name: '5 × 5, placing a block', options: { placeBlock: true } },
]

const GAMES = 100
/** The beginning of a game, in which blocks have not closed it yet. */
const ACTIONS = 20
const SEED = 20260103

interface Cell extends Series {
  readonly agent: Agent
  readonly its: Rules
}

/** An agent against itself. */
function cellsOf(most: number): Cell[] {
  return RULES.flatMap(its =>
    AGENTS.map(agent => {
      const player = parsePlayerText(agent.text)
      return {
        name: `${agent.name}, ${its.name}`,
        rules: { game: 'warehouse', position: START, options: { steps: 100, ...its.options }, bounds: { actions: ACTIONS } },
        players: [player, player],
        matches: Math.min(most, GAMES),
        seed: SEED,
        ...{ agent, its },
      }
    }),
  )
}

export const branching: Reproduction = {
  fingerprint: () => matchesFingerprint(cellsOf(1)),
  compute: (bench, most) => timeMissing(bench, { stage: 'beginnings of games', limits: 'passing', warmUps: 3 }, cellsOf(most)),
  page: branchingPage,
}

function branchingPage(results: ResultsFile, command: string, most: number): string {
  const cells = cellsOf(most).map(cell => ({ cell, matches: matchesOf(results, cell) }))
  const of = (agent: Agent, its: Rules) => cells.find(({ cell }) => cell.agent === agent && cell.its === its)!
  const row = ({ cell, matches }: (typeof cells)[number]) => [
    cell.agent.name,
    cell.its.name,
    gamesCell(matches, { games: cell.matches }),
    numberText(mean(of(GREEDY, cell.its).matches.map(actionsOf)), fixedDecimals(1)),
    whole((perMove(matches, 0, 'nodes') + perMove(matches, 1, 'nodes')) / 2),
    msText(matches),
    cell.its === USUAL ? '' : ratioText(matches, of(cell.agent, USUAL).matches),
  ]
  return [
    '# What the branching factor costs',
    madeLines(results, command),
    [
      'Course work “warehouse robots”: a larger board or obstacles leave the branching factor as it is; a robot that may place a block on any free cell has up to 23 actions more on 5 × 5 cells.',
      `Its text says so without figures. Here each agent plays the first ${ACTIONS} moves of games against itself. The rows of the table take turns, each plays the same seeds, and a robot has 100 steps.`,
      'Each game is timed twice: with the same agent on both sides a swap of sides changes nothing. Intervals are over the means of the seeds.',
      'One game is played at a time. Times are processor time; the clock itself takes one or two microseconds of each move.',
      '',
      '- **actions**: the mean number that a move of greedy has to choose from, as it looks at each once. The other agents come to other positions.',
      '- **processor ms per move**: the mean of the games, with its 95 % interval (Student).',
      '- **times as long**: the geometric mean of the ratios to 5 × 5 in the same match, with its 95 % interval (Student, of the logarithms).',
    ].join('\n'),
    table([
      ['agent', 'rules', 'games', 'actions', 'nodes per move', 'processor ms per move', 'times as long'],
      ...AGENTS.flatMap(agent => RULES.map(its => row(of(agent, its)))),
    ]),
  ].join('\n\n')
}

/** Of greedy, which enters the position and each that an action leads to. */
function actionsOf({ nodes, moves }: MatchLine): number {
  return (nodes[0]! + nodes[1]!) / (moves[0]! + moves[1]!) - 1
}

function msPerMove({ processorMs, ms, moves }: MatchLine): number {
  const times = processorMs ?? ms
  return (times[0]! + times[1]!) / (moves[0]! + moves[1]!)
}

function msText(matches: readonly MatchLine[]): string {
  const times = matches.map(line => ({ seed: line.seed, value: msPerMove(line) }))
  return meanText(times, value => numberText(value, 'size'))
}

function ratioText(matches: readonly MatchLine[], usual: readonly MatchLine[]): string {
  const logs = matches.flatMap(line => {
    const same = usual.find(({ match }) => match === line.match)
    return same ? [{ seed: line.seed, value: Math.log(msPerMove(line) / msPerMove(same)) }] : []
  })
  return meanText(logs, log => numberText(Math.exp(log), fixedDecimals(2)))
}

/** With Student's interval over the means of the seeds: the two matches of a seed are one game, timed twice. */
function meanText(values: readonly SeedValue[], text: (value: number) => string): string {
  if (values.length === 0) return ''
  const all = text(mean(values.map(({ value }) => value)))
  const seeds = seedMeans(values)
  if (seeds.length < 2) return all
  const [low, high] = tInterval(seeds)
  return `${all} [${text(low)} – ${text(high)}]`
}
