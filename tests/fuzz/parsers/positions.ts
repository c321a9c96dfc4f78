import fc from 'fast-check'
import { makePosition, parseBoard, parsePosition, parseSpawn, makeSpawn } from '../../../src/core/games/twenty48/notation'
import * as arbitrary from '../../core/support/arbitraries'
import { mutatedJsonText } from '../support/jsonText'
import { hostileText } from '../support/hostile'
import { harness, refusedOr } from '../support/harness'
import { mutatedText } from '../support/mutate'
import { expectSame } from '../support/same'
import { makeFaces } from '../../core/support/boards'
import { POSITION_FORMS, rowsOf } from '../../core/support/positionForms'

const savedGame = arbitrary.board.map(board =>
  JSON.stringify({
    grid: {
      size: 4,
      cells: [0, 1, 2, 3].map(x =>
        [0, 1, 2, 3].map(y => (board[4 * y + x] ? { position: { x, y }, value: 2 ** board[4 * y + x]! } : null)),
      ),
    },
    score: 100,
    over: false,
  }),
)

export const positionText: fc.Arbitrary<string> = fc.oneof(
  arbitrary.board.map(makePosition),
  arbitrary.board.map(makeFaces),
  fc.tuple(arbitrary.board, fc.constantFrom(...POSITION_FORMS)).map(([board, [, write]]) => write(rowsOf(board))),
  savedGame,
)

export const positions = harness({
  name: 'positions',
  inputs: fc.oneof(
    { arbitrary: mutatedText(positionText), weight: 5 },
    { arbitrary: mutatedJsonText(savedGame), weight: 4 },
    { arbitrary: hostileText, weight: 1 },
  ),
  examine: (text: string) => {
    refusedOr(
      () => parseSpawn(text),
      spawn => expectSame(makeSpawn(spawn), text),
    )
    return refusedOr(
      () => parsePosition(text),
      ({ board }) => {
        expectSame(parseBoard(makePosition(board)), board)
        expectSame(parseBoard(makeFaces(board)), board)
      },
    )
  },
})
