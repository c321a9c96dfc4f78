import { makeReplay, makeReplayLine, parseReplay } from '../../../src/core/contract/files'
import { gameOf } from '../../../src/main/lab/games/gameRecords'
import { harness, refusedOr } from '../support/harness'
import { mutatedJsonText } from '../support/jsonText'
import { expectSame } from '../support/same'
import { replayText } from '../support/samples'

export const replayJson = harness({
  name: 'replays as JSON',
  inputs: mutatedJsonText(replayText, 1),
  examine: (text: string) =>
    refusedOr(
      () => parseReplay(text, 'a file'),
      replay => {
        expectSame(parseReplay(makeReplay(replay), 'again'), replay)
        expectSame(parseReplay(makeReplayLine(replay), 'again'), replay)
        structuredClone(gameOf(replay, 0)) // as the reader's thread sends it to the store
      },
    ),
})
