import { LabError } from '../../../../core/errors'
import type { ActionId, Game } from '../../../../core/games/game'
import { quoted, visible } from '../../../../core/quoted'
import { readSmallFile } from '../../../files/smallFile'

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
  const text = readSmallFile(file)
  if (text === undefined) throw new LabError('BAD_FILE', `${file}: no such file`)
  try {
    const book: unknown = JSON.parse(text)
    if (typeof book === 'object' && book !== null && !Array.isArray(book)) return book
  } catch (cause) {
    throw new LabError('BAD_FILE', `${file}: ${visible((cause as Error).message)}`, undefined, { cause })
  }
  throw new LabError('BAD_FILE', `${file}: a book is an object, {"position": "move", …}`)
}
