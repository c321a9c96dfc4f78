import { randomInt } from 'node:crypto'
import type { Command } from 'commander'
import { MAX_SEED } from '../../../../core/random'
import { parseWhole } from '../search/searchFlags'

/** Drawn seeds are short enough to be typed. */
const DRAWN_SEEDS = 2 ** 32

export function addSeedFlag(command: Command, description: string): Command {
  return command.option('--seed <n>', description, value => parseWhole(value, 0, MAX_SEED))
}

export function drawSeed(): number {
  return randomInt(DRAWN_SEEDS)
}
