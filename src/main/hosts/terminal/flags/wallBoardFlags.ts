/** Flags for boards of the wall test, of the test itself and of tuning by it. */
import { InvalidArgumentError, Option } from 'commander'
import { WALL_MULTIPLES, type WallMultiple } from '../../../../core/games/twenty48/wallGame/phases'
import { readNumber } from '../../../../core/numberText'
import { parseWhole } from './numberFlags'

export function multipleOption(description: string): Option {
  // after `choices`, which names them in the help, and whose own parser gives texts
  return new Option('--multiple <n>', description).choices(WALL_MULTIPLES.map(String)).argParser(parseMultiple)
}

function parseMultiple(text: string): WallMultiple {
  const found = WALL_MULTIPLES.find(multiple => String(multiple) === text)
  if (found === undefined) throw new InvalidArgumentError(`Allowed choices are ${WALL_MULTIPLES.join(', ')}.`)
  return found
}

/** A number of boards, or the name of a file. @throws {InvalidArgumentError} on a number that is no whole one in `least` … `most` */
export function parseBoards(text: string, least: number, most: number): number | string {
  const read = readNumber(text)
  return 'problem' in read && read.problem === 'noNumber' ? text : parseWhole(text, least, most)
}
