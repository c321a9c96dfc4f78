import { defineComponent, h } from 'vue'
import { LabError } from '../../../src/core/errors'
import type { CallName } from '../../../src/core/contract/calls'
import { fakeLab, mountWith } from '../helpers'

/** A question that waits for the test's answer. */
interface Waiting {
  readonly name: CallName
  readonly arg: unknown
  answer(value: unknown): void
  fail(code: LabError['code']): void
}

/** A lab that answers when the test says so, and a page in which `use` runs. */
export function pageWith<T>(use: () => T) {
  const waiting: Waiting[] = []
  const fake = fakeLab(
    (name, arg) =>
      new Promise((resolve, reject) =>
        waiting.push({ name, arg, answer: resolve, fail: code => reject(new LabError(code, 'why')) }),
      ),
    () => null,
    true,
  )
  let its!: T
  const wrapper = mountWith(
    defineComponent(() => {
      its = use()
      return () => h('p')
    }),
    fake.lab,
  )
  return { ...fake, waiting, its, leave: () => wrapper.unmount() }
}
