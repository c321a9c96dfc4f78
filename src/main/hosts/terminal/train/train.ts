import { existsSync } from 'node:fs'
import type { Command, Option } from 'commander'
import type { TrainingRow, TrainingView } from '../../../../core/contract/calls'
import { DELETED_DAYS } from '../../../../core/contract/calls/data'
import { makeTraining, MAX_TRAINING_CHARS, parseTraining, type Profile } from '../../../../core/contract/files'
import { STRONGEST_PROFILE } from '../../../../core/contract/files/builtInProfile'
import { didYouMean, abridged } from '../../../../core/quoted'
import { LabError } from '../../../../core/errors'
import { outputOf } from '../../../../core/games/twenty48/wallGame/network'
import { runToResume } from '../../../../core/unfinished'
import { badSetting } from '../../../../core/settingChecks'
import {
  checkTraining,
  MOST_TRAINED_MOVES,
  MOST_TRAINING_THREADS,
  movesOf,
  withMoves,
  type TrainingConfig,
} from '../../../../core/games/twenty48/wallGame/training'
import {
  TRAINING_PRESET_NAMES,
  TRAINING_PRESETS,
  type TrainingPresetName,
} from '../../../../core/games/twenty48/wallGame/trainingPresets'
import { shellWord } from '../../../../core/labCommand'
import { checkNewFile } from '../../../files/newFile'
import { fileName, readText, STANDARD_INPUT } from '../../../files/textFile'
import type { CommandLab, OpenServices } from '../../../lab/localLab'
import { runCommand, unfinishedAdvice } from '../computing'
import { DELETED_FLAG, printDeleted } from '../data/deleted'
import { addHomeFlag, addResumeFlag, type JsonFlag, takesOnly } from '../flags/sharedFlags'
import { addSeedFlag, parseId, wholeIn } from '../flags/numberFlags'
import { helpNotes } from '../output/help'
import { block } from '../output/layout'
import { withVersion } from '../output/machineOutput'
import { duration, short } from '../output/numbers'
import type { ProgressState } from '../output/progress'
import { deletedTable, measurementRow, networkHead, runHead, runsTable } from './trainTable'
import type { Terminal } from '../terminal'

/** ms that are measured before the estimate is printed. */
const ESTIMATE_AFTER = 3000

interface Options extends JsonFlag {
  readonly moves?: number
  readonly seed?: number
  readonly threads?: number
  /** `true` without a number. */
  readonly resume?: number | true
  readonly list?: boolean
  readonly deleted?: boolean
  readonly delete?: number
  readonly restore?: number
  readonly as?: string
  readonly profile: string
  readonly out?: string
  readonly printConfig?: boolean
}

export function defineTrain(command: Command, terminal: Terminal): void {
  command
    .description(
      'Trains a network. Presets: wall-512 and wall-1024, for boards of walls, beside which the next large tile must be made; wall-expert, which trains both in a row and makes the network of the profile strongest; whole-game, a network that values the boards of whole games. It plays against itself. Ctrl-C pauses. See docs/train.md.',
    )
    .argument('[preset|file]', `${TRAINING_PRESET_NAMES.join(', ')}, or a file of settings as --print-config writes it`)
  addHomeFlag(
    addResumeFlag(
      addSeedFlag(
        command.option('--moves <n>', 'moves of all networks; the rates follow their share', wholeIn(1, MOST_TRAINED_MOVES)),
        'another seed than the settings have',
      ).option(
        '--threads <n>',
        'threads that train together, 1 or 2; each gives another network (default: 1)',
        wholeIn(1, MOST_TRAINING_THREADS),
      ),
    ),
  )
    .addOption(command.createOption('--list', 'lists the runs').conflicts(['resume']))
    .option(DELETED_FLAG[0], `with --list: ${DELETED_FLAG[1].replace('restore', '--restore')}`)
    .addOption(runOption(command, '--delete <run>', `deletes a run; --restore brings it back for ${DELETED_DAYS} days`))
    .addOption(runOption(command, '--restore <run>', 'brings a deleted run back'))
    .option('--as <name>', 'makes a profile of this name with the network')
    .option('--profile <name|file>', 'for --as and a network for walls: the profile that it is otherwise', STRONGEST_PROFILE)
    .option('--out <file>', 'writes the network to this file too')
    .option('--print-config', 'writes the settings as a file instead of training')
    .option('--json', 'ends with one object of JSON, see docs/terminal.md')
    .addHelpText('after', helpNotes(EXAMPLES))
    .action(train.bind(undefined, terminal))
}

function runOption(command: Command, flags: string, description: string): Option {
  return command.createOption(flags, description).argParser(parseId).conflicts(['resume', 'list'])
}

const EXAMPLES = `
Examples:
  lab train wall-expert --as mine
  lab train whole-game --as points
  lab train wall-512 --moves 2000000 --seed 7 --json
  lab train wall-512 --print-config > training.json
  lab train training.json --threads 2
  lab train --resume 3
  lab train --list
  lab train --list --deleted`

async function train(terminal: Terminal, what: string | undefined, options: Options, command: Command): Promise<void> {
  const { home, json, list, resume, printConfig } = options
  const words = what === undefined ? [] : [what]
  if (list) {
    takesOnly(command, words, '--list', ['home', 'json', 'deleted'])
    if (options.deleted) return printDeleted(terminal, options, { kind: 'trainings', table: deletedTable })
    return terminal.withLab({ home }, async ({ callOr, writer }) => {
      const runs = await callOr([], 'trainings', undefined)
      const resume = (id: number) => `train --resume ${id}`
      const advice = unfinishedAdvice(terminal, runs, await writer(), { one: 'training', resume, home })
      await terminal.printRows(json, runs, runsTable(runs, advice, terminal.style))
    })
  }
  if (options.deleted) throw badSetting('--deleted', 'needs --list')
  if (options.delete !== undefined || options.restore !== undefined) return changeRun(terminal, words, options, command)
  if (resume !== undefined) takesOnly(command, words, '--resume', ['as', 'profile', 'out', 'json', 'home'])
  if (options.as === undefined && command.getOptionValueSource('profile') === 'cli') throw badSetting('--profile', 'needs --as')
  if (resume === undefined && printConfig)
    return terminal.print(makeTraining(await settingsOf(terminal, what, options)).trimEnd())
  const config = resume === undefined ? await settingsOf(terminal, what, options) : undefined
  await terminal.withLab({ home }, async lab => {
    const { call, local } = lab
    // before hours of training, what only its end needs
    if (options.out !== undefined) checkNewFile(options.out)
    const basis = options.as === undefined ? undefined : (await lab.findProfile(options.profile)).profile
    if (options.as !== undefined) await local('checkNewProfile', options.as, basis!)
    const words = { one: 'training', several: 'trainings', list: 'The runs: lab train --list' }
    const all = () => lab.callOr([], 'trainings', undefined)
    const id = config ? undefined : await runToResume(resume!, all, words, ({ name }) => name)
    const { networks } = config ?? (await call('training', { id: id! })).config
    if (outputOf(networks.at(-1)!) === 'points' && command.getOptionValueSource('profile') === 'cli')
      throw badSetting('--profile', 'a network for whole games makes a profile of its own, without another one')
    const begin: BeginTraining = config
      ? call => call('startTraining', { config, command: commandOf(what!, config, options) })
      : call => call('resumeRun', { kind: 'training', id: id! }) as Promise<TrainingRow>
    await runCommand(terminal, lab, {
      kind: 'training',
      ...measuredTraining(terminal, begin, json === true),
      view: (call, { id }) => call('training', { id }),
      print: view => printEnd(terminal, lab, view, options, basis),
    })
  })
}

async function changeRun(terminal: Terminal, words: readonly string[], options: Options, command: Command): Promise<void> {
  const { home, delete: deleted, restore } = options
  takesOnly(command, words, deleted === undefined ? '--restore' : '--delete', ['home'])
  await terminal.withLab({ home }, ({ open }) =>
    open('write', async ({ call }) => {
      if (deleted !== undefined) {
        await call('training', { id: deleted }) // throws if there is none
        await call('deleteRuns', { kind: 'training', ids: [deleted] })
        const undo = terminal.commandLine(`train --restore ${deleted}`, home)
        return terminal.printLines([`  deleted: run ${deleted}. Undo: ${undo}`])
      }
      const isThere = (await call('trainings', undefined)).some(({ id }) => id === restore)
      if (isThere || (await call('restoreRuns', { kind: 'training', ids: [restore!] })) === 0)
        throw new LabError('NOT_FOUND', `No training run ${restore} is among the deleted ones.`)
      await terminal.printLines([`  restored: run ${restore}`])
    }),
  )
}

/** @throws {LabError} `BAD_SETTING`; `BAD_FILE` */
async function settingsOf(
  terminal: Terminal,
  what: string | undefined,
  { moves, seed, threads }: Options,
): Promise<TrainingConfig> {
  if (what === undefined)
    throw new LabError(
      'BAD_SETTING',
      `name one of ${TRAINING_PRESET_NAMES.join(', ')}, or a file of settings (see lab train --help)`,
    )
  const given = await configOf(terminal, what)
  const scaled = moves === undefined ? given : withMoves(given, moves)
  return checkTraining({ ...scaled, ...(seed !== undefined && { seed }), ...(threads !== undefined && { threads }) })
}

async function configOf(terminal: Terminal, what: string): Promise<TrainingConfig> {
  const preset = TRAINING_PRESETS[what as TrainingPresetName] as TrainingConfig | undefined
  if (Object.hasOwn(TRAINING_PRESETS, what)) return preset!
  if (what !== STANDARD_INPUT && !existsSync(what))
    throw new LabError(
      'NOT_FOUND',
      `"${abridged(what)}" is no preset and no file. Presets: ${TRAINING_PRESET_NAMES.join(', ')}${didYouMean(what, TRAINING_PRESET_NAMES)}`,
    )
  return parseTraining(await readText(what, MAX_TRAINING_CHARS * 4, terminal.stdin), fileName(what))
}

/** The command that begins the same run, without what only its end needs. */
function commandOf(what: string, { seed, threads }: TrainingConfig, { moves, threads: asked }: Options): string {
  const words = [shellWord(what), ...(moves === undefined ? [] : [`--moves ${moves}`]), `--seed ${seed}`]
  return `lab train ${[...words, ...(asked !== undefined || threads > 1 ? [`--threads ${threads}`] : [])].join(' ')}`.slice(
    0,
    500,
  )
}

/** Starts or resumes a run. */
type BeginTraining = (call: OpenServices['call']) => Promise<TrainingRow>

async function printEnd(
  terminal: Terminal,
  lab: CommandLab,
  view: TrainingView,
  options: Options,
  basis: Profile | undefined,
): Promise<void> {
  const { home, json } = options
  const { result, problem } = view
  if (view.state === 'failed' && problem) throw LabError.fromData(problem)
  const failures: LabError[] = []
  const attempt = async <T>(act: () => Promise<T>, saved: string, flags: string): Promise<T | undefined> => {
    try {
      return await act()
    } catch (error) {
      if (!(error instanceof LabError)) throw error
      const again = terminal.commandLine(`train --resume ${view.id} ${flags}`, home)
      const message = `${error.message.replace(/\.$/, '')}. The network is ${saved} with: ${again}`
      failures.push(new LabError(error.code, message, error.detail, { cause: error }))
      return undefined
    }
  }
  const profile =
    result &&
    basis &&
    (await attempt(
      async () => lab.call('createProfile', await lab.local('trainedProfile', view.id, options.as!, basis)),
      'saved. Make the profile later',
      '--as NAME',
    ))
  const copyOut = async (network: string) => {
    await lab.local('copyNetwork', network, options.out!)
    return options.out
  }
  const out =
    result && options.out !== undefined
      ? await attempt(() => copyOut(result.file), `in ${result.file}. Write it elsewhere`, '--out FILE')
      : undefined
  if (json) await terminal.printJson(withVersion({ ...view, profile: profile?.name ?? null }))
  else if (result) await terminal.printLines(endLines(terminal, view, result, { home, out }, profile?.name))
  // after hours of training, what it gave is shown before what failed
  for (const { message } of failures.slice(0, -1)) terminal.complain(message)
  if (failures.length > 0) throw failures.at(-1)!
  if (result) return
  terminal.complain(
    `run ${view.id} is saved at ${short(view.done)} moves. ${terminal.resumeWith(`train --resume ${view.id}`, home)}`,
  )
}

/** Prints each measurement of a run as it comes, and shows its moves on a bar. */
function measuredTraining(terminal: Terminal, begin: BeginTraining, isQuiet: boolean) {
  const { style } = terminal
  const show = async (lines: readonly string[]): Promise<void> => {
    if (!isQuiet) await terminal.printLines(lines)
  }
  let services!: OpenServices
  let networks!: TrainingView['config']['networks']
  let [total, seen, headed, startedAt, problem, isEstimated] = [0, 0, 0, 0, '', false]
  const head = async (network: number): Promise<void> => {
    while (headed < network) await show(networkHead(networks[++headed]!, headed, networks.length, style))
  }
  return {
    async begin(opened: OpenServices): Promise<TrainingRow> {
      services = opened
      const begun = await services.call('training', { id: (await begin(services.call)).id })
      ;({ networks } = begun.config)
      ;[total, seen, headed] = [movesOf(begun.config), begun.measured, begun.network - 1]
      await show(runHead(begun, style))
      startedAt = performance.now()
      return begun
    },
    async bar(row: TrainingRow): Promise<ProgressState> {
      const { id, done, movesPerSecond, eta } = row
      seen = Math.min(seen, row.measured) // what was measured after the last checkpoint is measured again
      const { measurements } = row.measured > seen ? await services.call('training', { id, after: seen }) : { measurements: [] }
      for (const line of measurements) {
        await head(line.network)
        await show(measurementRow(line, networks[line.network]!))
        seen++
      }
      if (row.state === 'running') await head(row.network)
      if (row.problem && row.problem.message !== problem && row.state === 'running') {
        problem = row.problem.message
        terminal.complain(problem)
      }
      // an estimate of less than a second is no help
      if (!isEstimated && movesPerSecond !== undefined && eta && eta >= 1 && performance.now() - startedAt >= ESTIMATE_AFTER) {
        isEstimated = true
        terminal.complain(`about ${duration(1000 * eta)} at ${short(movesPerSecond)} moves/s, without validations; Ctrl-C pauses`)
      }
      const pace =
        movesPerSecond === undefined ? {} : { note: () => `${short(movesPerSecond)} moves/s`, leftMs: eta && 1000 * eta }
      return { total, done, unit: 'moves', name: 'train', ...pace }
    },
  }
}

function endLines(
  terminal: Terminal,
  run: TrainingView,
  { id, file, weights }: NonNullable<TrainingView['result']>,
  { home, out }: { readonly home: string | undefined; readonly out: string | undefined },
  profile: string | undefined,
): string[] {
  const use =
    profile === undefined
      ? `Make a profile with it: ${terminal.commandLine(`train --resume ${run.id} --as NAME`, home)}`
      : `Profile ${profile} ${run.output === 'points' ? 'values boards by it' : 'asks it'}. Play with it: ${terminal.commandLine(`play --profile ${profile}`, home)}`
  return block([
    `network ${id} · ${short(weights)} weights · ${file}`,
    ...(out === undefined ? [] : [`also written to ${out}`]),
    use,
  ])
}
