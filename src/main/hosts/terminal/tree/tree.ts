import type { Command } from 'commander'
import { parseBoard } from '../../../../core/games/twenty48/notation'
import { TRACE_MEBIBYTES } from '../../../../core/trace/format'
import type { Trace } from '../../../../core/trace/trace'
import { withCommandLab } from '../../../lab/commandLab'
import { interruptedCode, interruptSignal } from '../output/interrupt'
import { complain, print } from '../output/output'
import { addSearchFlags, makePlayer, type SearchFlags } from '../search/searchFlags'
import { styleFor } from '../output/style'
import { parseWhole } from '../flags/numberFlags'
import { printTree, type TreeForm } from './treeView'

const PROGRAM = 'lab tree'

interface ShowOptions {
  readonly levels?: number
  readonly json?: boolean
  readonly svg?: boolean
}

interface RecordOptions extends ShowOptions, SearchFlags {
  readonly room: number
  readonly save?: string
}

export function defineTree(command: Command): void {
  command
    .enablePositionalOptions() // "show" has options of the same names
    .description('Searches a position, records the whole tree, and shows as much of it as is asked for.')
    .argument('<position>', 'a position in any notation, see "lab --help"')
  addForms(addSearchFlags(command))
    .option(
      '--room <mib>',
      'memory for the tree; what finds no room is searched and counted, but not recorded',
      value => parseWhole(value, TRACE_MEBIBYTES.min, TRACE_MEBIBYTES.max),
      TRACE_MEBIBYTES.default,
    )
    .option('--save <file>', 'a new file to keep the whole tree in, for "lab tree show" and the window')
    .addHelpText('after', EXAMPLES)
    .action(record)
  addForms(
    command
      .command('show')
      .summary('a tree that was saved')
      .description('Shows a tree that "lab tree --save" or the window saved.')
      .argument('<file>', 'the file'),
  ).action((file: string, options: ShowOptions) =>
    withCommandLab({ home: undefined, program: PROGRAM, rooms: ['trees'] }, async ({ trees }) =>
      show(await trees.read(file), options),
    ),
  )
}

function addForms(command: Command): Command {
  return command
    .option('--levels <n>', 'levels below the root (2 for people, all of them in JSON)', value => parseWhole(value, 0, 1000))
    .option('--json', 'the tree as one line of JSON, see docs/terminal.md')
    .addOption(command.createOption('--svg', 'the tree as a picture, a file of its own').conflicts('json'))
}

const EXAMPLES = `
Signs:
  △ the player slides   ○ a tile appears   ▪ evaluated at once   * the slide that the player takes

Examples:
  lab tree EDC1BA9187611110 --depth 1
  lab tree EDC1BA9187611110 --depth 2 --levels 4 --json
  lab tree 0000001000000010 --svg --levels 3 > tree.svg
  lab tree EDC1BA9187611110 --depth 4 --save deep.trace && lab tree show deep.trace --levels 1`

async function record(position: string, options: RecordOptions): Promise<void> {
  const { home, threads, save: file } = options
  await withCommandLab({ home, threads, program: PROGRAM, rooms: ['trees'] }, async ({ findProfile, trees }) => {
    const player = makePlayer((await findProfile(options.profile)).profile, options)
    const board = parseBoard(position)
    const signal = interruptSignal()
    const { trace, ms } = await trees.record(board, player, options.room, { signal, file })
    if (file === undefined || options.json || options.svg) await show(trace, options, ms)
    else complain(`${file}: ${trace.entries} nodes`)
    if (signal.aborted) process.exitCode = interruptedCode()
  })
}

async function show(trace: Trace, options: ShowOptions, ms?: number): Promise<void> {
  const form: TreeForm = options.json ? 'json' : options.svg ? 'svg' : 'text'
  await printTree(trace, form, options.levels, ms, styleFor(process.stdout))
  if (form === 'text') await print('')
}
