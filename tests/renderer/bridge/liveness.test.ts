import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { effectScope, shallowRef, type EffectScope } from 'vue'
import type { Lab } from '../../../src/renderer/src/bridge'
import { useSilence } from '../../../src/renderer/src/bridge/liveness'

let scope: EffectScope
let answer: (() => void) | undefined
const connected = shallowRef(true)
const lab = {
  connected,
  call: () => new Promise<void>(resolve => (answer = resolve)),
} as unknown as Lab

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-01-01T12:00:00Z') })
  connected.value = true
  scope = effectScope()
})
afterEach(() => {
  scope.stop()
  vi.useRealTimers()
})

test('a lab that stops answering is silent since its last answer, until the next', async () => {
  const silentSince = scope.run(() => useSilence(lab))!
  await vi.advanceTimersByTimeAsync(1000)
  answer!()
  await vi.advanceTimersByTimeAsync(2000)
  expect(silentSince.value).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1000)
  expect(silentSince.value).toEqual(new Date('2026-01-01T12:00:01Z'))
  answer!()
  await vi.advanceTimersByTimeAsync(0)
  expect(silentSince.value).toBeUndefined()
})

test('a page that was suspended itself does not call the lab silent', async () => {
  const silentSince = scope.run(() => useSilence(lab))!
  await vi.advanceTimersByTimeAsync(1000)
  vi.setSystemTime(new Date('2026-01-01T15:00:00Z'))
  await vi.advanceTimersByTimeAsync(1000)
  answer!()
  await vi.advanceTimersByTimeAsync(0)
  expect(silentSince.value).toBeUndefined()
})

test('without a connection nothing is asked', async () => {
  connected.value = false
  answer = undefined
  scope.run(() => useSilence(lab))
  await vi.advanceTimersByTimeAsync(5000)
  expect(answer).toBeUndefined()
})
