import { flushPromises } from '@vue/test-utils'
import { expect, test, vi } from 'vitest'
import type { LabBridge } from '../../../src/core/contract/calls'
import { createLab } from '../../../src/renderer/src/bridge/lab'

test('a page of data that were replaced asks nothing more, and gets no answer', async () => {
  const listeners = new Map<string, () => void>()
  const undo = vi.fn(async () => ({ ok: true, value: 'undone' }))
  const on = (event: string, listener: () => void) => listeners.set(event, listener)
  const lab = createLab({ undo, on } as unknown as LabBridge)
  expect(await lab.call('undo', { slides: 1 })).toBe('undone')
  const answered = vi.fn()
  void lab.call('undo', { slides: 1 }).then(answered)
  listeners.get('reopened')!()
  void lab.call('undo', { slides: 1 }).then(answered)
  await flushPromises()
  expect(undo).toHaveBeenCalledTimes(2)
  expect(answered).not.toHaveBeenCalled()
})
