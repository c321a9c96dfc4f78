/** Listing, deleting and restoring what is stored. */
import type { Command } from 'commander'
import type { DeletedThing } from '../../../../core/contract/calls'
import { DELETED_DAYS, MOST_DELETED } from '../../../../core/contract/calls/data'
import { LabError } from '../../../../core/errors'
import type { OpenServices } from '../../../lab/localLab'
import { subcommandsOf, type HomeFlag, type JsonFlag } from '../flags/sharedFlags'
import { addId } from '../flags/numberFlags'
import { counted } from '../output/numbers'
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
  const nothing = { rows: [], totals: { games: 0, profiles: 0, runs: 0, trainings: 0 } }
  const { rows: all, totals } = await terminal.withLab({ home }, ({ callOr }) =>
    callOr(nothing, 'deleted', { kind, offset: 0, limit }),
  )
  const rows = all.filter((row): row is Extract<DeletedThing, { readonly kind: K }> => row.kind === kind)
  await terminal.printRows(json, rows, table(rows, terminal.style, totals[kind]))
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
