import type { Command } from 'commander'
import { parseBoard } from '../../../core/games/twenty48/notation'
import type { SearchReport } from '../../../core/search/report'
import { TRACE_MEBIBYTES } from '../../../core/search/trace/format'
import { Trace, type TraceData } from '../../../core/search/trace/trace'
import { findProfile } from '../../lab/profileLibrary'
import { recordSearch } from '../../lab/recordedSearch'
import { withEngine } from './engine'
import { interruptedCode, interruptSignal } from './interrupt'
import { print } from './output'
import { addSearchFlags, makePlayer, parseWhole, type SearchFlags } from './searchFlags'
import { styleFor } from './style'
import { printTree, type TreeForm } from './treeView'

interface ShowOptions {
  readonly levels?: number
  readonly json?: boolean
  readonly svg?: boolean
}

interface RecordOptions extends ShowOptions, SearchFlags {
  readonly room: number
}

export function addTreeCommand(program: Command): void {
  const command = program
    .command('tree')
    .summary('the tree that a search went through')
    .description('Searches a position, records the whole tree, and shows as much of it as is asked for.')
    .argument('<position>', 'a position in any notation, see "lab --help"')
  addForms(addSearchFlags(command))
    .option(
      '--room <mib>',
      'memory for the tree; what finds no room is searched and counted, but not recorded',
      value => parseWhole(value, TRACE_MEBIBYTES.min, TRACE_MEBIBYTES.max),
      TRACE_MEBIBYTES.default,
    )
    .addHelpText('after', EXAMPLES)
    .action(record)
}

function addForms(command: Command): Command {
  return command
    .option('--levels <n>', 'levels below the root (2 for people, all of them in JSON)', value => parseWhole(value, 0, 1000))
    .option('--json', 'the tree as one line of JSON, see docs/terminal.md')
    .option('--svg', 'the tree as a picture, a file of its own')
}

const EXAMPLES = `
Signs:
  △ the player slides   ○ a tile appears   ▪ evaluated at once   * the slide that the player takes

Examples:
  lab tree EDC1BA9187611110 --depth 1
  lab tree EDC1BA9187611110 --depth 2 --levels 4 --json
  lab tree 0000001000000010 --svg --levels 3 > tree.svg`

async function record(position: string, options: RecordOptions): Promise<void> {
  const player = makePlayer((await findProfile(options.profile, options.home)).profile, options)
  const board = parseBoard(position)
  const signal = interruptSignal()
  await withEngine(options.threads, async ({ pool }) => {
    const { data, report, ms } = await recordSearch(pool, board, player, options.room, signal)
    await show(data, options, { report, ms })
  })
  if (signal.aborted) process.exitCode = interruptedCode()
}

async function show(data: TraceData, options: ShowOptions, searched?: { report: SearchReport; ms: number }): Promise<void> {
  const form: TreeForm = options.json ? 'json' : options.svg ? 'svg' : 'text'
  await printTree(new Trace(data), form, options.levels, searched, styleFor(process.stdout))
  if (form === 'text') await print('')
}
