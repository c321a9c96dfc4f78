/** `lab ucb`: the next choice of UCB1 from a table of sums and visits. */
import { InvalidArgumentError, type Command } from 'commander'
import { LabError } from '../../../../core/errors'
import {
  MOST_TRIED,
  MOST_VISITS,
  ucbTable,
  type Arm,
  type ScoredArm,
  type UcbTable,
} from '../../../../core/search/algorithms/mcts/ucb1'
import { parseNumber, parseWhole, wholeIn } from '../flags/numberFlags'
import type { JsonFlag } from '../flags/sharedFlags'
import { helpNotes } from '../output/help'
import { block, table } from '../output/layout'
import { bare, counted } from '../output/numbers'
import type { Style } from '../output/style'
import type { Terminal } from '../terminal'

interface Options extends JsonFlag {
  readonly c: number
  readonly total?: number
}

export function defineUcb(command: Command, terminal: Terminal): void {
  command
    .description('Scores actions by UCB1 = U/N + C·√(ln N_all / N), and says which one Monte-Carlo tree search tries next.')
    .argument('<arms...>', 'of each action U/N: the sum of its results, and how often it was tried', addArm)
    .option('--c <x>', 'the constant C, 0 or more', parseConstant, Math.SQRT2)
    .option('--total <n>', 'N_all, visits of the node (default: the sum of all N)', wholeIn(1, MOST_TRIED))
    .option('--json', 'one line of JSON')
    .addHelpText('after', helpNotes(EXAMPLES))
    .action(show.bind(undefined, terminal))
}

const EXAMPLES = `
Examples:
  lab ucb 3.5/5 1.4/2 --c 1
  lab ucb 8/8 1/2 --c 1
  lab ucb --c 0.5 -- -3/4 1/2`

async function show(terminal: Terminal, arms: readonly Arm[], { c, total, json }: Options): Promise<void> {
  const sum = arms.reduce((visits, arm) => visits + arm.visits, 0)
  if (total !== undefined && total < sum)
    throw new LabError('BAD_SETTING', `--total: ${total} is less than the visits of the actions, ${sum}`)
  const answer = ucbTable(arms, c, Math.max(1, total ?? sum))
  if (json) return terminal.printJson(answer)
  return terminal.printLines(view(answer, terminal.style))
}

function view({ C, visits, arms, choice, visitsUntilChange }: UcbTable, style: Style): string[] {
  const [first] = choice
  const rows = arms.map((arm, i) => [
    bare(i + 1),
    bare(arm.total),
    bare(arm.visits),
    ...[arm.mean, arm.bonus, arm.score].map(figure),
    rangeText(arm),
    i === first ? style.good('next') : '',
  ])
  const others = choice.length > 1 ? ` ${counted(choice.length, 'action')} are equal: the search takes the first.` : ''
  const isUntried = arms[first!]!.visits === 0
  return block([
    style.bold(`UCB1 with C = ${figure(C)}, N_all = ${bare(visits)}`),
    '',
    ...table(['action', 'U', 'N', 'U/N', 'C·√(ln N_all / N)', 'UCB1', 'best for C', ''], rows, {
      ...{ align: 'rrrrrrll', style, lesser: [6] },
    }),
    '',
    isUntried
      ? `Action ${bare(first! + 1)} is next: what was never tried comes first.${others}`
      : `Action ${bare(first! + 1)} is next.${others}${changeText(visitsUntilChange)}`,
  ])
}

function changeText(visits: number | null): string {
  if (visits === null) return ` If its mean stays, it is chosen again for at least ${counted(MOST_VISITS, 'visit')}.`
  return ` If its mean stays, another action scores higher after ${counted(visits, 'more visit')} of it.`
}

/** All digits that the source's worked numbers have, and more. */
function figure(value: number | null): string {
  return value === null ? '–' : value.toFixed(5).replace('-', '−')
}

function rangeText({ chosenFor }: ScoredArm): string {
  if (!chosenFor) return 'none'
  const { from, to } = chosenFor
  if (to === 0) return '0'
  if (to === null) return from === 0 ? 'any' : `≥ ${figure(from)}`
  return from === 0 ? `≤ ${figure(to)}` : `${figure(from)} – ${figure(to)}`
}

function addArm(text: string, before: readonly Arm[] = []): readonly Arm[] {
  const [total = '', visits, ...more] = text.split('/')
  if (visits === undefined || more.length > 0) throw new InvalidArgumentError('Not U/N, such as 3.5/5.')
  const arm = { total: parseNumber(total), visits: parseWhole(visits, 0, MOST_TRIED) }
  if (arm.visits === 0 && arm.total !== 0) throw new InvalidArgumentError('An action without a visit has the sum 0: 0/0.')
  return [...before, arm]
}

function parseConstant(text: string): number {
  const value = parseNumber(text)
  if (value < 0) throw new InvalidArgumentError('Not a number from 0.')
  return value
}
