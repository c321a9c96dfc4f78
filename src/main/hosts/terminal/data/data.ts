import type { Command } from 'commander'
import type { Backup } from '../../../../core/contract/calls'
import { nameOfRow } from '../../../../core/contract/stored'
import { placeOfData } from '../../../files/home'
import type { DataReport } from '../../../lab/localLab'
import { type JsonFlag, subcommandsOf, takesOnly } from '../flags/sharedFlags'
import { helpNotes } from '../output/help'
import { pairs, table } from '../output/layout'
import { counted, whole } from '../output/numbers'
import { EXIT, type Terminal } from '../terminal'
import { addDeletedOthers } from './deleted'

export function defineData(command: Command, terminal: Terminal): void {
  command
    .description('The data folder: games, profiles, tuning runs and settings. The window uses the same one.')
    .addHelpText('after', helpNotes(EXAMPLES))

  const add = subcommandsOf(command, terminal)
  add('where', 'Prints the folder, the size of the data and the backups.', where).option('--json', 'one object of JSON')
  add(
    'check',
    'Reads everything and names each damaged row and page. Changes nothing. Exit code 1 if anything is wrong.',
    check,
  ).option('--json', 'one object of JSON')
  add(
    'salvage',
    'Writes every row that can be read into a sound file and names what is lost. Exit code 1 if anything is. The damaged file is only read. Without --to the ' +
      'new file takes its place and the damaged one becomes a backup.',
    salvage,
  )
    .option('--to <file|folder>', 'a new file, or a folder for a new lab.db')
    .option('--json', 'one object of JSON')
  add(
    'backup',
    'Writes a verified copy of the data: database, networks, training runs, tournaments, files of results. Works beside an open window.',
    backup,
  )
    .argument('[file]', 'a new file (default: a new one in the folder "backups")')
    .option('--list', 'prints the backups instead: the daily ones, yours, and those of replaced data')
    .option('--json', 'one object of JSON')
  add('restore', 'Replaces the data by a copy. The present data become a backup. No other program may have the folder.', restore)
    .argument('<file|name>', 'a copy, or the name of a backup (lab data backup --list)')
    .option('--json', 'one object of JSON')
  addDeletedOthers(add, terminal)
}

const EXAMPLES = `
Examples:
  lab data where
  lab data check --json
  lab data salvage
  lab data salvage --home broken --to saved/
  lab data backup ~/lab-copy.db
  lab data backup --list
  lab data restore ~/lab-copy.db
  lab data deleted --restore 3`

async function where(terminal: Terminal, { home, json }: JsonFlag): Promise<void> {
  const { folder, named, file, isThere, bytes, backups } = await terminal.withLab({ home }, ({ local }) => local('whereData'))
  const { namedBy } = placeOfData(home, terminal.env)
  if (json) return terminal.printJson({ folder, named, namedBy, file, isThere, bytes, backups })
  const rows = [
    ['folder', folder],
    ['data', isThere ? file : 'nothing is stored yet'],
    ...(isThere ? [['size', `${whole(bytes)} bytes`]] : []),
    ...backups.map((backup, i) => [i === 0 ? 'backups' : '', backup]),
  ] as [string, string][]
  await terminal.printLines(pairs(rows, terminal.style.columns))
}

async function check(terminal: Terminal, { home, json }: JsonFlag): Promise<void> {
  const report = await terminal.withLab({ home }, ({ local }) => local('checkDataFile'))
  const { damage } = report
  const isSound = damage.length + report.problems.length === 0
  if (!isSound) terminal.exitCode = EXIT.failure
  const aside = report.setAside.length === 0 ? '' : ' Rows that were set aside before are left out, and are no fault any more.'
  await terminal.printAs(json, { ...report, sound: isSound }, [
    report.file,
    rowsLine(report.rows),
    ...damage.map(each => `  ${describe(each)}`),
    ...report.setAside.map(row => `  set aside before: ${nameOfRow(row)}: ${row.reason}`),
    ...report.problems.map(problem => `  ${problem}`),
    isSound
      ? `The data are sound.${aside}`
      : 'The data are damaged. "lab data salvage" rescues the rows that can be read, "lab data restore" brings a backup back.',
  ])
}

async function salvage(terminal: Terminal, { home, json, to }: JsonFlag & { readonly to?: string }): Promise<void> {
  const { file, rows, damage, losses, batches, hasLosses } = await terminal.withLab({ home }, ({ local }) =>
    local('salvageTo', to),
  )
  if (hasLosses) terminal.exitCode = EXIT.failure
  const unread = losses.filter(({ read, highest }) => read === 0 && highest === undefined)
  await terminal.printAs(json, { file, rows, damage, losses, batches, complete: !hasLosses }, [
    ...damage.map(each => `  ${describe(each)}`),
    rowsLine(rows),
    ...losses
      .filter(each => !unread.includes(each))
      .map(
        ({ table, read, highest }) =>
          `  incomplete: ${table}: ${counted(read, 'row')} read${highest === undefined ? '' : `, of ${whole(highest)} ever stored`}`,
      ),
    ...(unread.length > 0 ? [`  no row could be read of: ${unread.map(({ table }) => table).join(', ')}`] : []),
    ...batches.map(({ id, title, comparison, stored, games, canResume }) => {
      const command = comparison === null ? `lab bench --resume ${id}` : `lab compare --resume ${comparison}`
      const then = canResume ? ` "${command}" plays the others again.` : ''
      return `  batch ${id} "${title}": ${whole(stored)} of ${counted(games, 'game')} are left.${then}`
    }),
    damage.length === 0
      ? `Nothing was damaged. Written: ${file}`
      : hasLosses
        ? `Salvaged to ${file}, with possible losses, named above.`
        : `Salvaged to ${file}. Nothing was lost.`,
  ])
}

interface BackupOptions extends JsonFlag {
  readonly list?: boolean
}

async function backup(
  terminal: Terminal,
  file: string | undefined,
  { home, json, list }: BackupOptions,
  command: Command,
): Promise<void> {
  if (list) {
    takesOnly(command, file === undefined ? [] : [file], '--list', ['home', 'json'])
    const backups = await terminal.withLab({ home }, ({ local }) => local('backupsOf'))
    return json ? terminal.printJson({ backups }) : printBackups(terminal, backups)
  }
  const copy = await terminal.withLab({ home }, ({ local }) => local('backUpTo', file))
  await terminal.printAs(json, { file: copy }, [copy])
}

async function restore(terminal: Terminal, chosen: string, { home, json }: JsonFlag): Promise<void> {
  const file = await terminal.withLab({ home }, ({ local }) => local('restoreFrom', chosen))
  await terminal.printAs(json, { file }, [`Restored ${file}. The data that it replaced are a backup.`])
}

const REASONS: Readonly<Record<Backup['reason'], string>> = {
  asked: 'on request',
  daily: 'daily',
  migration: 'before an update',
  restore: 'replaced by a restore',
  salvage: 'replaced by a salvage',
  anew: 'replaced when written anew',
  move: 'before a move',
}

async function printBackups(terminal: Terminal, backups: readonly Backup[]): Promise<void> {
  if (backups.length === 0) return terminal.printLines(['There are no backups yet: "lab data backup" makes one.'])
  const rows = backups.map(({ name, reason, holds, verified, bytes, written }) => [
    ...[new Date(written).toISOString().slice(0, 16).replace('T', ' '), REASONS[reason], whole(bytes)],
    ...[holds, verified ? 'yes' : 'no', name],
  ])
  const head = ['made (UTC)', 'kind', 'bytes', 'holds', 'verified', 'name']
  const { style } = terminal
  await terminal.printLines(table(head, rows, { align: 'llrlll', style, lesser: [4, 3] }))
}

function rowsLine(rows: Readonly<Record<string, number>>): string {
  return `  ${counted(
    Object.values(rows).reduce((sum, each) => sum + each, 0),
    'sound row',
  )}`
}

type Damage = DataReport['damage'][number]

function describe(damage: Damage): string {
  switch (damage.kind) {
    case 'file':
      return damage.problem
    case 'range':
      return `${damage.name}: ${damage.problem}${filled(damage)}`
    case 'row':
      return `${nameOfRow(damage)}: ${damage.problem}${filled(damage)}`
  }
}

function filled({ fromCopy }: Exclude<Damage, { readonly kind: 'file' }>): string {
  return fromCopy === undefined ? '' : `; ${counted(fromCopy.keys.length, 'row')} restored from ${fromCopy.copy}`
}
