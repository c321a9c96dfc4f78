import { Answerer } from '../../src/core/channel/answerer'
import type { LabHandlers, Reply } from '../../src/core/contract/calls'
import { checkedCalls } from '../../src/main/hosts/dispatch'

/** Any call by its name, as a host answers it. */
export type Dispatch = (call: string, arg: unknown) => Promise<Reply<unknown>>

export function createDispatch(handlers: LabHandlers, log: (problem: unknown) => void): Dispatch {
  const calls = checkedCalls(handlers, log)
  return (call, arg) =>
    new Promise(resolve => {
      const post = (message: object) => resolve((message as { reply: Reply<unknown> }).reply)
      new Answerer(calls, { post }, { bugs: 'thrown' }).hear({ id: 1, call, arg })
    })
}
