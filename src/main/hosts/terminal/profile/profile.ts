import { createInterface } from 'node:readline/promises'
import { Option, type Command } from 'commander'
import { DELETED_DAYS } from '../../../../core/contract/calls/deleted'
import { CLASH_CHOICES, diffProfiles, type ClashChoice } from '../../../../core/contract/files'
import { LabError } from '../../../../core/errors'
import { withCommandLab, type ProfileClash } from '../../../lab/commandLab'
import { addHomeFlag, type HomeFlag, type JsonFlag } from '../flags/homeFlag'
import { helpNotes } from '../output/help'
import { commandLine } from '../output/commandLine'
import { complain, printJson, printLines } from '../output/output'
import { deliver } from '../output/outputFile'
import { deletedTable, diffTable, listTable, profileView, weightsOf } from './profileView'
import { styleFor } from '../output/style'

const NAME = 'a profile by its name, or a file: anything with a slash, a backslash or a dot'

export function defineProfile(command: Command): void {
  command
    .description('Weight profiles: the built-in ones, and your own in the data folder, which the window shows too.')
    .addHelpText('after', helpNotes(EXAMPLES))

  addHomeFlag(command.command('list').description('The built-in profiles, then your own.'))
    .option('--deleted', `those that were deleted in the last ${DELETED_DAYS} days, which restore brings back`)
    .option('--json', 'a line of JSON for each')
    .action(list)
  addHomeFlag(command.command('show').description('Weights with their ranges and formulas, and the search settings.'))
    .argument('<name|file>', NAME)
    .option('--json', 'one object of JSON')
    .action(show)
  addHomeFlag(
    command
      .command('import')
      .description('Stores the profiles of files. All are read and decided on before the first is written.'),
  )
    .argument('<files...>', 'files of one profile or several')
    .addOption(
      new Option('--on-clash <choice>', 'what to do where another profile has the name (default: ask on a terminal)').choices(
        CLASH_CHOICES,
      ),
    )
    .option('--json', 'a line of JSON for each profile')
    .action(importAll)
  addHomeFlag(command.command('export').description('Writes profiles as a file: one as an object, several as an array.'))
    .argument('<names...>', NAME)
    .option('--out <file>', 'a new file (default: standard output)')
    .action(exportAll)
  addHomeFlag(command.command('diff').description('Where two profiles differ, parameter by parameter.'))
    .argument('<a>', NAME)
    .argument('<b>', NAME)
    .option('--json', 'one object of JSON')
    .action(diff)
  addHomeFlag(
    command.command('delete').description(`Deletes profiles. "lab profile restore" brings them back for ${DELETED_DAYS} days.`),
  )
    .argument('<names...>', 'your own profiles')
    .action(deleteAll)
  addHomeFlag(
    command
      .command('restore')
      .description('Brings deleted profiles back, all or none. One whose name is taken by now gets the first free one.'),
  )
    .argument('<names...>', 'of deleted profiles, or their numbers in list --deleted; of a name the last deleted')
    .option('--json', 'a line of JSON for each profile')
    .action(restoreAll)
}

const EXAMPLES = `
Examples:
  lab profile list
  lab profile diff thesis ./mine.json
  lab profile import tuned/*.json --on-clash rename
  lab profile export mine other --out profiles.json
  lab profile list --deleted
  lab profile restore mine`

async function list({ home, json, deleted }: JsonFlag & { readonly deleted?: boolean }): Promise<void> {
  if (deleted) return listDeleted({ ...(home !== undefined && { home }), ...(json && { json }) })
  const { profiles, problems } = await withCommandLab(
    { home, program: 'lab profile list', rooms: ['profiles'] },
    ({ profiles }) => profiles.list(),
  )
  for (const { message } of problems) complain(message)
  if (!json) return printLines(listTable(profiles, styleFor(process.stdout)))
  for (const { name, title, builtIn, evaluator, depth, tags = [] } of profiles)
    await printJson({ name, title, builtIn, family: evaluator.family, depth, tags })
}

async function listDeleted({ home, json }: JsonFlag): Promise<void> {
  const things = await withCommandLab({ home, program: 'lab profile list', rooms: ['profiles'] }, ({ profiles }) =>
    profiles.deleted(),
  )
  if (!json) return printLines(deletedTable(things, styleFor(process.stdout)))
  for (const { id, name, title, deleted } of things) await printJson({ id, name, title, deleted })
}

async function deleteAll(names: readonly string[], { home }: HomeFlag): Promise<void> {
  await withCommandLab({ home, program: 'lab profile delete', rooms: ['profiles'] }, ({ profiles }) => profiles.delete(names))
  await printLines([`  deleted: ${names.join(', ')}. Undo: ${commandLine(`profile restore ${names.join(' ')}`, home)}`])
}

async function restoreAll(names: readonly string[], { home, json }: JsonFlag): Promise<void> {
  for (const { from, profile } of await withCommandLab(
    { home, program: 'lab profile restore', rooms: ['profiles'] },
    ({ profiles }) => profiles.restore(names),
  )) {
    if (json) await printJson({ profile, from })
    else await printLines([`  restored  ${from}${profile === from ? '' : ` as ${profile}`}`])
  }
}

async function show(name: string, { home, json }: JsonFlag): Promise<void> {
  const found = await withCommandLab({ home, program: 'lab profile show', rooms: ['profiles'] }, ({ profiles }) =>
    profiles.find(name),
  )
  if (json) await printJson({ ...found.profile, builtIn: found.builtIn, weights: weightsOf(found.profile) })
  else await printLines(profileView(found, styleFor(process.stdout)))
}

interface ImportFlags extends JsonFlag {
  readonly onClash?: ClashChoice
}

async function importAll(files: readonly string[], { home, json, onClash }: ImportFlags): Promise<void> {
  const { done, missing } = await withCommandLab(
    { home, program: 'lab profile import', rooms: ['profiles'] },
    async ({ profiles, missingNetwork }) => {
      const done = await profiles.import(files, clash => onClash ?? ask(clash))
      const added = done.filter(({ did }) => did !== 'skipped').map(({ profile }) => profiles.find(profile))
      const missing = (await Promise.all(added)).flatMap(({ profile }) => {
        const missing = missingNetwork(profile)
        return missing ? [`${profile.name} is stored, but its ${missing.of} cannot play here: ${missing.problem.message}`] : []
      })
      return { done, missing }
    },
  )
  for (const each of done) {
    if (json) await printJson(each)
    else await printLines([`  ${each.did.padEnd(8)}  ${each.from}${each.profile === each.from ? '' : ` as ${each.profile}`}`])
  }
  for (const problem of missing) complain(problem)
}

/** The key for each choice. */
const KEYS: Readonly<Record<ClashChoice, string>> = { skip: 's', replace: 'r', rename: 'n' }

async function ask({ name, freeName, builtIn }: ProfileClash): Promise<ClashChoice> {
  const there = `There is ${builtIn ? 'a built-in' : 'another'} profile "${name}" already`
  const choices = CLASH_CHOICES.filter(choice => !(builtIn && choice === 'replace'))
  if (!(process.stdin.isTTY && process.stderr.isTTY))
    throw new LabError('NAME_TAKEN', `${there}: choose with --on-clash ${choices.join(' or ')}. Nothing was imported.`)
  const offered = choices.map(choice => `${KEYS[choice]} ${choice}${choice === 'rename' ? ` to ${freeName}` : ''}`)
  const question = `${there} (${offered.join(', ')}): `
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  // Ctrl-C and Ctrl-D close it without an answer
  const closed = new Promise<never>((_, reject) => {
    terminal.once('close', () => reject(new LabError('CANCELLED', 'Nothing was imported.')))
  })
  try {
    for (;;) {
      const answer = (await Promise.race([terminal.question(question), closed])).trim().toLowerCase()
      const chosen = choices.find(choice => choice === answer || KEYS[choice] === answer)
      if (chosen) return chosen
    }
  } finally {
    closed.catch(() => undefined)
    terminal.close()
  }
}

interface ExportFlags extends HomeFlag {
  readonly out?: string
}

async function exportAll(names: readonly string[], { home, out }: ExportFlags): Promise<void> {
  await deliver(
    await withCommandLab({ home, program: 'lab profile export', rooms: ['profiles'] }, ({ profiles }) => profiles.export(names)),
    out,
  )
}

async function diff(a: string, b: string, { home, json }: JsonFlag): Promise<void> {
  const differences = await withCommandLab({ home, program: 'lab profile diff', rooms: ['profiles'] }, async ({ profiles }) =>
    diffProfiles((await profiles.find(a)).profile, (await profiles.find(b)).profile),
  )
  if (json) await printJson({ a, b, differences })
  else await printLines(diffTable([a, b], differences, styleFor(process.stdout)))
}
