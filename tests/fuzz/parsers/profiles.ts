import fc from 'fast-check'
import {
  diffProfiles,
  makeProfile,
  makeProfiles,
  parseProfile,
  parseProfiles,
  planImport,
} from '../../../src/core/contract/files'
import { compileEvaluator } from '../../../src/core/games/twenty48/heuristics/evaluator'
import { EMPTY } from '../../../src/core/games/twenty48/board'
import { harness, refusedOr } from '../support/harness'
import { mutatedJsonText } from '../support/jsonText'
import { expectSame } from '../support/same'
import { profileText } from '../support/samples'

const several = fc.array(profileText, { maxLength: 4 }).map(texts => `[${texts.join(',')}]`)

export const profiles = harness({
  name: 'profiles',
  inputs: fc.oneof(
    { arbitrary: mutatedJsonText(profileText, 2), weight: 4 },
    { arbitrary: mutatedJsonText(several, 2), weight: 1 },
  ),
  examine: (text: string) => {
    refusedOr(
      () => parseProfile(text, 'a file'),
      profile => expectSame(parseProfile(makeProfile(profile), 'again'), profile),
    )
    return refusedOr(
      () => parseProfiles(text, 'a file'),
      read => {
        expectSame(parseProfiles(makeProfiles(read), 'again'), read)
        planImport(read.slice(1), read)
        for (const profile of read) {
          compileEvaluator(profile.evaluator)(EMPTY)
          diffProfiles(read[0]!, profile)
        }
      },
    )
  },
})
