import { expect, test, vi } from 'vitest'
import type { LabBridge } from '../../../src/core/contract/calls'
import { createLab } from '../../../src/renderer/src/bridge/lab'

test('a page of data that were replaced asks nothing more', async () => {
  const listeners = new Map<string, () => void>()
  const undo = vi.fn().mockResolvedValue({ ok: true, value: 'undone' })
  const on = (event: string, listener: () => void) => listeners.set(event, listener)
  const lab = createLab({ undo, on } as unknown as LabBridge)
  expect(await lab.call('undo', { slides: 1 })).toBe('undone')
  listeners.get('reopened')!()
  void lab.call('undo', { slides: 1 })
  expect(undo).toHaveBeenCalledTimes(1)
})
