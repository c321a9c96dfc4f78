/** Values and texts that are nearly what they should be. */
import fc from 'fast-check'
import { hostileText } from './hostile'
import { share } from './share'

const OPERATIONS = ['replace', 'replace', 'replace', 'remove', 'add', 'repeat', 'swap', 'wrap', 'text'] as const

interface Change {
  readonly where: number
  readonly operation: (typeof OPERATIONS)[number]
  readonly by: unknown
  readonly name: string
}

const NAMES = ['__proto__', 'constructor', 'length', 'toString', 'id', 'more', '0', '']

/** A value with up to three places of it changed. @param hostile what may stand there instead */
export function mutatedValue(base: fc.Arbitrary<unknown>, hostile: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const change: fc.Arbitrary<Change> = fc.record({
    where: fc.noBias(fc.nat(1_000_000)),
    operation: fc.constantFrom(...OPERATIONS),
    by: hostile,
    name: fc.constantFrom(...NAMES),
  })
  return fc
    .tuple(base, fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([value, changes]) => changes.reduce(changed, value))
}

type Holder = Record<string, unknown>

/** Places of a value that are looked for; the first come from its top. */
const MOST_PLACES = 300
/** Values that a repetition adds: repetitions of repetitions would fill the memory. */
const MOST_ADDED = 20_000
/** Parts of a list or object that may be changed; those of a list beyond them are not copied. */
const WIDEST = 40
/** Levels that are copied and may be changed: what is below them belongs to others too. */
const DEEPEST = 10

/** A changed copy: a value may be held by others too. */
function changed(value: unknown, { where, operation, by, name }: Change): unknown {
  const root = { value: copied(value, DEEPEST + 1) }
  const places: [holder: Holder, key: string, level: number][] = [[root, 'value', 0]]
  for (let i = 0; i < places.length && places.length < MOST_PLACES; i++) {
    const [holder, key, level] = places[i]!
    const inner = holder[key]
    if (isHolder(inner) && level < DEEPEST)
      for (const each of Object.keys(inner).slice(0, WIDEST)) places.push([inner, each, level + 1])
  }
  // the first place, the whole, is seldom worth a change
  const [holder, key] = places[places.length > 1 && where % 16 > 0 ? 1 + (where % (places.length - 1)) : 0]!
  const inner = holder[key]
  switch (operation) {
    case 'replace':
      define(holder, key, by)
      break
    case 'remove':
      if (Array.isArray(holder)) holder.splice(Number(key), 1)
      else Reflect.deleteProperty(holder, key)
      break
    case 'add':
      if (Array.isArray(inner)) inner.push(by)
      else if (isHolder(inner)) define(inner, name, by)
      else define(holder, key, [inner])
      break
    case 'repeat':
      if (Array.isArray(inner) && inner.length > 0)
        inner.push(
          ...Array.from({ length: Math.min(1 + (where % 40), MOST_ADDED / sizeOf(inner[0])) }, () => inner[0] as unknown),
        )
      else if (typeof inner === 'string') define(holder, key, inner.repeat(2))
      else if (typeof inner === 'number') define(holder, key, inner * 1_000)
      break
    case 'swap': {
      const [other, otherKey] = places[(where * 7) % places.length]!
      if (other === root || holder === root) break
      define(holder, key, copied(other[otherKey], DEEPEST + 2))
      break
    }
    case 'wrap':
      define(holder, key, where % 2 === 0 ? [inner] : { value: inner })
      break
    case 'text':
      if (typeof inner === 'number') define(holder, key, where % 3 === 0 ? -inner : where % 3 === 1 ? String(inner) : inner + 0.5)
      else if (typeof inner === 'string') define(holder, key, inner.slice(0, where % (inner.length + 1)) + name)
      break
  }
  return root.value
}

function isHolder(value: unknown): value is Holder {
  return (
    typeof value === 'object' && value !== null && (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype)
  )
}

/** How many values it holds, itself included; no more are counted than matter. */
function sizeOf(value: unknown): number {
  const waiting = [value]
  let size = 0
  for (; waiting.length > 0 && size <= MOST_ADDED; size++) {
    const next = waiting.pop()
    if (isHolder(next)) for (const each of Object.values(next).slice(0, MOST_ADDED)) waiting.push(each)
  }
  return size
}

/** As a field of its own, whatever its name. */
function define(holder: Holder, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, configurable: true, enumerable: true, writable: true })
}

/** Of plain values; whatever is deeper is shared. */
function copied(value: unknown, depth: number): unknown {
  if (!isHolder(value) || depth === 0) return value
  if (Array.isArray(value)) return value.map((each, i) => (i < WIDEST ? copied(each, depth - 1) : (each as unknown)))
  const copy: Holder = {}
  for (const key of Object.keys(value)) define(copy, key, copied(value[key], depth - 1))
  return copy
}

const PIECES = [
  ...['{', '}', '[', ']', '"', ',', ':', '\\', '\n', '\0', '-', '0', '9', ' '],
  ...['1e999', 'null', '\ud800', '\ufeff', '"__proto__":', '\\u0000'],
]

/** One character over and over: a reader that looks from each of them on never ends. */
const flood = fc.constantFrom('\n', '\r', ' ', '\t', '{', '}', '"', ',', '0', 'a', '_').map(each => each.repeat(100_000))

/** A text with up to four places of it cut, doubled, moved or overwritten. */
export function mutatedText(base: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const change = fc.record({
    at: share,
    length: fc.oneof(fc.nat(3), fc.nat(200)),
    how: fc.constantFrom('cut', 'end', 'insert', 'insert', 'double', 'overwrite', 'overwrite', 'move'),
    piece: fc.oneof(
      { arbitrary: fc.constantFrom(...PIECES), weight: 5 },
      { arbitrary: hostileText, weight: 1 },
      { arbitrary: flood, weight: 1 },
    ),
  })
  return fc.tuple(base, fc.array(change, { minLength: 1, maxLength: 4 })).map(([text, changes]) =>
    changes.reduce((soFar, { at, length, how, piece }) => {
      const from = Math.floor(at * soFar.length)
      const [before, part, after] = [soFar.slice(0, from), soFar.slice(from, from + length), soFar.slice(from + length)]
      switch (how) {
        case 'cut':
          return before + after
        case 'end':
          return before
        case 'insert':
          return before + piece + part + after
        case 'double':
          return before + part + part + after
        case 'move':
          return part + before + after
        default:
          return before + piece + after
      }
    }, text),
  )
}
