/**
 * Electron's `ipcRenderer`, in the preload's world.
 *
 * Self-contained: the page gets the source of this very function.
 *
 * @param codec from createCodec()
 * @param send posts a plain object to the main process
 * @returns the module, and `receive` for what the main process posts
 */
export function createIpcRenderer({ encode, decode }, send) {
  const listeners = new Map()
  const waiting = new Map()
  let lastId = 0

  const ipcRenderer = {
    on(channel, listener) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener])
      return ipcRenderer
    },
    once(channel, listener) {
      const wrapped = (...args) => {
        ipcRenderer.off(channel, wrapped)
        listener(...args)
      }
      return ipcRenderer.on(channel, wrapped)
    },
    off(channel, listener) {
      listeners.set(
        channel,
        (listeners.get(channel) ?? []).filter(one => one !== listener),
      )
      return ipcRenderer
    },
    removeListener: (channel, listener) => ipcRenderer.off(channel, listener),
    removeAllListeners(channel) {
      listeners.delete(channel)
      return ipcRenderer
    },
    async invoke(channel, ...args) {
      const encoded = encode(args)
      const id = ++lastId
      send({ type: 'invoke', id, channel, args: encoded })
      return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }))
    },
    send: (channel, ...args) => send({ type: 'send', channel, args: encode(args) }),
    sendSync() {
      throw new Error('electron-shim: sendSync is not emulated')
    },
  }

  function receive({ type, id, value, error, channel, args }) {
    if (type === 'event') {
      for (const listener of listeners.get(channel) ?? []) listener({ sender: ipcRenderer, ports: [] }, ...decode(args))
      return
    }
    const { resolve, reject } = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) resolve(decode(value))
    else reject(new Error(error))
  }

  return { ipcRenderer, receive }
}
