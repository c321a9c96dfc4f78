/** Numbers on the command line. */
import { InvalidArgumentError, Option, type Command } from 'commander'
import { WALL_MULTIPLES, type WallMultiple } from '../../../../core/games/twenty48/wallGame/phases'
import { randomInt } from 'node:crypto'
import { MOST_THREADS } from '../../../../core/contract/compute'
import { readNumber, separatorFault } from '../../../../core/numberText'
import { MAX_SEED } from '../../../../core/random'

/** Random seeds are short enough to type. */
const DRAWN_SEEDS = 2 ** 32

export function addSeedFlag(command: Command, description: string): Command {
  return command.option('--seed <n>', description, wholeIn(0, MAX_SEED))
}

export function drawSeed(): number {
  return randomInt(DRAWN_SEEDS)
}

export function addThreadsFlag(command: Command, usual = 'one a core'): Command {
  return command.option('--threads <n>', `compute threads (default: ${usual})`, wholeIn(1, MOST_THREADS))
}

/** @throws {InvalidArgumentError} on anything but a number, see `readNumber`; its message follows commander's, which names flag and value. */
export function parseNumber(text: string, whole = false): number {
  const read = readNumber(text, whole)
  if ('value' in read) return read.value
  throw new InvalidArgumentError('plain' in read ? `${separatorFault(read).replace(/^i/, 'I')}.` : 'Not a number.')
}

/** @throws {InvalidArgumentError} on anything but a whole number in `min` … `max`. */
export function parseWhole(text: string, min: number, max: number): number {
  const value = parseNumber(text, true)
  if (!Number.isSafeInteger(value) || value < min || value > max)
    throw new InvalidArgumentError(`Not a whole number in ${min} … ${max}.`)
  return value
}

/** The parser of an option that takes a whole number in `min` … `max`. */
export function wholeIn(min: number, max: number): (text: string) => number {
  return text => parseWhole(text, min, max)
}

/** The number of something that is stored. */
export const parseId = wholeIn(1, Number.MAX_SAFE_INTEGER)

/** Collects ids. */
export function addId(text: string, before: readonly number[] = []): readonly number[] {
  return [...before, parseId(text)]
}

/** @throws {InvalidArgumentError} on anything but a number above 0. */
export function parsePositive(text: string): number {
  const value = parseNumber(text, true)
  if (value <= 0) throw new InvalidArgumentError('Not a number above 0.')
  return value
}

/** @throws {InvalidArgumentError} on anything but a share, 0 … 1. */
export function parseShare(text: string): number {
  const value = parseNumber(text)
  if (!(value >= 0 && value <= 1)) throw new InvalidArgumentError('Not a share in 0 … 1.')
  return value
}

/** @throws {InvalidArgumentError} on anything but points, 0 or more. */
export function parsePoints(text: string): number {
  if (text.endsWith('%'))
    throw new InvalidArgumentError('Give it in points: a share of a mean that no game has measured yet is not fixed in advance.')
  const value = parseNumber(text, true)
  if (value < 0) throw new InvalidArgumentError('Not a number of points, 0 or more.')
  return value
}

/** Flags for boards of the wall test, of the test itself and of tuning by it. */

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
