import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { misplaced, readFaults } from '../../scripts/faults.mjs'
import { root } from '../../scripts/fresh.mjs'

test('each deliberate fault can still be made, and its tests are there', () => {
  const faults = readFaults()
  expect(faults.length).toBeGreaterThanOrEqual(60)
  expect(misplaced(faults, root)).toEqual([])
  expect(faults.flatMap(({ tests }) => tests).filter(test => !existsSync(join(root, test)))).toEqual([])
})
