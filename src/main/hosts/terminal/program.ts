import { dirname } from 'node:path'
import { Command, CommanderError } from 'commander'
import { didYouMean } from '../../../core/quoted'
import { LabError, unreachable, type LabErrorCode } from '../../../core/errors'
import { VERSION } from '../../installation'
import { expandWord } from '../../files/home'
import { HELP_FORM, helpNotes, MOST_COLUMNS } from './output/help'
import { OUTPUT_VERSION } from './output/machineOutput'
import { EXIT, type Terminal } from './terminal'

/** Runs one command line. Sets the exit code of the terminal and lets Node end the process, so that all output is written. */
export async function runTerminal(args: readonly string[], terminal: Terminal): Promise<void> {
  try {
    const words = helpFirst(args).map(word => expandWord(word))
    const program = await createProgram(words, terminal)
    const taken = program.commands
      .filter(command => words.includes(command.name()))
      .flatMap(command => flagsTakenByNpm(command, words, terminal.env))
    if (taken.length > 0)
      terminal.complain(
        `npm took ${taken.join(', ')} for itself: start it with npx lab, or write npm run lab -- before the command`,
      )
    await program.parseAsync([...words], { from: 'user' })
  } catch (error) {
    // commander has printed its own messages by now, including help and version
    if (error instanceof CommanderError) {
      if (error.exitCode !== 0) terminal.exitCode = EXIT.usage
    } else if (error instanceof LabError) {
      if (error.code !== 'CANCELLED' || !terminal.outputLost.aborted) terminal.complain(`${error.message}${adviceOn(error)}`)
      terminal.exitCode = exitCodeOf(error.code, terminal)
    } else throw error
  }
}

/** Loads only the requested command; the overview has the usage of the others. */
export async function createProgram(args: readonly string[], terminal: Terminal): Promise<Command> {
  const program = new Command('lab')
    .description('A laboratory for 2048 and game-tree search.')
    .version(`2048 Lab ${VERSION}, machine-readable face ${OUTPUT_VERSION}`, '-V, --version')
    .exitOverride()
    .enablePositionalOptions() // a flag after a subcommand belongs to the subcommand
    .configureHelp(HELP_FORM)
    .hook('preAction', (_, command) => {
      terminal.program = pathOf(command)
      terminal.queue = command.opts<{ queue?: string }>().queue
    })
    .configureOutput({
      writeOut: text => void terminal.stdout.write(text),
      writeErr: text => void terminal.stderr.write(text),
      getOutHelpWidth: () => Math.min(MOST_COLUMNS, terminal.style.columns),
      getErrHelpWidth: () => Math.min(MOST_COLUMNS, terminal.style.columns),
      outputError: message => terminal.complain(message.replace(/^error: /, '').trimEnd() + hintOn(args, message, program)),
    })
    .addHelpText('after', helpNotes(NOTES))
  const asked = args.find(word => !word.startsWith('-') && word !== 'help')
  const isCompleted = asked === COMPLETION || asked === COMPLETE
  for (const [name, { summary, load }] of Object.entries(COMMANDS)) {
    if (isCompleted && name === COMPLETION) continue
    const command = program.command(name).summary(summary)
    if (name === asked || isCompleted) (await load())(command, terminal)
  }
  if (isCompleted) (await import('./completion')).addCompletion(terminal, program, COMPLETION)
  // last, because otherwise the commands would have it too
  return program.configureHelp({
    ...HELP_FORM,
    subcommandTerm: command => `${command.name()} ${COMMANDS[command.name()]?.usage ?? '[command]'}`.trimEnd(),
  })
}

/**
 * Moves a request for help to the front, also the word alone after a command and after a command's flags. An unknown command has no help.
 */
function helpFirst(args: readonly string[]): readonly string[] {
  const [first = '', second] = args
  if (first === 'help' && second !== undefined && !Object.hasOwn(COMMANDS, second)) return [second]
  if (second === 'help' && args.length === 2 && Object.hasOwn(COMMANDS, first)) return [first, '--help']
  if (!args.some(word => word === '--help' || word === '-h')) return args
  if (!first.startsWith('-')) return first === 'help' || Object.hasOwn(COMMANDS, first) ? args : [first]
  const command = args.find(word => Object.hasOwn(COMMANDS, word))
  return command === undefined ? args : [command, '--help']
}

/** The command with those above it, as in `lab tune resume`. */
function pathOf(command: Command): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name()
}

/** Suggestions beyond commander's own. */
function hintOn(args: readonly string[], message: string, program: Command): string {
  return misplacedFlag(args, message) || misspeltChoice(message) || misspeltSubcommand(args, message, program)
}

function misspeltChoice(message: string): string {
  const [, word = '', choices] = /'([^']*)' is invalid.*Allowed choices are (.*)\.$/.exec(message.trimEnd()) ?? []
  return choices === undefined ? '' : didYouMean(word, choices.split(', '))
}

/** A command that also runs without a subcommand reads a misspelt one as an argument. */
function misspeltSubcommand([name]: readonly string[], message: string, program: Command): string {
  const [, word] = /^error: too many arguments.* got \d+: (\S+)/.exec(message) ?? []
  const subcommands = program.commands.find(command => command.name() === name)?.commands ?? []
  if (word === undefined || subcommands.length === 0) return ''
  const names = subcommands.map(command => command.name())
  return didYouMean(word.replace(/[.,]+$/, ''), names) || ` Its commands are ${names.join(', ')}.`
}

/** Detects a flag that precedes its command. */
function misplacedFlag([first = '', ...others]: readonly string[], message: string): string {
  const command = others.find(word => Object.hasOwn(COMMANDS, word))
  if (command === undefined || !message.includes(`unknown option '${first}'`)) return ''
  return `; the flags of a command stand behind it: lab ${command} … ${first} …`
}

interface LazyCommand {
  /** The options and arguments. */
  readonly usage: string
  readonly summary: string
  /** Returns a function that adds the command's description, arguments, options and action. */
  readonly load: () => Promise<(command: Command, terminal: Terminal) => void>
}

const COMPLETION = 'completion'
/** Run by the scripts of `COMPLETION` at each Tab. */
const COMPLETE = 'complete'

const COMMANDS: Readonly<Record<string, LazyCommand>> = {
  play: { usage: '[options]', summary: 'play a game', load: async () => (await import('./play/play')).definePlay },
  search: {
    usage: '[options] <position>',
    summary: 'search a position',
    load: async () => (await import('./search/search')).defineSearch,
  },
  eval: {
    usage: '[options] <position>',
    summary: 'evaluate a position without a search: weight × feature',
    load: async () => (await import('./search/eval')).defineEval,
  },
  tree: {
    usage: '[options] <position>',
    summary: 'the tree that a search went through',
    load: async () => (await import('./tree/tree')).defineTree,
  },
  bench: {
    usage: '[options] [games]',
    summary: 'play many games and sum them up',
    load: async () => (await import('./compare/bench')).defineBench,
  },
  compare: {
    usage: '[options] <players...>',
    summary: 'play the same seeds with several players: which is better',
    load: async () => (await import('./compare/compare')).defineCompare,
  },
  sweep: {
    usage: '[options]',
    summary: 'play the same seeds at several values of one setting',
    load: async () => (await import('./sweep/sweep')).defineSweep,
  },
  walls: {
    usage: '[options]',
    summary: 'play the hard phases of long games, just before a 512 must be made',
    load: async () => (await import('./walls/walls')).defineWalls,
  },
  arena: {
    usage: '[options] <game>',
    summary: 'a tournament of any players at a game for two',
    load: async () => (await import('./arena/arena')).defineArena,
  },
  data: {
    usage: '',
    summary: 'check, salvage and back up the data folder',
    load: async () => (await import('./data/data')).defineData,
  },
  profile: {
    usage: '',
    summary: 'list, show, import, export, compare, delete and restore weight profiles',
    load: async () => (await import('./profile/profile')).defineProfile,
  },
  replay: {
    usage: '',
    summary: 'list, show, analyse, import, export, delete, restore and verify games',
    load: async () => (await import('./replay/replay')).defineReplay,
  },
  tune: { usage: '[options]', summary: 'look for better weights', load: async () => (await import('./tune/tune')).defineTune },
  train: {
    usage: '[options] [preset|file]',
    summary: 'train a network for the hard phases of long games',
    load: async () => (await import('./train/train')).defineTrain,
  },
  reproduce: {
    usage: '[options] <name>',
    summary: 'play published results again',
    load: async () => (await import('./reproduce/reproduce')).defineReproduce,
  },
  think: {
    usage: '[options] <game> <position>',
    summary: 'search a position of any game with any searcher',
    load: async () => (await import('./think/think')).defineThink,
  },
  engine: {
    usage: '[options]',
    summary: 'search positions for another program, over lines of JSON',
    load: async () => (await import('./engine/engine')).defineEngine,
  },
  games: { usage: '[options]', summary: 'the games of "think"', load: async () => (await import('./think/lists')).defineGames },
  searchers: {
    usage: '[options]',
    summary: 'the searchers of "think"',
    load: async () => (await import('./think/lists')).defineSearchers,
  },
  ucb: {
    usage: '[options] <arms...>',
    summary: 'score actions by UCB1 by hand: which one is tried next',
    load: async () => (await import('./think/ucb')).defineUcb,
  },
  remote: {
    usage: '[options] [url]',
    summary: 'play on a web page, in a browser of this machine',
    load: async () => (await import('./remote/remote')).defineRemote,
  },
  perft: {
    usage: '[options] <position> <moves>',
    summary: 'count the positions some moves ahead',
    load: async () => (await import('./search/perft')).definePerft,
  },
  serve: {
    usage: '[options]',
    summary: 'show the lab in a browser',
    load: async () => (await import('./serve/serve')).defineServe,
  },
  address: {
    usage: '[options]',
    summary: 'print a fresh address of a running "lab serve"',
    load: async () => (await import('./serve/address')).defineAddress,
  },
  worker: {
    usage: '[options]',
    summary: 'compute jobs of a queue for labs on other machines',
    load: async () => (await import('./worker/worker')).defineWorker,
  },
  workers: {
    usage: '[options]',
    summary: 'the workers of a queue',
    load: async () => (await import('./worker/worker')).defineWorkers,
  },
  [COMPLETION]: {
    usage: '<shell>',
    summary: 'print a completion script for bash, zsh, fish or powershell',
    load: async () => () => undefined, // loaded with all the others
  },
}

const NOTES = `
Positions:
  16 digits row by row from the top-left, each the rank of a tile: 0 empty, 1 is a 2, … A is 1024, … H is 131072; also in lower case, with spaces or slashes between rows
    lab search EDC1BA9187611110
  16 tiles, 0 or . for an empty cell
    lab search "2 . . . . . . . . . 4 . . . . ."
  the JSON that the original game keeps in the browser's storage

Examples:
  lab play
  lab bench 100 --depth 1
  lab search 0000001000000010 --json

Exit codes: 0 success, 1 failure, 2 wrong usage, 130 interrupted (128 + the signal). NO_COLOR turns colours off.`

/** The process ends, so unlike the window and pages it cannot write the database anew. */
function adviceOn({ detail }: LabError): string {
  if (detail?.['fault'] !== 'gone') return ''
  return ` Put the folder ${dirname(String(detail['file']))} back, then resume the run or repeat the command.`
}

function exitCodeOf(code: LabErrorCode, terminal: Terminal): number {
  switch (code) {
    case 'BAD_POSITION':
    case 'BAD_SETTING':
    case 'NOT_FOUND':
    case 'NAME_TAKEN':
      return EXIT.usage
    case 'CANCELLED':
      return terminal.interruptedCode()
    case 'BAD_FILE':
    case 'BAD_REQUEST':
    case 'ILLEGAL_MOVE':
    case 'KERNEL_BROKEN':
    case 'WORKER_LOST':
    case 'BAD_PAGE':
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

/**
 * The flags of a command that npm has consumed: from `npm run lab bench --depth 1`, without `--` before the flags, the lab receives none.
 * npm puts the flags that it consumes, and the settings of its own files, into the environment.
 */
function flagsTakenByNpm(command: Command, args: readonly string[], env: NodeJS.ProcessEnv): string[] {
  if (env['npm_lifecycle_event'] !== 'lab') return []
  const flags = new Set(optionsOf(command))
  return [...flags].filter(flag => !args.includes(flag) && env[`npm_config_${flag.slice(2).replaceAll('-', '_')}`] !== undefined)
}

function optionsOf(command: Command): string[] {
  const own = command.options.flatMap(({ long }) => long ?? [])
  return [...own, ...command.commands.flatMap(optionsOf)]
}
