import { describe, expect, test } from 'vitest'
import { cantGoBack } from '../../../src/core/games/cantGoBack/game'

/** What a text is refused with; `undefined`: it is read. */
function refusal(text: string): string | undefined {
  try {
    const read = cantGoBack.format(cantGoBack.parse(text))
    expect(cantGoBack.format(cantGoBack.parse(read))).toBe(read)
    return undefined
  } catch (error) {
    expect(error).toMatchObject({ name: 'LabError', code: 'BAD_POSITION' })
    return (error as Error).message
  }
}

describe('a position as text', () => {
  test.each([
    ['0,-1,30/1,0,2 scores=0,-300 turn=2,last fruitTurns=4 penalty=300,always', undefined],
    ['1,2', '1,2 scores=0,0 turn=1 fruitTurns=2 penalty=300'],
    [' 0 , 1\r\n-1, 2\r\n', '0,1/-1,2 scores=0,0 turn=1 fruitTurns=4 penalty=300'],
    ['007,1 / -0,2  penalty=5   scores=-1,2', '7,1/0,2 scores=-1,2 turn=1 fruitTurns=4 penalty=5'],
    ['1,3/4,2 players=4', '1,3/4,2 scores=0,0,0,0 turn=1 fruitTurns=4 penalty=300 players=4'],
    ['1,3,5/4,0,2 players=3 turn=3,last', '1,3,5/4,0,2 scores=0,0,0 turn=3,last fruitTurns=4 penalty=300 players=3'],
    ['9,1/0,2 fruitTurns=0', '0,1/0,2 scores=0,0 turn=1 fruitTurns=0 penalty=300'],
  ])('%j reads back', (text, plain = text) => {
    expect(cantGoBack.format(cantGoBack.parse(text))).toBe(plain)
  })

  test.each([
    ['', 'row 1, column 1: "" is not -1, 0, 1, 2 or a fruit, 3 … 10000'],
    ['0,1/2', 'row 2, column 2: a cell is missing, rows have 2'],
    ['0,1/2,0,0', 'row 2, column 3: the rows above have 2 cells'],
    ['0,1/2,10001', 'row 2, column 2: "10001" is not'],
    ['0,1/1,2', 'row 2, column 1: player 1 stands in row 1, column 2 already'],
    ['0,1/0,0', 'row 1, column 1 … row 2, column 2: no cell is 2, player 2 is missing'],
    ['0,0', 'row 1, column 1 … row 1, column 2: no cell is 1, player 1 is missing; no cell is 2, player 2 is missing'],
    [`1,2${',0'.repeat(29)}`, 'row 1, column 31: a board has at most 30 columns'],
    ['1,2 turn=3', 'turn: "3" is not 1 or 2'],
    ['1,2 scores=4', 'scores: "4" is not a number for each player'],
    ['1,2 fruitTurns=-1', 'fruitTurns: "-1" is not a whole number in 0 … '],
    ['1,2 penalty=5,never', 'penalty: "5,never" is not'],
    ['1,2 players=5', 'players: "5" is not a whole number in 2 … 4'],
    ['1,2,3 players=4', 'no cell is 4, player 4 is missing'],
    ['1,2,3,x players=4', 'row 1, column 4: "x" is not -1, 0, 1, 2, 3, 4 or a fruit, 5 … 10000'],
    ['1,2,3 players=3 scores=1,2', 'scores: "1,2" is not a number for each player, as 0,-300,0'],
    ['1,2,3 players=3 turn=4', 'turn: "4" is not 1, 2 or 3'],
    ['1,2 turn=1 turn=1', 'turn: it stands here twice'],
  ])('%j is refused: %s', (text, message) => {
    expect(refusal(text)).toContain(message)
  })
})
