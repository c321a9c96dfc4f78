import { parseJson } from '../../../../core/contract/files/json'
import { LabError } from '../../../../core/errors'
import type { ActionId, Game } from '../../../../core/game/game'
import { quoted } from '../../../../core/quoted'
import { readTextFile } from '../../../files/textFile'

const MOST_BYTES = 2 ** 20

/** A book as a file: JSON, positions in the game's own text and the words of a move. @throws {LabError} `BAD_FILE`, naming the entry */
export function readBook(file: string, game: Game<unknown>): (position: string | number) => ActionId | undefined {
  const moves = new Map<string | number, ActionId>()
  for (const [text, move] of Object.entries(entries(file))) {
    const where = `${file}: ${quoted(text)}`
    const position = parsed(where, text, game)
    const actions = typeof game.toAct(position) === 'number' ? game.actions(position) : []
    const action = actions.find(each => game.words(position, each) === move)
    if (action === undefined) throw new LabError('BAD_FILE', `${where}: ${quoted(move)} is no legal move there`)
    moves.set(game.key(position), action)
  }
  return position => moves.get(position)
}

function parsed(where: string, text: string, game: Game<unknown>): unknown {
  try {
    return game.parse(text)
  } catch (error) {
    if (error instanceof LabError) throw new LabError('BAD_FILE', `${where}: ${error.message}`)
    throw error
  }
}

function entries(file: string): object {
  const book = parseJson(readTextFile(file, MOST_BYTES), file, MOST_BYTES)
  if (typeof book === 'object' && book !== null && !Array.isArray(book)) return book
  throw new LabError('BAD_FILE', `${file}: a book is an object, {"position": "move", …}`)
}
