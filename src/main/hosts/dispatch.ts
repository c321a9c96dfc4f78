/** What every host does with a call, whatever carried it: measure, check, run, and wrap the outcome. */
import { CALLS, MAX_MESSAGE_BYTES, type CallName, type LabHandlers, type Reply } from '../../core/contract/calls'
import { parseShape } from '../../core/contract/shapes'
import { LabError } from '../../core/errors'
import type { Lab } from '../lab/lab'
import { fitsIn } from './size'

/** The part of the lab that a host carries. */
export type ServedLab = Pick<Lab, 'handlers' | 'on'>

/** Never rejects: a bug in the lab becomes an `INTERNAL` reply, and its stack goes to `log`. */
export type Dispatch = (name: string, arg: unknown) => Promise<Reply<unknown>>

export function createDispatch(handlers: LabHandlers, log: (problem: unknown) => void): Dispatch {
  return async (name, arg) => {
    try {
      return { ok: true, value: await run(handlers, name, arg) }
    } catch (error) {
      if (error instanceof LabError) return refusal(error)
      log(error)
      return refusal(new LabError('INTERNAL', `${name}: something is wrong in the lab itself. Its log says what.`))
    }
  }
}

export function refusal(error: LabError): Reply<never> {
  return { ok: false, error: error.toData() }
}

async function run(handlers: LabHandlers, name: string, arg: unknown): Promise<unknown> {
  if (!isCall(name)) throw new LabError('BAD_REQUEST', `there is no call "${name.slice(0, 40)}"`)
  if (!fitsIn(arg, MAX_MESSAGE_BYTES))
    throw new LabError('BAD_REQUEST', `${name}: a message may take ${MAX_MESSAGE_BYTES} bytes, this takes more`)
  const handler = handlers[name] as (arg: unknown) => Promise<unknown>
  return handler(parseShape<unknown>(CALLS[name].shape, arg, name))
}

function isCall(name: string): name is CallName {
  return Object.hasOwn(CALLS, name)
}
