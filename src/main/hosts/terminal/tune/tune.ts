/** `lab tune`: runs that search for better weights. */
import { Option, type Command } from 'commander'
import { makeProfile, makeTuning, MAX_TUNING_CHARS, parseTuning } from '../../../../core/contract/files'
import { LabError, unreachable } from '../../../../core/errors'
import { DEPTH_RULES, type Depth } from '../../../../core/search/settings'
import { PRESET_IDS, PRESETS, type PresetId } from '../../../../core/contract/tuning/presets'
import { isGameObjective, type ObjectiveSpec } from '../../../../core/contract/tuning/objective'
import { checkTuning, type TuningConfig } from '../../../../core/contract/tuning/tuningConfig'
import { badSetting } from '../../../../core/settingChecks'
import { runToResume } from '../../../../core/unfinished'
import { fileName, readText } from '../../../files/textFile'
import type { TuningRow } from '../../../../core/contract/calls'
import type { OpenServices } from '../../../lab/localLab'
import {
  addHomeFlag,
  addResumeFlag,
  subcommandsOf,
  takesOnly,
  type HomeFlag,
  type JsonFlag,
  addQueueFlag,
} from '../flags/sharedFlags'
import { helpNotes } from '../output/help'
import { withVersion } from '../output/machineOutput'
import { unfinishedAdvice } from '../computing'
import { addDeleting, DELETED_FLAG, printDeleted } from '../data/deleted'
import {
  type GameFlags,
  type WallFlags,
  addGameFlags,
  addWallFlags,
  refuseGameFlags,
  refuseWallFlags,
  tuningOfGame,
  tuningOfWalls,
} from './gameFlags'
import { computeRun } from './tuneRun'
import { addSeedFlag, addThreadsFlag, parseId, parseWhole, wholeIn } from '../flags/numberFlags'
import { assumptionLines, deletedTable, heldLines, runTable, runView } from './tuneView'
import type { Terminal } from '../terminal'
import { csvHead, csvRow } from '../../../../core/csv'
import { evaluationCells } from '../../../../core/contract/calls/tuning'
import { writeNew } from '../../../files/newFile'

interface ThreadsAndJson extends JsonFlag {
  readonly threads?: number
}

interface Options extends ThreadsAndJson, GameFlags, WallFlags {
  readonly preset?: PresetId
  readonly config?: string
  readonly seed?: number
  readonly printConfig?: boolean
  readonly resume?: number | true
  readonly extend?: number
}

const RUNS = { one: 'tuning run', several: 'tuning runs', list: 'The runs: lab tune list' }
const EXTEND = 'adds n iterations or evaluations, whichever its budget is in'
const RUN_ID = 'the number of the run'

export function defineTune(command: Command, terminal: Terminal): void {
  command
    .description(
      'Looks for weights that play better, on all cores, and validates the best on games that it was not chosen by. The same settings and seed ' +
        'find the same weights, on any number of threads, however often it was interrupted. Ctrl-C pauses.',
    )
    .enablePositionalOptions()
  const presets = new Option('--preset <name>', 'settings to begin from').choices(PRESET_IDS)
  const options = addThreadsAndJson(
    addSeedFlag(
      command
        .addOption(presets.conflicts('config'))
        .option('--config <file>', 'settings in a file: see docs/tuning.schema.json, or --print-config'),
      'another seed than the settings have',
    ).option('--depth <n>', `another depth than the settings have: a number, or ${DEPTH_RULES.join(' or ')}`, parseDepth),
  ).option('--print-config', 'writes the settings as a file instead of running them')
  addResumeFlag(options).option('--extend <n>', `with --resume: ${EXTEND}`, wholeIn(1, 1e9))
  addWallFlags(options)
  addGameFlags(options).addHelpText('after', helpNotes(EXAMPLES)).action(start.bind(undefined, terminal))
  const add = subcommandsOf(command, terminal)
  add('list', 'The runs in the data folder, the newest first.', list)
    .option(...DELETED_FLAG)
    .option('--json', 'a line of JSON for each')
  add('show', 'The weights that a run found, and their score on unseen games.', show)
    .argument('<id>', RUN_ID, parseId)
    .option('--json', 'one object of JSON')
  // the older form of --resume
  addThreadsAndJson(command.command('resume <id>', { hidden: true }))
    .option('--extend <n>', EXTEND, wholeIn(1, 1e9))
    .action((id: string, flags: Options) => resume(terminal, parseId(id), flags))
  addDeleting(command, terminal, {
    ...{ kind: 'runs', noun: 'run', name: 'tuning run', all: 'runs', numbers: 'their numbers' },
    delete: (call, ids) => call('deleteRuns', { kind: 'tuning', ids }),
    restore: (call, ids) => call('restoreRuns', { kind: 'tuning', ids }),
    known: async call => (await call('tunings', undefined)).map(({ id }) => id),
  })
  add('export', 'Writes the settings of a run, or its results.', exportAny)
    .argument('<id>', RUN_ID, parseId)
    .addOption(
      new Option(
        '--format <form>',
        'config: its settings for --config; csv: a row per evaluation; json: all else; profile: its validated best, of 2048; weights: the same of any game',
      )
        .choices(EXPORT_FORMATS)
        .default('config'),
    )
    .option('--out <file>', 'a new file (default: standard output)')
}

const EXAMPLES = `
Examples:
  lab tune --preset thesis-1
  lab tune --preset thesis-1 --print-config > mine.json
  lab tune --config mine.json --seed 7 --json
  lab tune --game warehouse --family improved --searcher alphaBeta --nodes 200 --opponent greedy:improved
  lab tune --objective walls --profile power --boards 24 --continuations 4 --depth 1
  lab tune --resume 3 --extend 50
  lab tune export 3 --format profile --out tuned.json`

function addThreadsAndJson(command: Command): Command {
  return addQueueFlag(addThreadsFlag(addHomeFlag(command))).option('--json', 'ends with one object of JSON, see docs/terminal.md')
}

async function start(terminal: Terminal, options: Options, command: Command): Promise<void> {
  const { preset, seed, home, threads, json, printConfig } = options
  if (options.resume !== undefined) {
    takesOnly(command, [], '--resume', ['extend', 'home', 'threads', 'queue', 'json'])
    return resume(terminal, options.resume, options)
  }
  if (options.extend !== undefined) throw badSetting('--extend', 'needs --resume')
  if (options.objective === undefined) refuseWallFlags(command)
  if (options.game === undefined) refuseGameFlags(command, options.objective !== undefined)
  const given = await settingsOf(terminal, options)
  const config = checkTuning({ ...given, ...(seed !== undefined && { seed }) })
  if (printConfig) return terminal.print(makeTuning(config).trimEnd())
  await computeRun(terminal, { home, threads, json }, async call => {
    if (preset !== undefined && !json) await terminal.printLines(assumptionLines(PRESETS[preset], terminal.style))
    const held = heldLines(config.objective, terminal.style)
    if (!json && held.length > 0) await terminal.printLines(held)
    return call('startTuning', { config })
  })
}

/** @throws {LabError} `BAD_SETTING`; `BAD_FILE` */
async function settingsOf(terminal: Terminal, { preset, config: file, game, depth, ...flags }: Options): Promise<TuningConfig> {
  if (flags.objective !== undefined) {
    const { config, notes } = await terminal.withLab({ home: flags.home }, lab =>
      tuningOfWalls({ ...flags, ...(depth !== undefined && { depth }) }, lab),
    )
    for (const note of notes) terminal.complain(note)
    return config
  }
  if (game !== undefined) return tuningOfGame(game, { ...flags, ...(depth !== undefined && { depth }) })
  if (preset === undefined && file === undefined)
    throw new LabError(
      'BAD_SETTING',
      `preset: name one of ${PRESET_IDS.join(', ')}, or give --config FILE, --objective walls or --game GAME (see lab tune --help)`,
    )
  const given =
    file === undefined
      ? PRESETS[preset!].config
      : parseTuning(await readText(file, MAX_TUNING_CHARS * 4, terminal.stdin), fileName(file))
  return depth === undefined ? given : { ...given, objective: withDepth(given.objective, depth) }
}

function withDepth(objective: ObjectiveSpec, depth: Depth): ObjectiveSpec {
  if (!isGameObjective(objective)) return { ...objective, depth }
  if (typeof depth === 'string') throw badSetting('depth', `${depth} is a rule of 2048: give a number of plies`)
  return { ...objective, player: { ...objective.player, limits: { depth } } }
}

async function resume(
  terminal: Terminal,
  given: number | true,
  { home, threads, json, extend }: ThreadsAndJson & { readonly extend?: number },
): Promise<void> {
  await computeRun(terminal, { home, threads, json }, async call => {
    const id = await runToResume(
      given,
      () => call('tunings', undefined),
      RUNS,
      ({ optimizer, seed }) => `${optimizer}, seed ${seed}`,
    )
    if (extend !== undefined) return call('extendTuning', { id, count: extend })
    return (await call('resumeRun', { kind: 'tuning', id })) as TuningRow
  })
}

async function list(terminal: Terminal, flags: JsonFlag & { readonly deleted?: boolean }): Promise<void> {
  const { home, json, deleted } = flags
  if (deleted) return printDeleted(terminal, flags, { kind: 'runs', table: deletedTable })
  await terminal.withLab({ home }, async ({ callOr, writer }) => {
    const rows = await callOr([], 'tunings', undefined)
    const resume = (id: number) => `tune --resume ${id}`
    const advice = unfinishedAdvice(terminal, rows, await writer(), { one: RUNS.one, resume, home })
    await terminal.printRows(json, rows, runTable(terminal, rows, advice))
  })
}

async function show(terminal: Terminal, id: number, { home, json }: JsonFlag): Promise<void> {
  const view = await terminal.withLab({ home }, ({ call }) => call('tuning', { id }))
  await terminal.printAs(json, withVersion(view), runView(view, terminal.style))
}

async function exportAny(terminal: Terminal, id: number, { home, ...flags }: HomeFlag & ExportFlags): Promise<void> {
  await terminal.withLab({ home }, ({ open }) => open('read', ({ call }) => exportRun(terminal, call, id, flags)))
}

function parseDepth(text: string): Depth {
  const rule = DEPTH_RULES.find(each => each === text)
  return rule ?? parseWhole(text, 0, 60)
}

export const EXPORT_FORMATS = ['config', 'csv', 'json', 'profile', 'weights'] as const

export interface ExportFlags {
  readonly format: (typeof EXPORT_FORMATS)[number]
  readonly out?: string
}

/** Rows to read and write at a time. */
const ROWS = 1000

export async function exportRun(
  terminal: Terminal,
  call: OpenServices['call'],
  id: number,
  { format, out }: ExportFlags,
): Promise<void> {
  switch (format) {
    case 'config':
      return terminal.deliver(makeTuning((await call('tuning', { id })).config), out)
    case 'json':
      return terminal.deliver(`${JSON.stringify(await call('tuning', { id }), undefined, 2)}\n`, out)
    case 'profile':
      return terminal.deliver(makeProfile(await call('tuningProfile', { id, name: `tuned-${id}` })), out)
    case 'weights':
      return terminal.deliver(`${JSON.stringify(await call('tuningWeights', { id }), undefined, 2)}\n`, out)
    case 'csv':
      if (out !== undefined) return writeNew(out, ended(csvLines(call, id)))
      for await (const lines of csvLines(call, id)) await terminal.print(lines)
      return
    default:
      return unreachable(format)
  }
}

/** Each piece with the end of its last line. */
async function* ended(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of pieces) yield `${piece}\n`
}

async function* csvLines(call: OpenServices['call'], id: number): AsyncGenerator<string> {
  const { config } = await call('tuning', { id })
  const names = config.objective.tuned.map(each => each.id)
  yield csvHead([
    ...['evaluation', 'iteration', 'purpose', 'particle', 'again', ...names, 'fitness', 'standard_error'],
    ...['mean_score', 'mean_score_error', 'games', 'stopped', 'ms', 'error'],
  ])
  for (let offset = 0; ; offset += ROWS) {
    const { rows } = await call('tuningEvaluations', { run: id, sort: 'id', descending: false, from: 0, offset, limit: ROWS })
    if (rows.length > 0) yield rows.map(row => csvRow(evaluationCells(row))).join('\n')
    if (rows.length < ROWS) return
  }
}
