import { createInterface } from 'node:readline/promises'
import { Option, type Command } from 'commander'
import type { ImportPlanStep, TextFile } from '../../../../core/contract/calls'
import { DELETED_DAYS, MOST_DELETED, type DeletedProfile } from '../../../../core/contract/calls/deleted'
import {
  CLASH_CHOICES,
  diffProfiles,
  makeProfile,
  makeProfiles,
  MAX_PROFILES_BYTES,
  parseProfiles,
  type ClashChoice,
  type Profile,
} from '../../../../core/contract/files'
import { LabError } from '../../../../core/errors'
import { fileName, readText } from '../../../files/textFile'
import { builtInProfile, profileByName } from '../../../lab/localLab'
import { DELETED_FLAG, printDeleted } from '../data/deleted'
import { subcommandsOf, type HomeFlag, type JsonFlag } from '../flags/sharedFlags'
import { helpNotes } from '../output/help'
import { deliver } from '../output/outputFile'
import { deletedTable, diffTable, listTable, profileView, weightsOf } from './profileView'
import { addCalibrateFlags, calibrate, CALIBRATE } from './calibrate'
import type { Terminal } from '../terminal'

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
  await deliver(terminal, found.length === 1 ? makeProfile(found[0]!) : makeProfiles(found), out)
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
