import { afterEach, expect, test, vi } from 'vitest'
import { tabStorage } from '../../../src/renderer/src/bridge/tabStorage'
import { leaveWord, takeWord } from '../../../src/renderer/src/bridge/admission'

afterEach(() => {
  vi.restoreAllMocks()
  tabStorage.remove('key')
})

const refusing = (name: string) => () => {
  throw new DOMException('blocked by the browser', name)
}
/** A storage whose methods do what a full or blocked one does. */
const throwing = (name: string) =>
  ({ getItem: refusing(name), setItem: refusing(name), removeItem: refusing(name) }) as unknown as Storage

const WAYS: readonly (readonly [string, () => Storage | null])[] = [
  ['blocked by a setting of the browser', refusing('SecurityError')],
  ['null', () => null],
  ['that refuses each use', () => throwing('SecurityError')],
  ['that is full', () => Object.assign(throwing('QuotaExceededError'), { getItem: () => null, removeItem: () => undefined })],
]

test.each(WAYS)('with a storage %s, what was set is found until the reload, and nothing throws', (_, storage) => {
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(storage as () => Storage)
  expect(tabStorage.get('key')).toBeUndefined()
  tabStorage.set('key', 'text')
  expect(tabStorage.get('key')).toBe('text')
  tabStorage.remove('key')
  expect(tabStorage.get('key')).toBeUndefined()
  expect(takeWord()).toBeUndefined()
  leaveWord({ because: 'restored', place: '/data' }, 'tune')
  expect(takeWord()).toMatchObject({ screen: 'tune' })
})

test('a storage that works is used, and holds nothing twice', () => {
  tabStorage.set('key', 'text')
  expect(sessionStorage.getItem('key')).toBe('text')
  sessionStorage.setItem('key', 'newer')
  expect(tabStorage.get('key')).toBe('newer')
})

test('a fault that is none of the storage is not hidden', () => {
  vi.spyOn(window, 'sessionStorage', 'get').mockImplementation(() => {
    throw new TypeError('a bug')
  })
  expect(() => tabStorage.get('key')).toThrow(TypeError)
})
