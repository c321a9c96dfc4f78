import fc from 'fast-check'
import { recognise, ReplayReader, type ReplayLine } from '../../../src/core/contract/files'
import { beginsAsLines, holdsLines } from '../../../src/core/contract/files/replayReader'
import { codeOf, harness } from '../support/harness'
import { mutatedJsonText } from '../support/jsonText'
import { mutatedText } from '../support/mutate'
import { replayLine, verseText } from '../support/samples'
import { expectSame } from '../support/same'
import { share } from '../support/share'

const good = fc.oneof({ arbitrary: replayLine, weight: 3 }, { arbitrary: verseText, weight: 1 }).map(line => line.trimEnd())
const bad = fc.oneof(mutatedJsonText(good), mutatedText(good)).map(line => line.replaceAll('\n', ' '))

const file = fc.record({
  first: good,
  lines: fc.array(fc.oneof({ arbitrary: good, weight: 2 }, { arbitrary: bad, weight: 1 }), { minLength: 1, maxLength: 6 }),
  end: fc.constantFrom('\n', '\r\n'),
  /** Where the text is cut on its way. */
  cuts: fc.array(share, { maxLength: 4 }),
})

export const replayLines = harness({
  name: 'lines of replays',
  inputs: file,
  examine: ({ first, lines, end, cuts }) => {
    const text = [first, ...lines].join(end) + end
    recognise(text)
    holdsLines(text)
    beginsAsLines(text)
    const whole = outcomes(text, [])
    expectSame(outcomes(text, cuts), whole)
    if (typeof whole === 'string') return whole
    for (const each of whole) if ('error' in each) codeOf(each.error)
    return whole.every(each => 'replay' in each) ? 'read' : 'read in part'
  },
})

function outcomes(text: string, cuts: readonly number[]): readonly ReplayLine[] | string {
  const reader = new ReplayReader('a file')
  const places = [0, ...cuts.map(cut => Math.floor(cut * text.length)).sort((a, b) => a - b), text.length]
  try {
    const read = places.slice(1).flatMap((to, i) => reader.push(text.slice(places[i], to)))
    return [...read, ...reader.end()]
  } catch (error) {
    return codeOf(error)
  }
}
