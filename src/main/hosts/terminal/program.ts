import { Command, CommanderError } from 'commander'
import { LabError, unreachable, type LabErrorCode } from '../../../core/errors'
import { VERSION } from '../../about'
import { addAddressCommand } from './serve/address'
import { addBenchCommand } from './bench/bench'
import { addDataCommand } from './data/data'
import { OUTPUT_VERSION } from './output/machineOutput'
import { interruptedCode } from './output/interrupt'
import { complain, endWhenOutputFails, EXIT, outputLost } from './output/output'
import { addPerftCommand } from './search/perft'
import { addPlayCommand } from './play/play'
import { addProfileCommand } from './profile/profile'
import { addReplayCommand } from './replay/replay'
import { addSearchCommand } from './search/search'
import { addServeCommand } from './serve/serve'
import { addTuneCommand } from './tune/tune'
import { addTreeCommand } from './tree/tree'

/** Runs one command line. Sets the exit code of the process and leaves the ending to Node, so that all output gets out. */
export async function runTerminal(args: readonly string[]): Promise<void> {
  endWhenOutputFails()
  try {
    await createProgram().parseAsync([...args], { from: 'user' })
  } catch (error) {
    // commander has printed its own messages by now, help and version among them
    if (error instanceof CommanderError) {
      if (error.exitCode !== 0) process.exitCode = EXIT.usage
    } else if (error instanceof LabError) {
      if (error.code !== 'CANCELLED' || !outputLost.aborted) complain(error.message)
      process.exitCode = exitCodeOf(error.code)
    } else throw error
  }
}

function createProgram(): Command {
  const program = new Command('lab')
    .description('A laboratory for 2048 and game-tree search.')
    .version(`2048 Lab ${VERSION}, machine-readable face ${OUTPUT_VERSION}`, '-V, --version')
    .exitOverride()
    .enablePositionalOptions() // a flag after a subcommand is the subcommand's own
    .configureOutput({ outputError: message => complain(message.replace(/^error: /, '')) })
    .addHelpText('after', NOTES)
  for (const add of COMMANDS) add(program)
  return program
}

const COMMANDS = [
  addPlayCommand,
  addSearchCommand,
  addTreeCommand,
  addBenchCommand,
  addDataCommand,
  addProfileCommand,
  addReplayCommand,
  addTuneCommand,
  addPerftCommand,
  addServeCommand,
  addAddressCommand,
]

const NOTES = `
Positions:
  16 digits row by row from the top-left, each the rank of a tile: 0 empty, 1 is a 2, … A is 1024, … H is 131072
    lab search EDC1BA9187611110          (also in lower case, with spaces or slashes between rows)
  16 tiles, 0 or . for an empty cell
    lab search "2 . . . . . . . . . 4 . . . . ."
  the JSON that the original game keeps in the browser's storage

Examples:
  lab play
  lab bench 100 --depth 1
  lab search 0000001000000010 --json

Exit codes: 0 success, 1 failure, 2 wrong usage, 130 interrupted (128 + the signal). NO_COLOR turns colours off.`

function exitCodeOf(code: LabErrorCode): number {
  switch (code) {
    case 'BAD_POSITION':
    case 'BAD_SETTING':
    case 'NOT_FOUND':
    case 'NAME_TAKEN':
      return EXIT.usage
    case 'CANCELLED':
      return interruptedCode()
    case 'BAD_FILE':
    case 'BAD_REQUEST':
    case 'ILLEGAL_MOVE':
    case 'KERNEL_BROKEN':
    case 'WORKER_LOST':
    case 'BAD_STORE':
    case 'ROWS_SET_ASIDE':
    case 'STORE_LOCKED':
    case 'STORE_FULL':
    case 'DISCONNECTED':
    case 'INTERNAL':
      return EXIT.failure
    default:
      return unreachable(code)
  }
}
