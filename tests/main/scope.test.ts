import { expect, test, vi } from 'vitest'
import { Scope } from '../../src/main/scope'
import { leftOpen } from '../setup/scopes'

const later = () => new Promise<void>(resolve => setImmediate(resolve))

/** A scope whose parts note when they end. */
function noted(together = false) {
  const ends: string[] = []
  const scope = new Scope('whole', together)
  const slow = (name: string) => async () => {
    ends.push(`${name} begins`)
    await later()
    ends.push(`${name} ends`)
  }
  return { ends, scope, slow }
}

test('closes the last first, and each only once the one after it has ended', async () => {
  const { ends, scope, slow } = noted()
  scope.defer(slow('store'))
  scope.add({ close: () => void ends.push('timer') })
  scope.defer(slow('thread'))
  await scope.close()
  expect(ends).toEqual(['thread begins', 'thread ends', 'timer', 'store begins', 'store ends'])
})

test('closes all at once where none needs another', async () => {
  const { ends, scope, slow } = noted(true)
  scope.defer(slow('one'))
  scope.defer(slow('other'))
  await scope.close()
  expect(ends).toEqual(['other begins', 'one begins', 'other ends', 'one ends'])
})

test('closes once, and both callers wait for it', async () => {
  const { ends, scope, slow } = noted()
  scope.defer(slow('thread'))
  await Promise.all([scope.close(), scope.close().then(() => expect(ends).toEqual(['thread begins', 'thread ends']))])
  await scope.close()
  expect(ends).toEqual(['thread begins', 'thread ends'])
})

test('ends what takes no time before `close` returns', () => {
  const { ends, scope } = noted()
  scope.defer(() => void ends.push('listener'))
  scope.defer(() => void ends.push('timer'))
  void scope.close()
  expect(ends).toEqual(['timer', 'listener'])
})

test.each([false, true])('closes the rest after a failure, then throws the first one (together: %s)', async together => {
  const { ends, scope, slow } = noted(together)
  scope.defer(slow('store'))
  scope.defer(() => {
    throw new Error('second')
  })
  scope.defer(() => {
    throw new Error('first')
  })
  scope.defer(slow('thread'))
  await expect(scope.close()).rejects.toThrow('first')
  expect(ends).toContain('store ends')
  expect(ends).toContain('thread ends')
  await expect(scope.close()).rejects.toThrow('first')
})

test('a failure that comes later does not keep the rest open', async () => {
  const { ends, scope, slow } = noted()
  scope.defer(slow('store'))
  scope.defer(() => later().then(() => Promise.reject(new Error('late'))))
  await expect(scope.close()).rejects.toThrow('late')
  expect(ends).toEqual(['store begins', 'store ends'])
})

test('a child closes before the whole, which then closes it no more', async () => {
  const { ends, scope, slow } = noted()
  const part = scope.child('part')
  part.defer(slow('part'))
  await part.close()
  expect(scope.isClosed).toBe(false)
  const again = vi.spyOn(part, 'close')
  await scope.close()
  expect(again).not.toHaveBeenCalled()
  expect(ends).toEqual(['part begins', 'part ends'])
})

test('the signals of all parts abort before the first part ends', async () => {
  const { ends, scope } = noted()
  const part = scope.child('part').child('its part')
  part.signal.addEventListener('abort', () => void ends.push('aborted'))
  scope.defer(() => void ends.push(`ends, ${part.isClosed}`))
  await scope.close()
  expect(ends).toEqual(['aborted', 'ends, true'])
})

test('what a closed scope is given ends at once, and is refused', async () => {
  const { ends, scope } = noted()
  const part = scope.child('part')
  await scope.close()
  for (const each of [scope, part]) expect(() => each.defer(() => void ends.push('late'))).toThrow('closed')
  expect(ends).toEqual(['late', 'late'])
  expect(() => part.child('another')).toThrow('closed')
})

test('names what is open, by its scopes and its class, until it has closed', async () => {
  class Thread {
    close() {}
  }
  const scope = new Scope('lab')
  const before = leftOpen()
  const now = () => leftOpen().slice(before.length)
  expect(now()).toEqual([])
  const pool = scope.child('pool')
  expect(now()).toEqual([])
  pool.add(new Thread())
  pool.child('search').defer(() => undefined)
  scope.defer(later)
  const closing = scope.close()
  expect(now()).toEqual(['lab', 'lab, pool: Thread', 'lab, pool, search'])
  await closing
  expect(now()).toEqual([])
})
