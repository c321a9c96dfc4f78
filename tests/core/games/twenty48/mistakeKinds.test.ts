import { expect, test } from 'vitest'
import { legalMoves, type Move } from '../../../../src/core/games/twenty48/board'
import { kindsOfMistake, MISTAKE_KINDS, type MistakeKind } from '../../../../src/core/games/twenty48/mistakeKinds'
import { parseBoard } from '../../../../src/core/games/twenty48/notation'
import { drawnGame } from '../../support/games'
import { Timeline } from '../../../../src/core/games/twenty48/timeline'
import { golden } from '../../support/golden'

type Case = readonly [kind: MistakeKind, board: string, played: Move, better: Move]
const { made, alike } = golden<{ made: Case[]; alike: Case[] }>('mistakeKinds')

test.each(MISTAKE_KINDS)('%s, on 20 boards of another program and 20 that look alike', kind => {
  const found = (cases: readonly Case[]) =>
    cases
      .filter(([its]) => its === kind)
      .map(([, board, played, better]) => kindsOfMistake(parseBoard(board), played, better).includes(kind))
  expect(found(made)).toEqual(Array<boolean>(20).fill(true))
  expect(found(alike)).toEqual(Array<boolean>(20).fill(false))
})

test.each<[what: string, board: string, played: Move, better: Move, kinds: MistakeKind[]]>([
  ['the corner of 1024, and its row', 'A730000000000001', 'right', 'up', ['corner', 'row']],
  ['no corner, where 1024 goes to another one', 'A000000000000001', 'down', 'right', []],
  ['no row, where only its end merges', 'A722000000000001', 'left', 'right', []],
  ['one cell for the next tile, beside no 2', 'A987325435454620', 'right', 'up', ['spawn']],
  ['no forced cell, where a 2 would merge', 'A987325435451620', 'right', 'up', []],
  ['a merge of two 512 that is gone', 'A900090000000001', 'left', 'up', ['merge']],
  ['no missed merge, where it can still be made', 'A990000000000011', 'up', 'left', []],
])('%s', (_, board, played, better, kinds) => {
  const position = parseBoard(board)
  expect(legalMoves(position)).toEqual(expect.arrayContaining([played, better]))
  expect(kindsOfMistake(position, played, better)).toEqual(kinds)
})

test('the move itself is no mistake, on any board of a game', () => {
  const timeline = Timeline.of(drawnGame(3))
  for (let step = 0; step < timeline.length; step += 5) {
    const { board } = timeline.at(step)
    for (const move of legalMoves(board)) expect(kindsOfMistake(board, move, move)).toEqual([])
  }
})
