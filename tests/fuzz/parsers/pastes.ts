import fc from 'fast-check'
import { parseProfiles, parseShared, parseStudy, recognise } from '../../../src/core/contract/files'
import { readReplay } from '../../../src/core/contract/files/replayReader'
import { parsePosition } from '../../../src/core/games/twenty48/notation'
import { codeOf, harness } from '../support/harness'
import { hostileText } from '../support/hostile'
import { mutatedJsonText } from '../support/jsonText'
import { mutatedText } from '../support/mutate'
import { profileText, replayLine, replayText, tuningText, verseText } from '../support/samples'
import { positionText } from './positions'

const anyText = fc.oneof(positionText, replayText, replayLine, verseText, profileText, tuningText)

/** Two texts one behind the other, as a careless paste has them. */
const mixed = fc.tuple(anyText, anyText).map(([a, b]) => a.slice(0, a.length / 2) + b)

/** The reader that a text is recognised for is never surprised by it. */
export const pastes = harness({
  name: 'pasted texts',
  inputs: fc.oneof(mutatedText(anyText), mutatedJsonText(anyText), mixed, hostileText),
  examine: (text: string) => {
    const format = recognise(text)
    try {
      switch (format) {
        case undefined:
          return 'not recognised'
        case 'position':
        case 'saved game':
          parsePosition(text)
          break
        case 'profiles':
          parseProfiles(text, 'a paste')
          break
        case 'shared place':
          parseShared(text, 'a paste')
          break
        case 'study':
          parseStudy(text, 'a paste')
          break
        default:
          readReplay(text, 'a paste')
      }
      return `read as ${format}`
    } catch (error) {
      return codeOf(error)
    }
  },
})
