import { makeVerse, parseVerse, VERSE_ALPHABET } from '../../../src/core/games/twenty48/verse'
import fc from 'fast-check'
import { harness, refusedOr } from '../support/harness'
import { mutatedText } from '../support/mutate'
import { verseText } from '../support/samples'
import { expectSame } from '../support/same'

/** Any steps behind a good beginning. */
const steps = fc
  .tuple(verseText, fc.array(fc.constantFrom(...VERSE_ALPHABET), { maxLength: 8 }))
  .map(([text, more]) => text + more.join(''))

export const verses = harness({
  name: '2048verse strings',
  inputs: fc.oneof(
    verseText,
    mutatedText(verseText),
    steps,
    mutatedText(fc.constantFrom('4x4-abc_xyz', 'replay_3x3  ', 'replay_')),
  ),
  examine: (text: string) =>
    refusedOr(
      () => parseVerse(text),
      replay => expectSame(parseVerse(makeVerse(replay)), replay),
    ),
})
