import { expect, test } from 'vitest'
import { didYouMean } from '../../src/core/didYouMean'

test.each([
  ['serch', ['play', 'search', 'searchers'], ' (Did you mean search?)'],
  ['POWER', ['thesis', 'power'], ' (Did you mean power?)'],
  ['alphabeta', ['alphaBeta', 'minimax'], ' (Did you mean alphaBeta?)'],
  ['abc', ['xyz'], ''],
  ['aabbb', ['aaccc'], ''],
  ['aaabb', ['aaacc'], ' (Did you mean aaacc?)'],
  ['anything', [], ''],
])('%s of %j: %j', (word, known, hint) => {
  expect(didYouMean(word, known)).toBe(hint)
})
