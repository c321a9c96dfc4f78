import { createInterface } from 'node:readline/promises'
import { Option, type Command } from 'commander'
import type { ImportPlanStep, KnownProfile, TextFile } from '../../../../core/contract/calls'
import { DELETED_DAYS, type DeletedProfile, MOST_DELETED } from '../../../../core/contract/calls/data'
import {
  CLASH_CHOICES,
  type ClashChoice,
  MAX_PROFILES_BYTES,
  type Profile,
  type ProfileDifference,
  diffProfiles,
  makeProfile,
  makeProfiles,
  parseProfiles,
} from '../../../../core/contract/files'
import { LabError } from '../../../../core/errors'
import { fileName, readText } from '../../../files/textFile'
import { type FoundProfile, builtInProfile, profileByName } from '../../../lab/localLab'
import { DELETED_FLAG, printDeleted } from '../data/deleted'
import { subcommandsOf, type HomeFlag, type JsonFlag } from '../flags/sharedFlags'
import { helpNotes } from '../output/help'
import { addCalibrateFlags, calibrate, CALIBRATE, reliabilityLines } from './calibrate'
import type { Terminal } from '../terminal'
import { familyOf } from '../../../../core/games/twenty48/heuristics/evaluator'
import { formulaOf, type Parameter } from '../../../../core/games/twenty48/heuristics/family'
import type { Calibration } from '../../../../core/games/twenty48/scale/calibration'
import { flatSettings } from '../../../../core/search/settings'
import { block, pairs, present, roomOf, table } from '../output/layout'
import { bare, chance, dateText, whole } from '../output/numbers'
import type { Style } from '../output/style'

const NAME = 'a profile by its name, or a file: anything with a slash, a backslash or a dot'

export function defineProfile(command: Command, terminal: Terminal): void {
  command
    .description('Weight profiles: the built-in ones, and your own in the data folder, which the window shows too.')
    .addHelpText('after', helpNotes(EXAMPLES))

  const add = subcommandsOf(command, terminal)
  add('list', 'The built-in profiles, then your own.', list)
    .option(...DELETED_FLAG)
    .option('--json', 'a line of JSON for each')
  add('show', 'Weights with their ranges and formulas, and the search settings.', show)
    .argument('<name|file>', NAME)
    .option('--json', 'one object of JSON')
  add('import', 'Stores the profiles of files. All are read and decided on before the first is written.', importAll)
    .argument('<files...>', 'files of one profile or several')
    .addOption(
      new Option('--on-clash <choice>', 'what to do where another profile has the name (default: ask on a terminal)').choices(
        CLASH_CHOICES,
      ),
    )
    .option('--json', 'a line of JSON for each profile')
  add('export', 'Writes profiles as a file: one as an object, several as an array.', exportAll)
    .argument('<names...>', NAME)
    .option('--out <file>', 'a new file (default: standard output)')
  add('diff', 'Where two profiles differ, parameter by parameter.', diff)
    .argument('<a>', NAME)
    .argument('<b>', NAME)
    .option('--json', 'one object of JSON')
  addCalibrateFlags(add('calibrate', CALIBRATE, calibrate).argument('<name|file>', NAME))
  add('delete', `Deletes profiles. "lab profile restore" brings them back for ${DELETED_DAYS} days.`, deleteAll).argument(
    '<names...>',
    'your own profiles',
  )
  add('restore', 'Brings deleted profiles back, all or none. One whose name is taken by now gets the first free one.', restoreAll)
    .argument('<names...>', 'of deleted profiles, or their numbers in list --deleted; of a name the last deleted')
    .option('--json', 'a line of JSON for each profile')
}

const EXAMPLES = `
Examples:
  lab profile list
  lab profile diff thesis ./mine.json
  lab profile import tuned/*.json --on-clash rename
  lab profile export mine other --out profiles.json
  lab profile list --deleted
  lab profile restore mine
  lab profile calibrate mine --games 500`

async function list(terminal: Terminal, flags: JsonFlag & { readonly deleted?: boolean }): Promise<void> {
  const { home, json, deleted } = flags
  if (deleted) return printDeleted(terminal, flags, { kind: 'profiles', table: deletedTable })
  const profiles = await terminal.withLab({ home }, ({ open }) =>
    open('read', ({ call, on }) => {
      on('failure', ({ message }) => terminal.complain(message))
      return call('profiles', undefined)
    }),
  )
  await terminal.printRows(json, profiles, listTable(profiles, terminal.style))
}

async function deleteAll(terminal: Terminal, names: readonly string[], { home }: HomeFlag): Promise<void> {
  const builtIn = names.find(builtInProfile)
  if (builtIn !== undefined) throw new LabError('BAD_REQUEST', `"${builtIn}" is built in and cannot be deleted.`)
  await terminal.withLab({ home }, ({ open }) =>
    open('write', async ({ call }) => {
      const known = await call('profiles', undefined)
      return call('deleteProfiles', { ids: names.map(name => profileByName(name, known).id!) })
    }),
  )
  await terminal.printLines([
    `  deleted: ${names.join(', ')}. Undo: ${terminal.commandLine(`profile restore ${names.join(' ')}`, home)}`,
  ])
}

/** A name stands for the last deleted one. */
async function restoreAll(terminal: Terminal, wanted: readonly string[], { home, json }: JsonFlag): Promise<void> {
  const restored = await terminal.withLab({ home }, ({ open }) =>
    open('write', async ({ call }) => {
      const { rows } = await call('deleted', { kind: 'profiles', offset: 0, limit: MOST_DELETED })
      const named = new Map(wanted.map(text => nameOf(rows as readonly DeletedProfile[], text)))
      const profiles = await call('restoreProfiles', { ids: [...named.keys()] })
      return profiles.map(({ id, name }) => ({ profile: name, from: named.get(id!)! }))
    }),
  )
  for (const { from, profile } of restored) {
    await terminal.printAs(json, { profile, from }, [`  restored  ${from}${profile === from ? '' : ` as ${profile}`}`])
  }
}

function nameOf(deleted: readonly DeletedProfile[], wanted: string): readonly [id: number, name: string] {
  const found = deleted.find(({ name }) => name === wanted) ?? deleted.find(({ id }) => String(id) === wanted)
  if (found) return [found.id, found.name]
  throw new LabError('NOT_FOUND', `No profile "${wanted}" is among the deleted ones: lab profile list --deleted names them.`)
}

async function show(terminal: Terminal, name: string, { home, json }: JsonFlag): Promise<void> {
  const { found, calibration } = await terminal.withLab({ home }, async lab => {
    const found = await lab.findProfile(name)
    const { evaluator, settings, depth } = found.profile
    return { found, calibration: await lab.calibrationOf({ evaluator, settings, limits: { depth } }) }
  })
  const calibrated = calibration ? { games: calibration.games, reliability: calibration.reliability } : null
  await terminal.printAs(
    json,
    { ...found.profile, builtIn: found.builtIn, weights: weightsOf(found.profile), calibration: calibrated },
    profileView(found, calibration, terminal.style),
  )
}

interface ImportFlags extends JsonFlag {
  readonly onClash?: ClashChoice
}

async function importAll(terminal: Terminal, files: readonly string[], { home, json, onClash }: ImportFlags): Promise<void> {
  const texts: TextFile[] = []
  for (const file of files) {
    const text = { name: fileName(file), text: await readText(file, MAX_PROFILES_BYTES, terminal.stdin) }
    parseProfiles(text.text, text.name) // before the data folder is opened
    texts.push(text)
  }
  const { done, missing } = await terminal.withLab({ home }, async lab => {
    const done = await lab.open('write', async ({ call }) => {
      const choices: (ClashChoice | null)[] = []
      for (const step of await call('planImport', { files: texts }))
        choices.push(step.kind === 'clash' ? (onClash ?? (await ask(terminal, step))) : null)
      return call('importProfiles', { files: texts, choices })
    })
    const added = done.filter(({ did }) => did !== 'skipped').map(({ profile }) => lab.findProfile(profile))
    const missing = (await Promise.all(added)).flatMap(({ profile }) => {
      const missing = lab.missingNetwork(profile)
      return missing ? [`${profile.name} is stored, but its ${missing.of} cannot play here: ${missing.problem.message}`] : []
    })
    return { done, missing }
  })
  for (const each of done) {
    const renamed = each.profile === each.from ? '' : ` as ${each.profile}`
    await terminal.printAs(json, each, [`  ${each.did.padEnd(8)}  ${each.from}${renamed}`])
  }
  for (const problem of missing) terminal.complain(problem)
}

/** The key for each choice. */
const KEYS: Readonly<Record<ClashChoice, string>> = { skip: 's', replace: 'r', rename: 'n' }

type ProfileClash = Extract<ImportPlanStep, { kind: 'clash' }>

async function ask(terminal: Terminal, { name, freeName, builtIn }: ProfileClash): Promise<ClashChoice> {
  const there = `There is ${builtIn ? 'a built-in' : 'another'} profile "${name}" already`
  const choices = CLASH_CHOICES.filter(choice => !(builtIn && choice === 'replace'))
  if (!(terminal.stdin.isTTY && terminal.stderr.isTTY))
    throw new LabError('NAME_TAKEN', `${there}: choose with --on-clash ${choices.join(' or ')}. Nothing was imported.`)
  const offered = choices.map(choice => `${KEYS[choice]} ${choice}${choice === 'rename' ? ` to ${freeName}` : ''}`)
  const question = `${there} (${offered.join(', ')}): `
  const questions = createInterface({ input: terminal.stdin, output: terminal.stderr })
  // Ctrl-C and Ctrl-D close it without an answer
  const closed = new Promise<never>((_, reject) => {
    questions.once('close', () => reject(new LabError('CANCELLED', 'Nothing was imported.')))
  })
  try {
    for (;;) {
      const answer = (await Promise.race([questions.question(question), closed])).trim().toLowerCase()
      const chosen = choices.find(choice => choice === answer || KEYS[choice] === answer)
      if (chosen) return chosen
    }
  } finally {
    closed.catch(() => undefined)
    questions.close()
  }
}

interface ExportFlags extends HomeFlag {
  readonly out?: string
}

async function exportAll(terminal: Terminal, names: readonly string[], { home, out }: ExportFlags): Promise<void> {
  const found = await foundProfiles(terminal, home, names)
  await terminal.deliver(found.length === 1 ? makeProfile(found[0]!) : makeProfiles(found), out)
}

async function diff(terminal: Terminal, a: string, b: string, { home, json }: JsonFlag): Promise<void> {
  const [one, other] = await foundProfiles(terminal, home, [a, b])
  const differences = diffProfiles(one!, other!)
  await terminal.printAs(json, { a, b, differences }, diffTable([a, b], differences, terminal.style))
}

/** Profiles by their names, or of files. */
function foundProfiles(terminal: Terminal, home: string | undefined, namesOrFiles: readonly string[]): Promise<Profile[]> {
  return terminal.withLab({ home }, async ({ findProfile }) => {
    const found: Profile[] = []
    for (const each of namesOrFiles) found.push((await findProfile(each)).profile)
    return found
  })
}

/** A parameter with the editor's range and, for a weight, its feature. */
interface WeightLine extends Pick<Parameter, 'id' | 'role' | 'min' | 'max' | 'default'> {
  readonly value: number
  readonly formula: string | null
}

/** A network has none. */
function weightsOf({ evaluator }: Profile): WeightLine[] {
  if (evaluator.family === 'network') return []
  const { parameters, terms } = familyOf(evaluator.family)
  const formulas = new Map(terms.map(term => [term.id, formulaOf(term, evaluator)]))
  return parameters.map(({ id, role, min, max, default: usual }) => ({
    id,
    value: evaluator.parameters[id]!,
    role,
    min,
    max,
    default: usual,
    formula: formulas.get(id) ?? null,
  }))
}

function listTable(profiles: readonly KnownProfile[], style: Style): string[] {
  const head = ['name', 'title', 'evaluator', 'depth', '']
  const rows = profiles.map(({ name, title, evaluator, depth, builtIn, tags = [] }) => [
    style.bold(name),
    title,
    evaluator.family,
    String(depth),
    builtIn ? style.dim('built in') : tags.join(', '),
  ])
  return block(table(head, rows, { align: 'lllll', style, lesser: [1] }))
}

function deletedTable(things: readonly DeletedProfile[], style: Style): string[] {
  if (things.length === 0) return block(['No profile was deleted.'])
  const head = ['number', 'name', 'title', 'deleted']
  const rows = things.map(({ id, name, title, deleted }) => [String(id), style.bold(name), title, dateText(deleted)])
  return block(table(head, rows, { align: 'rlll', style, lesser: [2] }))
}

function profileView({ profile, builtIn }: FoundProfile, calibration: Calibration | undefined, style: Style): string[] {
  const { name, title, notes, evaluator, settings, depth, tags = [], origin } = profile
  const weights = weightsOf(profile).map(({ id, role, value, min, max, formula }) => [
    id,
    style.bold(bare(value)),
    `${bare(min)} … ${bare(max)}`,
    formula ?? (role === 'ratio' ? 'a ratio' : 'an exponent'),
  ])
  const all: Readonly<Record<string, string | number>> = {
    ...(evaluator.family === 'network' ? { network: evaluator.network } : evaluator.variants),
    ...flatSettings(settings),
    depth,
  }
  return block(
    present([
      style.bold(`${name} · ${title}`) + (builtIn ? style.dim('  built in') : ''),
      ...notes.split('\n').filter(line => line !== ''),
      tags.length > 0 && style.dim(tags.join(', ')),
      origin && style.dim(`weights: ${[origin.kind, origin.source].filter(Boolean).join(', ')}`),
      '',
      ...(evaluator.family === 'network'
        ? []
        : [
            ...table(['weight', 'value', 'range', `formula (${evaluator.family})`], weights, {
              align: 'lrll',
              style,
            }),
            '',
          ]),
      ...pairs(
        Object.entries(all).map(([id, value]) => [style.dim(id), typeof value === 'number' ? bare(value) : value] as const),
        roomOf(style),
      ),
      '',
      ...calibrationLines(calibration, style),
    ]),
  )
}

/** How well it is calibrated: predicted chances beside what games observed that the fit had not seen. */
function calibrationLines(calibration: Calibration | undefined, style: Style): string[] {
  if (!calibration) return ['not calibrated: see "lab profile calibrate"']
  const { games, reliability } = calibration
  const rows = reliability.bins.map(({ predicted, observed, interval: [low, high], positions }) => [
    chance(predicted),
    chance(observed),
    `${chance(low)} … ${chance(high)}`,
    whole(positions),
  ])
  const bars = rows.length > 0 ? table(['predicted', 'observed', '95 % of it', 'positions'], rows, { align: 'rrrr', style }) : []
  return [...reliabilityLines(games, reliability), ...bars]
}

/** Columns of a value beside another one, at the most and at the least; notes are longer. */
const CELL = { most: 40, least: 16 } as const

function diffTable(names: readonly [string, string], differences: readonly ProfileDifference[], style: Style): string[] {
  if (differences.length === 0) return block([`${names[0]} and ${names[1]} do not differ.`])
  const rest = roomOf(style) - Math.max(...differences.map(({ field }) => field.length)) - 4
  const widest = Math.floor(rest / 2) >= CELL.least ? Math.min(CELL.most, Math.floor(rest / 2)) : CELL.most
  const rows = differences.map(({ field, a, b }) => [field, cellOf(a, widest), cellOf(b, widest)])
  return block(table(['', ...names], rows, { align: 'lll', style }))
}

function cellOf(value: ProfileDifference['a'], widest: number): string {
  if (value === null) return '–'
  const text = typeof value === 'number' ? bare(value) : value.replaceAll(/\s+/g, ' ')
  return text.length > widest ? `${text.slice(0, widest - 1)}…` : text
}
