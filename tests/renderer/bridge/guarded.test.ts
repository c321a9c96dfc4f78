import { defineComponent, h } from 'vue'
import { describe, expect, test } from 'vitest'
import { LabError, type LabErrorCode } from '../../../src/core/errors'
import { attemptWith } from '../../../src/renderer/src/bridge/guarded'
import { useFailureToast } from '../../../src/renderer/src/ui/toasts/failureToast'
import { useToasts } from '../../../src/renderer/src/ui/toasts/toasts'
import { fakeLab, mountWith } from '../helpers'

describe('an attempt', () => {
  test('returns the lab’s answer, and reports nothing', async () => {
    const told: LabError[] = []
    expect(await attemptWith(failure => told.push(failure))(Promise.resolve(0))).toBe(0)
    expect(told).toEqual([])
  })

  test('reports a failure and returns nothing', async () => {
    const told: LabError[] = []
    const failure = new LabError('STORE_FULL', 'no room')
    expect(await attemptWith(each => told.push(each))(Promise.reject(failure))).toBeUndefined()
    expect(told).toEqual([failure])
  })

  test('keeps no bug to itself', async () => {
    const told: LabError[] = []
    const bug = new TypeError('not a failure')
    await expect(attemptWith(each => told.push(each))(Promise.reject(bug))).rejects.toBe(bug)
    expect(told).toEqual([])
  })
})

describe('a failure in the corner', () => {
  function told(codes: readonly LabErrorCode[], quiet?: readonly LabErrorCode[]) {
    const Teller = defineComponent({
      setup() {
        const onFailure = useFailureToast(quiet)
        for (const code of codes) onFailure({ code, message: code })
        return () => h('p')
      },
    })
    mountWith(Teller, fakeLab().lab).unmount()
    return useToasts().list.map(({ kind, detail }) => [kind, detail])
  }

  test('excludes requested cancellations, and a lost connection, which the status bar shows', () => {
    expect(told(['CANCELLED', 'DISCONNECTED', 'STORE_FULL'])).toEqual([['failure', 'STORE_FULL']])
  })

  test('is any but those that are said to be quiet', () => {
    expect(told(['CANCELLED', 'DISCONNECTED'], [])).toHaveLength(2)
    expect(told(['CANCELLED', 'ILLEGAL_MOVE', 'DISCONNECTED'], ['CANCELLED', 'ILLEGAL_MOVE'])).toEqual([
      ['failure', 'DISCONNECTED'],
    ])
  })
})
