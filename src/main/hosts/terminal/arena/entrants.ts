/** Players and boards of a tournament on the command line. */
import { basename, extname } from 'node:path'
import { MOST_ARENA_BOARDS, parsePlayerFile } from '../../../../core/contract/files'
import { parsePlayerText } from '../../../../core/contract/playerText'
import { SEARCHER_IDS, type GameSearch } from '../../../../core/contract/searchers'
import { LabError } from '../../../../core/errors'
import { GAMES, type GameEntry } from '../../../../core/games/registry'
import { badFile } from '../../../files/fileProblem'
import { readSmallFile } from '../../../files/smallFile'
import { fileName, readText } from '../../../files/textFile'
import type { Tournament } from '../../../lab/localLab'
import type { Terminal } from '../terminal'

const MAX_BOARD_BYTES = 2 ** 20

/**
 * @param list texts or files, separated by commas; commas within parentheses belong to weights
 * @throws {LabError} `BAD_SETTING`, `BAD_FILE`
 */
export function readEntrants(list: string, game: GameSearch['game']): Tournament['players'] {
  const players: Tournament['players'][number][] = []
  for (const text of list.split(/,(?![^(]*\))/)) {
    const isFile = isFileName(text)
    const player = isFile ? readPlayerFile(text, game) : parsePlayerText(text)
    const wanted = isFile ? basename(text, extname(text)) : text
    let name = wanted
    for (let i = 2; players.some(each => each.name === name); i++) name = `${wanted}#${i}`
    players.push({ name, player })
  }
  return players
}

/** A text has its searcher first; anything else with a slash, a backslash or an extension is a path. */
function isFileName(text: string): boolean {
  const [first = ''] = text.split(':')
  return !(SEARCHER_IDS as readonly string[]).includes(first) && /[/\\]|\.\w+$/.test(text)
}

function readPlayerFile(file: string, game: GameSearch['game']) {
  const text = readSmallFile(file)
  if (text === undefined) throw new LabError('BAD_FILE', `${file}: no such file`, { file })
  return parsePlayerFile(text, file, game)
}

/**
 * Positions in the game's own text, one per line; `-` is standard input. A .csv file has boards whose rows are lines, separated by empty
 * lines.
 *
 * @returns each as the game writes it
 * @throws {LabError} `BAD_FILE`, naming the line of a position, or the first line of a board
 */
export async function readBoards(terminal: Terminal, file: string, id: GameSearch['game']): Promise<string[]> {
  const { game }: GameEntry = GAMES[id]
  const boards: string[] = []
  const name = fileName(file)
  for (const { line, text } of blocksOf(
    await readText(file, MAX_BOARD_BYTES, terminal.stdin),
    extname(file).toLowerCase() === '.csv',
  ))
    try {
      boards.push(game.format(game.parse(text)))
    } catch (cause) {
      if (!(cause instanceof LabError)) throw cause
      throw badFile(name, `line ${line}: ${cause.message}`, cause)
    }
  if (boards.length === 0) throw badFile(name, 'it has no board')
  if (boards.length > MOST_ARENA_BOARDS) throw badFile(name, `${boards.length} boards are more than ${MOST_ARENA_BOARDS}`)
  return boards
}

/** Blocks without empty lines. @param areRows true if adjacent lines belong together */
function blocksOf(text: string, areRows: boolean): { readonly line: number; readonly text: string }[] {
  const blocks: { line: number; lines: string[] }[] = []
  let isOpen = false
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const isEmpty = line.trim() === ''
    if (!isEmpty && isOpen && areRows) blocks.at(-1)!.lines.push(line)
    else if (!isEmpty) blocks.push({ line: i + 1, lines: [line] })
    isOpen = !isEmpty
  }
  return blocks.map(({ line, lines }) => ({ line, text: lines.join('\n') }))
}
