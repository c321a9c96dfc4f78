import { EventEmitter } from 'node:events'
import { codec } from './codec.mjs'

class IpcMain extends EventEmitter {
  #handlers = new Map()

  handle(channel, handler) {
    if (this.#handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    this.#handlers.set(channel, handler)
  }

  handleOnce(channel, handler) {
    this.handle(channel, (...args) => {
      this.removeHandler(channel)
      return handler(...args)
    })
  }

  removeHandler(channel) {
    this.#handlers.delete(channel)
  }

  /**
   * For WebContents: answers the page's `invoke`.
   *
   * @returns `{ value }`, encoded, or `{ error }`: the text that Electron gives the page, in which a handler's error keeps its message only
   */
  async answer(channel, event, args) {
    const handler = this.#handlers.get(channel)
    try {
      if (!handler) throw new Error(`No handler registered for '${channel}'`)
      return { value: codec.encode(await handler(event, ...args)) }
    } catch (error) {
      if (handler) console.error(`Error occurred in handler for '${channel}':`, error)
      return { error: `Error invoking remote method '${channel}': ${error}` }
    }
  }
}

export const ipcMain = new IpcMain()
