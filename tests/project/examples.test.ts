/** The step of the check that compiles and formats the examples of the pages. */
import { expect, test } from 'vitest'
import { edited } from '../../scripts/examples.mjs'

const FILE = 'one\n  two,\nthree\n'

test('the lines of an example are added between those that it shows, once', () => {
  const diff = ' one\n+  one and a half,\n@@\n-three\n+four\n'
  const text = edited(FILE, diff, 'a.md: a.ts')
  expect(text).toBe('one\n  one and a half,\n  two,\nfour\n')
  expect(edited(text, diff, 'a.md: a.ts')).toBe(text)
})

test.each([' two,\n+more\n', ' one\n three\n+more\n'])('an example whose lines are not in the file is a fault: %j', diff => {
  expect(() => edited(FILE, diff, 'a.md: a.ts')).toThrow('a.md: a.ts has these lines 0 times')
})

test('a line of an example that is neither there, added nor removed is a fault', () => {
  expect(() => edited(FILE, ' one\nadded\n   two,\n', 'a.md: a.ts')).toThrow('not this: added')
})
