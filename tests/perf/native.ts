/** The kernel against its twin in C++, one after the other on the same work, in processor time of their threads. */
import type { TermEvaluator } from '../../src/core/games/twenty48/heuristics/family'
import { legalMoves } from '../../src/core/games/twenty48/board'
import { depthFor } from '../../src/core/games/twenty48/search/levels'
import { startGame } from '../../src/core/games/twenty48/playGame'
import type { GamePosition, Player } from '../../src/core/games/twenty48/player'
import { deriveSeed } from '../../src/core/random'
import { neverStop } from '../../src/core/games/twenty48/search/engine'
import { PLAIN_SETTINGS } from '../../src/core/search/settings'
import { gamesCommand, hasTwin, searchCommand, twin } from '../core/support/twin'
import { builtInProfiles } from './profiles'
import { kernel, positions, processorMs } from './searches'

/** What is compared; games with the thesis's evaluator. */
export const CONTESTS = ['searches with power', 'searches with thesis', 'games at depth 0', 'games at depth 1'] as const

/** Speed of the kernel as a share of its twin's. */
export type NativeRatios = Readonly<Record<(typeof CONTESTS)[number], number>>

/** `undefined` where there is no g++. */
export function nativeRatios(): NativeRatios | undefined {
  if (!hasTwin()) return undefined
  const { power, thesis } = builtInProfiles
  return {
    'searches with power': searches(power, 1),
    'searches with thesis': searches(thesis, 1),
    'games at depth 0': games(0, 20_000),
    'games at depth 1': games(1, 800),
  }
}

/** At the depth of the profile, the positions so many times. */
function searches({ evaluator, settings, depth }: typeof builtInProfiles.power, times: number): number {
  const boards = Array.from({ length: times }, () => positions).flat()
  const act = () => {
    for (const board of boards)
      kernel.search({ board, depth: depthFor(board, depth), moves: legalMoves(board), reach: 1, nodes: Infinity }, neverStop)
  }
  const command = boards.map(board => searchCommand(board, depthFor(board, depth)))
  return ratio({ evaluator, settings }, act, command)
}

function games(depth: number, count: number): number {
  const starts = startsOf(count)
  const act = () => playAll(starts, depth)
  const { evaluator } = builtInProfiles.thesis
  return ratio({ evaluator, settings: { ...PLAIN_SETTINGS, dead: -1e9 } }, act, [gamesCommand(starts, depth)])
}

/** Processor time of games at the player's depth, on this thread alone. */
export function kernelGamesMs({ evaluator, settings, limits }: Player, count: number): number {
  const starts = startsOf(count)
  kernel.load(evaluator, settings)
  return processorMs(() => playAll(starts, limits.depth as number))
}

function startsOf(count: number): GamePosition[] {
  return Array.from({ length: count }, (_, i) => startGame(deriveSeed(1, i)))
}

function playAll(starts: readonly GamePosition[], depth: number): void {
  for (const start of starts) {
    kernel.beginGame(start)
    while (kernel.playSlides(depth, 1000));
  }
}

/** Both do the work twice; the first time warms them. */
function ratio({ evaluator, settings }: Omit<Player, 'limits'>, act: () => void, commands: readonly string[]): number {
  kernel.load(evaluator, settings)
  act()
  const ms = processorMs(act)
  const answers = twin(evaluator as TermEvaluator, settings, [...commands, ...commands]).slice(commands.length)
  return answers.reduce((sum, answer) => sum + answer.ms, 0) / ms
}
