/**
 * Structured clone as text: what Electron's IPC carries, and JSON alone does not.
 *
 * Self-contained: the page gets the source of this very function, so that both ends agree.
 */
export function createCodec() {
  const toBase64 = bytes => {
    let text = ''
    for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192))
    return btoa(text)
  }
  const fromBase64 = text => Uint8Array.from(atob(text), character => character.charCodeAt(0))

  /** Objects become `{ $: kind, … }`; the keys of plain ones get a prefix so that none is mistaken for `$`. */
  function pack(value) {
    if (value === undefined) return { $: 'undefined' }
    if (typeof value === 'bigint') return { $: 'bigint', value: String(value) }
    if (typeof value === 'number') {
      if (Object.is(value, -0)) return { $: 'number', value: '-0' }
      return Number.isFinite(value) ? value : { $: 'number', value: String(value) }
    }
    if (value === null || typeof value !== 'object') return value
    if (Array.isArray(value)) return value.map(pack)
    if (value instanceof Date) return { $: 'date', value: value.getTime() }
    if (value instanceof Map) return { $: 'map', value: [...value].map(pack) }
    if (value instanceof Set) return { $: 'set', value: [...value].map(pack) }
    if (value instanceof ArrayBuffer) return { $: 'buffer', value: toBase64(new Uint8Array(value)) }
    if (ArrayBuffer.isView(value)) {
      const kind = value.constructor.name === 'Buffer' ? 'Uint8Array' : value.constructor.name
      return { $: 'view', kind, value: toBase64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)) }
    }
    if (value instanceof Error) return { $: 'error', name: value.name, message: value.message, stack: value.stack }
    return { $: 'object', value: Object.fromEntries(Object.keys(value).map(key => [`_${key}`, pack(value[key])])) }
  }

  function unpack(value) {
    if (value === null || typeof value !== 'object') return value
    if (Array.isArray(value)) return value.map(unpack)
    switch (value.$) {
      case 'undefined':
        return undefined
      case 'bigint':
        return BigInt(value.value)
      case 'number':
        return Number(value.value)
      case 'date':
        return new Date(value.value)
      case 'map':
        return new Map(value.value.map(unpack))
      case 'set':
        return new Set(value.value.map(unpack))
      case 'buffer':
        return fromBase64(value.value).buffer
      case 'view':
        return new globalThis[value.kind](fromBase64(value.value).buffer)
      case 'error':
        return Object.assign(new Error(value.message), { name: value.name, stack: value.stack })
      default:
        return Object.fromEntries(Object.keys(value.value).map(key => [key.slice(1), unpack(value.value[key])]))
    }
  }

  return {
    /** @throws {Error} "An object could not be cloned." for functions, proxies and the like, as Electron says it */
    encode(value) {
      try {
        return JSON.stringify(pack(structuredClone(value)))
      } catch (error) {
        throw error.name === 'DataCloneError' ? new Error('An object could not be cloned.') : error
      }
    },
    decode: text => unpack(JSON.parse(text)),
  }
}

/** This process's end. */
export const codec = createCodec()
