import { CALLS, EVENT_NAMES, type CallName, type LabBridge, type LabEvents } from '../core/contract/calls'

/** The members of Electron's `ipcRenderer` that the preload script uses. */
export interface IpcRendererLike {
  invoke(channel: string, arg: unknown): Promise<unknown>
  on(channel: string, listener: (event: unknown, payload: unknown) => void): unknown
  off(channel: string, listener: (event: unknown, payload: unknown) => void): unknown
}

/** One function per call; never a generic `invoke`, never the event object, and only the channels of the contract. */
export function createBridge(ipc: IpcRendererLike): LabBridge {
  const calls = (Object.keys(CALLS) as CallName[]).map(name => [name, (arg: unknown) => ipc.invoke(`lab:${name}`, arg)])
  const on = <E extends keyof LabEvents>(event: E, listener: (payload: LabEvents[E]) => void) => {
    if (!EVENT_NAMES.includes(event)) throw new RangeError('no such event')
    const wrapped = (_: unknown, payload: unknown) => listener(payload as LabEvents[E])
    ipc.on(`lab:event:${event}`, wrapped)
    return () => void ipc.off(`lab:event:${event}`, wrapped)
  }
  return { ...Object.fromEntries(calls), on } as LabBridge
}
