/** A connection to Chromium's debugging protocol. https://chromedevtools.github.io/devtools-protocol/ */
export async function connect(url) {
  const socket = new WebSocket(url)
  await new Promise((resolve, reject) => {
    socket.onopen = resolve
    socket.onerror = () => reject(new Error(`electron-shim: cannot reach Chromium at ${url}`))
  })
  const waiting = new Map()
  const listeners = []
  let lastId = 0

  socket.onmessage = ({ data }) => {
    const { id, method, params, sessionId, result, error } = JSON.parse(data)
    if (id === undefined) return listeners.forEach(listener => listener(method, params, sessionId))
    const { resolve, reject, what } = waiting.get(id)
    waiting.delete(id)
    if (error) reject(new Error(`${what}: ${error.message}`))
    else resolve(result)
  }

  return {
    /** `sessionId` addresses one tab; without it, the browser. */
    send(what, params = {}, sessionId) {
      if (socket.readyState !== WebSocket.OPEN) return Promise.reject(new Error(`${what}: Chromium is gone`))
      const id = ++lastId
      socket.send(JSON.stringify({ id, method: what, params, sessionId }))
      return new Promise((resolve, reject) => waiting.set(id, { resolve, reject, what }))
    },
    /** @param listener gets (method, params, sessionId) of every event */
    onEvent: listener => listeners.push(listener),
    close: () => socket.close(),
  }
}
