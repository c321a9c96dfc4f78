import { Argument, type Command } from 'commander'
import { REPRODUCTIONS, type ReproductionName } from '../../../../core/contract/files'
import { withCommandLab } from '../../../lab/localLab'
import { addThreadsFlag, parseWhole } from '../flags/numberFlags'
import { helpNotes } from '../output/help'
import { Progress } from '../output/progress'
import type { Terminal } from '../terminal'

interface Options {
  readonly out: string
  readonly most?: number
  readonly threads?: number
}

const SUMMARIES: Readonly<Record<ReproductionName, string>> = {
  thesis: "the thesis's 100 games at several depths and cuts, and its experiments 1 and 3; about three hours on two cores",
  players: 'every built-in player at its own search; about four hours on two cores',
  tuning: 'optimisers at equal budgets, and the effect of each change; about forty minutes on two cores',
  ordering: 'leaves that alpha-beta visits by the order of the children, on uniform trees; about fifteen minutes on one core',
  star: 'leaves that Star1 and Star2 visit by the order of the children, on uniform trees with chance nodes; about a minute on one core',
  warehouse:
    'the agents of the warehouse against each other, at 1,000 nodes per move and under clocks of 20 ms; about four minutes, mostly on one core',
  branching: 'what more actions cost greedy, minimax and MCTS in the warehouse; about a minute on one core',
  'light-heavy':
    'a cheap heuristic searched deeper against a dear one, in Can’t Go Back and the warehouse; about four minutes on one core',
  rival: '2048 by the rival’s alpha-beta at depths 3, 5 and 7; about fifteen minutes on one core',
  'cant-go-back':
    'the players of Can’t Go Back against each other, at 1,000 nodes per move and under clocks of 20 ms; about nine minutes on one core',
  'minimax-alphabeta': 'alpha-beta against minimax at the same depth, nodes and time; about eight minutes on one core',
  anytime: 'twice the nodes against once, and contract against interruptible search; about ten minutes on one core',
  clock: 'factors of a clock for the whole game against its even split; about nine minutes on one core',
  'stored-tree': 'several moves from one tree against a search for each move; about a minute on one core',
  'one-player-minimax': '2048 by expectimax and by minimax; about ten minutes on one core',
  strength: 'how far the strongest players get at 1 ms and at 5 ms per move; about an hour on two cores',
  walls: 'how often the strongest players survive the hard phases of long games; about half an hour on two cores',
}

export function defineReproduce(command: Command, terminal: Terminal): void {
  command
    .description(
      'Plays published results again and writes them beside the published figures: a page, and a file with every result. Ctrl-C stops; the same command resumes, also after a crash.',
    )
    .addArgument(new Argument('<name>', 'one of the results below').choices(REPRODUCTIONS))
    .option('--out <folder>', 'where both are written', 'results')
    .option('--most <n>', 'a trial with at most n games, seeds or trees of each', value => parseWhole(value, 2, 1_000_000))
  addThreadsFlag(command).addHelpText('after', helpNotes(NOTES)).action(reproduce.bind(undefined, terminal))
}

const NOTES = `
Results:
${REPRODUCTIONS.map(name => `  ${name}: ${SUMMARIES[name]}`).join('\n')}

Examples:
  lab reproduce thesis
  lab reproduce tuning --most 2 --out /tmp/tried`

async function reproduce(terminal: Terminal, name: ReproductionName, { out, most, threads }: Options): Promise<void> {
  const signal = terminal.interruptSignal()
  const command = [
    'lab reproduce',
    name,
    ...(out === 'results' ? [] : [`--out ${out}`]),
    ...(most ? [`--most ${most}`] : []),
  ].join(' ')
  let bar: Progress | undefined
  let done = 0
  const order = { name, folder: out, most: most ?? Infinity, command }
  const unit = name === 'ordering' || name === 'star' ? 'trees' : 'games'
  const page = await withCommandLab({ terminal, threads, program: 'lab reproduce' }, ({ local }) =>
    local('reproduce', order, {
      signal,
      onStage(stage, games, before) {
        bar?.stop()
        done = before
        bar = new Progress(terminal, { total: games, done, name: stage, unit })
        bar.show(done, () => stage)
      },
      onGames: count => bar?.show((done += count)),
    }).finally(() => bar?.stop()),
  )
  await terminal.printLines([`${page} is written.`])
}
