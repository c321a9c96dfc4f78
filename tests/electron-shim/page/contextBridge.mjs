/**
 * One half of the context bridge; runs in both worlds of a page, which share the DOM but no object.
 *
 * The halves talk through synchronous DOM events, whose details Chromium clones between worlds: that gives Electron's rules
 * (copies, no prototypes, functions as proxies) without imitation.
 *
 * Self-contained: the page gets the source of this very function.
 *
 * @param world 'main' or 'isolated'
 * @param key name of the events, secret to the two worlds
 * @returns Electron's `contextBridge`, for the isolated world
 */
export function joinWorlds(world, key) {
  const other = world === 'main' ? 'isolated' : 'main'
  const functions = new Map()
  const idOfFunction = new WeakMap()
  const promises = new Map()
  let lastId = 0
  let reply

  const post = detail => window.dispatchEvent(new CustomEvent(`${key}:${other}`, { detail }))

  /** The other world answers before `post` returns. */
  function ask(question) {
    reply = undefined
    post(question)
    const answer = reply
    reply = undefined
    if (!answer) throw new Error('electron-shim: no answer over the context bridge')
    return answer
  }

  function idOf(value) {
    if (!idOfFunction.has(value)) {
      idOfFunction.set(value, ++lastId)
      functions.set(lastId, value)
    }
    return idOfFunction.get(value)
  }

  let sawFunction = false

  function pack(value) {
    sawFunction = false
    const packed = packDeep(value, 0)
    // a proxy looks like the plain object behind it; only cloning tells, and functions cannot take part in that
    if (!sawFunction) clone(value)
    return packed
  }

  function packDeep(value, depth) {
    if (depth > 1000) throw new Error('Electron contextBridge recursion depth exceeded.')
    if (typeof value === 'function') {
      sawFunction = true
      return { function: idOf(value) }
    }
    if (value === null || typeof value !== 'object') return { value: clone(value) }
    if (Array.isArray(value)) return { array: value.map(one => packDeep(one, depth + 1)) }
    if (value instanceof Error) return { error: value.message }
    if (isPlain(value)) return { object: Object.entries(value).map(([name, one]) => [name, packDeep(one, depth + 1)]) }
    return { value: clone(value) }
  }

  function clone(value) {
    try {
      return structuredClone(value)
    } catch {
      throw new Error('An object could not be cloned.')
    }
  }

  function isPlain(value) {
    const prototype = Object.getPrototypeOf(value)
    return prototype === null || Object.getPrototypeOf(prototype) === null
  }

  function unpack(packed) {
    if ('function' in packed) return proxyOf(packed.function)
    if ('array' in packed) return packed.array.map(unpack)
    if ('error' in packed) return new Error(packed.error)
    if ('object' in packed) return Object.fromEntries(packed.object.map(([name, one]) => [name, unpack(one)]))
    return packed.value
  }

  const proxyOf = id =>
    function (...args) {
      const call = ++lastId
      const answer = ask({ type: 'call', id, call, args: pack(args) })
      if (answer.kind === 'error') throw new Error(answer.message)
      if (answer.kind === 'value') return unpack(answer.value)
      return new Promise((resolve, reject) => promises.set(call, { resolve, reject }))
    }

  function call({ id, call, args }) {
    try {
      const result = functions.get(id)(...unpack(args))
      if (typeof result?.then !== 'function') return post({ type: 'reply', kind: 'value', value: pack(result) })
      result
        .then(value => post({ type: 'settled', call, value: pack(value) }))
        .catch(error => post({ type: 'settled', call, message: textOf(error) }))
      post({ type: 'reply', kind: 'promise' })
    } catch (error) {
      post({ type: 'reply', kind: 'error', message: textOf(error) })
    }
  }
  const textOf = error => error?.message ?? String(error)

  function settled({ call, value, message }) {
    const { resolve, reject } = promises.get(call)
    promises.delete(call)
    if (message === undefined) resolve(unpack(value))
    else reject(new Error(message))
  }

  function expose({ name, api }) {
    if (Object.hasOwn(window, name)) {
      const message = 'Cannot bind an API on top of an existing property on the window object'
      return post({ type: 'reply', kind: 'error', message })
    }
    Object.defineProperty(window, name, { value: freeze(unpack(api)), enumerable: true })
    post({ type: 'reply', kind: 'done' })
  }

  function freeze(value) {
    if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) return value
    Object.values(value).forEach(freeze)
    return Object.freeze(value)
  }

  const handlers = { call, settled, expose, reply: answer => (reply = answer) }
  window.addEventListener(
    `${key}:${world}`,
    event => {
      event.stopImmediatePropagation()
      handlers[event.detail.type](event.detail)
    },
    true,
  )

  return {
    exposeInMainWorld(name, api) {
      const answer = ask({ type: 'expose', name, api: pack(api) })
      if (answer.kind === 'error') throw new Error(answer.message)
    },
  }
}
