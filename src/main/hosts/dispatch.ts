/** The path of a call in every host: measure, check and run. */
import { CALLS, MAX_MESSAGE_BYTES, type CallName, type LabHandlers } from '../../core/contract/calls'
import { parseShape } from '../../core/contract/shapes'
import { LabError } from '../../core/errors'
import type { OpenedLab } from '../lab/openLab'
import { excessOf, fitsIn } from './size'

/** The part of the lab that a host serves. */
export type ServedLab = Pick<OpenedLab, 'handlers' | 'on'>

/** The calls of the contract for an untrusted caller: the arguments may be anything. */
export type CheckedCalls = { readonly [K in CallName]: (arg: unknown) => Promise<unknown> }

/** Rejects only with a `LabError`: a bug in the lab becomes `INTERNAL`, and its stack goes to `log`. */
export function checkedCalls(handlers: LabHandlers, log: (problem: unknown) => void): CheckedCalls {
  const calls = (Object.keys(CALLS) as CallName[]).map(name => [
    name,
    async (arg: unknown): Promise<unknown> => {
      try {
        return await run(handlers, name, arg)
      } catch (error) {
        if (error instanceof LabError) throw error
        log(error)
        throw new LabError('INTERNAL', `${name}: something is wrong in the lab itself. Its log says what.`)
      }
    },
  ])
  return Object.fromEntries(calls) as CheckedCalls
}

async function run(handlers: LabHandlers, name: CallName, arg: unknown): Promise<unknown> {
  if (!fitsIn(arg, MAX_MESSAGE_BYTES))
    throw new LabError('BAD_REQUEST', `${name}: a message may take ${MAX_MESSAGE_BYTES} bytes, this takes more`, { where: name })
  const excess = excessOf(arg)
  if (excess) throw new LabError('BAD_REQUEST', `${name}: ${excess}`, { where: name })
  const handler = handlers[name] as (arg: unknown) => Promise<unknown>
  return handler(parseShape<unknown>(CALLS[name].shape, arg, name))
}
