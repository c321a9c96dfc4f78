/** Listing, deleting and restoring what is stored. */
import { Option, type Command } from 'commander'
import type { DeletedThing } from '../../../../core/contract/calls'
import { DELETED_DAYS, MOST_DELETED, type DeletedOther } from '../../../../core/contract/calls/data'
import { LabError } from '../../../../core/errors'
import type { OpenServices } from '../../../lab/localLab'
import { subcommandsOf, takesOnly, type HomeFlag, type JsonFlag } from '../flags/sharedFlags'
import { addId } from '../flags/numberFlags'
import { block, table } from '../output/layout'
import { counted, dateText, whole } from '../output/numbers'
import type { Style } from '../output/style'
import type { Terminal } from '../terminal'

type Kind = DeletedThing['kind']

/** The option of a list for `printDeleted`. */
export const DELETED_FLAG = [
  '--deleted',
  `those that were deleted in the last ${DELETED_DAYS} days, which restore brings back`,
] as const

interface DeletedList<K extends Kind> {
  readonly kind: K
  readonly limit?: number
  readonly table: (rows: readonly Extract<DeletedThing, { readonly kind: K }>[], style: Style, total: number) => string[]
}

/** Prints the deleted items, the last deleted first. */
export async function printDeleted<K extends Kind>(
  terminal: Terminal,
  { home, json }: JsonFlag,
  { kind, limit = MOST_DELETED, table }: DeletedList<K>,
): Promise<void> {
  const nothing = { rows: [], totals: { games: 0, profiles: 0, runs: 0, trainings: 0, others: 0 } }
  const { rows: all, totals } = await terminal.withLab({ home }, ({ callOr }) =>
    callOr(nothing, 'deleted', { kind, offset: 0, limit }),
  )
  const rows = all.filter((row): row is Extract<DeletedThing, { readonly kind: K }> => row.kind === kind)
  await terminal.printRows(json, rows, table(rows, terminal.style, totals[kind]))
}

interface OthersOptions extends JsonFlag {
  readonly restore?: readonly number[]
  readonly forget?: readonly number[]
}

/** Adds the list of deleted runs that have no list of their own, with what restores them and deletes them for good. */
export function addDeletedOthers(add: ReturnType<typeof subcommandsOf>, terminal: Terminal): void {
  const description = `Deleted sweeps, tournaments, calibrations, wall tests and studies of the last ${DELETED_DAYS} days.`
  add('deleted', description, others)
    .addOption(new Option('--restore <number...>', 'brings these back').argParser(addId).conflicts('forget'))
    .option('--forget <number...>', 'deletes these for good', addId)
    .option('--json', 'a line of JSON for each')

  async function others(_: Terminal, { restore, forget, ...flags }: OthersOptions, command: Command): Promise<void> {
    const ids = [...(restore ?? forget ?? [])]
    if (ids.length === 0) return printDeleted(terminal, flags, { kind: 'others', table: othersTable })
    takesOnly(command, [], restore ? '--restore' : '--forget', ['home'])
    const count = await terminal.withLab({ home: flags.home }, ({ open }) =>
      open('write', async ({ call }) => {
        const missing = (id: number) => `No run number ${id} is among the deleted ones: lab data deleted names them.`
        requireAll(ids, await call('deletedIds', { kind: 'others' }), missing)
        return restore ? call('restoreOthers', { ids }) : call('forgetDeleted', { kind: 'others', ids })
      }),
    )
    await terminal.printLines([`  ${restore ? 'restored' : 'deleted for good'}: ${counted(count, 'run')}`])
  }
}

function othersTable(runs: readonly DeletedOther[], style: Style): string[] {
  if (runs.length === 0) return block(['No such run was deleted.'])
  const rows = runs.map(({ id, run, name, lines, deleted }) => [String(id), NAMES[run], name, whole(lines), dateText(deleted)])
  return block(table(['number', 'kind', 'name', 'results', 'deleted'], rows, { align: 'rllrl', style, lesser: [3] }))
}

const NAMES: Readonly<Record<DeletedOther['run'], string>> = {
  ...{ training: 'training', sweep: 'sweep', arena: 'tournament' },
  ...{ calibration: 'calibration', wallTest: 'wall test', study: 'study' },
}

/** Things that have numbers. */
interface NumberedThings {
  readonly kind: 'games' | 'runs'
  /** What one is called in a count, and in full. */
  readonly noun: string
  readonly name: string
  /** All of them, and their numbers, in the help. */
  readonly all: string
  readonly numbers: string
  delete(call: OpenServices['call'], ids: number[]): Promise<number>
  restore(call: OpenServices['call'], ids: number[]): Promise<number>
  /** The numbers that are there, of those wanted at least. */
  known(call: OpenServices['call'], wanted: readonly number[]): Promise<readonly number[]>
}

/** Adds the commands that delete and restore. */
export function addDeleting(command: Command, terminal: Terminal, things: NumberedThings): void {
  const { kind, noun, name, numbers } = things
  const add = subcommandsOf(command, terminal)
  const change = (home: string | undefined, run: (call: OpenServices['call']) => Promise<number>) =>
    terminal.withLab({ home }, ({ open }) => open('write', ({ call }) => run(call)))
  const deleteAll = async (_: Terminal, ids: number[], { home }: HomeFlag) => {
    const count = await change(home, async call => {
      requireAll(ids, await things.known(call, ids), id => `There is no ${name} number ${id}.`)
      return things.delete(call, ids)
    })
    const undo = terminal.commandLine(`${command.name()} restore ${ids.join(' ')}`, home)
    await terminal.printLines([`  deleted: ${counted(count, noun)}. Undo: ${undo}`])
  }
  const restoreAll = async (_: Terminal, ids: number[], { home }: HomeFlag) => {
    const list = `lab ${command.name()} list --deleted`
    const count = await change(home, async call => {
      const deleted = await call('deletedIds', { kind })
      requireAll(ids, deleted, id => `No ${name} number ${id} is among the deleted ones: ${list} names them.`)
      return things.restore(call, ids)
    })
    await terminal.printLines([`  restored: ${counted(count, noun)}, number ${ids.join(', ')}`])
  }
  const undone = `"lab ${command.name()} restore" brings them back for ${DELETED_DAYS} days.`
  add('delete', `Deletes ${things.all}. ${undone}`, deleteAll).argument('<ids...>', numbers, addId)
  add('restore', `Brings deleted ${kind} back.`, restoreAll).argument('<ids...>', numbers, addId)
}

/** @throws {LabError} `NOT_FOUND` for the first that is not there */
function requireAll(ids: readonly number[], known: readonly number[], message: (id: number) => string): void {
  const all = new Set(known)
  const missing = ids.find(id => !all.has(id))
  if (missing !== undefined) throw new LabError('NOT_FOUND', message(missing))
}
