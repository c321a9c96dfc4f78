import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { choiceOf, gateVerdict, misplaced, readFaults } from '../../scripts/faults.mjs'
import { root } from '../../scripts/fresh.mjs'

test('each deliberate fault can still be made, and its tests are there', () => {
  const faults = readFaults()
  expect(faults.length).toBeGreaterThanOrEqual(60)
  expect(misplaced(faults, root)).toEqual([])
  expect(faults.flatMap(({ tests }) => tests).filter(test => !existsSync(join(root, test)))).toEqual([])
})

test.each([
  ['--from a name with a typo', ['--from', 'TYPO']],
  ['a word that nothing has', ['2048', 'TYPO']],
  ['an unknown option', ['--TYPO']],
  ['a folder with a typo', ['--tree', '/TYPO']],
  ['no number of gates', ['--gate', 'TYPO']],
])('a run of the faults refuses %s', (_, args) => {
  expect(() => choiceOf(args)).toThrow(/^[^\n]*(?:TYPO|a number)[^\n]*$/)
})

test.each([
  ['check\n\nFAILED: budgets\ntests/core: 2 games', 'missed'],
  ['check\n\nFAILED: tests/core/a.test.ts: a law\nError', 'caught'],
  ['build', 'unknown'],
])('of the gate only a test catches a fault: %j', (failed, result) => {
  expect(gateVerdict({ code: 1, text: `\nFAILED: ${failed}\n`, isLate: false })).toMatchObject({ result })
})
