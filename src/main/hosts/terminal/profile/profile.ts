import { createInterface } from 'node:readline/promises'
import { Option, type Command } from 'commander'
import { DELETED_DAYS } from '../../../../core/contract/calls/deleted'
import { CLASH_CHOICES, diffProfiles, type ClashChoice } from '../../../../core/contract/files'
import { LabError } from '../../../../core/errors'
import { withCommandLab, type ProfileClash } from '../../../lab/localLab'
import { addHomeFlag, type HomeFlag, type JsonFlag } from '../flags/homeFlag'
import { helpNotes } from '../output/help'
import { deliver } from '../output/outputFile'
import { deletedTable, diffTable, listTable, profileView, weightsOf } from './profileView'
import type { Terminal } from '../terminal'

const NAME = 'a profile by its name, or a file: anything with a slash, a backslash or a dot'

export function defineProfile(command: Command, terminal: Terminal): void {
  command
    .description('Weight profiles: the built-in ones, and your own in the data folder, which the window shows too.')
    .addHelpText('after', helpNotes(EXAMPLES))

  addHomeFlag(command.command('list').description('The built-in profiles, then your own.'))
    .option('--deleted', `those that were deleted in the last ${DELETED_DAYS} days, which restore brings back`)
    .option('--json', 'a line of JSON for each')
    .action(list.bind(undefined, terminal))
  addHomeFlag(command.command('show').description('Weights with their ranges and formulas, and the search settings.'))
    .argument('<name|file>', NAME)
    .option('--json', 'one object of JSON')
    .action(show.bind(undefined, terminal))
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
    .action(importAll.bind(undefined, terminal))
  addHomeFlag(command.command('export').description('Writes profiles as a file: one as an object, several as an array.'))
    .argument('<names...>', NAME)
    .option('--out <file>', 'a new file (default: standard output)')
    .action(exportAll.bind(undefined, terminal))
  addHomeFlag(command.command('diff').description('Where two profiles differ, parameter by parameter.'))
    .argument('<a>', NAME)
    .argument('<b>', NAME)
    .option('--json', 'one object of JSON')
    .action(diff.bind(undefined, terminal))
  addHomeFlag(
    command.command('delete').description(`Deletes profiles. "lab profile restore" brings them back for ${DELETED_DAYS} days.`),
  )
    .argument('<names...>', 'your own profiles')
    .action(deleteAll.bind(undefined, terminal))
  addHomeFlag(
    command
      .command('restore')
      .description('Brings deleted profiles back, all or none. One whose name is taken by now gets the first free one.'),
  )
    .argument('<names...>', 'of deleted profiles, or their numbers in list --deleted; of a name the last deleted')
    .option('--json', 'a line of JSON for each profile')
    .action(restoreAll.bind(undefined, terminal))
}

const EXAMPLES = `
Examples:
  lab profile list
  lab profile diff thesis ./mine.json
  lab profile import tuned/*.json --on-clash rename
  lab profile export mine other --out profiles.json
  lab profile list --deleted
  lab profile restore mine`

async function list(terminal: Terminal, { home, json, deleted }: JsonFlag & { readonly deleted?: boolean }): Promise<void> {
  if (deleted) return listDeleted(terminal, { ...(home !== undefined && { home }), ...(json && { json }) })
  const { profiles, problems } = await withCommandLab(
    { terminal, home, program: 'lab profile list', rooms: ['profiles'] },
    ({ profiles }) => profiles.list(),
  )
  for (const { message } of problems) terminal.complain(message)
  if (!json) return terminal.printLines(listTable(profiles, terminal.style))
  for (const { name, title, builtIn, evaluator, depth, tags = [] } of profiles)
    await terminal.printJson({ name, title, builtIn, family: evaluator.family, depth, tags })
}

async function listDeleted(terminal: Terminal, { home, json }: JsonFlag): Promise<void> {
  const things = await withCommandLab({ terminal, home, program: 'lab profile list', rooms: ['profiles'] }, ({ profiles }) =>
    profiles.deleted(),
  )
  if (!json) return terminal.printLines(deletedTable(things, terminal.style))
  for (const { id, name, title, deleted } of things) await terminal.printJson({ id, name, title, deleted })
}

async function deleteAll(terminal: Terminal, names: readonly string[], { home }: HomeFlag): Promise<void> {
  await withCommandLab({ terminal, home, program: 'lab profile delete', rooms: ['profiles'] }, ({ profiles }) =>
    profiles.delete(names),
  )
  await terminal.printLines([
    `  deleted: ${names.join(', ')}. Undo: ${terminal.commandLine(`profile restore ${names.join(' ')}`, home)}`,
  ])
}

async function restoreAll(terminal: Terminal, names: readonly string[], { home, json }: JsonFlag): Promise<void> {
  for (const { from, profile } of await withCommandLab(
    { terminal, home, program: 'lab profile restore', rooms: ['profiles'] },
    ({ profiles }) => profiles.restore(names),
  )) {
    if (json) await terminal.printJson({ profile, from })
    else await terminal.printLines([`  restored  ${from}${profile === from ? '' : ` as ${profile}`}`])
  }
}

async function show(terminal: Terminal, name: string, { home, json }: JsonFlag): Promise<void> {
  const found = await withCommandLab({ terminal, home, program: 'lab profile show', rooms: ['profiles'] }, ({ profiles }) =>
    profiles.find(name),
  )
  if (json) await terminal.printJson({ ...found.profile, builtIn: found.builtIn, weights: weightsOf(found.profile) })
  else await terminal.printLines(profileView(found, terminal.style))
}

interface ImportFlags extends JsonFlag {
  readonly onClash?: ClashChoice
}

async function importAll(terminal: Terminal, files: readonly string[], { home, json, onClash }: ImportFlags): Promise<void> {
  const { done, missing } = await withCommandLab(
    { terminal, home, program: 'lab profile import', rooms: ['profiles'] },
    async ({ profiles, missingNetwork }) => {
      const done = await profiles.import(files, clash => onClash ?? ask(terminal, clash))
      const added = done.filter(({ did }) => did !== 'skipped').map(({ profile }) => profiles.find(profile))
      const missing = (await Promise.all(added)).flatMap(({ profile }) => {
        const missing = missingNetwork(profile)
        return missing ? [`${profile.name} is stored, but its ${missing.of} cannot play here: ${missing.problem.message}`] : []
      })
      return { done, missing }
    },
  )
  for (const each of done) {
    if (json) await terminal.printJson(each)
    else
      await terminal.printLines([
        `  ${each.did.padEnd(8)}  ${each.from}${each.profile === each.from ? '' : ` as ${each.profile}`}`,
      ])
  }
  for (const problem of missing) terminal.complain(problem)
}

/** The key for each choice. */
const KEYS: Readonly<Record<ClashChoice, string>> = { skip: 's', replace: 'r', rename: 'n' }

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
  await deliver(
    terminal,
    await withCommandLab({ terminal, home, program: 'lab profile export', rooms: ['profiles'] }, ({ profiles }) =>
      profiles.export(names),
    ),
    out,
  )
}

async function diff(terminal: Terminal, a: string, b: string, { home, json }: JsonFlag): Promise<void> {
  const differences = await withCommandLab(
    { terminal, home, program: 'lab profile diff', rooms: ['profiles'] },
    async ({ profiles }) => diffProfiles((await profiles.find(a)).profile, (await profiles.find(b)).profile),
  )
  if (json) await terminal.printJson({ a, b, differences })
  else await terminal.printLines(diffTable([a, b], differences, terminal.style))
}
