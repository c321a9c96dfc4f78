/** Ctrl-C at random moments of a long command, on a terminal of 80 columns. */
import { afterEach, expect, test } from 'vitest'
import { createRandom } from '../../src/core/random'
import { checkInterrupted, hasTerminals } from '../support/interruptedScreen'
import { cleanUp } from '../main/store/storeSupport'

const MOMENTS = 20
/** Some frames of the bar, and some batches of the store. */
const LATEST_MS = 3_000

afterEach(cleanUp)

test.each(['bench', 'tune'] as const)('Ctrl-C at any moment of lab %s leaves a whole head', async command => {
  expect(hasTerminals, 'script(1) of util-linux is needed').toBe(true)
  const random = createRandom(Number(process.env['TESTS_SEED'] ?? 2048))
  for (let i = 0; i < MOMENTS; i++) await checkInterrupted(command, random.next() * LATEST_MS)
})
