import { describe, expect, test } from 'vitest'
import { LabError } from '../../src/core/errors'
import { abridged } from '../../src/core/quoted'

describe('a text that an error quotes', () => {
  test('is whole where it is short', () => {
    for (const text of ['', 'x', 'x'.repeat(300)]) expect(abridged(text)).toBe(text)
  })

  test('keeps its two ends where it is long, and says that something is left out', () => {
    const text = `/start/${'x'.repeat(4_000)}/end.db`
    expect(abridged(text)).toHaveLength(300)
    expect(abridged(text)).toMatch(/^\/start\/x+…x+\/end\.db$/)
    expect(abridged(text, 4)).toBe('/s…b')
  })
})

test('no message that crosses a boundary is longer than a thousand characters', () => {
  const { message } = new LabError('BAD_FILE', `${'x'.repeat(5_000)}: choose another folder`).toData()
  expect(message).toHaveLength(1_000)
  expect(message).toMatch(/: choose another folder$/)
})
