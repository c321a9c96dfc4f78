/** 2048's kernel as one of the searchers of `lab think`. */
import { readConfig, readPosition, type GameSearch } from '../../../../core/contract/searchers'
import { GAMES, HAND_TUNED, heuristicId, type GameEntry } from '../../../../core/games/registry'
import type { Player } from '../../../../core/games/twenty48/player'
import type { Twenty48State } from '../../../../core/games/twenty48/game'
import { commonReport, pairsOf, pliesOf } from '../../../../core/games/twenty48/search/commonReport'
import type { ExpectimaxConfig } from '../../../../core/search/algorithms/expectimax'
import { checkLimits, checkSettings, PLAIN_SETTINGS, type SearchSettings } from '../../../../core/search/settings'
import { MAX_DEPTH } from '../../../../core/game/limits'
import { badSetting } from '../../../../core/settingChecks'
import type { CommandLab } from '../../../lab/localLab'
import { scaleAnswer, scaleLines, type ScaleAnswer } from '../search/scaleView'

export const KERNEL = 'kernel'

/** A search by the kernel with the evaluator and, except for the table's size, the config of expectimax on 2048. */
export interface KernelSearch {
  readonly root: Twenty48State
  readonly config: ExpectimaxConfig
  readonly player: Player
}

/** The kernel's entry in `lab searchers`. */
export const KERNEL_ENTRY = { id: KERNEL, agents: 1, chance: 'mean', isLimited: true, wrappers: [], game: 'twenty48' } as const

/** @throws {LabError} `BAD_POSITION`, `BAD_SETTING`, naming the field */
export function readKernelSearch(asked: Omit<GameSearch, 'searcher'>): KernelSearch {
  const { game, config: given, wrapping, limits } = asked
  if (game !== KERNEL_ENTRY.game) throw badSetting('searcher', `${KERNEL} is for ${KERNEL_ENTRY.game} alone`)
  const root = readPosition(asked) as Twenty48State
  if (root.turn !== 0) throw badSetting('searcher', `${KERNEL} searches positions where the player moves, not afterstates`)
  for (const wrapper of Object.keys(wrapping)) throw badSetting(wrapper, `${KERNEL} does not take it`)
  if (Object.keys(limits).length === 0) throw badSetting('depth', `${game} is searched within a limit: depth, nodes or time`)
  const entry: GameEntry = GAMES[game]
  if (heuristicId(entry, asked.heuristic) !== heuristicId(entry))
    throw badSetting('heuristic', `${KERNEL} has ${heuristicId(entry)} here; "lab search --profile" takes the others`)
  const config = readConfig('expectimax', { ...entry.configs?.['expectimax'], ...given }) as ExpectimaxConfig
  const { opponent, table } = config
  if (opponent !== undefined) throw badSetting('opponent', `${KERNEL} does not take it`)
  if (table === 'kept') throw badSetting('table', `${KERNEL} clears it before each move: exact has the same values`)
  // the end of 2048 has no utility
  const settings = checkSettings({ ...PLAIN_SETTINGS, ...config, table, dead: config.dead === 'utility' ? 0 : config.dead })
  const { depth: plies, ...others } = limits
  const depth = plies === undefined ? {} : { depth: wholePairs(plies, settings) }
  return { root, config, player: { evaluator: HAND_TUNED, settings, limits: checkLimits({ ...others, ...depth }) } }
}

/** What a calibration says of a search, as JSON and as text. */
export interface KernelScale {
  readonly answer: Partial<ScaleAnswer>
  readonly lines: readonly string[]
}

export async function searchByKernel(
  { root, player }: KernelSearch,
  { search, calibrationOf }: Pick<CommandLab, 'search' | 'calibrationOf'>,
  signal: AbortSignal,
) {
  const { report, ms } = await search(root.board, player, { signal, variation: true })
  const calibration = await calibrationOf(player)
  const scale: KernelScale = { answer: scaleAnswer(calibration, report), lines: scaleLines(calibration, report, KERNEL) }
  return { report: commonReport(report, player.settings), ms, scale }
}

/** @throws {LabError} `BAD_SETTING`, naming the nearest plies that are whole pairs */
function wholePairs(plies: number, settings: SearchSettings): number {
  const pairs = pairsOf(plies, settings)
  if (pairs !== undefined && pairs <= MAX_DEPTH) return pairs
  const whole = (depth: number) => pliesOf(Math.min(Math.max(0, depth), MAX_DEPTH), settings)
  const below = Math.floor((plies - pliesOf(0, settings)) / 2)
  const nearest = [...new Set([whole(below), whole(below + 1)])]
  throw badSetting(
    'depth',
    `${KERNEL} searches whole pairs of tile and move after a move: ${nearest.join(' or ')} plies, not ${plies}`,
  )
}
