import fc from 'fast-check'
import { GAME_IDS, GAMES, type GameEntry } from '../../../src/core/games/registry'
import { hostileText } from '../support/hostile'
import { harness, refusedOr } from '../support/harness'
import { mutatedText } from '../support/mutate'
import { expectSame } from '../support/same'

const tree: fc.Arbitrary<string> = fc.letrec<{ tree: string; leaf: string; inner: string }>(tie => ({
  tree: fc.oneof({ depthSize: 'small', withCrossShrink: true }, tie('leaf'), tie('inner')),
  leaf: fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }).map(String), fc.constant('[3, 1, 2]')),
  inner: fc
    .tuple(fc.constantFrom('max', 'min~2!', 'p2', 'chance 1:'), fc.array(tie('tree'), { minLength: 1, maxLength: 3 }))
    .map(([kind, children]) => `(${kind} ${children.join(' ')})`),
})).tree

const cells = fc.array(fc.constantFrom('X', 'O', '.'), { minLength: 9, maxLength: 9 }).map(marks => marks.join(''))

const cell = fc.constantFrom('a1', 'b2', 'c3', 'e5', 'f9')
const way = fc.tuple(cell, cell).map(ends => ends.join('>'))
const robot = fc.tuple(cell, fc.nat(30), fc.nat(9), fc.option(way)).map(parts => parts.filter(part => part !== null).join())
const warehouse = fc
  .record({
    A: robot,
    B: robot,
    lying: fc.array(way, { maxLength: 3 }),
    waiting: fc.array(way, { maxLength: 2 }),
    turn: fc.constantFrom('A', 'B'),
  })
  .map(
    fields =>
      `5x5 stations=a1,e5 ${Object.entries(fields)
        .map(field => field.join('='))
        .join(' ')} steps=9 spawns=0123456789abcdef hidden`,
  )
const csvCell = fc.constantFrom('0', '-1', '1', '2', '40')
const csv = fc
  .array(fc.array(csvCell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 3 })
  .map(rows => `${rows.map(row => row.join()).join('/')} scores=0,-3 turn=2,last fruitTurns=4 penalty=300,always`)
const duel = fc.constantFrom('1234123012001056 score=540 turn=player', '2000 0000 0000 0000 score=7 turn=computer tiles=random')
const text = fc.oneof(tree, cells, warehouse, csv, duel)

export const gamePositions = harness({
  name: 'positions of other games',
  inputs: fc.oneof(
    { arbitrary: mutatedText(text), weight: 6 },
    { arbitrary: text, weight: 3 },
    { arbitrary: hostileText, weight: 1 },
  ),
  examine: (text: string) => {
    const read = GAME_IDS.map(id => {
      const { game }: GameEntry = GAMES[id]
      return refusedOr(
        () => game.parse(text),
        state => expectSame(game.format(game.parse(game.format(state))), game.format(state)),
      )
    })
    return read.find(answer => answer === 'read') ?? read[0]!
  },
})
