/** The contract over Electron's IPC. */
import type { IpcMainInvokeEvent } from 'electron'
import { replyOf } from '../../../core/channel/answerer'
import { EVENT_NAMES, type Reply, type Unsubscribe } from '../../../core/contract/calls'
import { LabError } from '../../../core/errors'
import { checkedCalls, type ServedLab } from '../dispatch'

type Sender = Pick<IpcMainInvokeEvent, 'senderFrame'>

/** The member of Electron's `ipcMain` that this file needs, so that a test can pass its own. */
export interface IpcLike {
  handle(channel: string, listener: (event: Sender, arg: unknown) => Promise<Reply<unknown>>): void
}

/** A window's `webContents`. */
export interface PageLike {
  isDestroyed(): boolean
  send(channel: string, payload: unknown): void
}

/** Answers every call of the contract; Electron itself refuses a channel that is not registered here. */
export function serveCalls(
  ipc: IpcLike,
  lab: ServedLab,
  isOurs: (url: string) => boolean,
  log: (problem: unknown) => void,
): void {
  for (const [name, call] of Object.entries(checkedCalls(lab.handlers, log)))
    ipc.handle(`lab:${name}`, ({ senderFrame }, arg) => {
      // the frame is null if it was navigated away or closed since the call
      if (!senderFrame || senderFrame.parent || !isOurs(senderFrame.url))
        return replyOf(Promise.reject(new LabError('BAD_REQUEST', `${name}: only the lab’s own page may call`)))
      return replyOf(call(arg))
    })
}

/** Sends every event to the page until it is unsubscribed. */
export function pushEvents(page: PageLike, lab: ServedLab): Unsubscribe {
  const subscriptions = EVENT_NAMES.map(event =>
    lab.on(event, payload => {
      if (!page.isDestroyed()) page.send(`lab:event:${event}`, payload)
    }),
  )
  return () => subscriptions.forEach(unsubscribe => unsubscribe())
}
